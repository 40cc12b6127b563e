/** Instructions between the lanes of a warp against values computed here, and lanes that wait for each other. */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void shuffles(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  unsigned all = 0xffffffffu;
  out[t] = __shfl_sync(all, v, t * 3 + 1);
  out[32 + t] = __shfl_up_sync(all, v, 5);
  out[64 + t] = __shfl_down_sync(all, v, 7, 16);
  out[96 + t] = __shfl_xor_sync(all, v, 9);
  out[128 + t] = (int)(__shfl_sync(all, ((long long)v << 32) | (unsigned)t, 31 - t) >> 32);
  out[160 + t] = __float_as_int(__shfl_down_sync(all, __int_as_float(v), 1, 8));
}
__global__ void votes(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  unsigned all = 0xffffffffu;
  out[t] = __ballot_sync(all, v & 1);
  out[32 + t] = __any_sync(all, v == in[17]) + 2 * __all_sync(all, v >= -1000000) + 4 * __all_sync(all, v > 0);
  out[64 + t] = __match_any_sync(all, v & 3);
  int same; unsigned m = __match_all_sync(all, v & 0, &same);
  out[96 + t] = m; out[128 + t] = same;
  out[160 + t] = t % 2 ? __activemask() : ~__activemask();
}
__global__ void reductions(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  unsigned all = 0xffffffffu;
  out[t] = __reduce_add_sync(all, v);
  out[32 + t] = __reduce_min_sync(all, v);
  out[64 + t] = __reduce_max_sync(all, (unsigned)v);
  out[96 + t] = __reduce_and_sync(all, v) ^ __reduce_or_sync(all, v) ^ __reduce_xor_sync(all, v);
}
__global__ void exchange(int* out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = 100 + t;
    __syncwarp();
    out[t] = s[t + 16];
    __syncwarp();
  } else {
    __syncwarp();
    int seen = s[t - 16];
    s[t] = seen * 2;
    out[t] = seen;
    __syncwarp();
    out[32 + t] = 1;
  }
}
__global__ void handOver(int* out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  if (t < 16) { s[t] = 100 + t; __syncwarp(); } else { __syncwarp(); out[t] = s[t - 16]; }
}
__global__ void lateLanes(const int* in, int* out, int) {
  int t = threadIdx.x, v = in[t];
  if (v & 1) { for (int d = 16; d; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d) & 1; out[t] = v; } else { out[t] = -7; }
}
__global__ void twoShuffles(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t < 16) { out[t] = __shfl_sync(0xffffffffu, v, 20); out[t + 32] = out[t] * v; }
  else { out[t] = __shfl_sync(0xffffffffu, v * v, 3) + 5; out[t + 64] = v; }
}
__global__ void halves(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t < 16) { out[t] = __shfl_sync(0x0000ffffu, v, 3); } else { out[t] = __shfl_sync(0xffff0000u, v * 2, 20); out[t + 32] = v; }
}
__global__ void mixedWaits(int* out) {
  if (threadIdx.x < 16) { out[0] = 1; __syncwarp(); out[1] = 2; } else { out[2] = 3; __syncthreads(); out[3] = 4; }
}
`;

const input = Int32Array.from({ length: 32 }, (_, t) => ((t * 2654435761) % 1000) | 0);
const lanes = (value: (t: number) => number) => Array.from({ length: 32 }, (_, t) => value(t) | 0);

async function run(name: string, withInput = true) {
  const device = new Bench(await programOf(source, "warp.cu"));
  const out = device.buffer(new Int32Array(192));
  const args = withInput ? [pointer(device.buffer(input)), pointer(out)] : [pointer(out)];
  const { outcome } = device.launch(name, 1, 32, args);
  const rows = (index: number) => [...device.ints(out, 192)].slice(32 * index, 32 * index + 32);
  return { outcome, rows };
}

const at = (t: number) => input[t]!;

describe("between the lanes of a warp", () => {
  it("shuffles move values within their segments", async () => {
    const { outcome, rows } = await run("8shuffles");
    assert.equal(outcome.kind, "completed", outcome.message);
    const down = (t: number, by: number, width: number) => ((t % width) + by < width ? at(t + by) : at(t));
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(rows), [
      lanes((t) => at((t * 3 + 1) % 32)),
      lanes((t) => (t < 5 ? at(t) : at(t - 5))),
      lanes((t) => down(t, 7, 16)),
      lanes((t) => at(t ^ 9)),
      lanes((t) => at(31 - t)),
      lanes((t) => down(t, 1, 8)),
    ]);
  });

  it("votes and matches tell lanes about all", async () => {
    const { outcome, rows } = await run("5votes");
    assert.equal(outcome.kind, "completed", outcome.message);
    const maskOf = (test: (lane: number) => boolean) =>
      Array.from({ length: 32 }, (_, lane) => (test(lane) ? 1 << lane : 0)).reduce((a, b) => a | b, 0);
    const positive = input.every((value) => value > 0);
    assert.deepEqual([0, 1, 2, 3, 4].map(rows), [
      lanes(() => maskOf((lane) => (at(lane) & 1) === 1)),
      lanes(() => 1 + 2 + (positive ? 4 : 0)),
      lanes((t) => maskOf((lane) => (at(lane) & 3) === (at(t) & 3))),
      lanes(() => -1),
      lanes(() => 1),
    ]);
  });

  it("reductions take all lanes together", async () => {
    const { outcome, rows } = await run("10reductions");
    assert.equal(outcome.kind, "completed", outcome.message);
    const fold = (combine: (a: number, b: number) => number) => [...input].reduce(combine);
    const bits = fold((a, b) => a & b) ^ fold((a, b) => a | b) ^ fold((a, b) => a ^ b);
    assert.deepEqual([0, 1, 2, 3].map(rows), [
      lanes(() => fold((a, b) => (a + b) | 0)),
      lanes(() => Math.min(...input)),
      lanes(() => fold((a, b) => (a >>> 0 > b >>> 0 ? a : b))),
      lanes(() => bits),
    ]);
  });

  it("two sides of a branch exchange values through __syncwarp", async () => {
    const { outcome, rows } = await run("8exchange", false);
    assert.equal(outcome.kind, "completed", outcome.message);
    // The first half may read before or after the second has written: only what the barrier orders is looked at.
    assert.deepEqual(rows(0).slice(16), lanes((t) => 100 + t).slice(0, 16));
    assert.deepEqual(rows(1).slice(16), Array(16).fill(1));
    const handed = await run("8handOver", false);
    assert.equal(handed.outcome.kind, "completed", handed.outcome.message);
    assert.deepEqual(handed.rows(0).slice(16), lanes((t) => 100 + t).slice(0, 16));
  });

  it("lanes wait for those that leave", async () => {
    const { outcome, rows } = await run("9lateLanes");
    assert.equal(outcome.kind, "completed", outcome.message);
    const here = (t: number) => (at(t) & 1) === 1;
    let values = lanes(at);
    for (let d = 16; d; d >>= 1) {
      const before = values;
      // A lane that has left gives nothing: who asks it keeps its own value.
      values = lanes((t) => (here(t) ? before[t]! + (before[here(t ^ d) ? t ^ d : t]! & 1) : before[t]!));
    }
    assert.deepEqual(
      rows(0),
      lanes((t) => (here(t) ? values[t]! : -7)),
    );
  });

  it("halves of a warp shuffle each by itself", async () => {
    const { outcome, rows } = await run("6halves");
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(
      rows(0),
      lanes((t) => (t < 16 ? at(3) : 2 * at(20))),
    );
  });

  it("an exchange between different places is refused", async () => {
    const { outcome } = await run("11twoShuffles");
    assert.equal(outcome.kind, "unsupported", outcome.message);
    assert.match(outcome.message, /exchange between lanes at different places: thread \(\d+,0,0\)/);
  });

  it("lanes that wait for lanes that wait for the block are stuck", async () => {
    const { outcome } = await run("10mixedWaits", false);
    assert.equal(outcome.kind, "deadlock", outcome.message);
    assert.match(
      outcome.message,
      /thread \(0,0,0\) and 15 more of warp 0 wait for lanes of their warp at line 67; thread \(16,0,0\) and 15 more of warp 0 wait at the barrier at line 67\.$/,
    );
  });
});
