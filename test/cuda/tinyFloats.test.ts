/**
 * Numbers of four and six bits, and powers of two as scales (e8m0): every one of them as a float, and what every half and
 * floats at the limits become, against the formats as they are defined.
 */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "../simulator/support";
import { half } from "./support";

/** A format without infinity and NaN: bits of its exponent and of its fraction. */
interface Format {
  readonly type: string;
  readonly exponent: number;
  readonly fraction: number;
}

const formats: readonly Format[] = [
  { type: "fp4_e2m1", exponent: 2, fraction: 1 },
  { type: "fp6_e2m3", exponent: 2, fraction: 3 },
  { type: "fp6_e3m2", exponent: 3, fraction: 2 },
];

const signOf = ({ exponent, fraction }: Format) => 1 << (exponent + fraction);

function decoded(code: number, format: Format): number {
  const bias = 2 ** (format.exponent - 1) - 1;
  const magnitude = code & (signOf(format) - 1);
  const exponent = magnitude >> format.fraction;
  const rest = magnitude & ((1 << format.fraction) - 1);
  const unit = 2 ** (Math.max(exponent, 1) - bias - format.fraction);
  return (code & signOf(format) ? -1 : 1) * unit * (exponent === 0 ? rest : rest + (1 << format.fraction));
}

/** The nearest code, ties to the even one; what is too large, and NaN without its sign, is the largest number. */
function nearest(value: number, format: Format): number {
  const most = signOf(format) - 1;
  if (Number.isNaN(value)) return most;
  const sign = value < 0 || Object.is(value, -0) ? signOf(format) : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= decoded(most, format)) return sign | most;
  let below = 0;
  while (decoded(below + 1, format) <= magnitude) below++;
  const [down, up] = [magnitude - decoded(below, format), decoded(below + 1, format) - magnitude];
  return sign | (up < down || (up === down && below & 1) ? below + 1 : below);
}

const text = `#include <cuda_fp4.h>
#include <cuda_fp6.h>
template <class T> __global__ void widen(float* out) {
  T one;
  one.__x = threadIdx.x;
  out[threadIdx.x] = (float)one;
}
template __global__ void widen<__nv_fp4_e2m1>(float*);
template __global__ void widen<__nv_fp6_e2m3>(float*);
template __global__ void widen<__nv_fp6_e3m2>(float*);
__global__ void widenScales(float* out) {
  __nv_fp8_e8m0 one;
  one.__x = threadIdx.x;
  out[threadIdx.x] = (float)one;
}
__global__ void narrow(unsigned char* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __half x = __ushort_as_half(i);
  out[i] = __nv_fp4_e2m1(x).__x;
  out[i + 65536] = __nv_fp6_e2m3((float)x).__x;
  out[i + 131072] = __nv_cvt_double_to_fp6((double)(float)x, __NV_E3M2, cudaRoundNearest);
}
__global__ void scales(const double* from, unsigned char* out) {
  double x = from[threadIdx.x];
  unsigned char* here = out + 4 * threadIdx.x;
  here[0] = __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundZero);
  here[1] = __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf);
  here[2] = __nv_cvt_double_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf);
  here[3] = __nv_fp8_e8m0((float)x).__x;
}
__global__ void several(float* out, unsigned int* codes) {
  __nv_fp4x4_e2m1 four(make_float4(1.0f, 2.0f, 3.0f, -4.0f));
  __nv_fp6x4_e2m3 six(make_float4(1.0f, 2.0f, 3.0f, -4.0f));
  codes[0] = four.__x;
  codes[1] = six.__x;
  codes[2] = __nv_cvt_float2_to_fp4x2(make_float2(1.0f, -6.0f), __NV_E2M1, cudaRoundNearest);
  codes[3] = __nv_fp8x4_e8m0(make_float4(1.0f, 2.0f, 3.0f, 0.25f)).__x;
  float4 a = (float4)four, b = (float4)six;
  out[0] = a.x; out[1] = a.y; out[2] = a.z; out[3] = a.w;
  out[4] = b.x; out[5] = b.y; out[6] = b.z; out[7] = b.w;
  __half2 halves = (__half2)__nv_fp4x2_e2m1(__floats2half2_rn(-0.5f, 5.5f));
  out[8] = __low2float(halves); out[9] = __high2float(halves);
  float2 pair = (float2)__nv_fp6x2_e3m2(__floats2bfloat162_rn(28.0f, -0.0625f));
  out[10] = pair.x; out[11] = pair.y;
  out[12] = (int)__nv_fp4_e2m1(-3); out[13] = (bool)__nv_fp4_e2m1(0.0f);
}
`;

describe("numbers of four and six bits", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(text));
  });
  const floats = (address: bigint, count: number) => new Float32Array(bench.memory.read(address, 4 * count).buffer);
  const run = (kernel: string, blocks: number, threads: number, addresses: readonly bigint[]) => {
    const { outcome } = bench.launch(kernel, blocks, threads, addresses.map(pointer));
    assert.equal(outcome.kind, "completed", JSON.stringify(outcome));
  };

  for (const format of formats) {
    const name = `__nv_${format.type}`;
    it(`of ${format.type} are all the floats that they stand for`, () => {
      const out = bench.buffer(4 * 64);
      const count = 2 * signOf(format);
      run(`widenI${name.length}${name}E`, 1, count, [out]);
      const expected = Array.from({ length: count }, (_, code) => decoded(code, format));
      assert.deepEqual([...floats(out, count)], expected);
    });
  }

  it("are the nearest to every half", () => {
    const out = bench.buffer(3 * 65536);
    run("narrow", 256, 256, [out]);
    const codes = bench.memory.read(out, 3 * 65536);
    const wrong: string[] = [];
    for (const [part, format] of formats.entries()) {
      for (let bits = 0; bits < 65536; bits++) {
        const [expected, found] = [nearest(half(bits), format), codes[part * 65536 + bits]!];
        if (found !== expected) wrong.push(`${bits.toString(16)} as ${format.type}: ${found} for ${expected}`);
      }
    }
    assert.deepEqual(wrong.slice(0, 10), []);
  });

  it("scales are powers of two, towards zero or up, and without a sign", () => {
    const out = bench.buffer(1024);
    run("widenScales", 1, 256, [out]);
    const powers = Array.from({ length: 256 }, (_, code) => (code === 255 ? Number.NaN : 2 ** (code - 127)));
    assert.deepEqual([...floats(out, 256)], powers);
    const inputs = [0, 1, 1.5, -1.5, 6, 2 ** -127, 1e-39, 1e-38, 2e38, 1e39, Infinity, -Infinity, NaN];
    const codes = (value: number) => {
      if (Number.isNaN(value)) return [255, 255, 255];
      const magnitude = Math.abs(value);
      const [down, up] = [Math.floor, Math.ceil].map((one) => one(Math.log2(magnitude)) + 127) as [number, number];
      const held = (code: number) => Math.min(Math.max(code, 0), 254);
      // Below the least scale nothing goes up.
      const above = down < 0 ? 0 : up;
      return [held(down), held(above), above > 254 ? 255 : above];
    };
    const [from, to] = [bench.buffer(8 * inputs.length), bench.buffer(4 * inputs.length)];
    bench.memory.write(from, new Uint8Array(new Float64Array(inputs).buffer));
    run("scales", 1, inputs.length, [from, to]);
    const found = bench.memory.read(to, 4 * inputs.length);
    for (const [i, value] of inputs.entries()) {
      assert.deepEqual([...found.slice(4 * i, 4 * i + 3)], codes(value), `${value}`);
      // The type goes up, and is held.
      assert.equal(found[4 * i + 3], codes(Math.fround(value))[1], `${value} as a type`);
    }
  });

  it("come in twos and fours, from every type and as every type", () => {
    const [out, codes] = [bench.buffer(56), bench.buffer(16)];
    run("several", 1, 1, [out, codes]);
    const packed = new Uint32Array(bench.memory.read(codes, 16).buffer);
    assert.deepEqual([...packed], [0xe542, 0x38141008, 0xf2, 0x7d81807f]);
    const expected = [1, 2, 3, -4, 1, 2, 3, -4, -0.5, 6, 28, -0.0625, -3, 0];
    assert.deepEqual([...floats(out, 14)], expected);
  });
});
