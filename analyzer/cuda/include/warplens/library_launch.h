// Algorithms over a whole range as kernels of our own, behind Thrust and CUB's device-wide functions: what they compute is
// what those compute, how they do it is ours. Functors give the elements by their index and take the results.
#pragma once

#include "define.h"

#include <cstddef>
#include <type_traits>
#include <utility>

#define __WL_ANYWHERE __attribute__((always_inline)) __host__ __device__ inline
#define __WL_FROM_HOST __attribute__((always_inline)) __host__ inline

namespace warplens_library {

enum : int { THREADS = 256, ITEMS = 8, TILE = THREADS * ITEMS, MAX_BLOCKS = 1024 };

// An iterator as kernels take it: with plain pointers where the host has fancy ones, which such iterators give as `__wl_raw()`.
template <typename I, typename = void> struct raw_of {
  typedef I type;
  static __WL_ANYWHERE const I& make(const I& i) { return i; }
};
template <typename I> struct raw_of<I, std::void_t<decltype(std::declval<const I&>().__wl_raw())>> {
  typedef decltype(std::declval<const I&>().__wl_raw()) type;
  static __WL_ANYWHERE type make(const I& i) { return i.__wl_raw(); }
};
template <typename I> using raw_t = typename raw_of<I>::type;
template <typename I> __WL_ANYWHERE raw_t<I> raw(const I& i) { return raw_of<I>::make(i); }

// The type that a function gives, on whichever side it can be called: what calls it here is never run.
template <typename F, typename... A> struct result_of {
  __host__ __device__ static decltype(auto) probe(F& f, A... a) { return f(static_cast<A>(a)...); }
  template <typename R> static R result(R (*)(F&, A...));
  typedef decltype(result(&probe)) type;
};
template <typename F, typename... A> using result_t = typename result_of<F, A...>::type;

template <typename T> __WL_ANYWHERE T lesser(T a, T b) { return b < a ? b : a; }
__WL_ANYWHERE ptrdiff_t quotient(ptrdiff_t n, ptrdiff_t d) { return (n + d - 1) / d; }

// Parts of one piece of temporary storage. Without storage, says how much is needed.
template <int N>
__WL_FROM_HOST cudaError_t carve(void* storage, size_t& bytes, const size_t (&sizes)[N], char* (&parts)[N]) {
  size_t needed = 0;
  for (int i = 0; i < N; i++) {
    parts[i] = static_cast<char*>(storage) + needed;
    needed += (sizes[i] + 255) / 256 * 256;
  }
  if (needed == 0) needed = 1;
  const bool isEnough = bytes >= needed;
  if (!storage) bytes = needed;
  return !storage || isEnough ? cudaSuccess : cudaErrorInvalidValue;
}

template <typename F> __global__ void __launch_bounds__(THREADS) for_each_index(ptrdiff_t n, F f) {
  const ptrdiff_t i = blockIdx.x * (ptrdiff_t)THREADS + threadIdx.x;
  if (i < n) f(i);
}
// f(0) … f(n - 1), in no order.
template <typename F> __WL_FROM_HOST cudaError_t each(ptrdiff_t n, F f, cudaStream_t stream) {
  if (n > 0) for_each_index<<<(unsigned)quotient(n, THREADS), THREADS, 0, stream>>>(n, f);
  return cudaPeekAtLastError();
}

// A value for each thread of a block, of a type that need not have a constructor for shared memory.
template <typename T> __device__ __forceinline__ T* block_values() {
  alignas(T) __shared__ char bytes[THREADS * sizeof(T)];
  return reinterpret_cast<T*>(bytes);
}
// Folds the first `count` values into the first one, neighbours first, so that their order is kept.
template <typename T, typename OP> __device__ __forceinline__ void fold_values(T* values, int count, OP op) {
  const int thread = threadIdx.x;
  __syncthreads();
  for (int step = 1; step < count; step *= 2) {
    if (thread % (2 * step) == 0 && thread + step < count) values[thread] = op(values[thread], values[thread + step]);
    __syncthreads();
  }
}
// Folds what a block's threads take in turn from `first` on.
template <typename T, typename GET, typename OP>
__device__ __forceinline__ void fold_range(T* values, ptrdiff_t first, ptrdiff_t end, GET& get, OP& op) {
  ptrdiff_t i = first + threadIdx.x;
  if (i < end) {
    T sum = get(i);
    while ((i += THREADS) < end) sum = op(sum, get(i));
    new (values + threadIdx.x) T(sum);
  }
  fold_values(values, (int)lesser(end - first, (ptrdiff_t)THREADS), op);
}

template <typename T> struct element_of {
  T* at;
  __device__ T& operator()(ptrdiff_t i) const { return at[i]; }
};
// Every block folds a run of elements; the one that is finished last folds the blocks' results.
template <typename T, typename GET, typename OP, typename PUT>
__global__ void __launch_bounds__(THREADS)
reduce_range(ptrdiff_t n, ptrdiff_t run, GET get, OP op, T* totals, unsigned* finished, PUT put) {
  __shared__ bool isLast;
  T* values = block_values<T>();
  const ptrdiff_t first = blockIdx.x * run;
  fold_range(values, first, lesser(n, first + run), get, op);
  if (gridDim.x > 1) {
    if (threadIdx.x == 0) {
      totals[blockIdx.x] = values[0];
      __threadfence();
      isLast = atomicAdd(finished, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!isLast) return;
    element_of<T> total{totals};
    fold_range(values, 0, gridDim.x, total, op);
  }
  if (threadIdx.x == 0) put(values[0]);
}
// put(op(get(0), … get(n - 1))), for at least one element; the operator commutes.
template <typename T, typename GET, typename OP, typename PUT>
__WL_FROM_HOST cudaError_t
reduce(void* storage, size_t& bytes, ptrdiff_t n, GET get, OP op, PUT put, cudaStream_t stream) {
  const ptrdiff_t blocks = lesser(quotient(n, TILE), (ptrdiff_t)MAX_BLOCKS);
  const ptrdiff_t run = quotient(quotient(n, blocks > 0 ? blocks : 1), THREADS) * THREADS;
  char* parts[2];
  const size_t sizes[2] = {blocks * sizeof(T), sizeof(unsigned)};
  const cudaError_t error = carve(storage, bytes, sizes, parts);
  if (!storage || error || n == 0) return error;
  if (blocks > 1) cudaMemsetAsync(parts[1], 0, sizeof(unsigned), stream);
  reduce_range<T><<<(unsigned)quotient(n, run), THREADS, 0, stream>>>(n, run, get, op, (T*)parts[0], (unsigned*)parts[1], put);
  return cudaPeekAtLastError();
}

// One block a segment: put(segment, the fold of its elements, which start with `first(segment)`).
template <typename T, typename GET, typename OP, typename BEGIN, typename END, typename PUT>
__global__ void __launch_bounds__(THREADS) reduce_segments(GET get, OP op, BEGIN begins, END ends, PUT put) {
  T* values = block_values<T>();
  const ptrdiff_t first = begins[blockIdx.x], end = ends[blockIdx.x];
  fold_range(values, first, end, get, op);
  if (threadIdx.x == 0) put(blockIdx.x, values, first < end);
}

// What each of a block's threads has in hand of a tile: neighbouring elements, in order.
template <typename T, typename GET, typename OP>
__device__ __forceinline__ void fold_items(T* values, ptrdiff_t first, ptrdiff_t end, GET& get, OP& op) {
  if (first < end) {
    T sum = get(first);
    for (ptrdiff_t i = first + 1; i < end; i++) sum = op(sum, get(i));
    new (values + threadIdx.x) T(sum);
  }
}
template <typename T, typename GET, typename OP>
__global__ void __launch_bounds__(THREADS) total_tiles(ptrdiff_t n, GET get, OP op, T* totals) {
  T* values = block_values<T>();
  const ptrdiff_t tile = blockIdx.x * (ptrdiff_t)TILE;
  const ptrdiff_t first = tile + threadIdx.x * ITEMS;
  fold_items(values, first, lesser(n, first + ITEMS), get, op);
  fold_values(values, (int)lesser(quotient(n - tile, ITEMS), (ptrdiff_t)THREADS), op);
  if (threadIdx.x == 0) new (totals + blockIdx.x) T(values[0]);
}
// Every block folds the totals of the tiles before its own, and goes over its tile with that in hand.
template <typename T, typename GET, typename OP, typename PUT>
__global__ void __launch_bounds__(THREADS) scan_tiles(ptrdiff_t n, GET get, OP op, T* totals, PUT put) {
  T* values = block_values<T>();
  alignas(T) __shared__ char prefixBytes[sizeof(T)];
  T& prefix = *reinterpret_cast<T*>(prefixBytes);
  const int thread = threadIdx.x;
  if (blockIdx.x > 0) {
    const ptrdiff_t run = quotient(blockIdx.x, THREADS);
    const ptrdiff_t from = thread * run;
    element_of<T> total{totals};
    fold_items(values, from, lesser((ptrdiff_t)blockIdx.x, from + run), total, op);
    fold_values(values, (int)quotient(blockIdx.x, run), op);
    if (thread == 0) new (&prefix) T(values[0]);
    __syncthreads();
  }
  const ptrdiff_t tile = blockIdx.x * (ptrdiff_t)TILE;
  const ptrdiff_t first = tile + thread * ITEMS;
  const ptrdiff_t end = lesser(n, first + ITEMS);
  const int active = (int)lesser(quotient(n - tile, ITEMS), (ptrdiff_t)THREADS);
  fold_items(values, first, end, get, op);
  __syncthreads();
  for (int step = 1; step < active; step *= 2) {
    const bool takes = thread >= step && thread < active;
    alignas(T) char bytes[sizeof(T)];
    T& sum = *reinterpret_cast<T*>(bytes);
    if (takes) new (&sum) T(op(values[thread - step], values[thread]));
    __syncthreads();
    if (takes) values[thread] = sum;
    __syncthreads();
  }
  if (first >= end) return;
  // What came before: of earlier tiles, of earlier threads, or of both.
  bool hasBefore = blockIdx.x > 0;
  alignas(T) char bytes[sizeof(T)];
  T& before = *reinterpret_cast<T*>(bytes);
  if (hasBefore) new (&before) T(thread > 0 ? op(prefix, values[thread - 1]) : prefix);
  else if (thread > 0) new (&before) T(values[thread - 1]), hasBefore = true;
  for (ptrdiff_t i = first; i < end; i++) {
    const T own = get(i);
    const T after = hasBefore ? op(before, own) : own;
    put(i, before, after);
    before = after;
    hasBefore = true;
  }
}
// put(i, the fold of the elements before i, the same with element i); nothing is before the first one.
template <typename T, typename GET, typename OP, typename PUT>
__WL_FROM_HOST cudaError_t
scan(void* storage, size_t& bytes, ptrdiff_t n, GET get, OP op, PUT put, cudaStream_t stream) {
  const ptrdiff_t tiles = quotient(n, TILE);
  char* parts[1];
  const size_t sizes[1] = {tiles * sizeof(T)};
  const cudaError_t error = carve(storage, bytes, sizes, parts);
  if (!storage || error || n == 0) return error;
  if (tiles > 1) total_tiles<T><<<(unsigned)(tiles - 1), THREADS, 0, stream>>>(n, get, op, (T*)parts[0]);
  scan_tiles<T><<<(unsigned)tiles, THREADS, 0, stream>>>(n, get, op, (T*)parts[0], put);
  return cudaPeekAtLastError();
}

}  // namespace warplens_library
