// What nvcc includes implicitly before every file: qualifiers, vector types, built-in variables, device functions, the
// runtime API. Half precision, cooperative groups, pipelines, curand, wmma have headers of their own.
#pragma once

// libc++'s headers include one another far beyond their need for standards before C++23: `<vector>` then costs more than twice.
#define _LIBCPP_REMOVE_TRANSITIVE_INCLUDES
// The C library under libc++ is wasi-libc; its platform macro picks the matching branches.
#ifndef __wasi__
#define __wasi__ 1
#endif

#include <__utility/forward.h>
#include <__utility/move.h>
#include <initializer_list>

// What nvcc says about itself; programs test these. A .cpp file is compiled by the host's compiler, which says nothing.
#ifdef __CUDA__
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 93
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
// What nvcc answers of a lambda that it has wrapped: clang wraps none, their types are those that were written.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#endif
// By names like this one headers of others ask whether a header of the toolkit has been read.
#define __CUDA_RUNTIME_H__

#include "host_defines.h"
#include "libc/stdlib.h"
#include "libc/string.h"
#include "libc/time.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "library_types.h"
#include "cuda_runtime_api.h"
#include "warplens/runtime.h"
#ifdef __CUDA__
#include "device_launch_parameters.h"
#include "warplens/math.h"
#include "warplens/math_macros.h"
#include "warplens/floating.h"
#include "warplens/integer.h"
#include "warplens/warp.h"
#include "warplens/memory.h"
#include "warplens/clusters.h"
#include "warplens/atomics.h"
#include "warplens/nv_atomics.h"
#include "warplens/allocation.h"
#include "warplens/texture.h"
#include "warplens/surface.h"
#include "warplens/simd.h"
#include "warplens/contracts.h"
// A program that has a `texture` of its own has none of the old references.
#ifndef __WL_NO_TEXTURE_REFERENCES__
#include "warplens/texture_reference.h"
#include "warplens/surface_reference.h"
#endif

// What a kernel is instantiated with that calls a parameter of which nothing is known.
struct WarpLensFirstArgument {
  template <class A, class... Others>
  __host__ __device__ A operator()(A first, Others&&...) const { return first; }
};

// An array of variable length begins with some values, the rest of it with zeros.
template <class T> struct __wl_value { typedef T type; };
template <class T>
inline void __wl_fill(T* array, size_t bytes, std::initializer_list<typename __wl_value<T>::type> values) {
  T* at = array;
  for (const T& value : values) *at++ = value;
  while (at < array + bytes / sizeof(T)) *at++ = T();
}

// The device has `printf` without any include; clang lowers it to `vprintf`.
extern "C" __host__ __device__ int printf(const char*, ...) __attribute__((format(printf, 1, 2)));

// The host's overloads for float (`sqrt`, `fabs`, `isfinite`) are there without any include, as with nvcc. The device's pass
// only parses host code: of what it calls, the classification has no C function to fall back to.
#ifdef __CUDA_ARCH__
#define __WL_CLASSIFY(NAME) __host__ bool NAME(...);
__WL_CLASSIFY(isnan)
__WL_CLASSIFY(isinf)
__WL_CLASSIFY(isfinite)
__WL_CLASSIFY(isnormal)
__WL_CLASSIFY(signbit)
#undef __WL_CLASSIFY
#else
#include <math.h>
#endif
#endif
