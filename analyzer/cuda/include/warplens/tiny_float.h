// Floating-point numbers of eight bits and less: the code of a number, and the types around the storage. Rounding is to
// nearest even; numbers that are too large become the largest one.
#pragma once

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../device_types.h"

__WL_HD bool __wl_is_negative(double x) { return __builtin_bit_cast(unsigned long long, x) >> 63; }
// A number without its sign: whole units of the last place, with ties to even, then the bits; `over` for what is larger
// than the code `most`. NaN is the caller's.
__WL_HD unsigned int __wl_tiny_code(double x, int fraction, int bias, unsigned int most, unsigned int over) {
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x) & 0x7fffffffffffffffull;
  int exponent = (int)(bits >> 52) - 1023;
  if (exponent > bias + 1) return over;
  // Below the least normal number the last place stays where it is.
  int shift = 52 - fraction + (exponent < 1 - bias ? 1 - bias - exponent : 0);
  if (shift >= 56) return 0;
  unsigned long long mantissa = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  unsigned long long rest = mantissa & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  unsigned int code = (unsigned int)(mantissa >> shift);
  if (rest > half || (rest == half && (code & 1))) ++code;
  if (exponent >= 1 - bias) code += (unsigned int)(exponent + bias - 1) << fraction;
  return code > most ? over : code;
}

// A call with a value and the arguments in parentheses that say how.
#define __WL_BARE(...) __VA_ARGS__
#define __WL_WITH(VALUE, HOW) (VALUE, __WL_BARE HOW)
// Whole numbers of at least 16 bits pass through a half; bytes are held within their range, and NaN is 0.
#define __WL_TINY_TO_WHOLE(TYPE, NAME) \
  explicit __host__ __device__ operator TYPE() const { return (TYPE)__half2##NAME##_rz(__half(*this)); }
#define __WL_TINY_TO_BYTE(TYPE, NAME) \
  explicit __host__ __device__ operator TYPE() const { return (TYPE)__wl_half2##NAME(float(*this)); }
#define __WL_TINY_FLOAT(ONE, TWO, FOUR, FORMAT, SHIFT, DIGITS, KIND, TO)                                               \
  struct __nv_##ONE {                                                                                                  \
    __nv_##FORMAT##_storage_t __x;                                                                                     \
    __nv_##ONE() = default;                                                                                            \
    template <typename A, typename = typename __wl_real<A>::type>                                                      \
    explicit __host__ __device__ __nv_##ONE(A x) : __x(__nv_cvt_float_to_##FORMAT __WL_WITH((float)x, TO)) {}          \
    explicit __host__ __device__ __nv_##ONE(double x) : __x(__nv_cvt_double_to_##FORMAT __WL_WITH(x, TO)) {}           \
    explicit __host__ __device__ __nv_##ONE(__half x) : __x(__nv_cvt_halfraw_to_##FORMAT __WL_WITH(x, TO)) {}          \
    explicit __host__ __device__ __nv_##ONE(__nv_bfloat16 x) : __x(__nv_cvt_float_to_##FORMAT __WL_WITH((float)x, TO)) {} \
    explicit __host__ __device__ operator __half() const { return __half(__nv_cvt_##FORMAT##_to_halfraw __WL_WITH(__x, KIND)); } \
    explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_bfloat16(float(*this)); }                \
    explicit __host__ __device__ operator float() const { return (float)__half(__nv_cvt_##FORMAT##_to_halfraw __WL_WITH(__x, KIND)); } \
    explicit __host__ __device__ operator double() const { return (double)float(*this); }                              \
    __WL_TINY_TO_BYTE(unsigned char, uchar)                                                                         \
    __WL_TINY_TO_BYTE(signed char, char)                                                                            \
    __WL_TINY_TO_BYTE(char, char)                                                                                   \
    __WL_TINY_TO_WHOLE(short, short)                                                                                \
    __WL_TINY_TO_WHOLE(unsigned short, ushort)                                                                      \
    __WL_TINY_TO_WHOLE(int, int)                                                                                    \
    __WL_TINY_TO_WHOLE(unsigned int, uint)                                                                          \
    __WL_TINY_TO_WHOLE(long, ll)                                                                                    \
    __WL_TINY_TO_WHOLE(unsigned long, ull)                                                                          \
    __WL_TINY_TO_WHOLE(long long, ll)                                                                               \
    __WL_TINY_TO_WHOLE(unsigned long long, ull)                                                                     \
    explicit __host__ __device__ operator bool() const { return (__x & (DIGITS)) != 0; }                               \
  };                                                                                                                   \
  struct __nv_##TWO {                                                                                                  \
    __nv_##FORMAT##x2_storage_t __x;                                                                                   \
    __nv_##TWO() = default;                                                                                            \
    explicit __host__ __device__ __nv_##TWO(float2 x) : __x(__nv_cvt_float2_to_##FORMAT##x2 __WL_WITH(x, TO)) {}       \
    explicit __host__ __device__ __nv_##TWO(double2 x) : __x(__nv_cvt_double2_to_##FORMAT##x2 __WL_WITH(x, TO)) {}     \
    explicit __host__ __device__ __nv_##TWO(__half2 x)                                                                 \
        : __x(__nv_cvt_halfraw2_to_##FORMAT##x2 __WL_WITH(__half2_raw(x), TO)) {}                                      \
    explicit __host__ __device__ __nv_##TWO(__nv_bfloat162 x)                                                          \
        : __x(__nv_cvt_bfloat16raw2_to_##FORMAT##x2 __WL_WITH(__nv_bfloat162_raw(x), TO)) {}                           \
    explicit __host__ __device__ operator __half2() const { return __half2(__nv_cvt_##FORMAT##x2_to_halfraw2 __WL_WITH(__x, KIND)); } \
    explicit __host__ __device__ operator float2() const { return __half22float2(__half2(*this)); }                    \
  };                                                                                                                   \
  struct __nv_##FOUR {                                                                                                 \
    __nv_##FORMAT##x4_storage_t __x;                                                                                   \
    __nv_##FOUR() = default;                                                                                           \
    explicit __host__ __device__ __nv_##FOUR(__nv_##TWO low, __nv_##TWO high)                                          \
        : __x((__nv_##FORMAT##x4_storage_t)((unsigned int)high.__x << (SHIFT) | low.__x)) {}                           \
    explicit __host__ __device__ __nv_##FOUR(__half2 low, __half2 high)                                                \
        : __nv_##FOUR(__nv_##TWO(low), __nv_##TWO(high)) {}                                                            \
    explicit __host__ __device__ __nv_##FOUR(__nv_bfloat162 low, __nv_bfloat162 high)                                  \
        : __nv_##FOUR(__nv_##TWO(low), __nv_##TWO(high)) {}                                                            \
    explicit __host__ __device__ __nv_##FOUR(float4 x)                                                                 \
        : __nv_##FOUR(__nv_##TWO(float2{x.x, x.y}), __nv_##TWO(float2{x.z, x.w})) {}                                   \
    explicit __host__ __device__ __nv_##FOUR(double4 x)                                                                \
        : __nv_##FOUR(__nv_##TWO(double2{x.x, x.y}), __nv_##TWO(double2{x.z, x.w})) {}                                 \
    explicit __host__ __device__ operator float4() const {                                                             \
      __nv_##TWO low, high;                                                                                            \
      low.__x = (__nv_##FORMAT##x2_storage_t)__x;                                                                      \
      high.__x = (__nv_##FORMAT##x2_storage_t)(__x >> (SHIFT));                                                        \
      float2 a = (float2)low, b = (float2)high;                                                                        \
      return float4{a.x, a.y, b.x, b.y};                                                                               \
    }                                                                                                                  \
  };
