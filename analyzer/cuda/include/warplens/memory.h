// Barriers, fences, clocks, address-space tests, loads and stores with a cache operator.
#pragma once

#include "../vector_types.h"
#include "define.h"
#include "size.h"

// `__syncthreads` itself is a clang built-in.
#define __syncthreads_count(predicate) __nvvm_bar0_popc((predicate) != 0)
#define __syncthreads_and(predicate) __nvvm_bar0_and((predicate) != 0)
#define __syncthreads_or(predicate) __nvvm_bar0_or((predicate) != 0)
#define __threadfence_block __nvvm_membar_cta
#define __threadfence __nvvm_membar_gl
#define __threadfence_system __nvvm_membar_sys
__WL_D void __threadfence_cluster() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
// Barriers of a block by number, for all its threads or as many as are said.
__WL_D void __barrier_sync(unsigned int number) { asm volatile("barrier.sync %0;" ::"r"(number) : "memory"); }
__WL_D void __barrier_sync_count(unsigned int number, unsigned int threads) {
  asm volatile("barrier.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
// Launches that may begin before what they depend on has ended wait here for it, and say that others may begin.
__WL_D void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
__WL_D void cudaTriggerProgrammaticLaunchCompletion() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
#define __nanosleep __nvvm_nanosleep
#define __trap __builtin_trap
#define __brkpt() __asm__ volatile("brkpt;")
#define __prof_trigger(counter) ((void)0)
__WL_D long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
__WL_D long clock() { return __nvvm_read_ptx_sreg_clock(); }
// A template, beside which a program may have its own function of this name.
template <int = 0> __WL_D unsigned long long __globaltimer() { return __nvvm_read_ptx_sreg_globaltimer(); }

__WL_D unsigned int __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
__WL_D unsigned int __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
#define __isCtaShared __isShared
__WL_D unsigned int __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
__WL_D unsigned int __isLocal(const void* p) { return __nvvm_isspacep_local(p); }
#define __WL_SPACE(n) __attribute__((address_space(n)))
__WL_D size_t __cvta_generic_to_global(const void* p) { return (size_t)(const __WL_SPACE(1) void*)p; }
__WL_D size_t __cvta_generic_to_shared(const void* p) { return (size_t)(const __WL_SPACE(3) void*)p; }
__WL_D size_t __cvta_generic_to_constant(const void* p) { return (size_t)(const __WL_SPACE(4) void*)p; }
__WL_D size_t __cvta_generic_to_local(const void* p) { return (size_t)(const __WL_SPACE(5) void*)p; }
__WL_D void* __cvta_global_to_generic(size_t p) { return (void*)(__WL_SPACE(1) void*)p; }
__WL_D void* __cvta_shared_to_generic(size_t p) { return (void*)(__WL_SPACE(3) void*)p; }
__WL_D void* __cvta_constant_to_generic(size_t p) { return (void*)(__WL_SPACE(4) void*)p; }
__WL_D void* __cvta_local_to_generic(size_t p) { return (void*)(__WL_SPACE(5) void*)p; }
// Parameters of kernels are an address space of their own, which clang has no name for.
extern "C" __device__ unsigned int __isGridConstant(const void* p);
extern "C" __device__ size_t __cvta_generic_to_grid_constant(const void* p);
extern "C" __device__ void* __cvta_grid_constant_to_generic(size_t p);
// How long the caches should keep what a pointer leads to; the pointer itself is the same.
__WL_D void* __nv_associate_access_property(const void* p, unsigned long long) { return (void*)p; }
#undef __WL_SPACE

// Words that one thread moves with one instruction.
typedef unsigned int __wl_word2 __attribute__((ext_vector_type(2)));
typedef unsigned int __wl_word4 __attribute__((ext_vector_type(4)));
template <int BYTES> struct __wl_word {};
template <> struct __wl_word<1> { typedef unsigned char type; };
template <> struct __wl_word<2> { typedef unsigned short type; };
template <> struct __wl_word<4> { typedef unsigned int type; };
template <> struct __wl_word<8> { typedef __wl_word2 type; };
template <> struct __wl_word<16> { typedef __wl_word4 type; };

// Loads through the read-only data path, and those that the caches are told how to keep (`ca`, `cs`, `lu`). nvcc writes them as
// assembly that LLVM neither repeats, drops, moves nor takes apart; here they are calls (`analyzer/ptx/opaqueCalls.ts`), since clang
// copies no loop with assembly whose length only the run tells.
#define __WL_CALL(PATH, TYPE, NAME)                                                                      \
  extern "C" __attribute__((device, noconvergent, nothrow)) TYPE __wl_read_##PATH##_##NAME(const TYPE* p); \
  __WL_D TYPE __wl_read_##PATH(const TYPE* p) { return __wl_read_##PATH##_##NAME(p); }
#define __WL_CALLS(TYPE, NAME) __WL_CALL(only, TYPE, NAME) __WL_CALL(kept, TYPE, NAME)
#define __WL_VECTOR_CALLS(SCALAR, LENGTH)                                        \
  typedef SCALAR __wl_##SCALAR##LENGTH __attribute__((ext_vector_type(LENGTH))); \
  __WL_CALLS(__wl_##SCALAR##LENGTH, SCALAR##LENGTH)
__WL_CALLS(unsigned char, uchar)
__WL_CALLS(unsigned short, ushort)
__WL_CALLS(unsigned int, uint)
__WL_CALLS(unsigned long long, ulonglong)
__WL_CALLS(float, float)
__WL_CALLS(double, double)
__WL_CALLS(__wl_word2, uint2)
__WL_CALLS(__wl_word4, uint4)
__WL_VECTOR_CALLS(short, 4)
__WL_VECTOR_CALLS(float, 2)
__WL_VECTOR_CALLS(float, 4)
__WL_VECTOR_CALLS(double, 2)
__WL_VECTOR_CALLS(long, 2)
#undef __WL_CALL
#undef __WL_CALLS
#undef __WL_VECTOR_CALLS

// Vector types element by element: through a copy of their bits the optimiser would take the load apart.
#define __WL_READ2(NAME, PATH, TYPE, SCALAR, VECTOR)            \
  __WL_D TYPE NAME(const TYPE* p) {                             \
    VECTOR v = __wl_read_##PATH((const VECTOR*)p);              \
    return TYPE{(SCALAR)v.x, (SCALAR)v.y};                      \
  }
#define __WL_READ4(NAME, PATH, TYPE, SCALAR, VECTOR)                           \
  __WL_D TYPE NAME(const TYPE* p) {                                            \
    VECTOR v = __wl_read_##PATH((const VECTOR*)p);                             \
    return TYPE{(SCALAR)v.x, (SCALAR)v.y, (SCALAR)v.z, (SCALAR)v.w};           \
  }
#define __WL_READ(NAME, PATH)                                                                                              \
  template <typename T>                                                                                                    \
  __WL_D T NAME(const T* p) {                                                                                              \
    typedef typename __wl_word<sizeof(T)>::type W;                                                                         \
    return __builtin_bit_cast(T, __wl_read_##PATH((const W*)p));                                                           \
  }                                                                                                                        \
  __WL_READ2(NAME, PATH, float2, float, __wl_float2)                                                                       \
  __WL_READ2(NAME, PATH, double2, double, __wl_double2)                                                                    \
  __WL_READ2(NAME, PATH, int2, int, __wl_word2)                                                                            \
  __WL_READ2(NAME, PATH, uint2, unsigned int, __wl_word2)                                                                  \
  __WL_READ2(NAME, PATH, longlong2, long long, __wl_long2)                                                                 \
  __WL_READ2(NAME, PATH, ulonglong2, unsigned long long, __wl_long2)                                                       \
  __WL_READ4(NAME, PATH, float4, float, __wl_float4)                                                                       \
  __WL_READ4(NAME, PATH, int4, int, __wl_word4)                                                                            \
  __WL_READ4(NAME, PATH, uint4, unsigned int, __wl_word4)                                                                  \
  __WL_READ4(NAME, PATH, short4, short, __wl_short4)                                                                       \
  __WL_READ4(NAME, PATH, ushort4, unsigned short, __wl_short4)                                                             \
  __WL_D float NAME(const float* p) { return __wl_read_##PATH(p); }                                                        \
  __WL_D double NAME(const double* p) { return __wl_read_##PATH(p); }                                                      \
  __WL_D long NAME(const long* p) { return (long)__wl_read_##PATH((const unsigned long long*)p); }                         \
  __WL_D unsigned long NAME(const unsigned long* p) { return __wl_read_##PATH((const unsigned long long*)p); }             \
  __WL_D long long NAME(const long long* p) { return (long long)__wl_read_##PATH((const unsigned long long*)p); }          \
  __WL_D unsigned long long NAME(const unsigned long long* p) { return __wl_read_##PATH(p); }
__WL_READ(__ldg, only)
__WL_READ(__ldca, kept)
__WL_READ(__ldcs, kept)
__WL_READ(__ldlu, kept)
#undef __WL_READ
#undef __WL_READ2
#undef __WL_READ4

// The other cache operators: `wb` is the default, `cg` and `cv` bypass L1 as volatile accesses do, `cs` is `!nontemporal`. L1
// writes through, so the stores differ in L2's replacement alone.
#define __WL_LOAD(NAME)                                           \
  template <typename T>                                           \
  __WL_D T NAME(const T* p) {                                     \
    typedef typename __wl_word<sizeof(T)>::type W;                \
    W word = *(const volatile W*)p;                               \
    return __builtin_bit_cast(T, word);                           \
  }
__WL_LOAD(__ldcg)
__WL_LOAD(__ldcv)
#undef __WL_LOAD
#define __WL_STORE(NAME, STATEMENT)                               \
  template <typename T>                                           \
  __WL_D void NAME(T* p, T value) {                               \
    typedef typename __wl_word<sizeof(T)>::type W;                \
    W word = __builtin_bit_cast(W, value);                        \
    STATEMENT;                                                    \
  }
__WL_STORE(__stwb, *(W*)p = word)
__WL_STORE(__stcg, *(W*)p = word)
__WL_STORE(__stwt, *(volatile W*)p = word)
__WL_STORE(__stcs, __builtin_nontemporal_store(word, (W*)p))
#undef __WL_STORE
