// Warp-wide functions: shuffles, votes, match, reduce, activemask. Each is one llvm.nvvm.* intrinsic; wider types are
// moved in 32-bit halves, as hardware does it. The `c` operand of a shuffle packs the segment mask and the clamp as PTX
// `shfl.sync` documents it.
#pragma once

#include "define.h"

__WL_D unsigned int __activemask() { return __nvvm_activemask(); }
__WL_D void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
__WL_D int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate != 0); }
__WL_D int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate != 0); }
__WL_D int __uni_sync(unsigned int mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate != 0); }
__WL_D unsigned int __ballot_sync(unsigned int mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate != 0); }
// The forms without a mask were removed from the hardware at compute capability 7.0; old code still spells them.
__WL_D int __all(int predicate) { return __nvvm_vote_all_sync(0xffffffffu, predicate != 0); }
__WL_D int __any(int predicate) { return __nvvm_vote_any_sync(0xffffffffu, predicate != 0); }
__WL_D unsigned int __ballot(int predicate) { return __nvvm_vote_ballot_sync(0xffffffffu, predicate != 0); }

#define __WL_SHUFFLE(NAME, BUILTIN, OPERAND, CLAMP)                                                              \
  __WL_D int NAME(unsigned int mask, int value, OPERAND, int width = 32) {                                       \
    return BUILTIN(mask, value, lane, ((32 - width) << 8) | CLAMP);                                              \
  }                                                                                                              \
  __WL_D unsigned int NAME(unsigned int mask, unsigned int value, OPERAND, int width = 32) {                     \
    return (unsigned int)NAME(mask, (int)value, lane, width);                                                    \
  }                                                                                                              \
  __WL_D float NAME(unsigned int mask, float value, OPERAND, int width = 32) {                                   \
    return __builtin_bit_cast(float, NAME(mask, __builtin_bit_cast(int, value), lane, width));                   \
  }                                                                                                              \
  __WL_D unsigned long long NAME(unsigned int mask, unsigned long long value, OPERAND, int width = 32) {         \
    unsigned int low = (unsigned int)NAME(mask, (int)(unsigned int)value, lane, width);                          \
    unsigned int high = (unsigned int)NAME(mask, (int)(unsigned int)(value >> 32), lane, width);                 \
    return (unsigned long long)high << 32 | low;                                                                 \
  }                                                                                                              \
  __WL_D long long NAME(unsigned int mask, long long value, OPERAND, int width = 32) {                           \
    return (long long)NAME(mask, (unsigned long long)value, lane, width);                                        \
  }                                                                                                              \
  __WL_D unsigned long NAME(unsigned int mask, unsigned long value, OPERAND, int width = 32) {                   \
    return (unsigned long)NAME(mask, (unsigned long long)value, lane, width);                                    \
  }                                                                                                              \
  __WL_D long NAME(unsigned int mask, long value, OPERAND, int width = 32) {                                     \
    return (long)NAME(mask, (unsigned long long)value, lane, width);                                             \
  }                                                                                                              \
  __WL_D double NAME(unsigned int mask, double value, OPERAND, int width = 32) {                                 \
    return __builtin_bit_cast(double, NAME(mask, __builtin_bit_cast(unsigned long long, value), lane, width));   \
  }

__WL_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_i32, int lane, 31)
__WL_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_i32, unsigned int lane, 0)
__WL_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_i32, unsigned int lane, 31)
__WL_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_i32, int lane, 31)
#undef __WL_SHUFFLE

template <typename T> __WL_D T __shfl(T value, int lane, int width = 32) { return __shfl_sync(0xffffffffu, value, lane, width); }
template <typename T> __WL_D T __shfl_up(T value, unsigned int delta, int width = 32) { return __shfl_up_sync(0xffffffffu, value, delta, width); }
template <typename T> __WL_D T __shfl_down(T value, unsigned int delta, int width = 32) { return __shfl_down_sync(0xffffffffu, value, delta, width); }
template <typename T> __WL_D T __shfl_xor(T value, int lanes, int width = 32) { return __shfl_xor_sync(0xffffffffu, value, lanes, width); }

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
__WL_D unsigned int __reduce_and_sync(unsigned int mask, unsigned int value) { return __nvvm_redux_sync_and(value, mask); }
__WL_D unsigned int __reduce_or_sync(unsigned int mask, unsigned int value) { return __nvvm_redux_sync_or(value, mask); }
__WL_D unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value) { return __nvvm_redux_sync_xor(value, mask); }
