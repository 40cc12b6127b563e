// `new` and `delete` in device code: the device heap's `malloc` and `free`. Functions that differ in their side may share
// a signature, so `<new>` still declares the host's.
#pragma once

// Replaceable functions may not be inline by the standard; here nothing can replace them. They are always inlined, so that
// what is wrong with memory is found at the line that takes it or gives it back.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"

#include "../libc/stdlib.h"
#include "define.h"

#define WL_INLINE inline __device__ __attribute__((always_inline))
WL_INLINE void* operator new(size_t size) { return malloc(size); }
WL_INLINE void* operator new[](size_t size) { return malloc(size); }
WL_INLINE void operator delete(void* p) noexcept { free(p); }
WL_INLINE void operator delete[](void* p) noexcept { free(p); }
WL_INLINE void operator delete(void* p, size_t) noexcept { free(p); }
WL_INLINE void operator delete[](void* p, size_t) noexcept { free(p); }
inline __device__ void* operator new(size_t, void* p) noexcept { return p; }
inline __device__ void* operator new[](size_t, void* p) noexcept { return p; }
inline __device__ void operator delete(void*, void*) noexcept {}
inline __device__ void operator delete[](void*, void*) noexcept {}
#undef WL_INLINE
#pragma clang diagnostic pop
