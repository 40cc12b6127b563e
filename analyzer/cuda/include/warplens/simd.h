// Instructions on packed bytes and halfwords inside one 32-bit register. Written as vector arithmetic, so that the IR
// shows `<4 x i8>` and `<2 x i16>` operations. Function-like macros, because a hundred functions would cost every compile.
#pragma once

#include "define.h"

typedef unsigned char __wl_u4 __attribute__((ext_vector_type(4)));
typedef signed char __wl_s4 __attribute__((ext_vector_type(4)));
typedef unsigned short __wl_u2 __attribute__((ext_vector_type(2)));
typedef short __wl_s2 __attribute__((ext_vector_type(2)));

#define __WL_AS(TYPE, x) __builtin_bit_cast(__wl_##TYPE, (unsigned int)(x))
// A function, so that a name may be qualified: `::__vadd2(a, b)`.
template <typename T> __WL_D unsigned int __wl_packed(T v) { return __builtin_bit_cast(unsigned int, v); }
#define __WL_WORD(v) __wl_packed(v)

#define __vadd2(a, b) __WL_WORD(__WL_AS(u2, a) + __WL_AS(u2, b))
#define __vsub2(a, b) __WL_WORD(__WL_AS(u2, a) - __WL_AS(u2, b))
#define __vaddus2(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vsubus2(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vminu2(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vmaxu2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vabsdiffu2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u2, a), __WL_AS(u2, b)) - __builtin_elementwise_min(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vaddss2(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vsubss2(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vmins2(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vmaxs2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vabsdiffs2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s2, a), __WL_AS(s2, b)) - __builtin_elementwise_min(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vabs2(a) __WL_WORD(__builtin_elementwise_abs(__WL_AS(s2, a)))
#define __vabsss2(a) __WL_WORD(__builtin_elementwise_max(__WL_AS(s2, a), __builtin_elementwise_sub_sat(__wl_s2(0), __WL_AS(s2, a))))
#define __vneg2(a) __WL_WORD(-__WL_AS(s2, a))
#define __vnegss2(a) __WL_WORD(__builtin_elementwise_sub_sat(__wl_s2(0), __WL_AS(s2, a)))
#define __vavgu2(a, b) __WL_WORD((__WL_AS(u2, a) | __WL_AS(u2, b)) - ((__WL_AS(u2, a) ^ __WL_AS(u2, b)) >> 1))
#define __vhaddu2(a, b) __WL_WORD((__WL_AS(u2, a) & __WL_AS(u2, b)) + ((__WL_AS(u2, a) ^ __WL_AS(u2, b)) >> 1))
#define __vcmpeq2(a, b) __WL_WORD(__WL_AS(u2, a) == __WL_AS(u2, b))
#define __vseteq2(a, b) __WL_WORD((__WL_AS(u2, a) == __WL_AS(u2, b)) & 1)
#define __vcmpne2(a, b) __WL_WORD(__WL_AS(u2, a) != __WL_AS(u2, b))
#define __vsetne2(a, b) __WL_WORD((__WL_AS(u2, a) != __WL_AS(u2, b)) & 1)
#define __vcmpgtu2(a, b) __WL_WORD(__WL_AS(u2, a) > __WL_AS(u2, b))
#define __vsetgtu2(a, b) __WL_WORD((__WL_AS(u2, a) > __WL_AS(u2, b)) & 1)
#define __vcmpgts2(a, b) __WL_WORD(__WL_AS(s2, a) > __WL_AS(s2, b))
#define __vsetgts2(a, b) __WL_WORD((__WL_AS(s2, a) > __WL_AS(s2, b)) & 1)
#define __vcmpgeu2(a, b) __WL_WORD(__WL_AS(u2, a) >= __WL_AS(u2, b))
#define __vsetgeu2(a, b) __WL_WORD((__WL_AS(u2, a) >= __WL_AS(u2, b)) & 1)
#define __vcmpges2(a, b) __WL_WORD(__WL_AS(s2, a) >= __WL_AS(s2, b))
#define __vsetges2(a, b) __WL_WORD((__WL_AS(s2, a) >= __WL_AS(s2, b)) & 1)
#define __vcmpltu2(a, b) __WL_WORD(__WL_AS(u2, a) < __WL_AS(u2, b))
#define __vsetltu2(a, b) __WL_WORD((__WL_AS(u2, a) < __WL_AS(u2, b)) & 1)
#define __vcmplts2(a, b) __WL_WORD(__WL_AS(s2, a) < __WL_AS(s2, b))
#define __vsetlts2(a, b) __WL_WORD((__WL_AS(s2, a) < __WL_AS(s2, b)) & 1)
#define __vcmpleu2(a, b) __WL_WORD(__WL_AS(u2, a) <= __WL_AS(u2, b))
#define __vsetleu2(a, b) __WL_WORD((__WL_AS(u2, a) <= __WL_AS(u2, b)) & 1)
#define __vcmples2(a, b) __WL_WORD(__WL_AS(s2, a) <= __WL_AS(s2, b))
#define __vsetles2(a, b) __WL_WORD((__WL_AS(s2, a) <= __WL_AS(s2, b)) & 1)
#define __vadd4(a, b) __WL_WORD(__WL_AS(u4, a) + __WL_AS(u4, b))
#define __vsub4(a, b) __WL_WORD(__WL_AS(u4, a) - __WL_AS(u4, b))
#define __vaddus4(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vsubus4(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vminu4(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vmaxu4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vabsdiffu4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u4, a), __WL_AS(u4, b)) - __builtin_elementwise_min(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vaddss4(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vsubss4(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vmins4(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vmaxs4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vabsdiffs4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s4, a), __WL_AS(s4, b)) - __builtin_elementwise_min(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vabs4(a) __WL_WORD(__builtin_elementwise_abs(__WL_AS(s4, a)))
#define __vabsss4(a) __WL_WORD(__builtin_elementwise_max(__WL_AS(s4, a), __builtin_elementwise_sub_sat(__wl_s4(0), __WL_AS(s4, a))))
#define __vneg4(a) __WL_WORD(-__WL_AS(s4, a))
#define __vnegss4(a) __WL_WORD(__builtin_elementwise_sub_sat(__wl_s4(0), __WL_AS(s4, a)))
#define __vavgu4(a, b) __WL_WORD((__WL_AS(u4, a) | __WL_AS(u4, b)) - ((__WL_AS(u4, a) ^ __WL_AS(u4, b)) >> 1))
#define __vhaddu4(a, b) __WL_WORD((__WL_AS(u4, a) & __WL_AS(u4, b)) + ((__WL_AS(u4, a) ^ __WL_AS(u4, b)) >> 1))
#define __vcmpeq4(a, b) __WL_WORD(__WL_AS(u4, a) == __WL_AS(u4, b))
#define __vseteq4(a, b) __WL_WORD((__WL_AS(u4, a) == __WL_AS(u4, b)) & 1)
#define __vcmpne4(a, b) __WL_WORD(__WL_AS(u4, a) != __WL_AS(u4, b))
#define __vsetne4(a, b) __WL_WORD((__WL_AS(u4, a) != __WL_AS(u4, b)) & 1)
#define __vcmpgtu4(a, b) __WL_WORD(__WL_AS(u4, a) > __WL_AS(u4, b))
#define __vsetgtu4(a, b) __WL_WORD((__WL_AS(u4, a) > __WL_AS(u4, b)) & 1)
#define __vcmpgts4(a, b) __WL_WORD(__WL_AS(s4, a) > __WL_AS(s4, b))
#define __vsetgts4(a, b) __WL_WORD((__WL_AS(s4, a) > __WL_AS(s4, b)) & 1)
#define __vcmpgeu4(a, b) __WL_WORD(__WL_AS(u4, a) >= __WL_AS(u4, b))
#define __vsetgeu4(a, b) __WL_WORD((__WL_AS(u4, a) >= __WL_AS(u4, b)) & 1)
#define __vcmpges4(a, b) __WL_WORD(__WL_AS(s4, a) >= __WL_AS(s4, b))
#define __vsetges4(a, b) __WL_WORD((__WL_AS(s4, a) >= __WL_AS(s4, b)) & 1)
#define __vcmpltu4(a, b) __WL_WORD(__WL_AS(u4, a) < __WL_AS(u4, b))
#define __vsetltu4(a, b) __WL_WORD((__WL_AS(u4, a) < __WL_AS(u4, b)) & 1)
#define __vcmplts4(a, b) __WL_WORD(__WL_AS(s4, a) < __WL_AS(s4, b))
#define __vsetlts4(a, b) __WL_WORD((__WL_AS(s4, a) < __WL_AS(s4, b)) & 1)
#define __vcmpleu4(a, b) __WL_WORD(__WL_AS(u4, a) <= __WL_AS(u4, b))
#define __vsetleu4(a, b) __WL_WORD((__WL_AS(u4, a) <= __WL_AS(u4, b)) & 1)
#define __vcmples4(a, b) __WL_WORD(__WL_AS(s4, a) <= __WL_AS(s4, b))
#define __vsetles4(a, b) __WL_WORD((__WL_AS(s4, a) <= __WL_AS(s4, b)) & 1)

template <typename V>
__WL_HD unsigned int __wl_parts(unsigned int word) {
  V parts = __builtin_bit_cast(V, word);
  unsigned int sum = 0;
#pragma unroll
  for (unsigned int i = 0; i < 4 / sizeof(parts.x); ++i) sum += parts[i];
  return sum;
}
template <typename V>
__WL_HD unsigned int __wl_average(unsigned int a, unsigned int b) {
  V x = __builtin_bit_cast(V, a), y = __builtin_bit_cast(V, b), result;
#pragma unroll
  for (unsigned int i = 0; i < 4 / sizeof(x.x); ++i) {
    int sum = x[i] + y[i];
    result[i] = (sum + (sum >= 0)) >> 1;
  }
  return __builtin_bit_cast(unsigned int, result);
}
// Signed averages round away from zero at the middle; sums of absolute differences add up the parts.
#define __vavgs2(a, b) __wl_average<__wl_s2>(a, b)
#define __vavgs4(a, b) __wl_average<__wl_s4>(a, b)
#define __vsadu2(a, b) __wl_parts<__wl_u2>(__vabsdiffu2(a, b))
#define __vsads2(a, b) __wl_parts<__wl_u2>(__vabsdiffs2(a, b))
#define __vsadu4(a, b) __wl_parts<__wl_u4>(__vabsdiffu4(a, b))
#define __vsads4(a, b) __wl_parts<__wl_u4>(__vabsdiffs4(a, b))
// Dot products of packed bytes, and of two halfwords with the low or high two bytes.
__WL_HD int __dp4a(int a, int b, int c) {
  __wl_s4 x = __WL_AS(s4, a), y = __WL_AS(s4, b);
  return c + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
__WL_HD unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  __wl_u4 x = __WL_AS(u4, a), y = __WL_AS(u4, b);
  return c + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
#define __WL_DP2A(NAME, T, V2, V4, FIRST, SECOND)                    \
  __WL_HD T NAME(T a, T b, T c) {                                    \
    __wl_##V2 x = __WL_AS(V2, a);                                    \
    __wl_##V4 y = __WL_AS(V4, b);                                    \
    return c + x.x * y.FIRST + x.y * y.SECOND;                       \
  }
__WL_DP2A(__dp2a_lo, int, s2, s4, x, y)
__WL_DP2A(__dp2a_hi, int, s2, s4, z, w)
__WL_DP2A(__dp2a_lo, unsigned int, u2, u4, x, y)
__WL_DP2A(__dp2a_hi, unsigned int, u2, u4, z, w)
#undef __WL_DP2A
#define __WL_DOT(NAME, TYPE, WORD, A, B) \
  __WL_HD TYPE NAME(A a, B b, TYPE c) { return NAME(__builtin_bit_cast(WORD, a), __builtin_bit_cast(WORD, b), c); }
__WL_DOT(__dp4a, int, int, char4, char4)
__WL_DOT(__dp4a, unsigned int, unsigned int, uchar4, uchar4)
__WL_DOT(__dp2a_lo, int, int, short2, char4)
__WL_DOT(__dp2a_hi, int, int, short2, char4)
__WL_DOT(__dp2a_lo, unsigned int, unsigned int, ushort2, uchar4)
__WL_DOT(__dp2a_hi, unsigned int, unsigned int, ushort2, uchar4)
#undef __WL_DOT
// Sums and extremes in one: of a word, and of two halfwords (`_s16x2`, `_u16x2`); `_relu` is not below zero.
#define __WL_EXTREMES(SUFFIX, T, WORD)                                                                                   \
  __WL_HD WORD __vimax3_##SUFFIX(WORD a, WORD b, WORD c) { return __wl_greater<T>(__wl_greater<T>(a, b), c); }             \
  __WL_HD WORD __vimin3_##SUFFIX(WORD a, WORD b, WORD c) { return __wl_lesser<T>(__wl_lesser<T>(a, b), c); }               \
  __WL_HD WORD __viaddmax_##SUFFIX(WORD a, WORD b, WORD c) { return __wl_greater<T>(__wl_sum<T>(a, b), c); }               \
  __WL_HD WORD __viaddmin_##SUFFIX(WORD a, WORD b, WORD c) { return __wl_lesser<T>(__wl_sum<T>(a, b), c); }
#define __WL_RELU(SUFFIX, T, WORD)                                                                                       \
  __WL_HD WORD __vimax_##SUFFIX##_relu(WORD a, WORD b) { return __wl_greater<T>(__wl_greater<T>(a, b), 0); }               \
  __WL_HD WORD __vimin_##SUFFIX##_relu(WORD a, WORD b) { return __wl_greater<T>(__wl_lesser<T>(a, b), 0); }                \
  __WL_HD WORD __vimax3_##SUFFIX##_relu(WORD a, WORD b, WORD c) { return __wl_greater<T>(__vimax3_##SUFFIX(a, b, c), 0); } \
  __WL_HD WORD __vimin3_##SUFFIX##_relu(WORD a, WORD b, WORD c) { return __wl_greater<T>(__vimin3_##SUFFIX(a, b, c), 0); } \
  __WL_HD WORD __viaddmax_##SUFFIX##_relu(WORD a, WORD b, WORD c) { return __wl_greater<T>(__viaddmax_##SUFFIX(a, b, c), 0); } \
  __WL_HD WORD __viaddmin_##SUFFIX##_relu(WORD a, WORD b, WORD c) { return __wl_greater<T>(__viaddmin_##SUFFIX(a, b, c), 0); }
template <typename T> __WL_HD unsigned int __wl_greater(unsigned int a, unsigned int b) {
  return __WL_WORD(__builtin_elementwise_max(__builtin_bit_cast(T, a), __builtin_bit_cast(T, b)));
}
template <typename T> __WL_HD unsigned int __wl_lesser(unsigned int a, unsigned int b) {
  return __WL_WORD(__builtin_elementwise_min(__builtin_bit_cast(T, a), __builtin_bit_cast(T, b)));
}
template <typename T> __WL_HD unsigned int __wl_sum(unsigned int a, unsigned int b) {
  return __WL_WORD(__builtin_bit_cast(T, a) + __builtin_bit_cast(T, b));
}
__WL_EXTREMES(s16x2, __wl_s2, unsigned int)
__WL_EXTREMES(u16x2, __wl_u2, unsigned int)
__WL_EXTREMES(s32, int, int)
__WL_EXTREMES(u32, unsigned int, unsigned int)
__WL_RELU(s16x2, __wl_s2, unsigned int)
__WL_RELU(s32, int, int)
#undef __WL_EXTREMES
#undef __WL_RELU
// The greater (lesser) and whether it was the first operand.
#define __WL_CHOICE(NAME, T, OP)                                   \
  __WL_HD T NAME(T a, T b, bool* first) {                          \
    *first = a OP b;                                               \
    return *first ? a : b;                                         \
  }
__WL_CHOICE(__vibmax_s32, int, >=)
__WL_CHOICE(__vibmin_s32, int, <=)
__WL_CHOICE(__vibmax_u32, unsigned int, >=)
__WL_CHOICE(__vibmin_u32, unsigned int, <=)
#undef __WL_CHOICE
#define __WL_CHOICES(NAME, V, OP)                                                                    \
  __WL_HD unsigned int NAME(unsigned int a, unsigned int b, bool* high, bool* low) {                 \
    V x = __builtin_bit_cast(V, a), y = __builtin_bit_cast(V, b), result;                            \
    *high = x.y OP y.y;                                                                              \
    *low = x.x OP y.x;                                                                               \
    result.x = *low ? x.x : y.x;                                                                     \
    result.y = *high ? x.y : y.y;                                                                    \
    return __builtin_bit_cast(unsigned int, result);                                                 \
  }
__WL_CHOICES(__vibmax_s16x2, __wl_s2, >=)
__WL_CHOICES(__vibmin_s16x2, __wl_s2, <=)
__WL_CHOICES(__vibmax_u16x2, __wl_u2, >=)
__WL_CHOICES(__vibmin_u16x2, __wl_u2, <=)
#undef __WL_CHOICES
