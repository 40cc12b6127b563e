// Numbers of six bits, e2m3 up to 7.5 and e3m2 up to 28, each in a byte of its own.
#pragma once

#include "cuda_fp8.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

// There is neither infinity nor NaN: the first is the largest number, and so is the second, without its sign.
__WL_HD __nv_fp6_storage_t __nv_cvt_double_to_fp6(double x, __nv_fp6_interpretation_t kind, enum cudaRoundMode) {
  if (x != x) return 0x1f;
  unsigned int code = kind == __NV_E2M3 ? __wl_tiny_code(x, 3, 1, 0x1f, 0x1f) : __wl_tiny_code(x, 2, 3, 0x1f, 0x1f);
  return (__nv_fp6_storage_t)((__wl_is_negative(x) ? 0x20 : 0) | code);
}
__WL_HD __nv_fp6_storage_t __nv_cvt_float_to_fp6(float x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_fp6((double)x, kind, rounding);
}
__WL_HD __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp6((float)__half(x), kind, rounding);
}
__WL_HD __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp6((float)__nv_bfloat16(x), kind, rounding);
}
// Two of them: the first in the lower byte.
__WL_HD __nv_fp6x2_storage_t __nv_cvt_double2_to_fp6x2(double2 x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return (__nv_fp6x2_storage_t)(__nv_cvt_double_to_fp6(x.y, kind, rounding) << 8 | __nv_cvt_double_to_fp6(x.x, kind, rounding));
}
__WL_HD __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2 x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_double2_to_fp6x2(double2{(double)x.x, (double)x.y}, kind, rounding);
}
__WL_HD __nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(__half2_raw x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp6x2(float2{(float)__half(__half_raw{x.x}), (float)__half(__half_raw{x.y})}, kind, rounding);
}
__WL_HD __nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(__nv_bfloat162_raw x, __nv_fp6_interpretation_t kind, enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp6x2(float2{(float)__nv_bfloat16(__nv_bfloat16_raw{x.x}), (float)__nv_bfloat16(__nv_bfloat16_raw{x.y})}, kind, rounding);
}
// The bits of the number, moved to the exponent and the fraction of a half; what has no leading one is a product.
__WL_HD __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t kind) {
  const unsigned int fraction = kind == __NV_E2M3 ? 3 : 2, bias = kind == __NV_E2M3 ? 1 : 3;
  unsigned int magnitude = x & 0x1fu, sign = (x & 0x20u) << 10;
  if (magnitude >> fraction) return __half_raw{(unsigned short)(sign | ((magnitude << (10 - fraction)) + ((15 - bias) << 10)))};
  __half small((float)(int)magnitude * (kind == __NV_E2M3 ? 0.125f : 0.0625f));
  return __half_raw{(unsigned short)(sign | __half_as_ushort(small))};
}
__WL_HD __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x, __nv_fp6_interpretation_t kind) {
  return __half2_raw{__nv_cvt_fp6_to_halfraw((unsigned char)x, kind).x, __nv_cvt_fp6_to_halfraw((unsigned char)(x >> 8), kind).x};
}

__WL_TINY_FLOAT(fp6_e2m3, fp6x2_e2m3, fp6x4_e2m3, fp6, 16, 0x1f, (__NV_E2M3), (__NV_E2M3, cudaRoundNearest))
__WL_TINY_FLOAT(fp6_e3m2, fp6x2_e3m2, fp6x4_e3m2, fp6, 16, 0x1f, (__NV_E3M2), (__NV_E3M2, cudaRoundNearest))
