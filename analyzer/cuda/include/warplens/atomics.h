// Atomic functions as relaxed `atomicrmw` / `cmpxchg` IR. No scope suffix means device scope, `_block` block scope,
// `_system` system scope, as in the programming guide. Whether the result is used stays visible in the IR, so a reader
// can tell a reduction (RED) from an atomic that returns (ATOM).
#pragma once

#include "define.h"

#define __WL_FETCH(NAME, SUFFIX, BUILTIN, TYPE, SCOPE)                                                            \
  __WL_D TYPE NAME##SUFFIX(TYPE* address, TYPE value) {                                                           \
    return BUILTIN(address, value, __ATOMIC_RELAXED, SCOPE);                                                      \
  }
#define __WL_FETCH_SCOPES(NAME, BUILTIN, TYPE)                                                                    \
  __WL_FETCH(NAME, , BUILTIN, TYPE, __MEMORY_SCOPE_DEVICE)                                                        \
  __WL_FETCH(NAME, _block, BUILTIN, TYPE, __MEMORY_SCOPE_WRKGRP)                                                  \
  __WL_FETCH(NAME, _system, BUILTIN, TYPE, __MEMORY_SCOPE_SYSTEM)
#define __WL_FETCH_INTEGERS(NAME, BUILTIN)                                                                        \
  __WL_FETCH_SCOPES(NAME, BUILTIN, int)                                                                           \
  __WL_FETCH_SCOPES(NAME, BUILTIN, unsigned int)                                                                  \
  __WL_FETCH_SCOPES(NAME, BUILTIN, unsigned long long)

__WL_FETCH_INTEGERS(atomicAdd, __scoped_atomic_fetch_add)
__WL_FETCH_SCOPES(atomicAdd, __scoped_atomic_fetch_add, float)
__WL_FETCH_SCOPES(atomicAdd, __scoped_atomic_fetch_add, double)
__WL_FETCH_SCOPES(atomicSub, __scoped_atomic_fetch_sub, int)
__WL_FETCH_SCOPES(atomicSub, __scoped_atomic_fetch_sub, unsigned int)
__WL_FETCH_INTEGERS(atomicMin, __scoped_atomic_fetch_min)
__WL_FETCH_SCOPES(atomicMin, __scoped_atomic_fetch_min, long long)
__WL_FETCH_INTEGERS(atomicMax, __scoped_atomic_fetch_max)
__WL_FETCH_SCOPES(atomicMax, __scoped_atomic_fetch_max, long long)
__WL_FETCH_INTEGERS(atomicAnd, __scoped_atomic_fetch_and)
__WL_FETCH_INTEGERS(atomicOr, __scoped_atomic_fetch_or)
__WL_FETCH_INTEGERS(atomicXor, __scoped_atomic_fetch_xor)
__WL_FETCH_INTEGERS(atomicExch, __scoped_atomic_exchange_n)

#undef __WL_FETCH_INTEGERS
#undef __WL_FETCH_SCOPES
#undef __WL_FETCH

#define __WL_OTHERS(SUFFIX, SCOPE)                                                                                \
  __WL_D float atomicExch##SUFFIX(float* address, float value) {                                                  \
    return __builtin_bit_cast(float, __scoped_atomic_exchange_n((unsigned int*)address,                           \
                                       __builtin_bit_cast(unsigned int, value), __ATOMIC_RELAXED, SCOPE));        \
  }                                                                                                               \
  __WL_D int atomicCAS##SUFFIX(int* address, int compare, int value) {                                            \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                                                               \
  }                                                                                                               \
  __WL_D unsigned int atomicCAS##SUFFIX(unsigned int* address, unsigned int compare, unsigned int value) {        \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                                                               \
  }                                                                                                               \
  __WL_D unsigned long long atomicCAS##SUFFIX(unsigned long long* address, unsigned long long compare,            \
                                              unsigned long long value) {                                         \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                                                               \
  }                                                                                                               \
  __WL_D unsigned short atomicCAS##SUFFIX(unsigned short* address, unsigned short compare, unsigned short value) { \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                                                               \
  }
__WL_OTHERS(, __MEMORY_SCOPE_DEVICE)
__WL_OTHERS(_block, __MEMORY_SCOPE_WRKGRP)
__WL_OTHERS(_system, __MEMORY_SCOPE_SYSTEM)
#undef __WL_OTHERS

// LLVM has `atomicrmw uinc_wrap` and `udec_wrap`; clang reaches them through these two.
__WL_D unsigned int atomicInc(unsigned int* address, unsigned int limit) { return __nvvm_atom_inc_gen_ui(address, limit); }
__WL_D unsigned int atomicDec(unsigned int* address, unsigned int limit) { return __nvvm_atom_dec_gen_ui(address, limit); }
