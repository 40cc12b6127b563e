/** Where lanes that leave a loop for the kernel's end meet: as in the machine code that nvcc 13.0 makes of these kernels. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
// BSSY around the guard and the loop, BSYNC before the last store; the other one is not waited for.
extern "C" __global__ void guarded(const int* in, int* out, int rounds) {
  int t = threadIdx.x;
  if (rounds < 0) return;
  for (int k = 0; k < rounds; ++k) if (in[32 * k + t]) { out[t] = k; return; }
  out[t] = -1;
}
// BSYNC before the store of the second way out, which is the first after the test that comes before the loop.
extern "C" __global__ void threeWays(const int* in, int* out, int rounds) {
  int t = threadIdx.x;
  if (rounds < 0) return;
  for (int k = 0;; k += 3) {
    if (in[32 * k + t]) { out[t] = k; return; }
    if (in[32 * k + 32 + t]) { out[t + 1] = k; return; }
    if (in[32 * k + 64 + t]) { out[t + 2] = k; return; }
  }
}
// BSYNC before the way out that has a branch of its own.
extern "C" __global__ void longWay(const int* in, int* out, int rounds) {
  int t = threadIdx.x;
  if (rounds < 0) return;
  for (int k = 0;; k += 2) {
    if (in[32 * k + t]) { out[t] = k; return; }
    if (in[32 * k + 32 + t]) {
      if (out[t + 100] == 0) out[t] = in[k];
      out[t + 40] = k;
      return;
    }
  }
}
// BSYNC before the store that needs no number.
extern "C" __global__ void constantWay(const int* in, int* out, int rounds) {
  int t = threadIdx.x;
  if (rounds < 0) return;
  for (int k = 0;; k += 2) {
    if (in[32 * k + t]) { out[t] = k; return; }
    if (in[32 * k + 32 + t]) { out[t + 1] = -2; return; }
  }
}
// Both ways meet again before the end: everybody waits there.
extern "C" __global__ void meeting(const int* in, int* out, int rounds) {
  int t = threadIdx.x, found = -1;
  for (int k = 0; k < rounds; ++k) if (in[32 * k + t]) { found = k; break; }
  out[t] = found;
}`;

const stores = "smsp__sass_inst_executed_op_global_st";

/** A word of each lane for each of 40 rounds: 1 in the round in which the lane leaves. */
function table(roundOf: (lane: number) => number): Int32Array {
  return Int32Array.from({ length: 40 * 32 }, (_, index) => Number(roundOf(index % 32) === Math.floor(index / 32)));
}

/** Each lane leaves in a round of its own, none in the first, whose test comes before the loop. */
const oneByOne = table((lane) => lane + 1);

async function run(kernel: string, words: Int32Array, ...further: Uint8Array[]) {
  const bench = new Bench(await programOf(source));
  const out = bench.buffer(1024);
  const report = bench.launch(kernel, 1, 32, [pointer(bench.buffer(words)), pointer(out), ...further]);
  assert.equal(report.outcome.kind, "completed", report.outcome.message);
  return { count: report.metrics[stores], out: [...bench.ints(out, 32)] };
}

describe("loops with returns", () => {
  it("store once for each time that lanes leave by a way that is not waited for", async () => {
    // Lanes 0 to 19 leave one by one, the others together.
    const { count, out } = await run(
      "guarded",
      table((lane) => lane),
      int(20),
    );
    assert.equal(count, 20 + 1);
    assert.deepEqual(
      out,
      out.map((_, lane) => (lane < 20 ? lane : -1)),
    );
  });

  it("wait behind the first of several ways", async () => {
    // 10 lanes take the first way, 11 the second and 11 the third.
    const { count } = await run("threeWays", oneByOne, int(32));
    assert.equal(count, 10 + 1 + 11);
  });

  it("wait behind the one that needs least", async () => {
    const { count } = await run("constantWay", oneByOne, int(32));
    assert.equal(count, 16 + 1);
  });

  it("wait behind the one that is more than a block", async () => {
    const { count } = await run("longWay", oneByOne, int(32));
    assert.equal(count, 16 + 2);
  });

  it("meet where the ways meet", async () => {
    const { count } = await run(
      "meeting",
      table((lane) => lane),
      int(20),
    );
    assert.equal(count, 1);
  });
});
