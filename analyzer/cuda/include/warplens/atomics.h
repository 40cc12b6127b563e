// Atomic functions as relaxed `atomicrmw` / `cmpxchg` IR. No suffix means device scope, `_block` block scope, `_system`
// system scope, as in the programming guide; clang has no synchronisation scopes for this target, so the IR does not tell
// them apart. Whether the result is used stays visible, so a reader can tell a reduction (RED) from an atomic that
// returns (ATOM).
#pragma once

#include "../vector_types.h"
#include "define.h"

// The type that an atomic accepts, and one that takes no part in deduction, as `atomicAdd(&f, 1)` needs.
template <typename T, bool CONDITION> struct __wl_when {};
template <typename T> struct __wl_when<T, true> { typedef T type; };
template <typename T> struct __wl_kind { enum { value = 0 }; };
#define __WL_KIND(TYPE, KIND) template <> struct __wl_kind<TYPE> { enum { value = KIND }; };
__WL_KIND(int, 1) __WL_KIND(unsigned int, 1) __WL_KIND(long, 1) __WL_KIND(unsigned long, 1) __WL_KIND(long long, 1)
__WL_KIND(unsigned long long, 1) __WL_KIND(float, 2) __WL_KIND(double, 2)
#undef __WL_KIND
#define __WL_INTEGER typename __wl_when<T, __wl_kind<T>::value == 1>::type
#define __WL_NUMBER typename __wl_when<T, __wl_kind<T>::value != 0>::type

#define __WL_ATOMIC(NAME, BUILTIN, TYPE, SUFFIX, SCOPE)             \
  template <typename T>                                             \
  __WL_D TYPE NAME##SUFFIX(T* address, TYPE value) {                \
    return BUILTIN(address, value, __ATOMIC_RELAXED, SCOPE);        \
  }
#define __WL_ATOMICS(SUFFIX, SCOPE)                                                                      \
  __WL_ATOMIC(atomicAdd, __scoped_atomic_fetch_add, __WL_NUMBER, SUFFIX, SCOPE)                          \
  __WL_ATOMIC(atomicSub, __scoped_atomic_fetch_sub, __WL_INTEGER, SUFFIX, SCOPE)                         \
  __WL_ATOMIC(atomicMin, __scoped_atomic_fetch_min, __WL_INTEGER, SUFFIX, SCOPE)                         \
  __WL_ATOMIC(atomicMax, __scoped_atomic_fetch_max, __WL_INTEGER, SUFFIX, SCOPE)                         \
  __WL_ATOMIC(atomicAnd, __scoped_atomic_fetch_and, __WL_INTEGER, SUFFIX, SCOPE)                         \
  __WL_ATOMIC(atomicOr, __scoped_atomic_fetch_or, __WL_INTEGER, SUFFIX, SCOPE)                           \
  __WL_ATOMIC(atomicXor, __scoped_atomic_fetch_xor, __WL_INTEGER, SUFFIX, SCOPE)                         \
  template <typename T>                                                                                  \
  __WL_D __WL_NUMBER atomicExch##SUFFIX(T* address, __WL_NUMBER value) {                                 \
    T old;                                                                                               \
    __scoped_atomic_exchange(address, &value, &old, __ATOMIC_RELAXED, SCOPE);                            \
    return old;                                                                                          \
  }                                                                                                      \
  template <typename T>                                                                                  \
  __WL_D __WL_INTEGER atomicCAS##SUFFIX(T* address, __WL_INTEGER compare, __WL_INTEGER value) {          \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                                                      \
  }                                                                                                      \
  __WL_D unsigned short atomicCAS##SUFFIX(unsigned short* address, unsigned short compare, unsigned short value) { \
    __scoped_atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                                                      \
  }

__WL_ATOMICS(, __MEMORY_SCOPE_DEVICE)
__WL_ATOMICS(_block, __MEMORY_SCOPE_WRKGRP)
__WL_ATOMICS(_system, __MEMORY_SCOPE_SYSTEM)
#undef __WL_ATOMICS
#undef __WL_ATOMIC
#undef __WL_INTEGER
#undef __WL_NUMBER

// `atomicrmw uinc_wrap` and `udec_wrap`: clang reaches them through these built-ins only.
__WL_D unsigned int atomicInc(unsigned int* address, unsigned int limit) { return __nvvm_atom_inc_gen_ui(address, limit); }
__WL_D unsigned int atomicDec(unsigned int* address, unsigned int limit) { return __nvvm_atom_dec_gen_ui(address, limit); }
#define atomicInc_block atomicInc
#define atomicInc_system atomicInc
#define atomicDec_block atomicDec
#define atomicDec_system atomicDec

// Several neighbouring floats by one instruction (`atom.global.add.v2.f32`), each of them atomically, from sm_90 on.
typedef float __wl_floats2 __attribute__((ext_vector_type(2)));
typedef float __wl_floats4 __attribute__((ext_vector_type(4)));
extern "C" __device__ __wl_floats2 __wl_atomic_add_f32x2(void* address, float x, float y);
extern "C" __device__ __wl_floats4 __wl_atomic_add_f32x4(void* address, float x, float y, float z, float w);
#define __WL_NEIGHBOURS(NAME)                                                                    \
  __WL_D float2 NAME(float2* address, float2 value) {                                            \
    __wl_floats2 old = __wl_atomic_add_f32x2(address, value.x, value.y);                         \
    return float2{old.x, old.y};                                                                 \
  }                                                                                              \
  __WL_D float4 NAME(float4* address, float4 value) {                                            \
    __wl_floats4 old = __wl_atomic_add_f32x4(address, value.x, value.y, value.z, value.w);       \
    return float4{old.x, old.y, old.z, old.w};                                                   \
  }
__WL_NEIGHBOURS(atomicAdd)
__WL_NEIGHBOURS(atomicAdd_block)
__WL_NEIGHBOURS(atomicAdd_system)
#undef __WL_NEIGHBOURS
