/** Conversions that say their rounding, between whole numbers and the two formats of sixteen bits; and of bytes. */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "../simulator/support";

/** An expression of the device, and its value as a float. */
const claims: readonly (readonly [expression: string, value: number])[] = [
  ["(float)__ushort2bfloat16_rd(65535)", 65280],
  ["(float)__ushort2bfloat16_ru(65535)", 65536],
  ["(float)__short2bfloat16_rz(-32767)", -32640],
  ["(float)__short2bfloat16_rd(-32767)", -32768],
  ["(float)__int2bfloat16_rd(-16777217)", -16908288],
  ["(float)__uint2bfloat16_ru(16777217u)", 16908288],
  ["(float)__ll2bfloat16_ru(-16777217ll)", -16777216],
  ["(float)__ull2bfloat16_rd(16777217ull)", 16777216],
  ["(float)__short2half_rz(32767)", 32752],
  ["(float)__short2half_rd(-32767)", -32768],
  ["(float)__ushort2half_ru(4097)", 4100],
  ["__bfloat162short_rn(__float2bfloat16(2.5f))", 2],
  ["__bfloat162short_rd(__float2bfloat16(-2.5f))", -3],
  ["__bfloat162short_ru(__float2bfloat16(70000.0f))", 32767],
  ["__bfloat162ushort_ru(__float2bfloat16(2.5f))", 3],
  ["__bfloat162ushort_rd(__float2bfloat16(-1.0f))", 0],
  ["__low2float(__lows2bfloat162(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(3, 4)))", 1],
  ["__high2float(__highs2bfloat162(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(3, 4)))", 4],
  ["(float)__short_as_bfloat16(0x4049)", 3.140625],
  ["__nv_bswap32(0x01020304u) == 0x04030201u && __nv_bswap16(0x0102) == 0x0201", 1],
  ["__nv_bswap64(0x0102030405060708ull) == 0x0807060504030201ull", 1],
  ["__tanhf(0.0f) + (__tanhf(1.0f) > 0.76f && __tanhf(1.0f) < 0.763f)", 1],
  ["(float)htanh_approx(__float2half(0.0f))", 0],
  ["__fmaf_ieee_ru(1.0f, 1.0f, 1e-30f) > 1.0f && __fmaf_ieee_rd(1.0f, 1.0f, 1e-30f) == 1.0f", 1],
  ["sizeof(double4_32a) * alignof(double4_32a) + alignof(ulonglong4_16a)", 32 * 32 + 16],
  ["(float)make_double4_16a(1, 2, 3, 4).w", 4],
];

describe("conversions of our CUDA headers", () => {
  it("give the values that their names say", async () => {
    const lines = claims.map(([expression], i) => `  out[${i}] = (float)(${expression});`);
    const text = `#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void k(float* out) {\n${lines.join("\n")}\n}\n`;
    const bench = new Bench(await programOf(text));
    const out = bench.buffer(4 * claims.length);
    assert.equal(bench.launch("k", 1, 1, [pointer(out)]).outcome.kind, "completed");
    const found = new Float32Array(bench.memory.read(out, 4 * claims.length).buffer);
    assert.deepEqual(
      claims.map(([expression], i) => [expression, found[i]]),
      claims.map(([expression, value]) => [expression, value]),
    );
  });
});
