// Warp-wide functions: shuffles, votes, match, reduce, activemask. Each is one llvm.nvvm.* intrinsic; 64-bit values move in
// two 32-bit halves, as hardware does it. The last operand of a shuffle packs the segment mask and the clamp, as PTX
// documents it for `shfl.sync`.
#pragma once

#include "define.h"

#define __activemask __nvvm_activemask
__WL_D void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
__WL_D int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate != 0); }
__WL_D int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate != 0); }
__WL_D int __uni_sync(unsigned int mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate != 0); }
__WL_D unsigned int __ballot_sync(unsigned int mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate != 0); }

// What an object of a class is converted to for a shuffle: the type of the overload that takes it, as nvcc has one for each type.
int __wl_taken(int);
unsigned int __wl_taken(unsigned int);
long __wl_taken(long);
unsigned long __wl_taken(unsigned long);
long long __wl_taken(long long);
unsigned long long __wl_taken(unsigned long long);
float __wl_taken(float);
double __wl_taken(double);
template <typename T> T __wl_some();
template <typename T, typename R = decltype(__wl_taken(__wl_some<T>()))> struct __wl_taking { typedef R type; };
template <typename T, typename R = void> struct __wl_converted {};
template <typename T> struct __wl_converted<T, decltype((void)__wl_taken(__wl_some<T>()))> : __wl_taking<T> {};
template <typename T> struct __wl_shuffled : __wl_converted<T> {};
#define __WL_SHUFFLED(TYPE) template <> struct __wl_shuffled<TYPE> { typedef TYPE type; };
__WL_SHUFFLED(int) __WL_SHUFFLED(unsigned int) __WL_SHUFFLED(long) __WL_SHUFFLED(unsigned long) __WL_SHUFFLED(long long)
__WL_SHUFFLED(unsigned long long) __WL_SHUFFLED(float) __WL_SHUFFLED(double)
// Narrower types arrive as int.
#define __WL_WIDENED(TYPE) template <> struct __wl_shuffled<TYPE> { typedef int type; };
__WL_WIDENED(bool) __WL_WIDENED(char) __WL_WIDENED(signed char) __WL_WIDENED(unsigned char) __WL_WIDENED(short)
__WL_WIDENED(unsigned short)
#undef __WL_SHUFFLED
#undef __WL_WIDENED

#define __WL_SHUFFLE(NAME, BUILTIN, LANE, CLAMP)                                                             \
  template <typename T>                                                                                      \
  __WL_D typename __wl_shuffled<T>::type NAME(unsigned int mask, T from, LANE lane, int width = 32) {        \
    typedef typename __wl_shuffled<T>::type R;                                                               \
    R value = from;                                                                                          \
    int shape = (32 - width) << 8 | CLAMP;                                                                   \
    if constexpr (sizeof(R) == 4) {                                                                          \
      return __builtin_bit_cast(R, BUILTIN(mask, __builtin_bit_cast(int, value), lane, shape));              \
    } else {                                                                                                 \
      unsigned long long bits = __builtin_bit_cast(unsigned long long, value);                               \
      unsigned int low = BUILTIN(mask, (int)bits, lane, shape);                                              \
      unsigned int high = BUILTIN(mask, (int)(bits >> 32), lane, shape);                                     \
      return __builtin_bit_cast(R, (unsigned long long)high << 32 | low);                                    \
    }                                                                                                        \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++17-extensions"
__WL_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_i32, int, 31)
__WL_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_i32, unsigned int, 0)
__WL_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_i32, unsigned int, 31)
__WL_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_i32, int, 31)
#pragma clang diagnostic pop
#undef __WL_SHUFFLE

// The forms without a mask left the hardware with compute capability 7.0; old code still spells them. They act on the
// whole warp here.
#define __shfl(...) __shfl_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(0xffffffffu, __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(0xffffffffu, __VA_ARGS__)
__WL_D int __all(int predicate) { return __all_sync(0xffffffffu, predicate); }
__WL_D int __any(int predicate) { return __any_sync(0xffffffffu, predicate); }
__WL_D unsigned int __ballot(int predicate) { return __ballot_sync(0xffffffffu, predicate); }

#define __WL_MATCH(TYPE, BITS, WIDTH)                                                                           \
  __WL_D unsigned int __match_any_sync(unsigned int mask, TYPE value) {                                         \
    return __nvvm_match_any_sync_##WIDTH(mask, __builtin_bit_cast(BITS, value));                                \
  }                                                                                                             \
  __WL_D unsigned int __match_all_sync(unsigned int mask, TYPE value, int* predicate) {                         \
    return __nvvm_match_all_sync_##WIDTH##p(mask, __builtin_bit_cast(BITS, value), predicate);                  \
  }
__WL_MATCH(int, unsigned int, i32)
__WL_MATCH(unsigned int, unsigned int, i32)
__WL_MATCH(float, unsigned int, i32)
__WL_MATCH(long, unsigned long long, i64)
__WL_MATCH(unsigned long, unsigned long long, i64)
__WL_MATCH(long long, unsigned long long, i64)
__WL_MATCH(unsigned long long, unsigned long long, i64)
__WL_MATCH(double, unsigned long long, i64)
#undef __WL_MATCH

__WL_D unsigned int __reduce_add_sync(unsigned int mask, unsigned int value) { return __nvvm_redux_sync_add(value, mask); }
__WL_D int __reduce_add_sync(unsigned int mask, int value) { return __nvvm_redux_sync_add(value, mask); }
__WL_D unsigned int __reduce_min_sync(unsigned int mask, unsigned int value) { return __nvvm_redux_sync_umin(value, mask); }
__WL_D int __reduce_min_sync(unsigned int mask, int value) { return __nvvm_redux_sync_min(value, mask); }
__WL_D unsigned int __reduce_max_sync(unsigned int mask, unsigned int value) { return __nvvm_redux_sync_umax(value, mask); }
__WL_D int __reduce_max_sync(unsigned int mask, int value) { return __nvvm_redux_sync_max(value, mask); }
#define __reduce_and_sync(mask, value) ((unsigned int)__nvvm_redux_sync_and(value, mask))
#define __reduce_or_sync(mask, value) ((unsigned int)__nvvm_redux_sync_or(value, mask))
#define __reduce_xor_sync(mask, value) ((unsigned int)__nvvm_redux_sync_xor(value, mask))
