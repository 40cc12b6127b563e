/** Saturating integers, set bits and hardware approximations against values computed here. */
import assert from "node:assert/strict";
import { Bench, float, int, pointer, programOf } from "./support";

const source = `#include <cuda_runtime.h>
template <typename T> __device__ void all(T* out, T a, T b) {
  out[0] = __builtin_elementwise_add_sat(a, b);
  out[1] = __builtin_elementwise_sub_sat(a, b);
}
extern "C" __global__ void words(int* s, unsigned* u, const int* a, const int* b) {
  int t = threadIdx.x;
  all<int>(s + 2 * t, a[t], b[t]);
  all<unsigned>(u + 2 * t, a[t], b[t]);
}
extern "C" __global__ void bytes(signed char* s, unsigned char* u, const int* a, const int* b) {
  int t = threadIdx.x;
  all<signed char>(s + 2 * t, a[t], b[t]);
  all<unsigned char>(u + 2 * t, a[t], b[t]);
}
extern "C" __global__ void longs(long long* s, unsigned long long* u, const int* a, const int* b) {
  int t = threadIdx.x;
  all<long long>(s + 2 * t, (long long)a[t] << 32, (long long)b[t] << 32);
  u[2 * t] = __umul64hi((unsigned long long)a[t] * 0x9E3779B97F4A7C15ull, (unsigned long long)b[t] << 31);
  u[2 * t + 1] = __mul64hi((long long)(a[t] * 0x1E3779B97F4A7C15ull), (long long)b[t] << 31);
}
extern "C" __global__ void setBits(int* out, unsigned mask, int base) { out[threadIdx.x] = __fns(mask, base, (int)threadIdx.x - 8); }
extern "C" __global__ void approximate(float* out, float x, float y) {
  out[0] = __fdividef(x, y);
  out[1] = __expf(x);
  out[2] = __logf(x);
  out[3] = __saturatef(x);
  out[4] = __saturatef(-x);
  out[5] = __saturatef(0.25f * y / y);
  out[6] = __frcp_rn(y);
  out[7] = __fdiv_rn(x, y);
}`;

describe("saturating and approximate arithmetic", () => {
  let bench: Bench;
  const edges = [0, 1, -1, 5, -7, 100, -100, 127, -128, 255, 2 ** 31 - 1, -(2 ** 31), 123456789, -987654321];
  const pairs = edges.flatMap((a) => edges.map((b) => [a, b] as const));
  const warps = pairs.length;
  before(async () => {
    bench = new Bench(await programOf(source, "saturating.cu"));
  });

  function run(kernel: string, size: number): [Uint8Array, Uint8Array] {
    const [s, u] = [bench.buffer(2 * size * warps), bench.buffer(2 * size * warps)];
    const input = [0, 1].map((at) => pointer(bench.buffer(Int32Array.from(pairs.map((pair) => pair[at]!)))));
    const { outcome } = bench.launch(kernel, 1, warps, [pointer(s), pointer(u), ...input]);
    assert.equal(outcome.kind, "completed", outcome.message);
    return [bench.memory.read(s, 2 * size * warps), bench.memory.read(u, 2 * size * warps)];
  }

  const clamp = (value: bigint, least: bigint, most: bigint) => (value < least ? least : value > most ? most : value);
  function expected(bits: number, signed: boolean, shift = 0n): bigint[] {
    const [least, most] = signed
      ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n]
      : [0n, (1n << BigInt(bits)) - 1n];
    const as = (value: number) =>
      signed ? BigInt.asIntN(bits, BigInt(value) << shift) : BigInt.asUintN(bits, BigInt(value) << shift);
    return pairs.flatMap(([a, b]) => [clamp(as(a) + as(b), least, most), clamp(as(a) - as(b), least, most)]);
  }

  it("stays at the ends of 32 bits", () => {
    const [s, u] = run("words", 4);
    assert.deepEqual([...new Int32Array(s.buffer)].map(BigInt), expected(32, true));
    assert.deepEqual([...new Uint32Array(u.buffer)].map(BigInt), expected(32, false));
  });

  it("stays at the ends of 8 bits", () => {
    const [s, u] = run("bytes", 1);
    assert.deepEqual([...new Int8Array(s.buffer)].map(BigInt), expected(8, true));
    assert.deepEqual([...u].map(BigInt), expected(8, false));
  });

  it("stays at the ends of 64 bits, and multiplies to the upper half of 128", () => {
    const [s, u] = run("longs", 8);
    assert.deepEqual([...new BigInt64Array(s.buffer)], expected(64, true, 32n));
    const products = pairs.flatMap(([a, b]) => {
      const [x, y] = [BigInt(a) * 0x9e3779b97f4a7c15n, BigInt(b) << 31n].map((value) => BigInt.asUintN(64, value));
      const [z, w] = [BigInt(a) * 0x1e3779b97f4a7c15n, BigInt(b) << 31n].map((value) => BigInt.asIntN(64, value));
      return [(x! * y!) >> 64n, BigInt.asUintN(64, (z! * w!) >> 64n)];
    });
    assert.deepEqual([...new BigUint64Array(u.buffer)], products);
  });

  it("finds set bits from a place on, in both directions", () => {
    const out = bench.buffer(64);
    const mask = 0b1010_0110_0000_0000_0011_0101;
    bench.launch("setBits", 1, 16, [pointer(out), int(mask), int(5)]);
    const set = Array.from({ length: 32 }, (_, i) => i).filter((i) => (mask >>> i) & 1);
    const up = set.filter((i) => i >= 5);
    const down = set.filter((i) => i <= 5).reverse();
    const want = (offset: number) =>
      offset === 0 ? ((mask >> 5) & 1 ? 5 : -1) : ((offset > 0 ? up : down)[Math.abs(offset) - 1] ?? -1);
    assert.deepEqual(
      [...bench.ints(out, 16)],
      Array.from({ length: 16 }, (_, t) => want(t - 8)),
    );
  });

  it("divides, clamps and approximates", () => {
    const out = bench.buffer(32);
    bench.launch("approximate", 1, 1, [pointer(out), float(1.75), float(3)]);
    const found = [...new Float32Array(bench.memory.read(out, 32).buffer)];
    const exact = [1.75 / 3, Math.exp(1.75), Math.log(1.75), 1, 0, 0.25, 1 / 3, 1.75 / 3];
    found.forEach((value, at) => {
      const bound = at === 1 || at === 2 ? 4e-7 * Math.abs(exact[at]!) : 0;
      assert.ok(Math.abs(value - (bound ? exact[at]! : Math.fround(exact[at]!))) <= bound, `${at}: ${value}`);
    });
  });
});
