// The `__nv_atomic_*` functions: atomics with an order and a scope, over clang's built-ins. The target has no scopes in the
// IR, so that a reader of the IR takes them from the names of the functions that an operation was inlined from; the orders
// are literals in practice, and after inlining the built-ins see them.
// Reference: CUDA C++ Programming Guide, "Built-in Atomic Functions".
#pragma once

#include "define.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
// Numbered as the scopes of `cuda::atomic` are; a cluster counts as the device.
#define __NV_THREAD_SCOPE_SYSTEM 0
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_CLUSTER 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_THREAD 3

// The scope that a call names, or the system where it names none.
static constexpr __WL_HD int __wl_scope_of(int scope = __NV_THREAD_SCOPE_SYSTEM) { return scope; }

#define __WL_PLAIN __remove_cv(T)
template <int SCOPE, typename T> __WL_D __WL_PLAIN __wl_atomic_nv_load(T* p, int order) {
  __WL_PLAIN value;
  __atomic_load(p, &value, order);
  return value;
}
template <int SCOPE, typename T> __WL_D void __wl_atomic_nv_store(T* p, __WL_PLAIN value, int order) { __atomic_store(p, &value, order); }
template <int SCOPE, typename T> __WL_D __WL_PLAIN __wl_atomic_nv_exchange(T* p, __WL_PLAIN value, int order) {
  __WL_PLAIN old;
  __atomic_exchange(p, &value, &old, order);
  return old;
}
template <int SCOPE, typename T>
__WL_D bool __wl_atomic_nv_swap(T* p, __WL_PLAIN* expected, __WL_PLAIN value, bool, int success, int failure) {
  return __atomic_compare_exchange(p, expected, &value, false, success, failure);
}
#define __WL_FETCH(NAME) \
  template <int SCOPE, typename T> __WL_D __WL_PLAIN __wl_atomic_nv_##NAME(T* p, __WL_PLAIN value, int order) { return __atomic_fetch_##NAME(p, value, order); }
__WL_FETCH(add) __WL_FETCH(sub) __WL_FETCH(and) __WL_FETCH(or) __WL_FETCH(xor) __WL_FETCH(min) __WL_FETCH(max)
#undef __WL_FETCH
#undef __WL_PLAIN
template <int SCOPE> __WL_D void __wl_atomic_nv_fence(int) {
  if (SCOPE >= __NV_THREAD_SCOPE_BLOCK) __nvvm_membar_cta();
  else if (SCOPE == __NV_THREAD_SCOPE_DEVICE) __nvvm_membar_gl();
  else __nvvm_membar_sys();
}

#define __nv_atomic_load_n(P, ORDER, ...) __wl_atomic_nv_load<__wl_scope_of(__VA_ARGS__)>(P, ORDER)
#define __nv_atomic_load(P, RESULT, ORDER, ...) ((void)(*(RESULT) = __nv_atomic_load_n(P, ORDER, __VA_ARGS__)))
#define __nv_atomic_store_n(P, VALUE, ORDER, ...) __wl_atomic_nv_store<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_store(P, VALUE, ORDER, ...) __nv_atomic_store_n(P, *(VALUE), ORDER, __VA_ARGS__)
#define __nv_atomic_exchange_n(P, VALUE, ORDER, ...) __wl_atomic_nv_exchange<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_exchange(P, VALUE, RESULT, ORDER, ...) ((void)(*(RESULT) = __nv_atomic_exchange_n(P, *(VALUE), ORDER, __VA_ARGS__)))
#define __nv_atomic_compare_exchange_n(P, EXPECTED, VALUE, WEAK, SUCCESS, FAILURE, ...) \
  __wl_atomic_nv_swap<__wl_scope_of(__VA_ARGS__)>(P, EXPECTED, VALUE, WEAK, SUCCESS, FAILURE)
#define __nv_atomic_compare_exchange(P, EXPECTED, VALUE, WEAK, SUCCESS, FAILURE, ...) \
  __nv_atomic_compare_exchange_n(P, EXPECTED, *(VALUE), WEAK, SUCCESS, FAILURE, __VA_ARGS__)
#define __nv_atomic_fetch_add(P, VALUE, ORDER, ...) __wl_atomic_nv_add<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_fetch_sub(P, VALUE, ORDER, ...) __wl_atomic_nv_sub<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_fetch_and(P, VALUE, ORDER, ...) __wl_atomic_nv_and<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_fetch_or(P, VALUE, ORDER, ...) __wl_atomic_nv_or<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_fetch_xor(P, VALUE, ORDER, ...) __wl_atomic_nv_xor<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_fetch_min(P, VALUE, ORDER, ...) __wl_atomic_nv_min<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_fetch_max(P, VALUE, ORDER, ...) __wl_atomic_nv_max<__wl_scope_of(__VA_ARGS__)>(P, VALUE, ORDER)
#define __nv_atomic_add(...) ((void)__nv_atomic_fetch_add(__VA_ARGS__))
#define __nv_atomic_sub(...) ((void)__nv_atomic_fetch_sub(__VA_ARGS__))
#define __nv_atomic_and(...) ((void)__nv_atomic_fetch_and(__VA_ARGS__))
#define __nv_atomic_or(...) ((void)__nv_atomic_fetch_or(__VA_ARGS__))
#define __nv_atomic_xor(...) ((void)__nv_atomic_fetch_xor(__VA_ARGS__))
#define __nv_atomic_min(...) ((void)__nv_atomic_fetch_min(__VA_ARGS__))
#define __nv_atomic_max(...) ((void)__nv_atomic_fetch_max(__VA_ARGS__))
#define __nv_atomic_thread_fence(ORDER, ...) __wl_atomic_nv_fence<__wl_scope_of(__VA_ARGS__)>(ORDER)
