/** Barriers that only some threads of a block reach: noticed in a plain run, which releases them as the device does. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void leaves(int* out, int n) {
  if (threadIdx.x >= n)
    return;
  out[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] += out[n - 1 - threadIdx.x];
}
__global__ void half(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x % 2 == 0)
    __syncthreads();
}
__global__ void elsewhere(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
__global__ void rounds(int* out) {
  for (int i = 0; i <= (int)threadIdx.x / 32; i++) {
    out[threadIdx.x] += 1;
    __syncthreads();
  }
}
__global__ void whole(int* out, int n) {
  if (blockIdx.x >= n) return;
  for (int i = 0; i < 9; i++) {
    out[blockDim.x * blockIdx.x + threadIdx.x] += i;
    __syncthreads();
  }
}
__global__ void shuffles(int* out, int n) {
  if (threadIdx.x >= n)
    return;
  out[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0);
  __syncthreads();
}
__global__ void numbered(int* out) {
  if (threadIdx.x < 32) __nvvm_barrier_sync_cnt(1, 64);
  else { out[threadIdx.x] = 1; __nvvm_barrier_sync_cnt(1, 64); }
}
`;

/** Lines of the barrier, of the other barrier and of the exit, with the threads there, and how often. */
async function found(kernel: string, grid: number, threads: number, ...rest: Uint8Array[]) {
  const bench = new Bench(await programOf(source, "divergent.cu"));
  const { outcome, divergent = [] } = bench.launch(kernel, grid, threads, [pointer(bench.buffer(4096)), ...rest]);
  assert.equal(outcome.kind, "completed", outcome.message);
  return divergent.map(({ location, thread, elsewhere, exited, times }) => ({
    waits: [location?.line, thread[0]],
    ...(elsewhere && { elsewhere: [elsewhere.location?.line, elsewhere.thread[0]] }),
    ...(exited && { exited: [exited.location?.line, exited.thread[0]] }),
    times,
  }));
}

describe("barriers that threads do not reach", () => {
  it("are noticed with a thread that has exited and its line, once for all blocks", async () => {
    const [one, ...more] = await found("leaves", 3, 128, int(100));
    assert.deepEqual([one?.waits, one?.exited?.[1], one?.times, more], [[7, 0], 100, 3, []]);
    assert.ok([4, 5].includes(one!.exited![0]!), `${one?.exited?.[0]}`);
    const [odd] = await found("half", 1, 64);
    assert.deepEqual([odd?.waits, odd?.exited?.[1]], [[13, 0], 1]);
  });

  it("are noticed where whole warps have exited, and where lanes wait for one another, too", async () => {
    assert.equal((await found("leaves", 1, 128, int(64)))[0]?.exited?.[1], 64);
    const [one] = await found("rounds", 1, 128);
    assert.deepEqual([one?.waits[0], one?.exited?.[1], one?.times], [27, 0, 3]);
    assert.equal((await found("shuffles", 1, 128, int(32)))[0]?.exited?.[1], 32);
  });

  it("are noticed where warps wait at barriers of different lines", async () => {
    const [one, ...more] = await found("elsewhere", 1, 64);
    assert.deepEqual([one, more], [{ waits: [17, 0], elsewhere: [21, 32], times: 1 }, []]);
  });

  it("are none where all threads or none reach them, in rounds, in the last warp, and by number", async () => {
    assert.deepEqual(await found("whole", 8, 100, int(4)), []);
    assert.deepEqual(await found("leaves", 1, 96, int(96)), []);
    assert.deepEqual(await found("numbered", 1, 64), []);
  });
});
