// bfloat16: `__nv_bfloat16` over IR's `bfloat`, `__nv_bfloat162` over `<2 x bfloat>`.
#pragma once

#include "warplens/short_float.h"

__WL_SHORT_FLOAT_TYPES(__nv_bfloat16, __nv_bfloat162, __wl_bfloat_pair, __bf16, __nv_bfloat16_raw, __nv_bfloat162_raw)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__WL_SHORT_FLOAT(__nv_bfloat16, __nv_bfloat162, __wl_bfloat_pair, __bf16)
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
__WL_SHORT_OPERATORS(__nv_bfloat16, __nv_bfloat16(1.0f))
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
__WL_SHORT_OPERATORS(__nv_bfloat162, __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f)))
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFF)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7F)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80)

__WL_HD __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__WL_HD __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__WL_HD __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)(__builtin_bit_cast(unsigned int, x) >> 16));
}
__WL_HD __nv_bfloat16 __wl_bfloat(unsigned int bits) { return __builtin_bit_cast(__nv_bfloat16, (unsigned short)bits); }
// Down and up: the bits cut off, and one more where something was lost on the side that grows.
__WL_HD __nv_bfloat16 __wl_bfloat_away(float x, bool grows) {
  unsigned int bits = __builtin_bit_cast(unsigned int, x);
  if (x != x) return __wl_bfloat(0x7fff);
  return __wl_bfloat((bits >> 16) + (grows && (bits & 0xffffu)));
}
__WL_HD __nv_bfloat16 __float2bfloat16_rd(float x) { return __wl_bfloat_away(x, x < 0); }
__WL_HD __nv_bfloat16 __float2bfloat16_ru(float x) { return __wl_bfloat_away(x, x > 0); }
__WL_HD __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__WL_HD float __bfloat162float(__nv_bfloat16 x) { return x; }
__WL_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return __builtin_bit_cast(unsigned short, x); }
__WL_HD short __bfloat16_as_short(__nv_bfloat16 x) { return __builtin_bit_cast(short, x); }
__WL_HD __nv_bfloat16 __short_as_bfloat16(short x) { return __builtin_bit_cast(__nv_bfloat16, x); }
__WL_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __builtin_bit_cast(__nv_bfloat16, x); }
__WL_HD __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x)); }
__WL_HD __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y)); }
__WL_HD __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y)); }
__WL_HD float2 __bfloat1622float2(__nv_bfloat162 v) { return float2{(float)v.x, (float)v.y}; }
__WL_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
__WL_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__WL_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__WL_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__WL_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
__WL_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }
__WL_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__WL_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__WL_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
#define __WL_INTEGER_CONVERSIONS(NAME, TYPE)                                                       \
  __WL_HD __nv_bfloat16 __##NAME##2bfloat16_rn(TYPE x) { return __nv_bfloat16(x); }                \
  __WL_D __nv_bfloat16 __##NAME##2bfloat16_rz(TYPE x) { return __float2bfloat16_rz(__wl_cut(x)); } \
  __WL_D __nv_bfloat16 __##NAME##2bfloat16_rd(TYPE x) { return __float2bfloat16_rd(__wl_down(x)); } \
  __WL_D __nv_bfloat16 __##NAME##2bfloat16_ru(TYPE x) { return __float2bfloat16_ru(__wl_up(x)); }  \
  __WL_D TYPE __bfloat162##NAME##_rn(__nv_bfloat16 x) { return (TYPE)rintf((float)x); }            \
  __WL_HD TYPE __bfloat162##NAME##_rz(__nv_bfloat16 x) { return (TYPE)(float)x; }                  \
  __WL_D TYPE __bfloat162##NAME##_rd(__nv_bfloat16 x) { return (TYPE)floorf((float)x); }           \
  __WL_D TYPE __bfloat162##NAME##_ru(__nv_bfloat16 x) { return (TYPE)ceilf((float)x); }
// A whole number as a float, rounded towards the same side as what comes after it.
#define __WL_TOWARDS(TYPE, FROM)                                   \
  __WL_D float __wl_cut(TYPE x) { return __nvvm_##FROM##2f_rz(x); } \
  __WL_D float __wl_down(TYPE x) { return __nvvm_##FROM##2f_rm(x); } \
  __WL_D float __wl_up(TYPE x) { return __nvvm_##FROM##2f_rp(x); }
__WL_TOWARDS(int, i)
__WL_TOWARDS(unsigned int, ui)
__WL_TOWARDS(long long, ll)
__WL_TOWARDS(unsigned long long, ull)
#undef __WL_TOWARDS
__WL_INTEGER_CONVERSIONS(int, int)
__WL_INTEGER_CONVERSIONS(uint, unsigned int)
__WL_INTEGER_CONVERSIONS(ll, long long)
__WL_INTEGER_CONVERSIONS(ull, unsigned long long)
#undef __WL_INTEGER_CONVERSIONS
#define __WL_NARROW_CONVERSIONS(NAME, TYPE, LEAST, MOST)                                                          \
  __WL_HD __nv_bfloat16 __##NAME##2bfloat16_rn(TYPE x) { return __nv_bfloat16(x); }                               \
  __WL_HD __nv_bfloat16 __##NAME##2bfloat16_rz(TYPE x) { return __float2bfloat16_rz((float)x); }                  \
  __WL_HD __nv_bfloat16 __##NAME##2bfloat16_rd(TYPE x) { return __float2bfloat16_rd((float)x); }                  \
  __WL_HD __nv_bfloat16 __##NAME##2bfloat16_ru(TYPE x) { return __float2bfloat16_ru((float)x); }                  \
  __WL_HD TYPE __wl_bfloat2##NAME(float x) { return x != x ? (TYPE)0 : x < LEAST ? (TYPE)LEAST : x > MOST ? (TYPE)MOST : (TYPE)x; } \
  __WL_D TYPE __bfloat162##NAME##_rn(__nv_bfloat16 x) { return __wl_bfloat2##NAME(rintf((float)x)); }             \
  __WL_HD TYPE __bfloat162##NAME##_rz(__nv_bfloat16 x) { return __wl_bfloat2##NAME((float)x); }                   \
  __WL_D TYPE __bfloat162##NAME##_rd(__nv_bfloat16 x) { return __wl_bfloat2##NAME(floorf((float)x)); }            \
  __WL_D TYPE __bfloat162##NAME##_ru(__nv_bfloat16 x) { return __wl_bfloat2##NAME(ceilf((float)x)); }
__WL_NARROW_CONVERSIONS(short, short, -32768.0f, 32767.0f)
__WL_NARROW_CONVERSIONS(ushort, unsigned short, 0.0f, 65535.0f)
__WL_NARROW_CONVERSIONS(char, signed char, -128.0f, 127.0f)
__WL_NARROW_CONVERSIONS(uchar, unsigned char, 0.0f, 255.0f)
#undef __WL_NARROW_CONVERSIONS

// One instruction on hardware (`atom.add.noftz.bf16x2`), for which clang has neither a built-in nor IR from C.
extern "C" __device__ unsigned int __wl_atomic_add_bf16x2(void* address, unsigned int value);
__WL_D __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
  return __builtin_bit_cast(__nv_bfloat162, __wl_atomic_add_bf16x2(address, __builtin_bit_cast(unsigned int, value)));
}
