/** Loops that wait for other lanes, warps or blocks: every thread goes on in the end, as on hardware since Volta. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void locked(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) { }
  __threadfence();
  *(volatile int*)sum = *(volatile int*)sum + (int)threadIdx.x + 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void handOver(int* out) {
  __shared__ volatile int turn, value;
  if (threadIdx.x == 0) { turn = 0; value = 1; }
  __syncthreads();
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, last = blockDim.x / 32 - 1;
  if (lane == 0) {
    while (turn != last - warp) { }
    out[warp] = value;
    value = value * 3 + warp;
    turn = turn + 1;
  }
  __syncthreads();
  out[8 + threadIdx.x] = value;
}
__global__ void laterBlock(volatile int* flags, int* out, int n) {
  int block = blockIdx.x, tripled = 3 * n;
  if (threadIdx.x == 0 && block + 1 < gridDim.x) while (flags[block + 1] == 0) { }
  __syncthreads();
  int mine = block + 1 < gridDim.x ? out[block + 1] + 1 : tripled;
  __syncthreads();
  if (threadIdx.x == 0) { out[block] = mine; __threadfence(); flags[block] = 1; }
}
__global__ void ownBarrier(int* arrived, int* in, int* out) {
  in[blockIdx.x] = blockIdx.x * blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < gridDim.x) __nanosleep(100);
  }
  __syncthreads();
  out[blockIdx.x] = in[(blockIdx.x + 1) % gridDim.x];
}
__global__ void fromTheRoot(volatile int* depth, int n, int stride) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  while (node < n) {
    int parent = 2 * node + 1 < n ? 2 * node + 1 : n - 1;
    int above = node == n - 1 ? 0 : depth[parent];
    if (above >= 0) {
      depth[node] = above + 1;
      node += stride;
    }
  }
}
__global__ void byBarriers(volatile int* depth, int n, int stride) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  while (node < n) {
    int above = node == n - 1 ? 0 : depth[node + 1];
    if (above >= 0) {
      depth[node] = above + 1;
      node += stride;
    }
    __syncthreads();
  }
}
__global__ void untilTold(volatile int* told, int* rounds) {
  if (blockIdx.x == 0) {
    while (*told == 0) atomicAdd(rounds, 1);
  } else {
    while (*(volatile int*)rounds < 5) { }
    *told = 1;
  }
}
__global__ void untilNobodyIsActive(int* head, int* tail, int* active, int* sum, int* items) {
  bool idle = false;
  for (;;) {
    int have = atomicAdd(tail, 0), mine = atomicAdd(head, 0);
    if (mine < have) {
      if (idle) { idle = false; atomicAdd(active, 1); }
      if (atomicCAS(head, mine, mine + 1) == mine) {
        int item = atomicOr(&items[mine], 0);
        atomicAdd(sum, item);
        if (item > 1) { int at = atomicAdd(tail, 1); atomicExch(&items[at], item - 1); }
      }
    } else {
      if (!idle) { idle = true; atomicSub(active, 1); }
      if (atomicCAS(active, 0, 0) == 0) break;
    }
  }
}
__global__ void untilNoneIsMissing(volatile unsigned char* state, const int* before, int n, int stride) {
  bool missing;
  do {
    missing = false;
    for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < n; node += stride) {
      if (state[node] != 0) continue;
      int other = before[node];
      if (other < 0) state[node] = 1;
      else if (state[other] != 0) state[node] = 3 - state[other];
      else missing = true;
    }
  } while (missing);
}
`;

const device = async () => new Bench(await programOf(source, "spins.cu"));

describe("threads that wait in loops", () => {
  it("take a lock one after the other within a warp, and between warps and blocks", async () => {
    const bench = await device();
    const [lock, sum] = [bench.buffer(new Int32Array(1)), bench.buffer(new Int32Array(1))];
    const { outcome } = bench.launch("6locked", 3, 80, [pointer(lock), pointer(sum)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.equal(bench.ints(sum, 1)[0], (3 * 80 * 81) / 2);
  });

  it("wait for warps that come after them", async () => {
    const bench = await device();
    const out = bench.buffer(new Int32Array(8 + 128));
    const { outcome } = bench.launch("8handOver", 1, 128, [pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const values: number[] = [];
    let value = 1;
    for (const warp of [3, 2, 1, 0]) {
      values[warp] = value;
      value = value * 3 + warp;
    }
    const all = [...bench.ints(out, 136)];
    assert.deepEqual(all.slice(0, 4), values);
    assert.deepEqual(all.slice(8), Array(128).fill(value));
  });

  it("wait for blocks that come after them", async () => {
    const bench = await device();
    const [flags, out] = [bench.buffer(new Int32Array(20)), bench.buffer(new Int32Array(20))];
    const { outcome } = bench.launch("10laterBlock", 20, 64, [pointer(flags), pointer(out), int(7)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(
      [...bench.ints(out, 20)],
      Array.from({ length: 20 }, (_, block) => 21 + 19 - block),
    );
  });

  it("build a barrier of the grid of their own", async () => {
    const bench = await device();
    const buffers = [1, 12, 12].map((count) => bench.buffer(new Int32Array(count)));
    const { outcome } = bench.launch("10ownBarrier", 12, 96, buffers.map(pointer));
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(
      [...bench.ints(buffers[2]!, 12)],
      Array.from({ length: 12 }, (_, block) => ((block + 1) % 12) ** 2),
    );
  });

  const nodes = 1000;
  const untold = (bench: Bench) => bench.buffer(new Int32Array(nodes).fill(-1));
  const size = (threads: number) => [int(nodes), int(threads)];

  it("try again what threads of later blocks have not made ready yet", async () => {
    const bench = await device();
    const depth = untold(bench);
    const { outcome } = bench.launch("11fromTheRoot", 8, 128, [pointer(depth), ...size(1024)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const expected: number[] = [];
    for (let node = nodes - 1; node >= 0; node--)
      expected[node] = node === nodes - 1 ? 1 : expected[Math.min(2 * node + 1, nodes - 1)]! + 1;
    assert.deepEqual([...bench.ints(depth, nodes)], expected);
  });

  it("try again with a barrier in every round", async () => {
    const bench = await device();
    const depth = untold(bench);
    const { outcome } = bench.launch("10byBarriers", 4, 256, [pointer(depth), ...size(1024)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(
      [...bench.ints(depth, nodes)],
      Array.from({ length: nodes }, (_, node) => nodes - node),
    );
  });

  it("work until another block tells them to stop", async () => {
    const bench = await device();
    const [told, rounds] = [bench.buffer(new Int32Array(1)), bench.buffer(new Int32Array(1))];
    const { outcome } = bench.launch("9untilTold", 2, 1, [pointer(told), pointer(rounds)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.ok(bench.ints(rounds, 1)[0]! >= 5);
  });

  it("look at a queue by atomic operations that change nothing, until no block is active", async () => {
    const bench = await device();
    const counters = [0, 1, 6, 0].map((value) => bench.buffer(new Int32Array([value])));
    const items = bench.buffer(new Int32Array(32).fill(20, 0, 1));
    const { outcome } = bench.launch("19untilNobodyIsActive", 6, 1, [...counters, items].map(pointer));
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.equal(bench.ints(counters[3]!, 1)[0], (20 * 21) / 2);
  });

  it("go round until nothing is missing any more", async () => {
    const bench = await device();
    // Each but the last is decided by the one after it.
    const before = new Int32Array(nodes).map((_, node) => (node === nodes - 1 ? -1 : node + 1));
    const state = bench.buffer(new Int32Array(nodes / 4));
    const { outcome } = bench.launch("18untilNoneIsMissing", 4, 64, [
      pointer(state),
      pointer(bench.buffer(before)),
      ...size(256),
    ]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const found = new Uint8Array(new Int32Array(bench.ints(state, nodes / 4)).buffer);
    assert.deepEqual(
      [...found],
      Array.from({ length: nodes }, (_, node) => ((nodes - 1 - node) % 2 === 0 ? 1 : 2)),
    );
  });
});
