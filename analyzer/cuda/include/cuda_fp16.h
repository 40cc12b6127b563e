// Half precision: `__half` over IR's `half`, `__half2` over `<2 x half>`.
#pragma once

#include "warplens/short_float.h"

__WL_SHORT_FLOAT_TYPES(__half, __half2, __wl_half_pair, _Float16, __half_raw, __half2_raw)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
__WL_SHORT_FLOAT(__half, __half2, __wl_half_pair, _Float16)
#ifndef __CUDA_NO_HALF_OPERATORS__
__WL_SHORT_OPERATORS(__half, __half(1.0f))
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
__WL_SHORT_OPERATORS(__half2, __half2(__half(1.0f), __half(1.0f)))
#endif

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFF)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFF)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00)

// Conversions. Rounding to nearest even is IR's `fptrunc`; the directed modes go through the neighbouring value.
__WL_HD __half __float2half(float x) { return __half(x); }
__WL_HD __half __float2half_rn(float x) { return __half(x); }
__WL_HD float __half2float(__half x) { return x; }
__WL_HD __half __double2half(double x) { return __half(x); }
__WL_HD unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x); }
__WL_HD short __half_as_short(__half x) { return __builtin_bit_cast(short, x); }
__WL_HD __half __ushort_as_half(unsigned short x) { return __builtin_bit_cast(__half, x); }
__WL_HD __half __short_as_half(short x) { return __builtin_bit_cast(__half, x); }
__WL_HD __half __wl_half_step(__half x, int away) { return __ushort_as_half(__half_as_ushort(x) + away); }
__WL_HD __half __float2half_rz(float x) {
  __half r(x);
  float back = r;
  return (back < 0 ? back < x : back > x) ? __wl_half_step(r, -1) : r;
}
__WL_HD __half __float2half_rd(float x) {
  __half r(x);
  if ((float)r <= x) return r;
  return (float)r > 0 ? __wl_half_step(r, -1) : (float)r < 0 ? __wl_half_step(r, 1) : __ushort_as_half(0x8001);
}
__WL_HD __half __float2half_ru(float x) { return __hneg(__float2half_rd(-x)); }
__WL_HD __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
__WL_HD __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
__WL_HD __half2 __float22half2_rn(float2 v) { return __half2(__half(v.x), __half(v.y)); }
__WL_HD float2 __half22float2(__half2 v) { return float2{(float)v.x, (float)v.y}; }
__WL_HD __half2 __half2half2(__half x) { return __half2(x, x); }
__WL_HD __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__WL_HD __half __low2half(__half2 v) { return v.x; }
__WL_HD __half __high2half(__half2 v) { return v.y; }
__WL_HD __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
__WL_HD __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
__WL_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__WL_HD __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__WL_HD __half2 make_half2(__half x, __half y) { return __half2(x, y); }

// A number towards zero, down or up: the nearest half or its neighbour.
__WL_HD __half __wl_directed(double x, int direction) {
  __half nearest(x);
  double back = (double)(float)nearest;
  if (back == x || x != x) return nearest;
  bool down = direction < 0 || (direction == 0 && x > 0), up = direction > 0 || (direction == 0 && x < 0);
  if (back > x && down) return back > 0 ? __wl_half_step(nearest, -1) : __wl_half_step(nearest, 1);
  if (back < x && up) return back < 0 ? __wl_half_step(nearest, -1) : back > 0 ? __wl_half_step(nearest, 1) : __ushort_as_half(x < 0 ? 0x8001 : 0x0001);
  return nearest;
}
// Integers: exactly to a double, then rounded once; narrow results are held within their range.
#define __WL_INTEGER_CONVERSIONS(NAME, TYPE)                                          \
  __WL_HD __half __##NAME##2half_rn(TYPE x) { return __half(x); }                     \
  __WL_D __half __##NAME##2half_rz(TYPE x) { return __wl_directed(x, 0); }            \
  __WL_D __half __##NAME##2half_rd(TYPE x) { return __wl_directed(x, -1); }           \
  __WL_D __half __##NAME##2half_ru(TYPE x) { return __wl_directed(x, 1); }            \
  __WL_D TYPE __half2##NAME##_rn(__half x) { return (TYPE)rintf((float)x); }          \
  __WL_HD TYPE __half2##NAME##_rz(__half x) { return (TYPE)(float)x; }                \
  __WL_D TYPE __half2##NAME##_rd(__half x) { return (TYPE)floorf((float)x); }         \
  __WL_D TYPE __half2##NAME##_ru(__half x) { return (TYPE)ceilf((float)x); }
__WL_INTEGER_CONVERSIONS(int, int)
__WL_INTEGER_CONVERSIONS(uint, unsigned int)
__WL_INTEGER_CONVERSIONS(ll, long long)
__WL_INTEGER_CONVERSIONS(ull, unsigned long long)
#undef __WL_INTEGER_CONVERSIONS
#define __WL_NARROW_CONVERSIONS(NAME, TYPE, LEAST, MOST)                                                                     \
  __WL_HD __half __##NAME##2half_rn(TYPE x) { return __half(x); }                                                            \
  __WL_D __half __##NAME##2half_rz(TYPE x) { return __wl_directed(x, 0); }                                                   \
  __WL_D __half __##NAME##2half_rd(TYPE x) { return __wl_directed(x, -1); }                                                  \
  __WL_D __half __##NAME##2half_ru(TYPE x) { return __wl_directed(x, 1); }                                                   \
  __WL_HD TYPE __wl_half2##NAME(float x) { return x != x ? (TYPE)0 : x < LEAST ? (TYPE)LEAST : x > MOST ? (TYPE)MOST : (TYPE)x; } \
  __WL_D TYPE __half2##NAME##_rn(__half x) { return __wl_half2##NAME(rintf((float)x)); }                                     \
  __WL_HD TYPE __half2##NAME##_rz(__half x) { return __wl_half2##NAME((float)x); }                                           \
  __WL_D TYPE __half2##NAME##_rd(__half x) { return __wl_half2##NAME(floorf((float)x)); }                                    \
  __WL_D TYPE __half2##NAME##_ru(__half x) { return __wl_half2##NAME(ceilf((float)x)); }
__WL_NARROW_CONVERSIONS(short, short, -32768.0f, 32767.0f)
__WL_NARROW_CONVERSIONS(ushort, unsigned short, 0.0f, 65535.0f)
__WL_NARROW_CONVERSIONS(char, signed char, -128.0f, 127.0f)
__WL_NARROW_CONVERSIONS(uchar, unsigned char, 0.0f, 255.0f)
#undef __WL_NARROW_CONVERSIONS

// One instruction on hardware (`atom.add.noftz.f16x2`), for which clang has neither a built-in nor IR from C.
extern "C" __device__ unsigned int __wl_atomic_add_f16x2(void* address, unsigned int value);
__WL_D __half2 atomicAdd(__half2* address, __half2 value) {
  return __builtin_bit_cast(__half2, __wl_atomic_add_f16x2(address, __builtin_bit_cast(unsigned int, value)));
}
