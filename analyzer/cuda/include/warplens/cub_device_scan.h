// CUB's scans of a whole range, plain and by key, and its selections and partitions, which are scans of counts.
#pragma once

#include "cub_device.h"

namespace cub {
namespace __wl {

template <typename O> struct after_at {
  O out;
  template <typename T> __device__ void operator()(ptrdiff_t i, const T&, const T& after) const { out[i] = after; }
};
template <typename O, typename T, typename OP> struct after_from {
  O out;
  T init;
  OP op;
  __device__ void operator()(ptrdiff_t i, const T&, const T& after) { out[i] = op(init, after); }
};
// S: the type of the initial value as it is given, which only the device may read.
template <typename O, typename T, typename OP, typename S> struct before_at {
  O out;
  S init;
  OP op;
  __device__ void operator()(ptrdiff_t i, const T& before, const T&) {
    const T first = static_cast<T>(init);
    if (i == 0) out[0] = first;
    else out[i] = op(first, before);
  }
};
template <typename O> struct keyed_after {
  O out;
  template <typename T> __device__ void operator()(ptrdiff_t i, const keyed<T>&, const keyed<T>& after) const { out[i] = after.value; }
};
template <typename K, typename E, typename O, typename T, typename OP> struct keyed_before {
  begins_run<K, E> begins;
  O out;
  T init;
  OP op;
  __device__ void operator()(ptrdiff_t i, const keyed<T>& before, const keyed<T>&) {
    if (begins(i)) out[i] = init;
    else out[i] = op(init, before.value);
  }
};

// Whether an element is taken: by a flag, by a function of it or of its flag, or because it differs from the one before.
template <typename F> struct by_flag {
  F flags;
  __device__ bool operator()(ptrdiff_t i) const { return static_cast<bool>(flags[i]); }
};
template <typename I, typename P> struct by_function {
  I in;
  P holds;
  __device__ bool operator()(ptrdiff_t i) { return static_cast<bool>(holds(in[i])); }
};
template <typename H> struct one_if {
  H holds;
  __device__ ptrdiff_t operator()(ptrdiff_t i) { return holds(i) ? 1 : 0; }
};
template <typename H, typename I, typename O, typename N, bool PARTITION> struct selected {
  H holds;
  I in;
  O out;
  N count;
  ptrdiff_t n;
  // A partition keeps the others, too: from the end on, in reverse order.
  __device__ void operator()(ptrdiff_t i, const ptrdiff_t& before, const ptrdiff_t& after) {
    const ptrdiff_t earlier = i == 0 ? 0 : before;
    if (after != earlier) out[earlier] = in[i];
    else if (PARTITION) out[n - 1 - (i - earlier)] = in[i];
    if (i == n - 1) *count = after;
  }
};
template <bool PARTITION, typename H, typename I, typename O, typename N>
__WL_FROM_HOST cudaError_t select(void* storage, size_t& bytes, ptrdiff_t n, H holds, I in, O out, N count, cudaStream_t stream) {
  if (storage && n == 0) return write_one(storage, count, 0, stream);
  return library::scan<ptrdiff_t>(storage, bytes, n, one_if<H>{holds}, cub::Sum(), selected<H, I, O, N, PARTITION>{holds, in, out, count, n}, stream);
}
// In place: what is read lies in a copy. `holds` is made from where the elements are read.
template <typename I, typename N, typename MAKE>
__WL_FROM_HOST cudaError_t select_within(void* storage, size_t& bytes, ptrdiff_t n, I data, N count, MAKE holds, cudaStream_t stream) {
  typedef value_t<I> T;
  size_t needed = 0;
  __wl::select<false>(nullptr, needed, n, holds((T*)nullptr), (T*)nullptr, data, count, stream);
  char* parts[2];
  const size_t sizes[2] = {n * sizeof(T), needed};
  const cudaError_t error = carve(storage, bytes, sizes, parts);
  if (!storage || error) return error;
  T* kept = (T*)parts[0];
  library::each(n, copied<I, T*>{data, kept}, stream);
  return __wl::select<false>(parts[1], needed, n, holds(kept), kept, data, count, stream);
}
template <typename P> struct make_by_function {
  P holds;
  template <typename T> __WL_FROM_HOST by_function<T*, P> operator()(T* in) const { return {in, holds}; }
};
template <typename F> struct make_by_flag {
  F flags;
  template <typename T> __WL_FROM_HOST by_flag<F> operator()(T*) const { return {flags}; }
};
template <typename K, typename V, typename KO, typename VO, typename N> struct unique_pair {
  K keys;
  V values;
  KO keysOut;
  VO valuesOut;
  N count;
  ptrdiff_t last;
  __device__ void operator()(ptrdiff_t i, const ptrdiff_t& before, const ptrdiff_t& after) const {
    const ptrdiff_t earlier = i == 0 ? 0 : before;
    if (after != earlier) keysOut[earlier] = keys[i], valuesOut[earlier] = values[i];
    if (i == last) *count = after;
  }
};
// Three parts: counts of the first two are scanned together.
struct two_counts {
  ptrdiff_t first, second;
};
struct both_counts {
  __device__ two_counts operator()(const two_counts& a, const two_counts& b) const { return {a.first + b.first, a.second + b.second}; }
};
template <typename I, typename P, typename Q> struct one_of_three {
  I in;
  P first;
  Q second;
  __device__ two_counts operator()(ptrdiff_t i) {
    if (first(in[i])) return {1, 0};
    return {0, second(in[i]) ? 1 : 0};
  }
};
template <typename I, typename A, typename B, typename C, typename N> struct three_parts {
  I in;
  A first;
  B second;
  C rest;
  N counts;
  ptrdiff_t last;
  __device__ void operator()(ptrdiff_t i, const two_counts& before, const two_counts& after) const {
    const two_counts earlier = i == 0 ? two_counts{0, 0} : before;
    if (after.first != earlier.first) first[earlier.first] = in[i];
    else if (after.second != earlier.second) second[earlier.second] = in[i];
    else rest[i - earlier.first - earlier.second] = in[i];
    if (i == last) counts[0] = after.first, counts[1] = after.second;
  }
};

}  // namespace __wl

struct DeviceScan {
  template <typename I, typename O, typename OP, typename T>
  static cudaError_t ExclusiveScan(void* storage, size_t& bytes, I in, O out, OP op, T init, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef std::decay_t<__wl::result_t<OP, T, __wl::value_t<I>>> A;
    typedef __wl::before_at<__wl::raw_t<O>, A, OP, T> put;
    return __wl::library::scan<A>(storage, bytes, n, __wl::element<__wl::raw_t<I>, A>{__wl::raw(in)}, op, put{__wl::raw(out), init, op}, stream);
  }
  template <typename I, typename O, typename OP, std::enable_if_t<!std::is_integral<O>::value, int> = 0>
  static cudaError_t InclusiveScan(void* storage, size_t& bytes, I in, O out, OP op, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef std::decay_t<__wl::result_t<OP, __wl::value_t<I>, __wl::value_t<I>>> A;
    return __wl::library::scan<A>(storage, bytes, n, __wl::element<__wl::raw_t<I>, A>{__wl::raw(in)}, op, __wl::after_at<__wl::raw_t<O>>{__wl::raw(out)}, stream);
  }
  template <typename I, typename OP, typename T>
  static cudaError_t ExclusiveScan(void* storage, size_t& bytes, I data, OP op, T init, int64_t n, cudaStream_t stream = 0) {
    return ExclusiveScan(storage, bytes, data, data, op, init, n, stream);
  }
  template <typename I, typename OP> static cudaError_t InclusiveScan(void* storage, size_t& bytes, I data, OP op, int64_t n, cudaStream_t stream = 0) {
    return InclusiveScan(storage, bytes, data, data, op, n, stream);
  }
  template <typename I, typename O, typename OP, typename T>
  static cudaError_t InclusiveScanInit(void* storage, size_t& bytes, I in, O out, OP op, T init, int64_t n, cudaStream_t stream = 0) {
    typedef std::decay_t<__wl::result_t<OP, T, __wl::value_t<I>>> A;
    typedef __wl::after_from<__wl::raw_t<O>, A, OP> put;
    return __wl::library::scan<A>(storage, bytes, n, __wl::element<__wl::raw_t<I>, A>{__wl::raw(in)}, op, put{__wl::raw(out), static_cast<A>(init), op}, stream);
  }
  // Sums are of the type that an addition gives: small integers become int.
  template <typename I, typename O, std::enable_if_t<!std::is_integral<O>::value, int> = 0>
  static cudaError_t ExclusiveSum(void* storage, size_t& bytes, I in, O out, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef decltype(__wl::value_t<I>() + __wl::value_t<I>()) A;
    return ExclusiveScan(storage, bytes, in, out, cub::__wl::sum_of<A>(), A{}, n, stream);
  }
  template <typename I, typename O, std::enable_if_t<!std::is_integral<O>::value, int> = 0>
  static cudaError_t InclusiveSum(void* storage, size_t& bytes, I in, O out, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef decltype(__wl::value_t<I>() + __wl::value_t<I>()) A;
    return InclusiveScan(storage, bytes, in, out, cub::__wl::sum_of<A>(), n, stream);
  }
  template <typename I> static cudaError_t ExclusiveSum(void* storage, size_t& bytes, I data, int64_t n, cudaStream_t stream = 0) {
    return ExclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <typename I> static cudaError_t InclusiveSum(void* storage, size_t& bytes, I data, int64_t n, cudaStream_t stream = 0) {
    return InclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <typename K, typename V, typename O, typename OP, typename T, typename E = Equality>
  static cudaError_t ExclusiveScanByKey(void* storage, size_t& bytes, K keys, V values, O out, OP op, T init, int64_t n, E same = E(), cudaStream_t stream = 0) {
    typedef std::decay_t<__wl::result_t<OP, T, __wl::value_t<V>>> A;
    typedef __wl::raw_t<K> R;
    const __wl::begins_run<R, E> begins{__wl::raw(keys), same};
    typedef __wl::keyed_before<R, E, __wl::raw_t<O>, A, OP> put;
    return __wl::library::scan<__wl::keyed<A>>(storage, bytes, n, __wl::keyed_element<R, E, __wl::raw_t<V>, A>{begins, __wl::raw(values)},
                                               __wl::keyed_fold<OP>{op}, put{begins, __wl::raw(out), static_cast<A>(init), op}, stream);
  }
  template <typename K, typename V, typename O, typename OP, typename E = Equality>
  static cudaError_t InclusiveScanByKey(void* storage, size_t& bytes, K keys, V values, O out, OP op, int64_t n, E same = E(), cudaStream_t stream = 0) {
    typedef std::decay_t<__wl::result_t<OP, __wl::value_t<V>, __wl::value_t<V>>> A;
    typedef __wl::raw_t<K> R;
    const __wl::begins_run<R, E> begins{__wl::raw(keys), same};
    return __wl::library::scan<__wl::keyed<A>>(storage, bytes, n, __wl::keyed_element<R, E, __wl::raw_t<V>, A>{begins, __wl::raw(values)},
                                               __wl::keyed_fold<OP>{op}, __wl::keyed_after<__wl::raw_t<O>>{__wl::raw(out)}, stream);
  }
  template <typename K, typename V, typename O, typename E = Equality>
  static cudaError_t ExclusiveSumByKey(void* storage, size_t& bytes, K keys, V values, O out, int64_t n, E same = E(), cudaStream_t stream = 0) {
    typedef decltype(__wl::value_t<V>() + __wl::value_t<V>()) A;
    return ExclusiveScanByKey(storage, bytes, keys, values, out, cub::__wl::sum_of<A>(), A{}, n, same, stream);
  }
  template <typename K, typename V, typename O, typename E = Equality>
  static cudaError_t InclusiveSumByKey(void* storage, size_t& bytes, K keys, V values, O out, int64_t n, E same = E(), cudaStream_t stream = 0) {
    typedef decltype(__wl::value_t<V>() + __wl::value_t<V>()) A;
    return InclusiveScanByKey(storage, bytes, keys, values, out, cub::__wl::sum_of<A>(), n, same, stream);
  }
};

struct DeviceSelect {
  template <typename I, typename F, typename O, typename N>
  static cudaError_t Flagged(void* storage, size_t& bytes, I in, F flags, O out, N count, int64_t n, cudaStream_t stream = 0, bool = false) {
    return __wl::select<false>(storage, bytes, n, __wl::by_flag<__wl::raw_t<F>>{__wl::raw(flags)}, __wl::raw(in), __wl::raw(out), __wl::raw(count), stream);
  }
  template <typename I, typename F, typename N, std::enable_if_t<!std::is_integral<N>::value, int> = 0>
  static cudaError_t Flagged(void* storage, size_t& bytes, I data, F flags, N count, int64_t n, cudaStream_t stream = 0) {
    return __wl::select_within(storage, bytes, n, __wl::raw(data), __wl::raw(count), __wl::make_by_flag<__wl::raw_t<F>>{__wl::raw(flags)}, stream);
  }
  template <typename I, typename O, typename N, typename P>
  static cudaError_t If(void* storage, size_t& bytes, I in, O out, N count, int64_t n, P holds, cudaStream_t stream = 0, bool = false) {
    return __wl::select<false>(storage, bytes, n, __wl::by_function<__wl::raw_t<I>, P>{__wl::raw(in), holds}, __wl::raw(in), __wl::raw(out), __wl::raw(count), stream);
  }
  template <typename I, typename N, typename P, std::enable_if_t<!std::is_integral<N>::value, int> = 0>
  static cudaError_t If(void* storage, size_t& bytes, I data, N count, int64_t n, P holds, cudaStream_t stream = 0) {
    return __wl::select_within(storage, bytes, n, __wl::raw(data), __wl::raw(count), __wl::make_by_function<P>{holds}, stream);
  }
  template <typename I, typename F, typename O, typename N, typename P>
  static cudaError_t FlaggedIf(void* storage, size_t& bytes, I in, F flags, O out, N count, int64_t n, P holds, cudaStream_t stream = 0) {
    return __wl::select<false>(storage, bytes, n, __wl::by_function<__wl::raw_t<F>, P>{__wl::raw(flags), holds}, __wl::raw(in), __wl::raw(out), __wl::raw(count), stream);
  }
  template <typename I, typename O, typename N>
  static cudaError_t Unique(void* storage, size_t& bytes, I in, O out, N count, int64_t n, cudaStream_t stream = 0, bool = false) {
    return __wl::select<false>(storage, bytes, n, __wl::begins_run<__wl::raw_t<I>, Equality>{__wl::raw(in), {}}, __wl::raw(in), __wl::raw(out), __wl::raw(count), stream);
  }
  template <typename K, typename V, typename KO, typename VO, typename N, typename E = Equality>
  static cudaError_t UniqueByKey(void* storage, size_t& bytes, K keys, V values, KO keysOut, VO valuesOut, N count, int64_t n, E same, cudaStream_t stream = 0) {
    if (storage && n == 0) return __wl::write_one(storage, __wl::raw(count), 0, stream);
    typedef __wl::begins_run<__wl::raw_t<K>, E> test;
    typedef __wl::unique_pair<__wl::raw_t<K>, __wl::raw_t<V>, __wl::raw_t<KO>, __wl::raw_t<VO>, __wl::raw_t<N>> put;
    return __wl::library::scan<ptrdiff_t>(storage, bytes, n, __wl::one_if<test>{test{__wl::raw(keys), same}}, cub::Sum(),
                                          put{__wl::raw(keys), __wl::raw(values), __wl::raw(keysOut), __wl::raw(valuesOut), __wl::raw(count), n - 1}, stream);
  }
  template <typename K, typename V, typename KO, typename VO, typename N>
  static cudaError_t UniqueByKey(void* storage, size_t& bytes, K keys, V values, KO keysOut, VO valuesOut, N count, int64_t n, cudaStream_t stream = 0) {
    return UniqueByKey(storage, bytes, keys, values, keysOut, valuesOut, count, n, Equality(), stream);
  }
};

struct DevicePartition {
  template <typename I, typename F, typename O, typename N>
  static cudaError_t Flagged(void* storage, size_t& bytes, I in, F flags, O out, N count, int64_t n, cudaStream_t stream = 0, bool = false) {
    return __wl::select<true>(storage, bytes, n, __wl::by_flag<__wl::raw_t<F>>{__wl::raw(flags)}, __wl::raw(in), __wl::raw(out), __wl::raw(count), stream);
  }
  template <typename I, typename O, typename N, typename P>
  static cudaError_t If(void* storage, size_t& bytes, I in, O out, N count, int64_t n, P holds, cudaStream_t stream = 0, bool = false) {
    return __wl::select<true>(storage, bytes, n, __wl::by_function<__wl::raw_t<I>, P>{__wl::raw(in), holds}, __wl::raw(in), __wl::raw(out), __wl::raw(count), stream);
  }
  template <typename I, typename A, typename B, typename C, typename N, typename P, typename Q>
  static cudaError_t If(void* storage, size_t& bytes, I in, A first, B second, C rest, N counts, int64_t n, P isFirst, Q isSecond, cudaStream_t stream = 0) {
    typedef __wl::raw_t<I> R;
    typedef __wl::three_parts<R, __wl::raw_t<A>, __wl::raw_t<B>, __wl::raw_t<C>, __wl::raw_t<N>> put;
    return __wl::library::scan<__wl::two_counts>(storage, bytes, n, __wl::one_of_three<R, P, Q>{__wl::raw(in), isFirst, isSecond}, __wl::both_counts(),
                                                 put{__wl::raw(in), __wl::raw(first), __wl::raw(second), __wl::raw(rest), __wl::raw(counts), n - 1}, stream);
  }
};

}  // namespace cub
