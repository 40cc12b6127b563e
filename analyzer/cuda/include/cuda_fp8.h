// Numbers of eight bits: e4m3 (no infinities, one NaN) and e5m2 (the upper byte of a half), as storage with conversions,
// alone and in twos and fours. Rounding is to nearest even; numbers that are too large become the largest one, or what
// the format has for them where a conversion is asked not to saturate.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "warplens/tiny_float.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

// A double's value in fp8.
__WL_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  if (x != x) return 0x7f;
  const unsigned int most = kind == __NV_E4M3 ? 0x7eu : 0x7bu, over = kind == __NV_E4M3 ? 0x7fu : 0x7cu;
  unsigned int code = kind == __NV_E4M3 ? __wl_tiny_code(x, 3, 7, most, over) : __wl_tiny_code(x, 2, 15, most, over);
  if (code == over && saturate == __NV_SATFINITE) code = most;
  return (__nv_fp8_storage_t)((__wl_is_negative(x) ? 0x80u : 0u) | code);
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

__WL_TINY_FLOAT(fp8_e4m3, fp8x2_e4m3, fp8x4_e4m3, fp8, 16, 0x7f, (__NV_E4M3), (__NV_SATFINITE, __NV_E4M3))
__WL_TINY_FLOAT(fp8_e5m2, fp8x2_e5m2, fp8x4_e5m2, fp8, 16, 0x7f, (__NV_E5M2), (__NV_SATFINITE, __NV_E5M2))

// e8m0: powers of two alone, as scales: the exponent of a float, without sign or fraction; all ones are NaN. What lies
// between two of them goes towards zero or up; a sign is dropped.
__WL_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x) & 0x7fffffffffffffffull;
  if (bits > 0x7ff0000000000000ull) return 0xff;
  if (bits == 0x7ff0000000000000ull) return saturate == __NV_SATFINITE ? 0xfe : 0xff;
  // The least one is two to the power of -127.
  int exponent = (int)(bits >> 52) - 1023 + 127;
  if (exponent < 0) return 0;
  if (rounding == cudaRoundPosInf && (bits & 0xfffffffffffffull)) ++exponent;
  if (exponent <= 0xfe) return (__nv_fp8_storage_t)exponent;
  return saturate == __NV_SATFINITE || rounding == cudaRoundZero ? 0xfe : 0xff;
}
__WL_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0((double)x, saturate, rounding);
}
__WL_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0((float)__nv_bfloat16(x), saturate, rounding);
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.y, saturate, rounding) << 8 | __nv_cvt_double_to_e8m0(x.x, saturate, rounding));
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  return __nv_cvt_double2_to_e8m0x2(double2{(double)x.x, (double)x.y}, saturate, rounding);
}
__WL_HD __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.y}, saturate, rounding) << 8 |
                                __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.x}, saturate, rounding));
}
__WL_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{(unsigned short)(x == 0xff ? 0x7fff : x == 0 ? 0x0040 : x << 7)};
}
__WL_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw((unsigned char)x).x, __nv_cvt_e8m0_to_bf16raw((unsigned char)(x >> 8)).x};
}
struct __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  template <typename A, typename = typename __wl_real<A>::type>
  explicit __host__ __device__ __nv_fp8_e8m0(A x) : __x(__nv_cvt_double_to_e8m0((double)x, __NV_SATFINITE, cudaRoundPosInf)) {}
  explicit __host__ __device__ __nv_fp8_e8m0(__half x) : __nv_fp8_e8m0((float)x) {}
  explicit __host__ __device__ __nv_fp8_e8m0(__nv_bfloat16 x) : __nv_fp8_e8m0((float)x) {}
  explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x)); }
  explicit __host__ __device__ operator float() const { return (float)__nv_bfloat16(*this); }
  explicit __host__ __device__ operator double() const { return (double)float(*this); }
  explicit __host__ __device__ operator __half() const { return __half(float(*this)); }
  // There is no zero.
  explicit __host__ __device__ operator bool() const { return true; }
};
struct __nv_fp8x2_e8m0 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e8m0() = default;
  explicit __host__ __device__ __nv_fp8x2_e8m0(float2 x) : __x(__nv_cvt_float2_to_e8m0x2(x, __NV_SATFINITE, cudaRoundPosInf)) {}
  explicit __host__ __device__ __nv_fp8x2_e8m0(double2 x) : __x(__nv_cvt_double2_to_e8m0x2(x, __NV_SATFINITE, cudaRoundPosInf)) {}
  explicit __host__ __device__ __nv_fp8x2_e8m0(__half2 x) : __nv_fp8x2_e8m0(__half22float2(x)) {}
  explicit __host__ __device__ __nv_fp8x2_e8m0(__nv_bfloat162 x) : __nv_fp8x2_e8m0(__bfloat1622float2(x)) {}
  explicit __host__ __device__ operator __nv_bfloat162() const { return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x)); }
  explicit __host__ __device__ operator float2() const { return __bfloat1622float2(__nv_bfloat162(*this)); }
};
struct __nv_fp8x4_e8m0 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e8m0() = default;
  explicit __host__ __device__ __nv_fp8x4_e8m0(float4 x)
      : __x((unsigned int)__nv_fp8x2_e8m0(float2{x.z, x.w}).__x << 16 | __nv_fp8x2_e8m0(float2{x.x, x.y}).__x) {}
  explicit __host__ __device__ __nv_fp8x4_e8m0(double4 x)
      : __x((unsigned int)__nv_fp8x2_e8m0(double2{x.z, x.w}).__x << 16 | __nv_fp8x2_e8m0(double2{x.x, x.y}).__x) {}
  explicit __host__ __device__ operator float4() const {
    float2 a = __bfloat1622float2(__nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw((unsigned short)__x)));
    float2 b = __bfloat1622float2(__nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw((unsigned short)(__x >> 16))));
    return float4{a.x, a.y, b.x, b.y};
  }
};
