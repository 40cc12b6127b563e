// CUB's sorts of a whole range and of its segments, by the bits of numbers or by a comparison, and its merges. All are stable.
#pragma once

#include "cub_device.h"
#include "library_order.h"
#include "library_sort.h"

namespace cub {
namespace __wl {

using library::nothing;
using library::nothings;
template <typename K, bool DESCENDING> using radix = library::radix_less<K, DESCENDING>;
template <typename K> __WL_ANYWHERE int last_bit(int bit) { return bit < 0 ? int(sizeof(K) * 8) : bit; }

// Descending order that keeps equal elements as they stood comes from the comparison itself.
template <bool DESCENDING, typename K, typename VI, typename VO>
__WL_FROM_HOST cudaError_t radix_sort(void* storage, size_t& bytes, const K* in, K* out, VI values, VO valuesOut, ptrdiff_t n, int begin, int end, cudaStream_t stream) {
  typedef std::conditional_t<std::is_same<VO, nothings>::value, nothing, std::remove_cv_t<std::remove_pointer_t<VO>>> V;
  return library::sort<K, V>(storage, bytes, n, in, values, out, valuesOut, radix<K, DESCENDING>{begin, last_bit<K>(end)}, stream);
}
template <bool DESCENDING, typename K, typename VI, typename VO, typename B, typename E>
__WL_FROM_HOST cudaError_t radix_sort_each(void* storage, size_t& bytes, const K* in, K* out, VI values, VO valuesOut, ptrdiff_t n, ptrdiff_t segments, B begins, E ends, int begin,
                                           int end, cudaStream_t stream) {
  typedef std::conditional_t<std::is_same<VO, nothings>::value, nothing, std::remove_cv_t<std::remove_pointer_t<VO>>> V;
  return library::sort_each<K, V>(storage, bytes, n, segments, in, values, out, valuesOut, raw(begins), raw(ends), radix<K, DESCENDING>{begin, last_bit<K>(end)}, stream);
}
template <typename T> __WL_FROM_HOST void flip(void* storage, DoubleBuffer<T>& buffer) {
  if (storage) buffer.selector ^= 1;
}

}  // namespace __wl

#define __WL_SORT(suffix, DESCENDING)                                                                                                       \
  template <typename K>                                                                                                                     \
  static cudaError_t SortKeys##suffix(void* storage, size_t& bytes, const K* in, K* out, int64_t n, int begin = 0, int end = -1, cudaStream_t stream = 0, bool = false) { \
    return __wl::radix_sort<DESCENDING>(storage, bytes, in, out, __wl::nothings(), __wl::nothings(), n, begin, end, stream);                 \
  }                                                                                                                                         \
  template <typename K>                                                                                                                     \
  static cudaError_t SortKeys##suffix(void* storage, size_t& bytes, DoubleBuffer<K>& keys, int64_t n, int begin = 0, int end = -1, cudaStream_t stream = 0, bool = false) { \
    const cudaError_t error = SortKeys##suffix(storage, bytes, (const K*)keys.Current(), keys.Alternate(), n, begin, end, stream);           \
    return __wl::flip(storage, keys), error;                                                                                                \
  }                                                                                                                                         \
  template <typename K, typename V>                                                                                                         \
  static cudaError_t SortPairs##suffix(void* storage, size_t& bytes, const K* in, K* out, const V* values, V* valuesOut, int64_t n, int begin = 0, int end = -1, \
                                       cudaStream_t stream = 0, bool = false) {                                                             \
    return __wl::radix_sort<DESCENDING>(storage, bytes, in, out, values, valuesOut, n, begin, end, stream);                                  \
  }                                                                                                                                         \
  template <typename K, typename V>                                                                                                         \
  static cudaError_t SortPairs##suffix(void* storage, size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, int64_t n, int begin = 0, int end = -1, \
                                       cudaStream_t stream = 0, bool = false) {                                                             \
    const cudaError_t error = SortPairs##suffix(storage, bytes, (const K*)keys.Current(), keys.Alternate(), (const V*)values.Current(),      \
                                                values.Alternate(), n, begin, end, stream);                                                 \
    return __wl::flip(storage, keys), __wl::flip(storage, values), error;                                                                   \
  }
struct DeviceRadixSort {
  __WL_SORT(, false)
  __WL_SORT(Descending, true)
};
#undef __WL_SORT

#define __WL_SORT(name, suffix, DESCENDING, PARAMETERS, BITS)                                                                                \
  template <typename K, typename B, typename E>                                                                                             \
  static cudaError_t name##Keys##suffix(void* storage, size_t& bytes, const K* in, K* out, int64_t n, int64_t segments, B begins, E ends PARAMETERS, \
                                        cudaStream_t stream = 0, bool = false) {                                                            \
    return __wl::radix_sort_each<DESCENDING>(storage, bytes, in, out, __wl::nothings(), __wl::nothings(), n, segments, begins, ends, BITS, stream); \
  }                                                                                                                                         \
  template <typename K, typename B, typename E>                                                                                             \
  static cudaError_t name##Keys##suffix(void* storage, size_t& bytes, DoubleBuffer<K>& keys, int64_t n, int64_t segments, B begins, E ends PARAMETERS, \
                                        cudaStream_t stream = 0, bool = false) {                                                            \
    const cudaError_t error = __wl::radix_sort_each<DESCENDING>(storage, bytes, (const K*)keys.Current(), keys.Alternate(), __wl::nothings(), \
                                                                __wl::nothings(), n, segments, begins, ends, BITS, stream);                 \
    return __wl::flip(storage, keys), error;                                                                                                \
  }                                                                                                                                         \
  template <typename K, typename V, typename B, typename E>                                                                                 \
  static cudaError_t name##Pairs##suffix(void* storage, size_t& bytes, const K* in, K* out, const V* values, V* valuesOut, int64_t n, int64_t segments, \
                                         B begins, E ends PARAMETERS, cudaStream_t stream = 0, bool = false) {                              \
    return __wl::radix_sort_each<DESCENDING>(storage, bytes, in, out, values, valuesOut, n, segments, begins, ends, BITS, stream);           \
  }                                                                                                                                         \
  template <typename K, typename V, typename B, typename E>                                                                                 \
  static cudaError_t name##Pairs##suffix(void* storage, size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, int64_t n, int64_t segments, \
                                         B begins, E ends PARAMETERS, cudaStream_t stream = 0, bool = false) {                              \
    const cudaError_t error = __wl::radix_sort_each<DESCENDING>(storage, bytes, (const K*)keys.Current(), keys.Alternate(), (const V*)values.Current(), \
                                                                values.Alternate(), n, segments, begins, ends, BITS, stream);               \
    return __wl::flip(storage, keys), __wl::flip(storage, values), error;                                                                   \
  }
#define __WL_BITS , int begin = 0, int end = -1
#define __WL_RANGE begin, end
#define __WL_NO_BITS
#define __WL_ALL 0, -1
struct DeviceSegmentedRadixSort {
  __WL_SORT(Sort, , false, __WL_BITS, __WL_RANGE)
  __WL_SORT(Sort, Descending, true, __WL_BITS, __WL_RANGE)
};
struct DeviceSegmentedSort {
  __WL_SORT(Sort, , false, __WL_NO_BITS, __WL_ALL)
  __WL_SORT(Sort, Descending, true, __WL_NO_BITS, __WL_ALL)
  __WL_SORT(StableSort, , false, __WL_NO_BITS, __WL_ALL)
  __WL_SORT(StableSort, Descending, true, __WL_NO_BITS, __WL_ALL)
};
#undef __WL_SORT
#undef __WL_BITS
#undef __WL_RANGE
#undef __WL_NO_BITS
#undef __WL_ALL

struct DeviceMergeSort {
  template <typename I, typename O, typename L>
  static cudaError_t SortKeysCopy(void* storage, size_t& bytes, I in, O out, int64_t n, L less, cudaStream_t stream = 0, bool = false) {
    return __wl::library::sort<__wl::value_t<O>, __wl::nothing>(storage, bytes, n, __wl::raw(in), __wl::nothings(), __wl::raw(out), __wl::nothings(), less, stream);
  }
  template <typename I, typename V, typename O, typename VO, typename L>
  static cudaError_t SortPairsCopy(void* storage, size_t& bytes, I in, V values, O out, VO valuesOut, int64_t n, L less, cudaStream_t stream = 0, bool = false) {
    return __wl::library::sort<__wl::value_t<O>, __wl::value_t<VO>>(storage, bytes, n, __wl::raw(in), __wl::raw(values), __wl::raw(out), __wl::raw(valuesOut), less, stream);
  }
  template <typename K, typename L> static cudaError_t SortKeys(void* storage, size_t& bytes, K keys, int64_t n, L less, cudaStream_t stream = 0, bool = false) {
    return SortKeysCopy(storage, bytes, keys, keys, n, less, stream);
  }
  template <typename K, typename V, typename L>
  static cudaError_t SortPairs(void* storage, size_t& bytes, K keys, V values, int64_t n, L less, cudaStream_t stream = 0, bool = false) {
    return SortPairsCopy(storage, bytes, keys, values, keys, values, n, less, stream);
  }
  template <typename K, typename L> static cudaError_t StableSortKeys(void* storage, size_t& bytes, K keys, int64_t n, L less, cudaStream_t stream = 0, bool = false) {
    return SortKeysCopy(storage, bytes, keys, keys, n, less, stream);
  }
  template <typename I, typename O, typename L>
  static cudaError_t StableSortKeysCopy(void* storage, size_t& bytes, I in, O out, int64_t n, L less, cudaStream_t stream = 0) {
    return SortKeysCopy(storage, bytes, in, out, n, less, stream);
  }
  template <typename K, typename V, typename L>
  static cudaError_t StableSortPairs(void* storage, size_t& bytes, K keys, V values, int64_t n, L less, cudaStream_t stream = 0, bool = false) {
    return SortPairsCopy(storage, bytes, keys, values, keys, values, n, less, stream);
  }
};

struct DeviceMerge {
  template <typename A, typename B, typename O, typename L = std::less<>>
  static cudaError_t MergeKeys(void* storage, size_t& bytes, A a, int64_t countA, B b, int64_t countB, O out, L less = L(), cudaStream_t stream = 0) {
    if (!storage) return bytes = 1, cudaSuccess;
    const __wl::nothings none;
    return __wl::library::merge(__wl::raw(a), countA, __wl::raw(b), countB, none, none, __wl::raw(out), none, less, stream);
  }
  template <typename A, typename VA, typename B, typename VB, typename O, typename VO, typename L = std::less<>>
  static cudaError_t MergePairs(void* storage, size_t& bytes, A a, VA valuesA, int64_t countA, B b, VB valuesB, int64_t countB, O out, VO valuesOut, L less = L(),
                                cudaStream_t stream = 0) {
    if (!storage) return bytes = 1, cudaSuccess;
    return __wl::library::merge(__wl::raw(a), countA, __wl::raw(b), countB, __wl::raw(valuesA), __wl::raw(valuesB), __wl::raw(out), __wl::raw(valuesOut), less, stream);
  }
};

}  // namespace cub
