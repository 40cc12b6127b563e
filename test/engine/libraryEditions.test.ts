/** CUB, Thrust and libcu++ are ours or the project's, never a mixture; and what is absent is named only where it is meant. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { withMissingHeaders } from "../../analyzer/compiler/pass/missingHeaders";
import { parseArgument } from "../../engine/arguments/spec";
import { defaultConfiguration } from "../../engine/model/configuration";
import { nodeEngine } from "../support/engine";

/** An edition of a project's own. Its headers include one another, and compile with nothing of ours. */
const edition: Readonly<Record<string, string>> = {
  "cub/version.cuh": "#pragma once\n#define CUB_VERSION 1\n",
  "cub/block/block_reduce.cuh": '#pragma once\n#include <cub/agent/parts.cuh>\n#include "../inner/first.cuh"\n',
  "cub/agent/parts.cuh":
    "#pragma once\n#include <cub/version.cuh>\nnamespace cub { enum { Edition = CUB_VERSION + 6 }; }\n",
  "cub/inner/first.cuh": "#pragma once\nnamespace cub { __device__ inline int first() { return 35; } }\n",
  "cuda/std/version": "#pragma once\n",
  "cuda/std/cstddef":
    "#pragma once\nnamespace cuda { namespace std { typedef unsigned long size_t; enum { Theirs = 1 }; } }\n",
  "cuda/std/further": "#pragma once\n#include <cuda/std/cstddef>\n#include <nv/target>\n",
  "nv/target": "#pragma once\n#define NV_MINE 4\n",
};

describe("editions of CUDA's core libraries", () => {
  const folder = mkdtempSync(join(tmpdir(), "editions-"));
  const path = join(folder, "app", "main.cu");
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const compile = { ...defaultConfiguration.compile, includeFolders: [join(folder, "lib"), join(folder, "app")] };
  const engine = nodeEngine({ ...defaultConfiguration, compile });
  before(() => {
    for (const [name, text] of Object.entries(edition)) put(`lib/${name}`, text);
    put("app/cuda/sizes.h", "#pragma once\n#define MINE 96\n");
    put(
      "app/system.h",
      "#ifdef _WIN32\n#include <windows.h>\n#else\n#include <assert.h>\n#include <sys/wait.h>\n#endif\n#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#endif\n" +
        "#if defined(__aarch64__) && !defined(__CUDACC__)\n#include <arm_neon.h>\n#endif\n" +
        "#if defined(__F16C__) && \\\n    !(defined(__CUDA_ARCH__) || \\\n      defined(__CUDACC__))\n#include <immintrin.h>\n#endif\n" +
        "#ifndef __CUDACC__\n#include <only_elsewhere.h>\n#endif\n",
    );
  });
  after(() => {
    engine.dispose();
    rmSync(folder, { recursive: true });
  });

  async function stored(text: string): Promise<unknown> {
    const { left_out } = await engine.inspect({ path, text });
    assert.deepEqual(left_out, []);
    const run = await engine.simulateProgram({ path, text }, { arguments: [] });
    assert.equal(run.outcome, "completed", run.message);
    return run.exit_code;
  }

  const program = (includes: string, value: string) => `${includes}
__global__ void f(int* out) { ${value} }
int main() { int* out; cudaMallocManaged(&out, 4); f<<<1, 32>>>(out); cudaDeviceSynchronize(); return *out; }
`;

  it("are ours where ours answer every name, though the project has its own", async () => {
    const value = `__shared__ cub::BlockReduce<int, 32>::TempStorage t;
      int sum = cub::BlockReduce<int, 32>(t).Sum(2); if (threadIdx.x == 0) *out = sum;`;
    assert.equal(
      await stored(program("#include <cub/block/block_reduce.cuh>\n#include <cuda/std/cstddef>", value)),
      64,
    );
  });

  it("are the project's, all of them, where ours lack a name", async () => {
    const includes =
      "#include <cub/block/block_reduce.cuh>\n#include <cub/agent/parts.cuh>\n#include <cuda/std/further>";
    assert.equal(
      await stored(program(includes, "*out = cub::first() + cub::Edition + cuda::std::Theirs + NV_MINE;")),
      47,
    );
  });

  it("are ours beside a folder of the project that only has a library's name", async () => {
    const includes = "#include <cuda/atomic>\n#include <cuda/sizes.h>";
    const value = "cuda::atomic_ref<int>(*out).fetch_add(threadIdx.x == 0 ? MINE : 0);";
    assert.equal(await stored(program(includes, value)), 96);
  });

  it("have the states of tiles for a decoupled look-back, of a word and larger", async () => {
    const text = `#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>
#include <cstdio>
template <typename T> using State = cub::ScanTileState<T>;
template <typename T> __global__ void begin(State<T> state, int tiles) { state.InitializeStatus(tiles); }
template <typename T> __global__ void look(State<T> state, T* out) {
  using Prefix = cub::TilePrefixCallbackOp<T, cuda::std::plus<>, State<T>>;
  __shared__ typename Prefix::TempStorage storage;
  Prefix prefix(state, storage, cuda::std::plus<>{});
  const int tile = prefix.GetTileIdx();
  T before = 0, own = tile + 1;
  if (tile == 0) {
    if (threadIdx.x == 0) state.SetInclusive(tile, own);
  } else if (threadIdx.x < 32) before = prefix(own);
  if (threadIdx.x == 0) out[tile] = before;
}
template <typename T> void run(const char* name) {
  const int tiles = 70;
  size_t bytes;
  State<T>::AllocationSize(tiles, bytes);
  void* memory;
  T *out, sums[tiles];
  cudaMalloc(&memory, bytes);
  cudaMalloc(&out, sizeof(sums));
  State<T> state;
  state.Init(tiles, memory, bytes);
  begin<T><<<1, 128>>>(state, tiles);
  look<T><<<tiles, 64>>>(state, out);
  cudaMemcpy(sums, out, sizeof(sums), cudaMemcpyDeviceToHost);
  int right = 0;
  for (int tile = 0; tile < tiles; tile++) right += sums[tile] == T(tile * (tile + 1) / 2);
  printf("%s %d\\n", name, right);
  cudaFree(memory);
  cudaFree(out);
}
int main() { run<int>("int"); run<double>("double"); run<short>("short"); }
`;
    const run = await engine.simulateProgram({ path: "/look/back.cu", text }, { arguments: [] });
    assert.equal(run.outcome, "completed", run.message);
    assert.equal(run.stdout, "int 70\ndouble 70\nshort 70\n");
  });

  it("leave what the C library has and what other systems have unnamed", async () => {
    const text = '#include "system.h"\n#include "absent.h"\n__global__ void f(Shape s) {}\n';
    const { left_out } = await engine.inspect({ path, text });
    assert.match(left_out[0]!.reason, /^“absent\.h” of line 2 is not found, and f is left out/);
  });

  it("leave what no condition reads unnamed, and name one function once", () => {
    const text = `#ifdef USE_MPI
#include <mpi.h>
#endif
#if 0
#include "never.h"
#else
#include "first.h"
#endif
#ifndef NO_SCREEN
#include "second.h"
#include "third.h"
#endif
`;
    const path = "home/me/a.cu";
    const libraries = ["home/me/thrust/system/tbb/for_each.h", "#include <tbb/parallel_for.h>\n"] as const;
    const of = (name: string, reason: string) => ({ function: name, reason, line: 20 });
    const unknown = (what: string) => `Use of undeclared identifier '${what}'`;
    const leftOut = [
      of("main", `one statement: ${unknown("a")}`),
      of("f", unknown("b")),
      of("main", `one statement: ${unknown("c")}`),
      of("main", "one statement: Expected expression"),
    ];
    const named = (defines: readonly string[]) =>
      withMissingHeaders(leftOut, { path, text }, new Map([libraries]), defines).map((one) => [
        one.function,
        one.reason,
      ]);
    const missing = "“first.h” of line 7, “second.h” of line 10 and one other are not found";
    assert.deepEqual(named([]), [
      [
        '#include "first.h"',
        `${missing}, and 2 statements of main and f are left out, which may need them: ${unknown("a")} (line 20).`,
      ],
      ["main", "one statement: Expected expression"],
    ]);
    const nested = new Map([
      [
        "home/me/first.h",
        '#ifdef WITH_LOG\n#include "log.h"\n#endif\n#ifdef __ANDROID_NDK__\n#include <android/api.h>\n#endif\n',
      ],
      ["home/me/log.h", "#include <glog/logging.h>\n"],
    ]);
    const within = (defines: readonly string[]) =>
      withMissingHeaders(leftOut, { path, text: '#include "first.h"\n' }, nested, defines).map((one) => one.reason);
    assert.doesNotMatch(within([]).join(), /not found/, "nothing but an arm that is not read includes log.h");
    assert.match(within(["WITH_LOG"])[0]!, /^“glog\/logging\.h” of line 1 of log\.h is not found/);
    assert.match(named(["USE_MPI=1"])[0]![1]!, /^“mpi\.h” of line 2, “first\.h” of line 7 and 2 others are not found/);
  });
});

describe("a build that asks for a namespace around CUB", () => {
  const text = `#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
namespace library { namespace cub = ::mine::cub; }
#ifdef THRUST_WRAPPED_NAMESPACE
namespace counting = mine::thrust;
#else
namespace counting = thrust;
#endif
__global__ void sum(int* p) {
  typedef library::cub::BlockReduce<int, 64> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int all = Reduce(storage).Sum(*(counting::counting_iterator<int>(0) + (int)threadIdx.x));
  if (threadIdx.x == 0) p[all - 2016] = all;
}
`;
  const request = { kernel: "sum", block: [64, 1, 1] as const, arguments: new Map([parseArgument("p=iota:1")]) };
  for (const define of ["CUB_WRAPPED_NAMESPACE=mine", "THRUST_CUB_WRAPPED_NAMESPACE=mine"]) {
    it(`has it there: ${define}`, async () => {
      const compile = { ...defaultConfiguration.compile, defines: [define] };
      const engine = nodeEngine({ ...defaultConfiguration, compile });
      try {
        const { outcome, message } = await engine.simulate({ path: "/wrapped.cu", text }, request);
        assert.equal(outcome, "completed", message);
      } finally {
        engine.dispose();
      }
    });
  }
});
