// Numbers of four bits, e2m1: 0, 0.5, 1, 1.5, 2, 3, 4 and 6 with their negatives; two of them are a byte.
#pragma once

#include "cuda_fp8.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

// There is neither infinity nor NaN: the first is the largest number, and so is the second, without its sign.
__WL_HD __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t, enum cudaRoundMode) {
  if (x != x) return 7;
  return (__nv_fp4_storage_t)((__wl_is_negative(x) ? 8 : 0) | __wl_tiny_code(x, 1, 1, 7, 7));
}
__WL_HD __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_fp4((double)x, kind, rounding);
}
__WL_HD __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4((float)__half(x), kind, rounding);
}
__WL_HD __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4((float)__nv_bfloat16(x), kind, rounding);
}
// Two of them: the first in the lower half of the byte.
__WL_HD __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2 x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return (__nv_fp4x2_storage_t)(__nv_cvt_double_to_fp4(x.y, kind, rounding) << 4 | __nv_cvt_double_to_fp4(x.x, kind, rounding));
}
__WL_HD __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2 x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_double2_to_fp4x2(double2{(double)x.x, (double)x.y}, kind, rounding);
}
__WL_HD __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp4x2(float2{(float)__half(__half_raw{x.x}), (float)__half(__half_raw{x.y})}, kind, rounding);
}
__WL_HD __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp4x2(float2{(float)__nv_bfloat16(__nv_bfloat16_raw{x.x}), (float)__nv_bfloat16(__nv_bfloat16_raw{x.y})}, kind, rounding);
}
// The bits of the number, moved to the exponent and the fraction of a half; one half, the number below 1, by itself.
__WL_HD __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) {
  unsigned int magnitude = x & 7u, sign = (x & 8u) << 12;
  unsigned int bits = magnitude >= 2 ? (magnitude << 9) + (14u << 10) : magnitude ? 0x3800u : 0u;
  return __half_raw{(unsigned short)(sign | bits)};
}
__WL_HD __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x, __nv_fp4_interpretation_t kind) {
  return __half2_raw{__nv_cvt_fp4_to_halfraw((unsigned char)(x & 15), kind).x, __nv_cvt_fp4_to_halfraw((unsigned char)(x >> 4), kind).x};
}

__WL_TINY_FLOAT(fp4_e2m1, fp4x2_e2m1, fp4x4_e2m1, fp4, 8, 7, (__NV_E2M1), (__NV_E2M1, cudaRoundNearest))
