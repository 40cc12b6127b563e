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
// From sm_89 on, one instruction makes two of them, saturating, and one makes two halves of them.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define __WL_FP8_IN_HARDWARE 1
__WL_D __nv_fp8x2_storage_t __wl_floats_to_fp8x2(float low, float high, __nv_fp8_interpretation_t kind) {
  __nv_fp8x2_storage_t result;
  if (kind == __NV_E4M3) asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(result) : "f"(high), "f"(low));
  else asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(result) : "f"(high), "f"(low));
  return result;
}
__WL_D __nv_fp8x2_storage_t __wl_halves_to_fp8x2(unsigned int halves, __nv_fp8_interpretation_t kind) {
  __nv_fp8x2_storage_t result;
  if (kind == __NV_E4M3) asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(result) : "r"(halves));
  else asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(result) : "r"(halves));
  return result;
}
__WL_D unsigned int __wl_fp8x2_to_halves(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  unsigned int result;
  if (kind == __NV_E4M3) asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(result) : "h"(x));
  else asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(result) : "h"(x));
  return result;
}
#endif
__WL_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
#ifdef __WL_FP8_IN_HARDWARE
  if (saturate == __NV_SATFINITE) return (__nv_fp8_storage_t)__wl_floats_to_fp8x2(x, 0.0f, kind);
#endif
  return __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
#ifdef __WL_FP8_IN_HARDWARE
  if (saturate == __NV_SATFINITE) return __wl_floats_to_fp8x2(x.x, x.y, kind);
#endif
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.y, saturate, kind) << 8 | __nv_cvt_float_to_fp8(x.x, saturate, kind));
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.y, saturate, kind) << 8 | __nv_cvt_double_to_fp8(x.x, saturate, kind));
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
#ifdef __WL_FP8_IN_HARDWARE
  if (saturate == __NV_SATFINITE) return __wl_halves_to_fp8x2((unsigned int)x.y << 16 | x.x, kind);
#endif
  return __nv_cvt_float2_to_fp8x2(float2{(float)__half(__half_raw{x.x}), (float)__half(__half_raw{x.y})}, saturate, kind);
}
__WL_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8_storage_t)__nv_cvt_halfraw2_to_fp8x2(__half2_raw{x.x, 0}, saturate, kind);
}
__WL_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturate, kind);
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(float2{(float)__nv_bfloat16(__nv_bfloat16_raw{x.x}), (float)__nv_bfloat16(__nv_bfloat16_raw{x.y})}, saturate, kind);
}
// Every fp8 number is a half.
__WL_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  __half_raw result;
#ifdef __WL_FP8_IN_HARDWARE
  result.x = (unsigned short)__wl_fp8x2_to_halves(x, kind);
#else
  unsigned int magnitude = x & 0x7fu, sign = (x & 0x80u) << 8;
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
#endif
  return result;
}
__WL_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
#ifdef __WL_FP8_IN_HARDWARE
  unsigned int halves = __wl_fp8x2_to_halves(x, kind);
  return __half2_raw{(unsigned short)halves, (unsigned short)(halves >> 16)};
#else
  return __half2_raw{__nv_cvt_fp8_to_halfraw((unsigned char)x, kind).x, __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), kind).x};
#endif
}
#undef __WL_FP8_IN_HARDWARE

// Whole numbers of at least 16 bits pass through a half; bytes are held within their range, and NaN is 0.
#define __WL_FP8_TO_WHOLE(TYPE, NAME) \
  explicit __host__ __device__ operator TYPE() const { return (TYPE)__half2##NAME##_rz(__half(*this)); }
#define __WL_FP8_TO_BYTE(TYPE, NAME) \
  explicit __host__ __device__ operator TYPE() const { return (TYPE)__wl_half2##NAME(float(*this)); }
#define __WL_FP8(NAME, KIND)                                                                                       \
  struct __nv_fp8_##NAME {                                                                                         \
    __nv_fp8_storage_t __x;                                                                                        \
    __nv_fp8_##NAME() = default;                                                                                   \
    template <typename A, typename = typename __wl_real<A>::type>                                                  \
    explicit __host__ __device__ __nv_fp8_##NAME(A x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8_##NAME(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8_##NAME(__half x) : __x(__nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8_##NAME(__nv_bfloat16 x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, KIND)); }     \
    explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_bfloat16(float(*this)); }            \
    explicit __host__ __device__ operator float() const { return (float)__half(__nv_cvt_fp8_to_halfraw(__x, KIND)); } \
    explicit __host__ __device__ operator double() const { return (double)float(*this); }                          \
    __WL_FP8_TO_BYTE(unsigned char, uchar)                                                                         \
    __WL_FP8_TO_BYTE(signed char, char)                                                                            \
    __WL_FP8_TO_BYTE(char, char)                                                                                   \
    __WL_FP8_TO_WHOLE(short, short)                                                                                \
    __WL_FP8_TO_WHOLE(unsigned short, ushort)                                                                      \
    __WL_FP8_TO_WHOLE(int, int)                                                                                    \
    __WL_FP8_TO_WHOLE(unsigned int, uint)                                                                          \
    __WL_FP8_TO_WHOLE(long, ll)                                                                                    \
    __WL_FP8_TO_WHOLE(unsigned long, ull)                                                                          \
    __WL_FP8_TO_WHOLE(long long, ll)                                                                               \
    __WL_FP8_TO_WHOLE(unsigned long long, ull)                                                                     \
    explicit __host__ __device__ operator bool() const { return (__x & 0x7f) != 0; }                               \
  };                                                                                                               \
  struct __nv_fp8x2_##NAME {                                                                                       \
    __nv_fp8x2_storage_t __x;                                                                                      \
    __nv_fp8x2_##NAME() = default;                                                                                 \
    explicit __host__ __device__ __nv_fp8x2_##NAME(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8x2_##NAME(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, KIND)) {} \
    explicit __host__ __device__ __nv_fp8x2_##NAME(__half2 x)                                                      \
        : __x(__nv_cvt_halfraw2_to_fp8x2(__half2_raw(x), __NV_SATFINITE, KIND)) {}                                 \
    explicit __host__ __device__ __nv_fp8x2_##NAME(__nv_bfloat162 x)                                               \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw(x), __NV_SATFINITE, KIND)) {}                      \
    explicit __host__ __device__ operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, KIND)); } \
    explicit __host__ __device__ operator float2() const { return __half22float2(__half2(*this)); }                \
  };                                                                                                               \
  struct __nv_fp8x4_##NAME {                                                                                       \
    __nv_fp8x4_storage_t __x;                                                                                      \
    __nv_fp8x4_##NAME() = default;                                                                                 \
    explicit __host__ __device__ __nv_fp8x4_##NAME(__nv_fp8x2_##NAME low, __nv_fp8x2_##NAME high)                  \
        : __x((unsigned int)high.__x << 16 | low.__x) {}                                                           \
    explicit __host__ __device__ __nv_fp8x4_##NAME(__half2 low, __half2 high)                                      \
        : __nv_fp8x4_##NAME(__nv_fp8x2_##NAME(low), __nv_fp8x2_##NAME(high)) {}                                    \
    explicit __host__ __device__ __nv_fp8x4_##NAME(__nv_bfloat162 low, __nv_bfloat162 high)                        \
        : __nv_fp8x4_##NAME(__nv_fp8x2_##NAME(low), __nv_fp8x2_##NAME(high)) {}                                    \
    explicit __host__ __device__ __nv_fp8x4_##NAME(float4 x)                                                       \
        : __nv_fp8x4_##NAME(__nv_fp8x2_##NAME(float2{x.x, x.y}), __nv_fp8x2_##NAME(float2{x.z, x.w})) {}           \
    explicit __host__ __device__ __nv_fp8x4_##NAME(double4 x)                                                      \
        : __nv_fp8x4_##NAME(__nv_fp8x2_##NAME(double2{x.x, x.y}), __nv_fp8x2_##NAME(double2{x.z, x.w})) {}         \
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
#undef __WL_FP8_TO_WHOLE
#undef __WL_FP8_TO_BYTE
