#pragma once
#include "warplens/define.h"
#include "vector_types.h"
struct __align__(2) __half {
  _Float16 value;
  __half() = default;
  __host__ __device__ __half(float x) : value((_Float16)x) {}
  __host__ __device__ operator float() const { return (float)value; }
};
typedef _Float16 __wl_half2_vector __attribute__((ext_vector_type(2)));
struct __align__(4) __half2 { __half x, y; };
typedef __half half;
typedef __half2 half2;
__WL_HD __half __float2half(float x) { return __half(x); }
__WL_HD float __half2float(__half x) { return x; }
__WL_HD __half2 __float2half2_rn(float x) { return __half2{__half(x), __half(x)}; }
__WL_D __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __builtin_bit_cast(__half2, __builtin_elementwise_fma(__builtin_bit_cast(__wl_half2_vector, a), __builtin_bit_cast(__wl_half2_vector, b), __builtin_bit_cast(__wl_half2_vector, c)));
}
