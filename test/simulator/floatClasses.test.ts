/** Classes of floating-point numbers, of each format, against those that their bits have. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const masks = Array.from({ length: 10 }, (_, bit) => 1 << bit);
/** Single classes, and those that programs ask for: NaN, infinite, finite, normal, negative, at most zero. */
const asked = [...masks, 0x003, 0x204, 0x1f8, 0x108, 0x03c, 0x07c, 0x3ff];

const source = `#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <typename T> __device__ int classes(T x) {
  return ${asked.map((mask, i) => `(__builtin_isfpclass(x, ${mask}) ? ${1 << i} : 0)`).join(" | ")};
}
extern "C" __global__ void singles(int* out, const unsigned* bits, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = classes(__uint_as_float(bits[threadIdx.x]));
}
extern "C" __global__ void doubles(int* out, const long long* bits, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = classes(__longlong_as_double(bits[threadIdx.x]));
}
extern "C" __global__ void halves(int* out, const unsigned* bits, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = classes(__builtin_bit_cast(_Float16, (unsigned short)bits[threadIdx.x]));
}
extern "C" __global__ void tested(int* out, const unsigned* bits, int n) {
  if (threadIdx.x >= n) return;
  asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.s32 %0, 1, 0, p; }"
      : "=r"(out[threadIdx.x]) : "f"(__uint_as_float(bits[threadIdx.x])));
}`;

/** The class bit of a number of a format, by its bits. */
function classOf(bits: bigint, width: number, fraction: number): number {
  const magnitude = bits & ((1n << BigInt(width - 1)) - 1n);
  const isNegative = magnitude !== bits;
  const exponent = magnitude >> BigInt(fraction);
  const rest = magnitude & ((1n << BigInt(fraction)) - 1n);
  const isLast = exponent === (1n << BigInt(width - 1 - fraction)) - 1n;
  if (isLast && rest !== 0n) return rest >> BigInt(fraction - 1) ? 0x002 : 0x001;
  if (isLast) return isNegative ? 0x004 : 0x200;
  if (exponent !== 0n) return isNegative ? 0x008 : 0x100;
  if (rest !== 0n) return isNegative ? 0x010 : 0x080;
  return isNegative ? 0x020 : 0x040;
}

/** The ends of all ranges, of both signs. */
function numbers(width: number, fraction: number): readonly bigint[] {
  const [one, infinity] = [1n << BigInt(fraction), ((1n << BigInt(width - 1 - fraction)) - 1n) << BigInt(fraction)];
  const quiet = infinity | (one >> 1n);
  const ends = [0n, 1n, one - 1n, one, one + 1n, infinity - 1n, infinity, infinity + 1n, quiet - 1n, quiet];
  return [...ends, (1n << BigInt(width - 1)) - 1n].flatMap((end) => [end, end | (1n << BigInt(width - 1))]);
}

describe("classes of floating-point numbers", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "classes.cu"));
  });

  function run(kernel: string, all: readonly bigint[], isWide: boolean): Int32Array {
    const bits = isWide ? BigInt64Array.from(all) : Uint32Array.from(all, Number);
    const out = bench.buffer(4 * all.length);
    const given = [pointer(out), pointer(bench.buffer(bits)), int(all.length)];
    const { outcome } = bench.launch(kernel, 1, 32, given);
    assert.equal(outcome.kind, "completed", outcome.message);
    return new Int32Array(bench.memory.read(out, 4 * all.length).slice().buffer);
  }

  for (const [kernel, width, fraction] of [
    ["singles", 32, 23],
    ["doubles", 64, 52],
    ["halves", 16, 10],
  ] as const) {
    it(`are those of the bits: ${kernel}`, () => {
      const all = numbers(width, fraction);
      const expected = all.map((bits) => {
        const own = classOf(bits, width, fraction);
        return asked.reduce((found, mask, i) => found | (mask & own ? 1 << i : 0), 0);
      });
      assert.deepEqual([...run(kernel, all, width === 64)], expected);
    });
  }

  it("are what PTX's testp asks for", () => {
    const all = numbers(32, 23);
    const expected = all.map((bits) => (classOf(bits, 32, 23) & 0x090 ? 1 : 0));
    assert.deepEqual([...run("tested", all, false)], expected);
  });
});
