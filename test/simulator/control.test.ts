/** Lanes that part and meet again: what they carry past the meeting is their own, also where all the choices are constants. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `#include <cuda_runtime.h>
extern "C" __global__ void remembers(int* out, int n, int m) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  // Short circuits: clang makes a phi of true and false of them, reached straight from each test.
  bool inside = t < n && t % 3 < m && out[t] == 7;
  tile[t] = inside ? t : 100;
  __syncthreads();
  int other = tile[63 - t];
  if (inside) out[t] = other;
}
extern "C" __global__ void constants(int* out, int n) {
  int t = threadIdx.x;
  int kind = 3;
  if (t < n) { atomicAdd(&out[64], 1); kind = 5; }
  out[t] = kind;
}
extern "C" __global__ void ladders(int* out, const int* in, int n) {
  int t = threadIdx.x;
  int kind = 0;
  if (in[t] & 1) {
    atomicAdd(&out[64], 1);
    kind = 1;
    if (in[t] & 2) {
      atomicAdd(&out[65], 1);
      kind = 2;
      if (in[t] & 4) { atomicAdd(&out[66], 1); kind = 3; }
    }
  }
  out[t] = kind;
}
extern "C" __global__ void found(int* out, const int* in, int n) {
  int t = threadIdx.x;
  bool seen = false;
  for (int i = 0; i < n; ++i) {
    if (in[t * n + i] == 9) { seen = true; break; }
    atomicAdd(&out[64], 1);
  }
  out[t] = seen ? 1 : 2;
}`;

describe("lanes that meet again", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "control.cu"));
  });
  const bytes = (values: readonly number[]) => new Uint8Array(Int32Array.from(values).buffer);
  const lanes = Array.from({ length: 64 }, (_, t) => t);

  function run(kernel: string, first: readonly number[], args: (out: bigint) => Uint8Array[]): number[] {
    const out = bench.buffer(68 * 4);
    bench.memory.write(out, bytes([...first, 0, 0, 0, 0]));
    const { outcome } = bench.launch(kernel, 1, 64, args(out));
    assert.equal(outcome.kind, "completed", outcome.message);
    return [...bench.ints(out, 68)];
  }

  it("remember a condition made of several over a barrier", () => {
    const first = lanes.map((t) => (t % 5 === 0 ? 6 : 7));
    const inside = (t: number) => t < 45 && t % 3 < 2 && first[t] === 7;
    const found = run("remembers", first, (out) => [pointer(out), int(45), int(2)]);
    const expected = lanes.map((t) => (inside(t) ? (inside(63 - t) ? 63 - t : 100) : first[t]!));
    assert.deepEqual(found.slice(0, 64), expected);
  });

  it("keep the constant of the way that they came", () => {
    const found = run("constants", lanes, (out) => [pointer(out), int(41)]);
    assert.deepEqual(found.slice(0, 65), [...lanes.map((t) => (t < 41 ? 5 : 3)), 41]);
  });

  it("leave nested ifs by different doors", () => {
    const values = lanes.map((t) => (t * 7) % 11);
    const input = bench.buffer(Int32Array.from(values));
    const found = run("ladders", lanes, (out) => [pointer(out), pointer(input), int(0)]);
    const kinds = values.map((v) => (v & 1 ? (v & 2 ? (v & 4 ? 3 : 2) : 1) : 0));
    assert.deepEqual(found.slice(0, 64), kinds);
    assert.deepEqual(
      found.slice(64, 67),
      [1, 2, 3].map((least) => kinds.filter((kind) => kind >= least).length),
    );
  });

  it("leave loops with what they found", () => {
    const n = 6;
    const values = Array.from({ length: 64 * n }, (_, i) => ((i * 13) % 17 === 4 ? 9 : 1));
    const input = bench.buffer(Int32Array.from(values));
    const found = run("found", lanes, (out) => [pointer(out), pointer(input), int(n)]);
    const rows = lanes.map((t) => values.slice(t * n, (t + 1) * n));
    assert.deepEqual(
      found.slice(0, 64),
      rows.map((row) => (row.includes(9) ? 1 : 2)),
    );
    assert.equal(
      found[64],
      rows.reduce((sum, row) => sum + (row.includes(9) ? row.indexOf(9) : n), 0),
    );
  });
});
