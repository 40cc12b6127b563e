/** Atomic operations of every type on global and shared memory, with all threads on few addresses, against their totals. */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cuda_fp16.h>
template <typename T> __device__ void all(T* to, T v) {
  atomicAdd(to + 0, v); atomicMin(to + 1, v); atomicMax(to + 2, v); atomicAnd(to + 3, v);
  atomicOr(to + 4, v); atomicXor(to + 5, v);
  T seen = to[6], old;
  do { old = seen; seen = atomicCAS(to + 6, old, (T)(old + 2 * v)); } while (seen != old);
}
__global__ void ints(const int* in, int* out) { all(out, in[threadIdx.x]); atomicSub(out + 7, in[threadIdx.x]); }
__global__ void uints(const unsigned* in, unsigned* out) {
  all(out, in[threadIdx.x]); atomicInc(out + 7, 9); atomicDec(out + 8, 5);
}
__global__ void longs(const unsigned long long* in, unsigned long long* out) { all(out, in[threadIdx.x]); }
__global__ void reals(const float* in, float* out, double* wide) {
  atomicAdd(out, in[threadIdx.x]); atomicAdd(wide, (double)in[threadIdx.x] / 4);
}
__global__ void inShared(const int* in, int* out) {
  __shared__ int s[8];
  if (threadIdx.x < 8) s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  all(s, in[threadIdx.x]);
  int order = atomicAdd(s + 7, 1);
  out[8 + order] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = s[threadIdx.x];
}
template <typename T> __device__ void sum(T* out) {
  __shared__ T total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, (T)1);
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}
__global__ void floatSum(float* out) { sum(out); }
__global__ void doubleSum(double* out) { sum(out); }
__global__ void halves(const float* in, float* out) {
  __half a = __float2half(in[threadIdx.x]), b = __float2half(in[threadIdx.x ^ 1]);
  out[threadIdx.x] = __half2float(__hadd(a, b));
  out[64 + threadIdx.x] = __half2float(__hmul(a, b));
  out[128 + threadIdx.x] = a < b ? 1.0f : 0.0f;
}
`;

const size = 64;
const bench = async () => new Bench(await programOf(source, "atomics.cu"));
const totals = (input: readonly bigint[], from: readonly bigint[], wrap: (value: bigint) => bigint) => {
  const fold = (index: number, combine: (a: bigint, b: bigint) => bigint) => input.reduce(combine, from[index]!);
  return [
    fold(0, (a, b) => a + b),
    fold(1, (a, b) => (a < b ? a : b)),
    fold(2, (a, b) => (a > b ? a : b)),
    fold(3, (a, b) => a & b),
    fold(4, (a, b) => a | b),
    fold(5, (a, b) => a ^ b),
    fold(6, (a, b) => a + 2n * b),
  ].map(wrap);
};
const words = Array.from({ length: size }, (_, i) => Math.imul(i + 3, 0x9e3779b1));
const start = [7, 100, -100, -1, 8, 5, 1, 0, 0];

describe("atomic operations", () => {
  it("of 32 bits, signed and not", async () => {
    const device = await bench();
    const input = device.buffer(Int32Array.from(words));
    const out = device.buffer(Int32Array.from(start));
    assert.equal(device.launch("4ints", 1, size, [pointer(input), pointer(out)]).outcome.kind, "completed");
    const signed = totals(words.map(BigInt), start.map(BigInt), (value) => BigInt.asIntN(32, value));
    const minus = words.reduce((sum, value) => (sum - value) | 0, 0);
    assert.deepEqual([...device.ints(out, 8)].map(BigInt), [...signed, BigInt(minus)]);

    const other = device.buffer(Int32Array.from(start));
    assert.equal(device.launch("5uints", 1, size, [pointer(input), pointer(other)]).outcome.kind, "completed");
    const unsign = (value: bigint | number) => BigInt.asUintN(32, BigInt(value));
    const unsigned = totals(words.map(unsign), start.map(unsign), unsign);
    // Sixty-four steps of a counter that goes from 9 back to 0, and of one that goes from 0 back to 5.
    const counters = [BigInt(size % 10), BigInt((6 - (size % 6)) % 6)];
    assert.deepEqual([...new Uint32Array(device.ints(other, 9).buffer)].map(BigInt), [...unsigned, ...counters]);
  });

  it("of 64 bits", async () => {
    const device = await bench();
    const values = words.map((value) => BigInt.asUintN(64, BigInt(value) * 0x1_0000_0001n));
    const from = start.map((value) => BigInt.asUintN(64, BigInt(value)));
    const out = device.buffer(BigUint64Array.from(from));
    const args = [pointer(device.buffer(BigUint64Array.from(values))), pointer(out)];
    assert.equal(device.launch("5longs", 1, size, args).outcome.kind, "completed");
    const found = new BigUint64Array(device.memory.read(out, 56).buffer);
    assert.deepEqual(
      [...found],
      totals(values, from, (value) => BigInt.asUintN(64, value)),
    );
  });

  it("of numbers with fractions that have no rounding to do", async () => {
    const device = await bench();
    const values = Float32Array.from({ length: size }, (_, i) => (i - 20) / 8);
    const [out, wide] = [device.buffer(new Float32Array([0.5])), device.buffer(new Float64Array([-3]))];
    const args = [pointer(device.buffer(values)), pointer(out), pointer(wide)];
    assert.equal(device.launch("5reals", 1, size, args).outcome.kind, "completed");
    const sum = values.reduce((a, b) => a + b, 0);
    assert.equal(new Float32Array(device.memory.read(out, 4).buffer)[0], 0.5 + sum);
    assert.equal(new Float64Array(device.memory.read(wide, 8).buffer)[0], sum / 4 - 3);
  });

  it("in shared memory, where each thread gets a number of its own", async () => {
    const device = await bench();
    const out = device.buffer(Int32Array.from([...start.slice(0, 8), ...Array(size).fill(-1)]));
    const args = [pointer(device.buffer(Int32Array.from(words))), pointer(out)];
    const { outcome } = device.launch("8inShared", 1, size, args);
    assert.equal(outcome.kind, "completed", outcome.message);
    const found = [...device.ints(out, 8 + size)];
    const expected = totals(words.map(BigInt), start.map(BigInt), (value) => BigInt.asIntN(32, value));
    assert.deepEqual(found.slice(0, 8).map(BigInt), [...expected, BigInt(size)]);
    assert.deepEqual(
      found.slice(8).sort((a, b) => a - b),
      Array.from({ length: size }, (_, i) => i),
    );
  });

  it("and halves, whose sums and products round once", async () => {
    const device = await bench();
    const values = Float32Array.from({ length: size }, (_, i) => (i * 37 - 1000) / 16);
    const out = device.buffer(new Float32Array(3 * size));
    const { outcome } = device.launch("6halves", 1, size, [pointer(device.buffer(values)), pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const found = new Float32Array(device.memory.read(out, 12 * size).buffer);
    // Inputs are halves already. Eleven bits of significand: rounded to the nearest, to even where there are two.
    const half = (value: number): number => {
      if (value === 0) return 0;
      const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10);
      const scaled = value / unit;
      const floor = Math.floor(scaled);
      const rest = scaled - floor;
      return (rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor) * unit;
    };
    const pairs = [...values].map((value, i) => [half(value), half(values[i ^ 1]!)] as const);
    assert.deepEqual(
      [...found],
      [
        ...pairs.map(([a, b]) => half(a + b)),
        ...pairs.map(([a, b]) => half(a * b)),
        ...pairs.map(([a, b]) => (a < b ? 1 : 0)),
      ],
    );
  });

  it("that shared memory lacks compute their sum each time they try", async () => {
    const device = await bench();
    for (const [kernel, word, kind] of [
      ["8floatSum", 4, "fadd"],
      ["9doubleSum", 8, "dadd"],
    ] as const) {
      const out = device.buffer(8);
      // As the 16 partial sums of the last block that an H200 ran (`analyzer/hardware/casLoop.ts`): 16 + 15 + … + 1 times.
      const { outcome, metrics } = device.launch(kernel, 1, 16, [pointer(out)]);
      assert.equal(outcome.kind, "completed", outcome.message);
      const of = (name: string) => metrics[`smsp__sass_${name}` as keyof typeof metrics];
      assert.equal(of(`thread_inst_executed_op_${kind}_pred_on`), 136);
      assert.equal(of("inst_executed_op_shared_atom"), 16);
      // One word a round, and the sum at the end.
      assert.equal(of("data_bytes_mem_shared_op_ld"), 17 * word);
    }
  });
});
