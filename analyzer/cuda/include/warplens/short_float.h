// What half precision and bfloat16 have in common: a one-element class T over clang's native type N, a two-element struct
// T2 over a native vector V, and the overloaded functions on both. Arithmetic is IR arithmetic on `half` / `bfloat` and
// their two-element vectors, which hardware has as HADD2, HMUL2, HFMA2.
#pragma once

#include "../vector_types.h"
#include "atomics.h"
#include "floating.h"
#include "warp.h"

struct __half;
struct __nv_bfloat16;
// The two types that are made of one another, explicitly and through single precision.
template <typename FROM, typename TO> struct __wl_other_short {};
template <> struct __wl_other_short<__half, __nv_bfloat16> { typedef int type; };
template <> struct __wl_other_short<__nv_bfloat16, __half> { typedef int type; };

#define __WL_SHORT_FLOAT_TYPES(T, T2, V, N, RAW, RAW2)                                                            \
  typedef N V __attribute__((ext_vector_type(2)));                                                               \
  struct RAW { unsigned short x; };                                                                              \
  struct RAW2 { unsigned short x, y; };                                                                          \
  struct __align__(2) T {                                                                                        \
    N __x;                                                                                                       \
    T() = default;                                                                                               \
    __host__ __device__ constexpr T(RAW raw) : __x(__builtin_bit_cast(N, raw.x)) {}                              \
    __host__ __device__ constexpr operator RAW() const { return RAW{__builtin_bit_cast(unsigned short, __x)}; }  \
    __host__ __device__ operator RAW() const volatile { N now = __x; return RAW{__builtin_bit_cast(unsigned short, now)}; }\
    template <typename A, typename = typename __wl_real<A>::type>                                                \
    __host__ __device__ constexpr T(A value) : __x((N)value) {}                                                  \
    template <typename A, typename = typename __wl_other_short<A, T>::type>                                      \
    explicit __host__ __device__ constexpr T(const A& other) : __x((N)(float)other.__x) {}                       \
    __host__ __device__ constexpr operator float() const { return (float)__x; }                                  \
    template <typename A, typename = typename __wl_real<A>::type>                                                \
    __host__ __device__ T& operator=(A value) { __x = (N)value; return *this; }                                  \
  };                                                                                                             \
  struct __align__(4) T2 {                                                                                       \
    T x, y;                                                                                                      \
    T2() = default;                                                                                              \
    __host__ __device__ constexpr T2(const T& a, const T& b) : x(a), y(b) {}                                     \
    __host__ __device__ T2(V v) : x(__builtin_bit_cast(T, (N)v.x)), y(__builtin_bit_cast(T, (N)v.y)) {}          \
    __host__ __device__ operator V() const { return V{x.__x, y.__x}; }                                           \
    __host__ __device__ constexpr T2(const RAW2& raw) : x(RAW{raw.x}), y(RAW{raw.y}) {}                          \
    __host__ __device__ constexpr operator RAW2() const { return RAW2{RAW(x).x, RAW(y).x}; }                     \
  };

// What the operators do, by names of ours: a program may say that it wants no operators.
#define __WL_SHORT_ARITHMETIC(T, T2, V, N, NAME, OP)                                                     \
  __WL_HD T __wl_short_##NAME(const T& a, const T& b) { return __builtin_bit_cast(T, (N)(a.__x OP b.__x)); }    \
  __WL_HD T2 __wl_short_##NAME(const T2& a, const T2& b) { return T2((V)a OP (V)b); }
#define __WL_SHORT_OPERATOR(T, NAME, OP)                                                                  \
  __WL_HD T operator OP(const T& a, const T& b) { return __wl_short_##NAME(a, b); }                             \
  __WL_HD T& operator OP##=(T & a, const T & b) { return a = __wl_short_##NAME(a, b); }
// Of `__half` without `__CUDA_NO_HALF_OPERATORS__`, of `__half2` without `__CUDA_NO_HALF2_OPERATORS__`, and likewise.
#define __WL_SHORT_OPERATORS(T, ONE)                                                                      \
  __WL_SHORT_OPERATOR(T, add, +)                                                                          \
  __WL_SHORT_OPERATOR(T, sub, -)                                                                          \
  __WL_SHORT_OPERATOR(T, mul, *)                                                                          \
  __WL_SHORT_OPERATOR(T, div, /)                                                                          \
  __WL_HD T operator-(const T& a) { return __wl_short_neg(a); }                                                 \
  __WL_HD T operator+(const T& a) { return a; }                                                           \
  __WL_HD T& operator++(T& a) { return a += ONE; }                                                        \
  __WL_HD T& operator--(T& a) { return a -= ONE; }                                                        \
  __WL_HD T operator++(T& a, int) { T old = a; a += ONE; return old; }                                    \
  __WL_HD T operator--(T& a, int) { T old = a; a -= ONE; return old; }                                    \
  __WL_HD bool operator==(const T& a, const T& b) { return __wl_short_eq(a, b); }                               \
  __WL_HD bool operator!=(const T& a, const T& b) { return __wl_short_ne(a, b); }                               \
  __WL_HD bool operator<(const T& a, const T& b) { return __wl_short_lt(a, b); }                                \
  __WL_HD bool operator<=(const T& a, const T& b) { return __wl_short_le(a, b); }                               \
  __WL_HD bool operator>(const T& a, const T& b) { return __wl_short_gt(a, b); }                                \
  __WL_HD bool operator>=(const T& a, const T& b) { return __wl_short_ge(a, b); }
#define __WL_SHORT_COMPARISON(T, T2, V, N, OP, NAME)                                                      \
  __WL_HD bool __wl_short_##NAME(const T& a, const T& b) { return a.__x OP b.__x; }                             \
  __WL_HD bool __wl_short_##NAME(const T2& a, const T2& b) { return a.x.__x OP b.x.__x && a.y.__x OP b.y.__x; } \
  __WL_HD bool __h##NAME(T a, T b) { return a.__x OP b.__x; }                                             \
  __WL_HD bool __h##NAME##u(T a, T b) { return a.__x OP b.__x || a.__x != a.__x || b.__x != b.__x; }      \
  __WL_HD T2 __h##NAME##2(T2 a, T2 b) { return T2(T(a.x.__x OP b.x.__x), T(a.y.__x OP b.y.__x)); }        \
  __WL_HD T2 __h##NAME##u2(T2 a, T2 b) { return T2(T(__h##NAME##u(a.x, b.x)), T(__h##NAME##u(a.y, b.y))); } \
  __WL_HD bool __hb##NAME##2(T2 a, T2 b) { return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y); }           \
  __WL_HD bool __hb##NAME##u2(T2 a, T2 b) { return __h##NAME##u(a.x, b.x) && __h##NAME##u(a.y, b.y); }    \
  __WL_HD unsigned int __h##NAME##u2_mask(T2 a, T2 b) {                                                   \
    return (__h##NAME##u(a.x, b.x) ? 0xffffu : 0u) | (__h##NAME##u(a.y, b.y) ? 0xffff0000u : 0u);         \
  }                                                                                                       \
  __WL_HD unsigned int __h##NAME##2_mask(T2 a, T2 b) {                                                    \
    return (a.x.__x OP b.x.__x ? 0xffffu : 0u) | (a.y.__x OP b.y.__x ? 0xffff0000u : 0u);                 \
  }
#define __WL_SHORT_BINARY(T, T2, NAME)                                                                    \
  __WL_HD T __h##NAME(T a, T b) { return __wl_short_##NAME(a, b); }                                             \
  __WL_HD T __h##NAME##_rn(T a, T b) { return __wl_short_##NAME(a, b); }                                        \
  __WL_HD T __h##NAME##_sat(T a, T b) { return __wl_saturate(__wl_short_##NAME(a, b)); }                        \
  __WL_HD T2 __h##NAME##2(T2 a, T2 b) { return __wl_short_##NAME(a, b); }                                       \
  __WL_HD T2 __h##NAME##2_rn(T2 a, T2 b) { return __wl_short_##NAME(a, b); }                                    \
  __WL_HD T2 __h##NAME##2_sat(T2 a, T2 b) { return __wl_saturate(__wl_short_##NAME(a, b)); }
// Through single precision, as hardware does it: convert, one approximate instruction, convert back.
#define __WL_SHORT_UNARY(T, T2, NAME, EXPRESSION)                                                         \
  __WL_D T h##NAME(T a) {                                                                                 \
    float x = a;                                                                                          \
    return T(EXPRESSION);                                                                                 \
  }                                                                                                       \
  __WL_D T2 h2##NAME(T2 a) { return T2(h##NAME(a.x), h##NAME(a.y)); }
#define __WL_SHORT_ROUND(T, T2, V, N, NAME, BUILTIN)                                                      \
  __WL_D T h##NAME(T a) { return __builtin_bit_cast(T, (N)BUILTIN(a.__x)); }                              \
  __WL_D T2 h2##NAME(T2 a) { return T2(BUILTIN((V)a)); }
#define __WL_SHORT_SHUFFLE(T, T2, NAME, LANE)                                                             \
  __WL_D T NAME(unsigned int mask, T value, LANE lane, int width = 32) {                                  \
    return __builtin_bit_cast(T, (unsigned short)NAME(mask, (int)__builtin_bit_cast(unsigned short, value), lane, width)); \
  }                                                                                                       \
  __WL_D T2 NAME(unsigned int mask, T2 value, LANE lane, int width = 32) {                                \
    return __builtin_bit_cast(T2, NAME(mask, __builtin_bit_cast(unsigned int, value), lane, width));      \
  }

#define __WL_SHORT_FLOAT(T, T2, V, N)                                                                     \
  __WL_HD T __wl_saturate(T a) { return a.__x > (N)0 ? (a.__x < (N)1 ? a : T(1.0f)) : T(0.0f); }          \
  __WL_HD T2 __wl_saturate(T2 a) { return T2(__wl_saturate(a.x), __wl_saturate(a.y)); }                   \
  __WL_SHORT_ARITHMETIC(T, T2, V, N, add, +)                                                              \
  __WL_SHORT_ARITHMETIC(T, T2, V, N, sub, -)                                                              \
  __WL_SHORT_ARITHMETIC(T, T2, V, N, mul, *)                                                              \
  __WL_SHORT_ARITHMETIC(T, T2, V, N, div, /)                                                              \
  __WL_HD T __wl_short_neg(const T& a) {                                                                        \
    return a.__x != a.__x ? __builtin_bit_cast(T, (unsigned short)0x7fff) : __builtin_bit_cast(T, (N)-a.__x); \
  }                                                                                                       \
  __WL_HD T2 __wl_short_neg(const T2& a) { return T2(__wl_short_neg(a.x), __wl_short_neg(a.y)); }                           \
  __WL_SHORT_COMPARISON(T, T2, V, N, ==, eq)                                                              \
  __WL_HD bool __wl_short_ne(const T& a, const T& b) { return a.__x != b.__x; }                                 \
  __WL_HD bool __wl_short_ne(const T2& a, const T2& b) { return a.x.__x != b.x.__x && a.y.__x != b.y.__x; }     \
  __WL_HD bool __hne(T a, T b) { return a.__x < b.__x || a.__x > b.__x; }                                 \
  __WL_HD bool __hneu(T a, T b) { return a.__x != b.__x; }                                                \
  __WL_HD T2 __hne2(T2 a, T2 b) { return T2(T(__hne(a.x, b.x)), T(__hne(a.y, b.y))); }                    \
  __WL_HD T2 __hneu2(T2 a, T2 b) { return T2(T(__hneu(a.x, b.x)), T(__hneu(a.y, b.y))); }                 \
  __WL_HD bool __hbne2(T2 a, T2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }                         \
  __WL_HD bool __hbneu2(T2 a, T2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }                      \
  __WL_HD unsigned int __hne2_mask(T2 a, T2 b) { return (__hne(a.x, b.x) ? 0xffffu : 0u) | (__hne(a.y, b.y) ? 0xffff0000u : 0u); } \
  __WL_HD unsigned int __hneu2_mask(T2 a, T2 b) { return (__hneu(a.x, b.x) ? 0xffffu : 0u) | (__hneu(a.y, b.y) ? 0xffff0000u : 0u); } \
  __WL_SHORT_COMPARISON(T, T2, V, N, <, lt)                                                               \
  __WL_SHORT_COMPARISON(T, T2, V, N, <=, le)                                                              \
  __WL_SHORT_COMPARISON(T, T2, V, N, >, gt)                                                               \
  __WL_SHORT_COMPARISON(T, T2, V, N, >=, ge)                                                              \
  __WL_SHORT_BINARY(T, T2, add)                                                                           \
  __WL_SHORT_BINARY(T, T2, sub)                                                                           \
  __WL_SHORT_BINARY(T, T2, mul)                                                                           \
  __WL_HD T __hdiv(T a, T b) { return __wl_short_div(a, b); }                                                   \
  __WL_HD T2 __h2div(T2 a, T2 b) { return __wl_short_div(a, b); }                                               \
  __WL_HD T __hneg(T a) { return __wl_short_neg(a); }                                                           \
  __WL_HD T2 __hneg2(T2 a) { return __wl_short_neg(a); }                                                        \
  __WL_HD T __habs(T a) { return __builtin_bit_cast(T, (N)__builtin_elementwise_abs(a.__x)); }            \
  __WL_HD T2 __habs2(T2 a) { return T2(__builtin_elementwise_abs((V)a)); }                                \
  __WL_HD T __hfma(T a, T b, T c) { return __builtin_bit_cast(T, (N)__builtin_elementwise_fma(a.__x, b.__x, c.__x)); } \
  __WL_HD T2 __hfma2(T2 a, T2 b, T2 c) { return T2(__builtin_elementwise_fma((V)a, (V)b, (V)c)); }        \
  __WL_HD T __hfma_sat(T a, T b, T c) { return __wl_saturate(__hfma(a, b, c)); }                          \
  __WL_HD T2 __hfma2_sat(T2 a, T2 b, T2 c) { return __wl_saturate(__hfma2(a, b, c)); }                    \
  __WL_HD T __hfma_relu(T a, T b, T c) { T r = __hfma(a, b, c); return r.__x > (N)0 || r.__x != r.__x ? r : T(0.0f); }      \
  __WL_HD T __hmax(T a, T b) { return __builtin_bit_cast(T, (N)__builtin_elementwise_maxnum(a.__x, b.__x)); } \
  __WL_HD T __hmin(T a, T b) { return __builtin_bit_cast(T, (N)__builtin_elementwise_minnum(a.__x, b.__x)); } \
  __WL_HD T2 __hmax2(T2 a, T2 b) { return T2(__builtin_elementwise_maxnum((V)a, (V)b)); }                 \
  __WL_HD T2 __hmin2(T2 a, T2 b) { return T2(__builtin_elementwise_minnum((V)a, (V)b)); }                 \
  __WL_HD T __hmax_nan(T a, T b) { return a.__x != a.__x || b.__x != b.__x ? __builtin_bit_cast(T, (unsigned short)0x7fff) : __hmax(a, b); } \
  __WL_HD T __hmin_nan(T a, T b) { return a.__x != a.__x || b.__x != b.__x ? __builtin_bit_cast(T, (unsigned short)0x7fff) : __hmin(a, b); } \
  __WL_HD T2 __hmax2_nan(T2 a, T2 b) { return T2(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }           \
  __WL_HD T2 __hmin2_nan(T2 a, T2 b) { return T2(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }           \
  __WL_HD T2 __hfma2_relu(T2 a, T2 b, T2 c) { return T2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); } \
  __WL_HD T2 __hcmadd(T2 a, T2 b, T2 c) {                                                                 \
    return T2(__hfma(__wl_short_neg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))); \
  }                                                                                                       \
  __WL_HD T2 __lowhigh2highlow(T2 a) { return T2(a.y, a.x); }                                             \
  __WL_HD bool __hisnan(T a) { return a.__x != a.__x; }                                                   \
  __WL_HD int __hisinf(T a) { return __builtin_isinf((float)a) ? ((float)a < 0 ? -1 : 1) : 0; }           \
  __WL_HD T2 __hisnan2(T2 a) { return T2(T(__hisnan(a.x)), T(__hisnan(a.y))); }                           \
  __WL_SHORT_UNARY(T, T2, sqrt, __nvvm_sqrt_approx_f(x))                                                  \
  __WL_SHORT_UNARY(T, T2, rsqrt, __nvvm_rsqrt_approx_f(x))                                                \
  __WL_SHORT_UNARY(T, T2, rcp, __nvvm_div_approx_f(1.0f, x))                                              \
  __WL_SHORT_UNARY(T, T2, exp, __expf(x))                                                                 \
  __WL_SHORT_UNARY(T, T2, exp2, __exp2f(x))                                                               \
  __WL_SHORT_UNARY(T, T2, exp10, __exp10f(x))                                                             \
  __WL_SHORT_UNARY(T, T2, log, __logf(x))                                                                 \
  __WL_SHORT_UNARY(T, T2, log2, __log2f(x))                                                               \
  __WL_SHORT_UNARY(T, T2, log10, __log10f(x))                                                             \
  __WL_SHORT_UNARY(T, T2, sin, __sinf(x))                                                                 \
  __WL_SHORT_UNARY(T, T2, cos, __cosf(x))                                                                 \
  __WL_SHORT_UNARY(T, T2, tanh_approx, __tanhf(x))                                                        \
  __WL_SHORT_UNARY(T, T2, tanh, tanhf(x))                                                                 \
  __WL_SHORT_ROUND(T, T2, V, N, ceil, __builtin_elementwise_ceil)                                         \
  __WL_SHORT_ROUND(T, T2, V, N, floor, __builtin_elementwise_floor)                                       \
  __WL_SHORT_ROUND(T, T2, V, N, trunc, __builtin_elementwise_trunc)                                       \
  __WL_SHORT_ROUND(T, T2, V, N, rint, __builtin_elementwise_rint)                                         \
  __WL_SHORT_SHUFFLE(T, T2, __shfl_sync, int)                                                             \
  __WL_SHORT_SHUFFLE(T, T2, __shfl_up_sync, unsigned int)                                                 \
  __WL_SHORT_SHUFFLE(T, T2, __shfl_down_sync, unsigned int)                                               \
  __WL_SHORT_SHUFFLE(T, T2, __shfl_xor_sync, int)                                                         \
  __WL_HD float __low2float(T2 a) { return a.x; }                                                         \
  __WL_HD float __high2float(T2 a) { return a.y; }                                                        \
  __WL_D T atomicAdd(T* address, T value) {                                                               \
    return __builtin_bit_cast(T, (N)__scoped_atomic_fetch_add((N*)address, value.__x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)); \
  }
