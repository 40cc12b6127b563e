/** What blocks take at least for the dependent instructions of their longest warps. */
import assert from "node:assert/strict";
import { latencies } from "../../analyzer/hardware/latencies";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__device__ float chain(float x, int n) {
  #pragma unroll 1
  for (int i = 0; i < n; ++i) x = x * 1.5f + 1.0f;
  return x;
}
__global__ void oneThread(float* out, int n) {
  if (threadIdx.x == 0) out[blockIdx.x] = chain(1.0f, n);
}
__global__ void inTurn(float* out, int n) {
  float x = threadIdx.x;
  for (int turn = 0; turn < 4; ++turn) {
    if (threadIdx.x / 32 == turn) x = chain(x, n);
    __syncthreads();
  }
  out[threadIdx.x] = x;
}
__global__ void lastLonger(float* out, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = chain(threadIdx.x, blockIdx.x == gridDim.x - 1 ? 10 * n : n);
}
__noinline__ __device__ float called(float x, int n) { return chain(x, n); }
__global__ void throughCall(float* out, int n) {
  if (threadIdx.x == 0) out[blockIdx.x] = called(1.0f, n);
}
__global__ void queue(int* out, int n) {
  for (int at = atomicAdd(out, 1); at < n; at = atomicAdd(out, 1)) out[1 + at] = at;
}
`;

/** Iterations of a chain, each of one fused multiply-add. */
const COUNT = 1000;
const CHAIN = COUNT * latencies.single;
/** What else a warp may take: addresses, comparisons, the store, barriers. */
const BESIDE = 300;

describe("the longest warps of blocks", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "critical.cu"));
  });

  const criticalOf = (kernel: string, grid: number, block: number) => {
    const report = bench.launch(kernel, grid, block, [pointer(bench.buffer(1 << 20)), int(COUNT)]);
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    return report.demand!.critical;
  };
  const isNear = (cycles: number, expected: number) =>
    assert.ok(cycles >= expected && cycles <= expected + BESIDE, `${cycles} cycles for ${expected}`);

  for (const kernel of ["oneThread", "throughCall"]) {
    it(`are those of the warp that works, not the mean of all: ${kernel}`, () => {
      const { blocks, cycles, longest, first, equal } = criticalOf(kernel, 6, 256)!;
      isNear(longest, CHAIN);
      assert.deepEqual({ blocks, cycles, first, equal }, { blocks: 6, cycles: 6 * longest, first: longest, equal: 6 });
    });
  }

  it("add up where a barrier lets warps work in turn", () => {
    isNear(criticalOf("inTurn", 2, 128)!.longest, 4 * CHAIN);
  });

  it("are those of the longest block, and say how many are like the first", () => {
    const { blocks, longest, first, equal } = criticalOf("lastLonger", 5, 64)!;
    isNear(longest, 10 * CHAIN);
    isNear(first, CHAIN);
    assert.deepEqual({ blocks, equal }, { blocks: 5, equal: 4 });
  });

  it("are not known where warps fetch their work by an atomic operation: another order gives each of them other work", () => {
    assert.equal(criticalOf("queue", 4, 64), undefined);
  });
});
