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
__global__ void waitsAndSees(volatile int* p) {
  while (p[0] == 0) p[1] = 1;
}
__global__ void waitsAndCount(volatile int* p) {
  int i = 0;
  for (; p[0] == 0; i++) { }
  p[1] = i;
}
__global__ void takesAndGives(int* p) {
  for (;;) {
    while (atomicCAS(p, 0, 1) != 0) { }
    atomicExch(p, 0);
  }
}
__global__ void handsOver(volatile int* p) {
  for (int n = 0; n < 4000;) {
    while (p[0] != blockIdx.x) { }
    n = p[1];
    if (n < 4000) p[1] = n + 1;
    p[0] = (blockIdx.x + 1) % gridDim.x;
  }
}
__global__ void givesUp(volatile int* p) {
  for (int i = 0; i < 100000 && p[0] == 0; i++) { }
  p[1] = 1;
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
  it("is a deadlock where it only looks at memory, and names who waits", async () => {
    const bench = await device();
    const args = [pointer(bench.buffer(new Int32Array(1))), pointer(bench.buffer(256))];
    const { outcome } = bench.launch("11waitsInLoop", 3, 64, args, { limits: { steps: 1e6, memory: 1 } });
    assert.equal(outcome.kind, "deadlock");
    assert.equal(
      outcome.message,
      "Deadlock in block (0,0,0): thread (0,0,0) of warp 0 waits in the loop at line 36; warp 1 and thread (1,0,0) and 30 more of warp 0 wait at the barrier at line 37, and 2 more blocks wait. Nothing that is left of the launch changes the memory that these loops read; the simulator runs the host and kernels of other streams only before and after it.",
    );
    assert.equal(outcome.location?.line, 36);
  });

  it("reaches the limit where an iteration counts, exchanges or writes, and says where it was", async () => {
    const bench = await device();
    for (const kernel of ["12waitsAndSees", "13waitsAndCount", "13takesAndGives"]) {
      const args = [pointer(bench.buffer(new Int32Array(2)))];
      const { outcome } = bench.launch(kernel, 1, 64, args, { limits: { steps: 1e6, memory: 1 } });
      assert.equal(outcome.kind, "limit", `${kernel}: ${outcome.message}`);
      assert.match(outcome.message, /Warp \d of block \(0,0,0\) was in the loop at line \d+|was the last to run/);
    }
  });

  it("goes on where blocks hand over through memory alone", async () => {
    const bench = await device();
    const state = bench.buffer(new Int32Array(2));
    const { outcome } = bench.launch("9handsOver", 4, 1, [pointer(state)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.equal(bench.ints(state, 2)[1], 4000);
  });

  it("ends where it gives up by itself", async () => {
    const bench = await device();
    const out = bench.buffer(new Int32Array(2));
    const { outcome } = bench.launch("7givesUp", 2, 32, [pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
  });
});
