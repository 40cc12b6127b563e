/** Reads of shared memory that are overwritten without a barrier between: every warp has read before one writes. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
// The largest and the sum share one word for each warp: nothing waits between the read of one and the write of the other.
__global__ void share(const int* in, int* out, int n) {
  __shared__ int words[4];
  int warp = threadIdx.x / 32, largest = -1, sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) largest = max(largest, in[i]);
  for (int step = 16; step; step /= 2) largest = max(largest, __shfl_xor_sync(~0u, largest, step));
  if (threadIdx.x % 32 == 0) words[warp] = largest;
  __syncthreads();
  if (threadIdx.x == 0) for (int i = 1; i < 4; i++) words[0] = max(words[0], words[i]);
  __syncthreads();
  int top = words[0];
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += top - in[i];
  for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) words[warp] = sum;
  __syncthreads();
  out[threadIdx.x] = words[0] + words[1] + words[2] + words[3];
}
// A block that takes one piece of work after the other: the next round writes what others still have to read.
__global__ void rounds(int* out, int n) {
  __shared__ int next;
  int total = 0;
  for (int round = 0; round < n; round++) {
    if (threadIdx.x == 0) next = round * round;
    __syncthreads();
    total += next;
  }
  out[threadIdx.x] = total;
}
__global__ void apart(int* out, int n) {
  __shared__ int next;
  int total = 0;
  for (int round = 0; round < n; round++) {
    if (threadIdx.x == 0) next = round * round;
    __syncthreads();
    total += next;
    __syncthreads();
  }
  out[threadIdx.x] = total;
}
`;

const device = async () => new Bench(await programOf(source, "turns.cu"));

describe("turns of warps", () => {
  it("let every warp read a word before one of them uses it for something else", async () => {
    const bench = await device();
    const values = Array.from({ length: 300 }, (_, i) => (i * 37) % 101);
    const [input, out] = [bench.buffer(Int32Array.from(values)), bench.buffer(new Int32Array(128))];
    const { outcome } = bench.launch("5share", 1, 128, [pointer(input), pointer(out), int(300)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const sum = values.reduce((total, value) => total + 100 - value, 0);
    assert.deepEqual([...new Set(bench.ints(out, 128))], [sum]);
  });

  it("hold in loops, with and without the missing barrier", async () => {
    const bench = await device();
    for (const name of ["6rounds", "5apart"]) {
      const out = bench.buffer(new Int32Array(256));
      const { outcome } = bench.launch(name, 1, 256, [pointer(out), int(9)]);
      assert.equal(outcome.kind, "completed", outcome.message);
      assert.deepEqual([...new Set(bench.ints(out, 256))], [204], name);
    }
  });
});
