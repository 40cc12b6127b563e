/** Flags that change what is compiled: standards, fast mathematics; and names of ours that a program may use itself. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { parseFlags } from "../../analyzer/compiler/command/flags";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { compileHost } from "../../analyzer/compiler/pass/host";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sampledIt } from "../support/sample";
import { sharedClang, sharedSyntax } from "./support";

const it = sampledIt("compiler/standards", 3);

const cache = createCompileCache();

async function compile(text: string, ...flags: string[]) {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: `home/me/${flags.join("")}.cu`, text };
  const options = parseFlags(flags, defaultOptions);
  const clang = await sharedClang();
  const device = await compileDevice({ clang, source, outline, files: new Map(), options, cache });
  const host = await compileHost({ clang, source, outline, files: new Map(), options, cache });
  assert.deepEqual([...device.leftOut, ...host.leftOut], []);
  const kernel = readModule(device.bitcode!).functions.find((one) => one.isKernel)!;
  return printFunction(kernel);
}

const headers = `#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cstdio>
__global__ void k(float* out, const __half* in) {
  namespace cg = cooperative_groups;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl_down(__half2float(in[threadIdx.x]), 1);
}
int main() { k<<<1, 32>>>(nullptr, nullptr); printf("done\\n"); }
`;

describe("flags", () => {
  for (const standard of ["c++14", "c++17", "c++20"]) {
    it(`-std=${standard} compiles our headers in both passes`, async () => {
      assert.match(await compile(headers, `-std=${standard}`), /shfl/);
    });
  }

  it("-use_fast_math takes the approximate functions", async () => {
    const text = "__global__ void k(float* x) { x[threadIdx.x] = sinf(x[threadIdx.x]); }\n";
    assert.match(await compile(text, "-use_fast_math"), /sin\.approx/);
    assert.doesNotMatch(await compile(text), /sin\.approx/);
  });

  it("leave names of std where g++ has them without their headers: sizes beside cstdint, storage, exchanged values", async () => {
    const text = `#include <cstdint>
template <class T> __device__ void move4(T* to, const T* from, std::size_t at) {
  using Block = typename std::aligned_storage<4 * sizeof(T), 4 * alignof(T)>::type;
  static_assert(std::is_trivially_copyable_v<T> && std::is_same_v<std::make_unsigned_t<int>, unsigned>);
  ((Block*)to)[at] = ((const Block*)from)[at];
}
__global__ void k(float* to, const float* from, std::ptrdiff_t n) {
  for (std::size_t i = threadIdx.x; i < static_cast<std::size_t>(n); i += blockDim.x) move4(to, from, i);
}
int main() {
  int parts[3] = {3, 1, 2};
  std::swap(parts[0], parts[1]);
  std::fill(parts, parts + 1, std::lcm(4, 6));
  k<<<1, 32>>>(nullptr, nullptr, *std::lower_bound(parts, parts + 3, 2));
}
`;
    assert.match(await compile(text), /align 16/);
  });

  for (const name of ["texture", "surface"]) {
    it(`leave the names of references to a program that has a ${name} of its own`, async () => {
      const text = `struct ${name} { float scale; };
__global__ void k(${name} t, float* x) { x[threadIdx.x] *= t.scale; }
`;
      assert.match(await compile(text), /fmul/);
    });
  }
});
