// Stable sorting and merging of ranges by kernels of our own: short runs by insertion, then pairs of runs, eight elements a
// thread, each of which finds by bisection where its part begins.
#pragma once

#include "library_launch.h"

namespace warplens_library {

// In the place of values, where keys are sorted alone.
struct nothing {};
struct nothings {
  typedef nothing value_type;
  struct reference {
    __WL_ANYWHERE reference& operator=(const reference&) { return *this; }
    __WL_ANYWHERE reference& operator=(nothing) { return *this; }
    __WL_ANYWHERE operator nothing() const { return {}; }
  };
  __WL_ANYWHERE reference operator[](ptrdiff_t) const { return {}; }
  __WL_ANYWHERE nothings operator+(ptrdiff_t) const { return {}; }
};

// The first place in [from, to) behind which no key is less than `key`, or (UPPER) behind which every key is greater.
template <bool UPPER, typename KEYS, typename KEY, typename LESS>
__WL_ANYWHERE ptrdiff_t bound(KEYS keys, ptrdiff_t from, ptrdiff_t to, const KEY& key, LESS less) {
  while (from < to) {
    const ptrdiff_t middle = from + (to - from) / 2;
    bool isBelow;
    if constexpr (UPPER) isBelow = !less(key, keys[middle]);
    else isBelow = less(keys[middle], key);
    if (isBelow) from = middle + 1;
    else to = middle;
  }
  return from;
}
// How many of the first `place` elements of a merge come from the first range.
template <typename A, typename B, typename LESS>
__WL_ANYWHERE ptrdiff_t merge_split(A a, ptrdiff_t countA, B b, ptrdiff_t countB, ptrdiff_t place, LESS less) {
  ptrdiff_t from = place > countB ? place - countB : 0;
  ptrdiff_t to = lesser(place, countA);
  while (from < to) {
    const ptrdiff_t middle = from + (to - from) / 2;
    if (less(b[place - 1 - middle], a[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}
// Elements [first, last) of the merge of two sorted ranges; of equal keys those of the first range come first.
template <typename A, typename B, typename VA, typename VB, typename OUT, typename VOUT, typename LESS>
__WL_ANYWHERE void merge_part(A a, ptrdiff_t countA, B b, ptrdiff_t countB, VA va, VB vb, OUT out, VOUT vout,
                              ptrdiff_t first, ptrdiff_t last, LESS less) {
  ptrdiff_t i = merge_split(a, countA, b, countB, first, less);
  ptrdiff_t j = first - i;
  for (ptrdiff_t k = first; k < last; k++) {
    const bool takesA = j >= countB || (i < countA && !less(b[j], a[i]));
    if (takesA) out[k] = a[i], vout[k] = va[i], i++;
    else out[k] = b[j], vout[k] = vb[j], j++;
  }
}

// Copies [first, last) in order, by insertion.
template <typename IN, typename VIN, typename OUT, typename VOUT, typename LESS>
__WL_ANYWHERE void insert_run(IN in, VIN vin, OUT out, VOUT vout, ptrdiff_t first, ptrdiff_t last, LESS less) {
  using K = typename std::decay<decltype(out[0])>::type;
  using V = typename std::decay<decltype(vout[0])>::type;
  for (ptrdiff_t i = first; i < last; i++) {
    const K key = in[i];
    const V value = vin[i];
    ptrdiff_t to = i;
    for (; to > first && less(key, out[to - 1]); to--) out[to] = out[to - 1], vout[to] = vout[to - 1];
    out[to] = key, vout[to] = value;
  }
}
template <typename IN, typename VIN, typename K, typename V, typename LESS> struct sorted_runs {
  IN in;
  VIN vin;
  K out;
  V vout;
  LESS less;
  ptrdiff_t n;
  __device__ void operator()(ptrdiff_t i) const {
    insert_run(in, vin, out, vout, i * ITEMS, lesser(n, (i + 1) * ITEMS), less);
  }
};
template <typename K, typename V, typename OUT, typename VOUT, typename LESS> struct merged_runs {
  K in;
  V vin;
  OUT out;
  VOUT vout;
  LESS less;
  ptrdiff_t n, width;
  __device__ void operator()(ptrdiff_t i) const {
    const ptrdiff_t first = i * ITEMS, pair = first / (2 * width) * (2 * width);
    const ptrdiff_t middle = lesser(n, pair + width), end = lesser(n, pair + 2 * width);
    merge_part(in + pair, middle - pair, in + middle, end - middle, vin + pair, vin + middle, out + pair, vout + pair,
               first - pair, lesser(end, first + ITEMS) - pair, less);
  }
};

template <typename V> struct value_buffer {
  typedef V* type;
  static constexpr size_t bytes(ptrdiff_t n) { return n * sizeof(V); }
  static __WL_FROM_HOST V* at(char* p) { return reinterpret_cast<V*>(p); }
};
template <> struct value_buffer<nothing> {
  typedef nothings type;
  static constexpr size_t bytes(ptrdiff_t) { return 0; }
  static __WL_FROM_HOST nothings at(char*) { return {}; }
};
// Two buffers of keys and values hold the runs in turn, so that what is sorted may be sorted in place.
template <typename K, typename V, typename IN, typename VIN, typename OUT, typename VOUT, typename LESS>
__WL_FROM_HOST cudaError_t sort(void* storage, size_t& bytes, ptrdiff_t n, IN in, VIN vin, OUT out, VOUT vout, LESS less,
                                cudaStream_t stream) {
  using B = value_buffer<V>;
  using VB = typename B::type;
  char* parts[4];
  const size_t sizes[4] = {n * sizeof(K), B::bytes(n), n * sizeof(K), B::bytes(n)};
  const cudaError_t error = carve(storage, bytes, sizes, parts);
  if (!storage || error || n == 0) return error;
  const ptrdiff_t threads = quotient(n, ITEMS);
  K* keys = reinterpret_cast<K*>(parts[0]);
  K* others = reinterpret_cast<K*>(parts[2]);
  VB values = B::at(parts[1]), otherValues = B::at(parts[3]);
  each(threads, sorted_runs<IN, VIN, K*, VB, LESS>{in, vin, keys, values, less, n}, stream);
  ptrdiff_t width = ITEMS;
  for (; 2 * width < n; width *= 2) {
    each(threads, merged_runs<K*, VB, K*, VB, LESS>{keys, values, others, otherValues, less, n, width}, stream);
    K* const kept = keys;
    keys = others, others = kept;
    const VB keptValues = values;
    values = otherValues, otherValues = keptValues;
  }
  return each(threads, merged_runs<K*, VB, OUT, VOUT, LESS>{keys, values, out, vout, less, n, width}, stream);
}

template <typename A, typename B, typename VA, typename VB, typename OUT, typename VOUT, typename LESS> struct merged_parts {
  A a;
  B b;
  VA va;
  VB vb;
  OUT out;
  VOUT vout;
  LESS less;
  ptrdiff_t countA, countB;
  __device__ void operator()(ptrdiff_t i) const {
    merge_part(a, countA, b, countB, va, vb, out, vout, i * ITEMS, lesser(countA + countB, (i + 1) * ITEMS), less);
  }
};
template <typename A, typename B, typename VA, typename VB, typename OUT, typename VOUT, typename LESS>
__WL_FROM_HOST cudaError_t merge(A a, ptrdiff_t countA, B b, ptrdiff_t countB, VA va, VB vb, OUT out, VOUT vout, LESS less,
                                 cudaStream_t stream) {
  return each(quotient(countA + countB, ITEMS),
              merged_parts<A, B, VA, VB, OUT, VOUT, LESS>{a, b, va, vb, out, vout, less, countA, countB}, stream);
}

// One block a segment. Keys and values go to and fro between the result and a buffer of its size.
template <typename K, typename VB, typename IN, typename VIN, typename OUT, typename VOUT, typename BEGIN, typename END, typename LESS>
__global__ void __launch_bounds__(THREADS)
sort_segments(IN in, VIN vin, OUT out, VOUT vout, K* keys, VB values, BEGIN begins, END ends, LESS less) {
  const ptrdiff_t first = begins[blockIdx.x], n = ends[blockIdx.x] - first;
  const ptrdiff_t threads = quotient(n, ITEMS);
  for (ptrdiff_t i = threadIdx.x; i < threads; i += THREADS)
    insert_run(in + first, vin + first, keys + first, values + first, i * ITEMS, lesser(n, (i + 1) * ITEMS), less);
  __syncthreads();
  bool isInBuffer = true;
  for (ptrdiff_t width = ITEMS; width < n; width *= 2) {
    for (ptrdiff_t i = threadIdx.x; i < threads; i += THREADS) {
      if (isInBuffer)
        merged_runs<K*, VB, OUT, VOUT, LESS>{keys + first, values + first, out + first, vout + first, less, n, width}(i);
      else
        merged_runs<OUT, VOUT, K*, VB, LESS>{out + first, vout + first, keys + first, values + first, less, n, width}(i);
    }
    __syncthreads();
    isInBuffer = !isInBuffer;
  }
  if (isInBuffer)
    for (ptrdiff_t i = threadIdx.x; i < n; i += THREADS) out[first + i] = keys[first + i], vout[first + i] = values[first + i];
}
template <typename K, typename V, typename IN, typename VIN, typename OUT, typename VOUT, typename BEGIN, typename END, typename LESS>
__WL_FROM_HOST cudaError_t sort_each(void* storage, size_t& bytes, ptrdiff_t n, ptrdiff_t segments, IN in, VIN vin, OUT out,
                                     VOUT vout, BEGIN begins, END ends, LESS less, cudaStream_t stream) {
  using B = value_buffer<V>;
  char* parts[2];
  const size_t sizes[2] = {n * sizeof(K), B::bytes(n)};
  const cudaError_t error = carve(storage, bytes, sizes, parts);
  if (!storage || error || segments == 0) return error;
  sort_segments<K, typename B::type>
    <<<(unsigned)segments, THREADS, 0, stream>>>(in, vin, out, vout, (K*)parts[0], B::at(parts[1]), begins, ends, less);
  return cudaPeekAtLastError();
}

}  // namespace warplens_library
