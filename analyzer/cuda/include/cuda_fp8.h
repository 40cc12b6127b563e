// Numbers of eight bits: e4m3 (no infinities, one NaN) and e5m2 (the upper byte of a half), as storage with conversions,
// alone and in twos and fours. Rounding is to nearest even; numbers that are too large become the largest one, or what
// the format has for them where a conversion is asked not to saturate.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

// A double's value in fp8: whole units of the last place, with ties to even, then the bits.
__WL_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  const int fraction = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  unsigned int sign = (unsigned int)(bits >> 56) & 0x80u;
  bits &= 0x7fffffffffffffffull;
  if (bits > 0x7ff0000000000000ull) return 0x7f;
  const unsigned int most = kind == __NV_E4M3 ? 0x7eu : 0x7bu, over = kind == __NV_E4M3 ? 0x7fu : 0x7cu;
  int exponent = (int)(bits >> 52) - 1023;
  unsigned int code = 0;
  if (exponent > bias + 1) code = over;
  else {
    // Below the least normal number the last place stays where it is.
    int shift = 52 - fraction + (exponent < 1 - bias ? 1 - bias - exponent : 0);
    if (shift < 56) {
      unsigned long long mantissa = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
      unsigned long long rest = mantissa & ((1ull << shift) - 1), half = 1ull << (shift - 1);
      code = (unsigned int)(mantissa >> shift);
      if (rest > half || (rest == half && (code & 1))) ++code;
      if (exponent >= 1 - bias) code += (unsigned int)(exponent + bias - 1) << fraction;
    }
    if (code > most) code = over;
  }
  if (code == over && saturate == __NV_SATFINITE) code = most;
  return (__nv_fp8_storage_t)(sign | code);
}
__WL_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
__WL_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8((double)(float)__half(x), saturate, kind);
}
__WL_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_double_to_fp8((double)(float)__nv_bfloat16(x), saturate, kind);
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.y, saturate, kind) << 8 | __nv_cvt_float_to_fp8(x.x, saturate, kind));
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.y, saturate, kind) << 8 | __nv_cvt_double_to_fp8(x.x, saturate, kind));
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(float2{(float)__half(__half_raw{x.x}), (float)__half(__half_raw{x.y})}, saturate, kind);
}
// Every fp8 number is a half.
__WL_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  unsigned int magnitude = x & 0x7fu, sign = (x & 0x80u) << 8;
  __half_raw result;
  if (kind == __NV_E5M2) {
    result.x = (unsigned short)((magnitude > 0x7cu ? 0x7fffu : (magnitude << 8 | sign)));
  } else if (magnitude == 0x7fu) {
    result.x = 0x7fff;
  } else if (magnitude >= 8) {
    result.x = (unsigned short)(sign | ((magnitude << 7) + (8u << 10)));
  } else {
    __half small((float)(int)magnitude * 0.001953125f);
    result.x = (unsigned short)(sign | __half_as_ushort(small));
  }
  return result;
}
__WL_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw((unsigned char)x, kind).x, __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), kind).x};
}

#define __WL_FP8(NAME, KIND)                                                                                       \
  struct __nv_fp8_##NAME {                                                                                         \
    __nv_fp8_storage_t __x;                                                                                        \
    __nv_fp8_##NAME() = default;                                                                                   \
    template <typename A, typename = typename __wl_real<A>::type>                                                  \
    explicit __host__ __device__ __nv_fp8_##NAME(A x) : __x(__nv_cvt_double_to_fp8((double)x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8_##NAME(__half x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8_##NAME(__nv_bfloat16 x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, KIND)); }     \
    explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_bfloat16(float(*this)); }            \
    explicit __host__ __device__ operator float() const { return (float)__half(__nv_cvt_fp8_to_halfraw(__x, KIND)); } \
    explicit __host__ __device__ operator double() const { return (double)float(*this); }                          \
    explicit __host__ __device__ operator int() const { return (int)float(*this); }                                \
    explicit __host__ __device__ operator bool() const { return (__x & 0x7f) != 0; }                               \
  };                                                                                                               \
  struct __nv_fp8x2_##NAME {                                                                                       \
    __nv_fp8x2_storage_t __x;                                                                                      \
    __nv_fp8x2_##NAME() = default;                                                                                 \
    explicit __host__ __device__ __nv_fp8x2_##NAME(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8x2_##NAME(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8x2_##NAME(__half2 x)                                                      \
        : __x(__nv_cvt_float2_to_fp8x2(float2{(float)x.x, (float)x.y}, __NV_SATFINITE, KIND)) {}                   \
    explicit __host__ __device__ operator float2() const {                                                         \
      __nv_fp8_##NAME a, b;                                                                                        \
      a.__x = (unsigned char)__x;                                                                                  \
      b.__x = (unsigned char)(__x >> 8);                                                                           \
      return float2{(float)a, (float)b};                                                                           \
    }                                                                                                              \
    explicit __host__ __device__ operator __half2() const {                                                        \
      float2 v = float2(*this);                                                                                    \
      return __half2(__half(v.x), __half(v.y));                                                                    \
    }                                                                                                              \
  };                                                                                                               \
  struct __nv_fp8x4_##NAME {                                                                                       \
    __nv_fp8x4_storage_t __x;                                                                                      \
    __nv_fp8x4_##NAME() = default;                                                                                 \
    explicit __host__ __device__ __nv_fp8x4_##NAME(float4 x)                                                       \
        : __x((unsigned int)__nv_cvt_float2_to_fp8x2(float2{x.z, x.w}, __NV_SATFINITE, KIND) << 16 |               \
              __nv_cvt_float2_to_fp8x2(float2{x.x, x.y}, __NV_SATFINITE, KIND)) {}                                 \
    explicit __host__ __device__ operator float4() const {                                                         \
      __nv_fp8x2_##NAME low, high;                                                                                 \
      low.__x = (unsigned short)__x;                                                                               \
      high.__x = (unsigned short)(__x >> 16);                                                                      \
      float2 a = (float2)low, b = (float2)high;                                                                    \
      return float4{a.x, a.y, b.x, b.y};                                                                           \
    }                                                                                                              \
  };
__WL_FP8(e4m3, __NV_E4M3)
__WL_FP8(e5m2, __NV_E5M2)
#undef __WL_FP8
