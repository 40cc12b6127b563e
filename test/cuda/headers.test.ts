import assert from "node:assert/strict";
import headers from "warplens:cuda-headers";
import { defaultOptions, hostCommand } from "../../analyzer/compiler/command/commands";
import type { FileTree } from "../../analyzer/compiler/model";
import { compileText } from "../support/clang";
import { sampled, sampledIt } from "../support/sample";
import { compile, passes } from "./support";

/** Include names of every header that a program may ask for, `cooperative_groups/reduce.h`-style, with their texts. */
function files(tree: FileTree, prefix = ""): [name: string, text: string][] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    typeof entry === "string"
      ? [[prefix + name, entry] satisfies [string, string]]
      : entry instanceof Uint8Array
        ? []
        : files(entry, `${prefix}${name}/`),
  );
}

const texts = files(headers);
const all = texts.map(([name]) => name).filter((name) => !/^(warplens|libc|hostcxx)\//.test(name));
/** What stands before libc++'s headers of the same names: asked for by those names, below. */
const ownStandard = texts
  .map(([name]) => name)
  .filter((name) => /^hostcxx\/[a-z_]+$/.test(name) && !name.includes("__"))
  .map((name) => name.slice("hostcxx/".length));
/** Headers that only lead to another one are tried together: each compile takes a while. */
const forwarding = new Set(
  texts.filter(([, text]) => /^\/\/ .*\n#pragma once\n\n#include "[^"]+"\n$/.test(text)).map(([name]) => name),
);
const libc = texts
  .map(([name]) => name)
  .filter((name) => /^libc\/(sys\/)?\w+\.h$/.test(name) && !/libc\/__|posix_types/.test(name))
  .map((name) => name.slice("libc/".length));
const including = (names: readonly string[]) => names.map((name) => `#include <${name}>\n`).join("");

const standard =
  `algorithm array atomic bitset cassert cctype cerrno cfloat chrono cinttypes climits cmath complex cstddef cstdint
  cstdio cstdlib cstring ctime deque fstream functional iomanip iostream iterator limits list map memory mutex new
  numeric optional queue random set sstream stack stdexcept string string_view thread tuple type_traits unordered_map
  utility vector`.split(/\s+/);

/** A test that compiles every header. */
const together = sampledIt("cuda/headers, all together", 6);

describe("our CUDA headers", () => {
  it("are there for every name that issue 3 asks for", () => {
    for (const name of `cuda_runtime.h cuda_runtime_api.h cuda.h device_launch_parameters.h vector_types.h
      vector_functions.h driver_types.h cuda_fp16.h cuda_bf16.h cooperative_groups.h cooperative_groups/reduce.h
      cuda_pipeline.h cuda/atomic cuda/barrier cuda/pipeline curand_kernel.h math_constants.h mma.h helper_cuda.h
      helper_functions.h helper_timer.h helper_string.h helper_image.h helper_math.h nvtx3/nvToolsExt.h cublas_v2.h
      cublasLt.h cusparse.h cufft.h curand.h cuComplex.h`.split(/\s+/)) {
      // Those of NVIDIA's samples stand apart, after a user's own.
      assert.ok(all.includes(name) || all.includes(`samples/${name}`), name);
    }
  });
  for (const pass of passes) {
    const alone = all.filter((name) => !forwarding.has(name));
    for (const name of sampled(`cuda/headers, ${pass}`, alone, { every: 24, what: "headers" })) {
      it(`<${name}> compiles alone in the ${pass} pass`, async () => {
        const { ok, messages } = await compile(`#include <${name}>\n`, pass);
        assert.ok(ok, messages);
      });
    }
    for (const [order, list] of [
      ["in order", all],
      ["in reverse order", all.toReversed()],
    ] as const) {
      together(`compile all together ${order} in the ${pass} pass`, async () => {
        const { ok, messages } = await compile(including(list), pass);
        assert.ok(ok, messages);
      });
    }
    together(`live with C's and C++'s standard headers in the ${pass} pass, in either order`, async () => {
      const theirs = [...new Set([...standard, ...ownStandard]), ...libc];
      for (const text of [including([...all, ...theirs]), including([...theirs, ...all])]) {
        const { ok, messages } = await compile(text, pass);
        assert.ok(ok, messages);
      }
    });
  }
  for (const pass of passes) {
    it(`declare the direction vectors and the distributions of cuRAND's host side in the ${pass} pass`, async () => {
      const { ok, messages } = await compile(
        `#include <curand_kernel.h>
curandStatus_t vectors(curandDirectionVectors32_t*& few, curandDirectionVectors64_t*& many, unsigned int*& scramble) {
  curandStatus_t status = curandGetDirectionVectors32(&few, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  if (status != CURAND_STATUS_SUCCESS) return status;
  status = curandGetDirectionVectors64(&many, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
  return status == CURAND_STATUS_SUCCESS ? curandGetScrambleConstants32(&scramble) : status;
}
curandStatus_t distributions(curandGenerator_t generator, unsigned int* out, curandDiscreteDistribution_t* poisson) {
  curandGenerateSeeds(generator);
  curandGeneratePoisson(generator, out, 128, 4.5);
  return curandCreatePoissonDistribution(4.5, poisson);
}
int version() {
  int number = 0, major = 0;
  curandGetVersion(&number);
  curandGetProperty(MAJOR_VERSION, &major);
  return number / 1000 - major;
}
`,
        pass,
      );
      assert.ok(ok, messages);
    });
  }
  it("give files of C++ the states of random numbers, with the functions that the host has", async () => {
    const text = `#include <curand_kernel.h>
#include <cmath>
float next(curandState* state, curandStatePhilox4_32_10_t* other) {
  return curand_normal(state) + std::sqrt(curand_uniform(other)) + (float)curand_normal_double(state);
}
`;
    const { exitCode, stderr } = await compileText(
      hostCommand("a.cpp", defaultOptions, "optimised", "c++"),
      text,
      "a.cpp",
      [],
    );
    assert.equal(exitCode, 0, stderr);
  });
});
