/** Threads that wait for what never comes: who waits where, and why the others do not come. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ void sync(int number, int threads) { __nvvm_barrier_sync_cnt(number, threads); }
__global__ void pipeline(int* out, int rounds) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x < 32) { s[lane] = 10 * i + lane; sync(1, 64); sync(2, 64); }
    else { sync(1, 64); out[32 * i + lane] = s[lane]; sync(2, 64); }
  }
}
__global__ void leaves(int* out, int n) {
  if (threadIdx.x >= 96)
    return;
  out[threadIdx.x] = 1;
  sync(3, 32 * n);
  out[threadIdx.x] = 2;
}
__global__ void crossed(int* out) {
  if (threadIdx.x < 32)
    sync(1, 64);
  else
    sync(2, 64);
  out[threadIdx.x] = 1;
}
__global__ void blockLeaves(int* out) {
  if (blockIdx.x == 2)
    return;
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}
__global__ void waitsInLoop(volatile int* flag, int* out) {
  if (threadIdx.x == 0)
    while (*flag == 0) { }
  __syncthreads();
  out[threadIdx.x] = 1;
}
`;

const device = async () => new Bench(await programOf(source, "deadlocks.cu"));

describe("barriers with numbers", () => {
  it("pass data between warps that come to two of them in turn", async () => {
    const bench = await device();
    const out = bench.buffer(new Int32Array(4 * 32));
    const { outcome } = bench.launch("8pipeline", 1, 64, [pointer(out), int(4)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(
      [...bench.ints(out, 128)],
      Array.from({ length: 128 }, (_, at) => 10 * Math.floor(at / 32) + (at % 32)),
    );
  });

  it("wait for as many threads as they say, and name those that left", async () => {
    const bench = await device();
    const out = bench.buffer(new Int32Array(128));
    assert.equal(bench.launch("6leaves", 1, 128, [pointer(out), int(3)]).outcome.kind, "completed");
    const { outcome } = bench.launch("6leaves", 1, 128, [pointer(out), int(4)]);
    assert.equal(outcome.kind, "deadlock");
    assert.equal(
      outcome.message,
      "Deadlock in block (0,0,0): warps 0, 1 and 2 wait at barrier 3, which waits for 128 threads, at line 18; warp 3 exited at line 15.",
    );
    assert.deepEqual(outcome.block, [0, 0, 0]);
  });

  it("do not mix", async () => {
    const bench = await device();
    const { outcome } = bench.launch("7crossed", 1, 64, [pointer(bench.buffer(256))]);
    assert.match(
      outcome.message,
      /warp 0 waits at barrier 1, which waits for 64 threads, at line \d+; warp 1 waits at barrier 2, which waits for 64 threads, at line \d+\.$/,
    );
  });
});

describe("a block that ends", () => {
  it("keeps others at the barrier of the grid for ever", async () => {
    const bench = await device();
    const { outcome } = bench.launch("11blockLeaves", 4, 64, [pointer(bench.buffer(256))]);
    assert.equal(outcome.kind, "deadlock");
    assert.equal(
      outcome.message,
      "3 blocks wait for the grid at line 31, but block (2,0,0) exited without reaching it (warps 0 and 1 exited at line 29).",
    );
  });
});

describe("a loop that nobody ends", () => {
  it("reaches the limit and says where it was", async () => {
    const bench = await device();
    const args = [pointer(bench.buffer(new Int32Array(1))), pointer(bench.buffer(256))];
    const { outcome } = bench.launch("11waitsInLoop", 1, 64, args, { limits: { steps: 1e6, memory: 1 } });
    assert.equal(outcome.kind, "limit");
    assert.match(outcome.message, /Warp 0 of block \(0,0,0\) was in the loop at line 36/);
    assert.equal(outcome.location?.line, 36);
  });
});
