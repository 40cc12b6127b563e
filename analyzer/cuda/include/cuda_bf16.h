// bfloat16: `__nv_bfloat16` over IR's `bfloat`, `__nv_bfloat162` over `<2 x bfloat>`.
#pragma once

#include "warplens/short_float.h"

__WL_SHORT_FLOAT_TYPES(__nv_bfloat16, __nv_bfloat162, __wl_bfloat_pair, __bf16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__WL_SHORT_FLOAT(__nv_bfloat16, __nv_bfloat162, __wl_bfloat_pair, __bf16)

__WL_HD __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__WL_HD __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__WL_HD __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)(__builtin_bit_cast(unsigned int, x) >> 16));
}
__WL_HD __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__WL_HD float __bfloat162float(__nv_bfloat16 x) { return x; }
__WL_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return __builtin_bit_cast(unsigned short, x); }
__WL_HD short __bfloat16_as_short(__nv_bfloat16 x) { return __builtin_bit_cast(short, x); }
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
__WL_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__WL_HD __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
__WL_HD int __bfloat162int_rz(__nv_bfloat16 x) { return (int)(float)x; }
__WL_D int __bfloat162int_rn(__nv_bfloat16 x) { return (int)rintf((float)x); }

// One instruction on hardware (`atom.add.noftz.bf16x2`), for which clang has neither a built-in nor IR from C.
extern "C" __device__ unsigned int __wl_atomic_add_bf16x2(void* address, unsigned int value);
__WL_D __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
  return __builtin_bit_cast(__nv_bfloat162, __wl_atomic_add_bf16x2(address, __builtin_bit_cast(unsigned int, value)));
}
