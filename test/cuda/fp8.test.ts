/**
 * Numbers of eight bits: every one of them as a float, and what every half becomes, against the formats as they are
 * defined: by the hardware's conversions that our headers ask for, and by arithmetic where they do not.
 */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "../simulator/support";
import { half } from "./support";

/** @param fraction bits of the fraction: 3 for e4m3, 2 for e5m2 */
function decoded(code: number, fraction: 2 | 3): number {
  const bias = fraction === 3 ? 7 : 15;
  const exponent = (code & 0x7f) >> fraction;
  const rest = code & ((1 << fraction) - 1);
  const sign = code & 0x80 ? -1 : 1;
  if (fraction === 3 && (code & 0x7f) === 0x7f) return Number.NaN;
  if (fraction === 2 && exponent === 31) return rest ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  const unit = 2 ** (Math.max(exponent, 1) - bias - fraction);
  return sign * unit * (exponent === 0 ? rest : rest + (1 << fraction));
}

/** The nearest code, ties to the even one; what is too large is the largest number. */
function nearest(value: number, fraction: 2 | 3): number {
  if (Number.isNaN(value)) return 0x7f;
  const sign = value < 0 || Object.is(value, -0) ? 0x80 : 0;
  const magnitude = Math.abs(value);
  const most = fraction === 3 ? 0x7e : 0x7b;
  if (magnitude >= decoded(most, fraction)) return sign | most;
  let below = 0;
  while (decoded(below + 1, fraction) <= magnitude) below++;
  const [down, up] = [magnitude - decoded(below, fraction), decoded(below + 1, fraction) - magnitude];
  return sign | (up < down || (up === down && below & 1) ? below + 1 : below);
}

const text = `#include <cuda_fp8.h>
template <class T> __global__ void widen(float* out) {
  T one;
  one.__x = threadIdx.x;
  out[threadIdx.x] = (float)one;
}
template __global__ void widen<__nv_fp8_e4m3>(float*);
template __global__ void widen<__nv_fp8_e5m2>(float*);
__global__ void narrow(unsigned char* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __half x = __ushort_as_half(i);
  out[i] = __nv_fp8_e4m3(x).__x;
  out[i + 65536] = __nv_fp8_e5m2((float)x).__x;
  out[i + 131072] = __nv_cvt_double_to_fp8((double)(float)x, __NV_SATFINITE, __NV_E4M3);
  out[i + 196608] = __nv_cvt_double_to_fp8((double)(float)x, __NV_SATFINITE, __NV_E5M2);
}
__global__ void several(float* out, unsigned char* codes) {
  __nv_fp8x4_e4m3 four(make_float4(1.0f, -2.5f, 500.0f, 0.3f));
  float4 back = (float4)four;
  out[0] = back.x; out[1] = back.y; out[2] = back.z; out[3] = back.w;
  __nv_fp8x2_e5m2 two(__floats2bfloat162_rn(3.0f, -0.0078125f));
  float2 pair = (float2)two;
  out[4] = pair.x; out[5] = pair.y;
  __half2 halves = (__half2)__nv_fp8x2_e4m3(__floats2half2_rn(-7.0f, 13.0f));
  out[6] = __low2float(halves); out[7] = __high2float(halves);
  __nv_fp8_e4m3 many(300.0f);
  out[8] = (unsigned char)many; out[9] = (signed char)many; out[10] = (int)many; out[11] = (bool)many;
  __nv_fp8_e4m3 none(__int_as_float(0x7fffffff));
  out[12] = (unsigned char)none; out[13] = (short)__nv_fp8_e5m2(-40000.0f); out[14] = (long long)__nv_fp8_e4m3(-9);
  codes[0] = __nv_cvt_float_to_fp8(1000.0f, __NV_NOSAT, __NV_E4M3);
  codes[1] = __nv_cvt_float_to_fp8(-1e6f, __NV_NOSAT, __NV_E5M2);
  codes[2] = __nv_cvt_float_to_fp8(1000.0f, __NV_SATFINITE, __NV_E4M3);
}
`;

describe("numbers of eight bits", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(text));
  });
  const floats = (address: bigint, count: number) => new Float32Array(bench.memory.read(address, 4 * count).buffer);

  for (const [name, fraction] of [
    ["e4m3", 3],
    ["e5m2", 2],
  ] as const) {
    it(`of ${name} are all the floats that they stand for`, () => {
      const out = bench.buffer(1024);
      assert.equal(bench.launch(`widenI13__nv_fp8_${name}E`, 1, 256, [pointer(out)]).outcome.kind, "completed");
      const expected = Array.from({ length: 256 }, (_, code) => decoded(code, fraction));
      assert.deepEqual([...floats(out, 256)], expected);
    });
  }

  it("are the nearest to every half, by hardware's conversions and by arithmetic", () => {
    const out = bench.buffer(4 * 65536);
    assert.equal(bench.launch("narrow", 256, 256, [pointer(out)]).outcome.kind, "completed");
    const codes = bench.memory.read(out, 4 * 65536);
    const wrong: string[] = [];
    for (let bits = 0; bits < 65536; bits++) {
      for (const part of [0, 1, 2, 3]) {
        const expected = nearest(half(bits), part % 2 ? 2 : 3);
        const found = codes[part * 65536 + bits]!;
        if (found !== expected) wrong.push(`${bits.toString(16)} as ${part}: ${found} for ${expected}`);
      }
    }
    assert.deepEqual(wrong.slice(0, 10), []);
  });

  it("come in twos and fours, from every type and as every type, held within its range", () => {
    const [out, codes] = [bench.buffer(60), bench.buffer(3)];
    assert.equal(bench.launch("several", 1, 1, [pointer(out), pointer(codes)]).outcome.kind, "completed");
    const expected = [1, -2.5, 448, 0.3125, 3, -0.0078125, -7, 13, 255, 127, 288, 1, 0, -32768, -9];
    assert.deepEqual([...floats(out, 15)], expected);
    assert.deepEqual([...bench.memory.read(codes, 3)], [0x7f, 0xfc, 0x7e]);
  });
});
