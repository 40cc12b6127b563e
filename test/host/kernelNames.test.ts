/** Kernels by every kind of name: they launch, and the calls that are given a kernel know it. */
import assert from "node:assert/strict";
import { simulate } from "./support";

describe("kernels", () => {
  for (const [kind, definition, name] of [
    ["with a C++ name", "__global__ void fill(int* p, int v) { *p = v; }", "fill"],
    ["with a C name", 'extern "C" __global__ void fill(int* p, int v) { *p = v; }', "fill"],
    [
      "with a C name in a namespace",
      'namespace n { extern "C" __global__ void fill(int* p, int v) { *p = v; } }',
      "n::fill",
    ],
    ["of a template", "template <typename T> __global__ void fill(T* p, T v) { *p = v; }", "fill<int>"],
    ["that a file keeps for itself", "static __global__ void fill(int* p, int v) { *p = v; }", "fill"],
  ] as const) {
    it(`${kind} launch, and are known to calls`, async () => {
      const { outcome, stdout, launches } = await simulate(`${definition}
int main() {
  int *value, given = 8, grid, block, blocks;
  cudaMallocManaged(&value, sizeof *value);
  ${name}<<<1, 1>>>(value, 7);
  printf("%d ", cudaDeviceSynchronize());
  printf("%d\\n", *value);
  void* arguments[] = {&value, &given};
  printf("%d ", cudaLaunchKernel((const void*)${name}, dim3(1), dim3(1), arguments, 0, 0));
  printf("%d ", cudaDeviceSynchronize());
  printf("%d\\n", *value);
  cudaFuncAttributes attributes;
  printf("%d", cudaFuncGetAttributes(&attributes, ${name}));
  printf(" %d", cudaOccupancyMaxPotentialBlockSize(&grid, &block, ${name}));
  printf(" %d\\n", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, ${name}, 128, 0));
  cudaFree(value);
}
`);
      assert.equal(outcome.message, "");
      assert.equal(new TextDecoder().decode(stdout), "0 7\n0 0 8\n0 0 0\n");
      assert.equal(launches.length, 2);
    });
  }
});
