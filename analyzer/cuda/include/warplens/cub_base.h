// What all of CUB shares: its enumerations, functions as objects, pairs and buffers.
#pragma once

#include "cccl_macros.h"
#include "define.h"
#include "../cuda/cmath"
#include "../cuda/functional"
#include "../nv/target"

#include <__functional/operations.h>
#include <iterator>
#include <type_traits>
#include <utility>

#define CUB_VERSION 200700
#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 7
#define CUB_SUBMINOR_VERSION 0
#define CUB_NS_QUALIFIER ::cub
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CubDebug(e) (e)
#define CubDebugExit(e) (e)
#define _CubLog(...) printf(__VA_ARGS__)
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define __WL_CUB __host__ __device__ __forceinline__

namespace cub {

namespace __wl {
// What threads share, as bytes where its own type has a constructor: neither shared memory nor a union runs one.
template <typename S> struct Bytes {
  alignas(S) unsigned char bytes[sizeof(S)];
  __device__ __forceinline__ operator S&() { return *reinterpret_cast<S*>(bytes); }
};
template <typename S> using storage = std::conditional_t<std::is_trivially_default_constructible<S>::value, S, Bytes<S>>;
}  // namespace __wl

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS, BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

struct NullType {};
inline cudaError_t SmVersion(int& version, int device = -1) {
  int major = 0, minor = 0;
  cudaError_t error = device < 0 ? cudaGetDevice(&device) : cudaSuccess;
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  version = major * 100 + minor * 10;
  return error;
}
inline cudaError_t PtxVersion(int& version) { return SmVersion(version); }
template <bool B, typename T, typename F> struct If { using Type = std::conditional_t<B, T, F>; };
template <typename A, typename B> struct Equals { enum { VALUE = std::is_same<A, B>::value }; };

struct Sum { template <typename T, typename U> __WL_CUB auto operator()(const T& a, const U& b) const { return a + b; } };
struct Difference { template <typename T, typename U> __WL_CUB auto operator()(const T& a, const U& b) const { return a - b; } };
struct Division { template <typename T, typename U> __WL_CUB auto operator()(const T& a, const U& b) const { return a / b; } };
struct Max {
  template <typename T, typename U> __WL_CUB std::common_type_t<T, U> operator()(const T& a, const U& b) const { return a < b ? b : a; }
};
struct Min {
  template <typename T, typename U> __WL_CUB std::common_type_t<T, U> operator()(const T& a, const U& b) const { return b < a ? b : a; }
};
struct Equality { template <typename T, typename U> __WL_CUB bool operator()(const T& a, const U& b) const { return a == b; } };
struct Inequality { template <typename T, typename U> __WL_CUB bool operator()(const T& a, const U& b) const { return !(a == b); } };

template <typename KEY, typename VALUE>
struct KeyValuePair {
  typedef KEY Key;
  typedef VALUE Value;
  Key key;
  Value value;
  __WL_CUB KeyValuePair() {}
  __WL_CUB KeyValuePair(Key const& k, Value const& v) : key(k), value(v) {}
};
struct ArgMax {
  template <typename T, typename I>
  __WL_CUB KeyValuePair<I, T> operator()(const KeyValuePair<I, T>& a, const KeyValuePair<I, T>& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <typename T, typename I>
  __WL_CUB KeyValuePair<I, T> operator()(const KeyValuePair<I, T>& a, const KeyValuePair<I, T>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <typename T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  __WL_CUB DoubleBuffer() : selector(0) { d_buffers[0] = d_buffers[1] = nullptr; }
  __WL_CUB DoubleBuffer(T* current, T* alternate) : selector(0) { d_buffers[0] = current; d_buffers[1] = alternate; }
  __WL_CUB T* Current() { return d_buffers[selector]; }
  __WL_CUB T* Alternate() { return d_buffers[selector ^ 1]; }
};
// An initial value that is read when the device uses it.
template <typename T, typename I = T*>
struct FutureValue {
  typedef T value_type;
  typedef I iterator_type;
  explicit __WL_CUB FutureValue(I at) : m_iter(at) {}
  __WL_CUB operator T() const { return *m_iter; }

 private:
  I m_iter;
};
// Blocks of a kernel that are resident on a multiprocessor at once.
template <typename KERNEL> inline cudaError_t MaxSmOccupancy(int& blocks, KERNEL kernel, int threads, int dynamicBytes = 0) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamicBytes);
}

}  // namespace cub

// Builds of libraries ask for a namespace around CUB (-D), so that two of them may bring their own: there it is by another name.
#if defined(THRUST_CUB_WRAPPED_NAMESPACE) && !defined(CUB_WRAPPED_NAMESPACE)
#define CUB_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#ifdef CUB_WRAPPED_NAMESPACE
namespace CUB_WRAPPED_NAMESPACE {
namespace cub = ::cub;
}
#elif defined(CUB_NS_PREFIX) && defined(CUB_NS_POSTFIX)
CUB_NS_PREFIX namespace cub = ::cub; CUB_NS_POSTFIX
#endif

#include "cub_traits.h"
