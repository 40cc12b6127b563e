// CUB's reductions of a whole range, of its segments, and of runs of equal keys.
#pragma once

#include "cub_device.h"

namespace cub {
namespace __wl {

template <typename I, typename O, typename OP, typename T>
__WL_FROM_HOST cudaError_t reduce_with(void* storage, size_t& bytes, I in, O out, ptrdiff_t n, OP op, T init, cudaStream_t stream) {
  if (storage && n == 0) return write_one(storage, out, init, stream);
  return library::reduce<T>(storage, bytes, n, element<I, T>{in}, op, result_with<O, T, OP>{out, init, op}, stream);
}
template <typename P, typename I, typename O, typename OP, typename T>
__WL_FROM_HOST cudaError_t reduce_index(void* storage, size_t& bytes, I in, O put, ptrdiff_t n, OP op, T none, cudaStream_t stream) {
  typedef decltype(P::key) K;
  typedef decltype(P::value) V;
  if (storage && n == 0) return library::each(1, none, stream);
  return library::reduce<P>(storage, bytes, n, indexed_element<I, K, V>{in}, op, put, stream);
}
template <typename I, typename T, typename F> struct element_through {
  I in;
  F f;
  __device__ T operator()(ptrdiff_t i) { return static_cast<T>(f(in[i])); }
};
template <typename O, typename P> struct put_pair {
  O out;
  P value;
  __device__ void operator()(ptrdiff_t) const { out(value); }
};
template <typename I, typename O, typename T, typename OP> struct segment_result {
  O out;
  T init;
  OP op;
  __device__ void operator()(ptrdiff_t segment, T* values, bool isAny) {
    out[segment] = isAny ? static_cast<T>(op(init, values[0])) : init;
  }
};
template <typename P, typename B, typename I, typename O> struct segment_place {
  B begins;
  O out;
  P none;
  // Within the segment, as its own first element is number 0.
  __device__ void operator()(ptrdiff_t segment, P* values, bool isAny) const {
    P found = isAny ? values[0] : none;
    if (isAny) found.key -= begins[segment];
    out[segment] = found;
  }
};
template <typename OP, typename T, typename I, typename O, typename B, typename E>
__WL_FROM_HOST cudaError_t reduce_each(void* storage, size_t& bytes, I in, O out, ptrdiff_t n, B begins, E ends, OP op, T init, cudaStream_t stream) {
  if (!storage) return bytes = 1, cudaSuccess;
  if (n > 0)
    library::reduce_segments<T><<<(unsigned)n, library::THREADS, 0, stream>>>(element<I, T>{in}, op, begins, ends, segment_result<I, O, T, OP>{out, init, op});
  return cudaPeekAtLastError();
}
template <typename OP, typename I, typename O, typename B, typename E, typename T>
__WL_FROM_HOST cudaError_t place_each(void* storage, size_t& bytes, I in, O out, ptrdiff_t n, B begins, E ends, OP op, T worst, cudaStream_t stream) {
  typedef KeyValuePair<int, T> P;
  if (!storage) return bytes = 1, cudaSuccess;
  if (n > 0)
    library::reduce_segments<P><<<(unsigned)n, library::THREADS, 0, stream>>>(indexed_element<I, int, T>{in}, op, begins, ends,
                                                                             segment_place<P, B, I, O>{begins, out, P(1, worst)});
  return cudaPeekAtLastError();
}

template <typename K, typename E, typename KO, typename VO, typename N> struct reduced_run {
  begins_run<K, E> begins;
  KO keysOut;
  VO valuesOut;
  N count;
  ptrdiff_t last;
  template <typename T> __device__ void operator()(ptrdiff_t i, const keyed<T>&, const keyed<T>& after) {
    if (begins(i)) keysOut[after.runs - 1] = begins.keys[i];
    if (i == last || begins(i + 1)) valuesOut[after.runs - 1] = after.value;
    if (i == last) *count = after.runs;
  }
};
template <typename T, typename K, typename V, typename KO, typename VO, typename N, typename OP>
__WL_FROM_HOST cudaError_t reduce_runs(void* storage, size_t& bytes, K keys, KO keysOut, V values, VO valuesOut, N count, OP op, ptrdiff_t n,
                                       cudaStream_t stream) {
  if (storage && n == 0) return write_one(storage, count, 0, stream);
  const begins_run<K, Equality> begins{keys, {}};
  return library::scan<keyed<T>>(storage, bytes, n, keyed_element<K, Equality, V, T>{begins, values}, keyed_fold<OP>{op},
                                 reduced_run<K, Equality, KO, VO, N>{begins, keysOut, valuesOut, count, n - 1}, stream);
}
template <typename O, typename L, typename N> struct long_run {
  O offsets;
  L lengths;
  N count;
  ptrdiff_t last;
  template <typename T> __device__ void operator()(ptrdiff_t i, const T& before, const T& after) const {
    if (after > (i == 0 ? 0 : before)) offsets[after - 1] = i;
    if (i == last) *count = after;
  }
};
template <typename K> struct begins_long {
  begins_run<K, Equality> begins;
  ptrdiff_t n;
  __device__ ptrdiff_t operator()(ptrdiff_t i) { return begins(i) && i + 1 < n && !begins(i + 1) ? 1 : 0; }
};
template <typename K, typename O, typename L> struct run_length {
  begins_run<K, Equality> begins;
  O offsets;
  L lengths;
  ptrdiff_t n;
  const ptrdiff_t* place;
  __device__ void operator()(ptrdiff_t i) {
    // Ends of runs of two or more write the length behind their beginning.
    const bool isEnd = i > 0 && !begins(i) && (i + 1 == n || begins(i + 1));
    if (isEnd) lengths[place[i] - 1] = i + 1 - offsets[place[i] - 1];
  }
};
template <typename N> struct tallied {
  ptrdiff_t* place;
  N rest;
  template <typename T> __device__ void operator()(ptrdiff_t i, const T& before, const T& after) {
    place[i] = after;
    rest(i, before, after);
  }
};

}  // namespace __wl

struct DeviceReduce {
  template <typename I, typename O, typename OP, typename T>
  static cudaError_t Reduce(void* storage, size_t& bytes, I in, O out, int64_t n, OP op, T init, cudaStream_t stream = 0, bool = false) {
    typedef std::decay_t<__wl::result_t<OP, T, __wl::value_t<I>>> A;
    return __wl::reduce_with(storage, bytes, __wl::raw(in), __wl::raw(out), n, op, static_cast<A>(init), stream);
  }
  template <typename I, typename O, typename OP, typename F, typename T>
  static cudaError_t TransformReduce(void* storage, size_t& bytes, I in, O out, int64_t n, OP op, F f, T init, cudaStream_t stream = 0) {
    typedef __wl::raw_t<I> R;
    typedef __wl::raw_t<O> W;
    if (storage && n == 0) return __wl::write_one(storage, __wl::raw(out), init, stream);
    return __wl::library::reduce<T>(storage, bytes, n, __wl::element_through<R, T, F>{__wl::raw(in), f}, op,
                                    __wl::result_with<W, T, OP>{__wl::raw(out), init, op}, stream);
  }
  template <typename I, typename O>
  static cudaError_t Sum(void* storage, size_t& bytes, I in, O out, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef __wl::taken_t<O, __wl::value_t<I>> T;
    return __wl::reduce_with(storage, bytes, __wl::raw(in), __wl::raw(out), n, cub::Sum(), T{}, stream);
  }
  template <typename I, typename O>
  static cudaError_t Min(void* storage, size_t& bytes, I in, O out, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef __wl::value_t<I> T;
    return __wl::reduce_with(storage, bytes, __wl::raw(in), __wl::raw(out), n, cub::Min(), std::numeric_limits<T>::max(), stream);
  }
  template <typename I, typename O>
  static cudaError_t Max(void* storage, size_t& bytes, I in, O out, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef __wl::value_t<I> T;
    return __wl::reduce_with(storage, bytes, __wl::raw(in), __wl::raw(out), n, cub::Max(), std::numeric_limits<T>::lowest(), stream);
  }
#define __WL_ARGUMENT(name, worst)                                                                                           \
  template <typename I, typename O>                                                                                          \
  static cudaError_t name(void* storage, size_t& bytes, I in, O out, int64_t n, cudaStream_t stream = 0, bool = false) {      \
    typedef __wl::value_t<I> T;                                                                                              \
    typedef KeyValuePair<int, T> P;                                                                                          \
    typedef __wl::result_alone<__wl::raw_t<O>> put;                                                                          \
    const put all{__wl::raw(out)};                                                                                           \
    return __wl::reduce_index<P>(storage, bytes, __wl::raw(in), all, n, cub::name(), __wl::put_pair<put, P>{all, P(1, worst)}, stream); \
  }                                                                                                                          \
  template <typename I, typename V, typename K, std::enable_if_t<!std::is_integral<K>::value, int> = 0>                       \
  static cudaError_t name(void* storage, size_t& bytes, I in, V value, K index, int64_t n, cudaStream_t stream = 0) {         \
    typedef __wl::value_t<I> T;                                                                                              \
    typedef KeyValuePair<int64_t, T> P;                                                                                      \
    typedef __wl::result_apart<__wl::raw_t<V>, __wl::raw_t<K>> put;                                                          \
    const put both{__wl::raw(value), __wl::raw(index)};                                                                      \
    return __wl::reduce_index<P>(storage, bytes, __wl::raw(in), both, n, cub::name(), __wl::put_pair<put, P>{both, P(1, worst)}, stream); \
  }
  __WL_ARGUMENT(ArgMin, std::numeric_limits<T>::max())
  __WL_ARGUMENT(ArgMax, std::numeric_limits<T>::lowest())
#undef __WL_ARGUMENT
  template <typename K, typename KO, typename V, typename VO, typename N, typename OP>
  static cudaError_t ReduceByKey(void* storage, size_t& bytes, K keys, KO keysOut, V values, VO valuesOut, N count, OP op, int64_t n,
                                 cudaStream_t stream = 0, bool = false) {
    typedef __wl::value_t<V> X;
    typedef std::decay_t<__wl::result_t<OP, X, X>> T;
    return __wl::reduce_runs<T>(storage, bytes, __wl::raw(keys), __wl::raw(keysOut), __wl::raw(values), __wl::raw(valuesOut), __wl::raw(count), op, n, stream);
  }
};

struct DeviceSegmentedReduce {
  template <typename I, typename O, typename B, typename E, typename OP, typename T>
  static cudaError_t Reduce(void* storage, size_t& bytes, I in, O out, int64_t n, B begins, E ends, OP op, T init, cudaStream_t stream = 0, bool = false) {
    typedef std::decay_t<__wl::result_t<OP, T, __wl::value_t<I>>> A;
    return __wl::reduce_each<OP, A>(storage, bytes, __wl::raw(in), __wl::raw(out), n, __wl::raw(begins), __wl::raw(ends), op, static_cast<A>(init), stream);
  }
  template <typename I, typename O, typename B, typename E>
  static cudaError_t Sum(void* storage, size_t& bytes, I in, O out, int64_t n, B begins, E ends, cudaStream_t stream = 0, bool = false) {
    typedef __wl::taken_t<O, __wl::value_t<I>> T;
    return Reduce(storage, bytes, in, out, n, begins, ends, cub::Sum(), T{}, stream);
  }
  template <typename I, typename O, typename B, typename E>
  static cudaError_t Min(void* storage, size_t& bytes, I in, O out, int64_t n, B begins, E ends, cudaStream_t stream = 0, bool = false) {
    return Reduce(storage, bytes, in, out, n, begins, ends, cub::Min(), std::numeric_limits<__wl::value_t<I>>::max(), stream);
  }
  template <typename I, typename O, typename B, typename E>
  static cudaError_t Max(void* storage, size_t& bytes, I in, O out, int64_t n, B begins, E ends, cudaStream_t stream = 0, bool = false) {
    return Reduce(storage, bytes, in, out, n, begins, ends, cub::Max(), std::numeric_limits<__wl::value_t<I>>::lowest(), stream);
  }
  template <typename I, typename O, typename B, typename E>
  static cudaError_t ArgMin(void* storage, size_t& bytes, I in, O out, int64_t n, B begins, E ends, cudaStream_t stream = 0, bool = false) {
    return __wl::place_each(storage, bytes, __wl::raw(in), __wl::raw(out), n, __wl::raw(begins), __wl::raw(ends), cub::ArgMin(),
                            std::numeric_limits<__wl::value_t<I>>::max(), stream);
  }
  template <typename I, typename O, typename B, typename E>
  static cudaError_t ArgMax(void* storage, size_t& bytes, I in, O out, int64_t n, B begins, E ends, cudaStream_t stream = 0, bool = false) {
    return __wl::place_each(storage, bytes, __wl::raw(in), __wl::raw(out), n, __wl::raw(begins), __wl::raw(ends), cub::ArgMax(),
                            std::numeric_limits<__wl::value_t<I>>::lowest(), stream);
  }
};

struct DeviceRunLengthEncode {
  template <typename I, typename O, typename L, typename N>
  static cudaError_t Encode(void* storage, size_t& bytes, I in, O unique, L lengths, N count, int64_t n, cudaStream_t stream = 0, bool = false) {
    return __wl::reduce_runs<ptrdiff_t>(storage, bytes, __wl::raw(in), __wl::raw(unique), __wl::ones(), __wl::raw(lengths), __wl::raw(count),
                                        cub::Sum(), n, stream);
  }
  // Runs of two or more.
  template <typename I, typename O, typename L, typename N>
  static cudaError_t NonTrivialRuns(void* storage, size_t& bytes, I in, O offsets, L lengths, N count, int64_t n, cudaStream_t stream = 0, bool = false) {
    typedef __wl::raw_t<I> K;
    typedef __wl::raw_t<O> P;
    typedef __wl::raw_t<L> Q;
    if (storage && n == 0) return __wl::write_one(storage, __wl::raw(count), 0, stream);
    const __wl::begins_run<K, Equality> begins{__wl::raw(in), {}};
    typedef __wl::long_run<P, Q, __wl::raw_t<N>> run;
    size_t needed = 0;
    const __wl::begins_long<K> get{begins, n};
    __wl::tallied<run> put{nullptr, run{__wl::raw(offsets), __wl::raw(lengths), __wl::raw(count), n - 1}};
    __wl::library::scan<ptrdiff_t>(nullptr, needed, n, get, cub::Sum(), put, stream);
    char* parts[2];
    const size_t sizes[2] = {n * sizeof(ptrdiff_t), needed};
    const cudaError_t error = __wl::carve(storage, bytes, sizes, parts);
    if (!storage || error) return error;
    put.place = (ptrdiff_t*)parts[0];
    __wl::library::scan<ptrdiff_t>(parts[1], needed, n, get, cub::Sum(), put, stream);
    return __wl::library::each(n, __wl::run_length<K, P, Q>{begins, __wl::raw(offsets), __wl::raw(lengths), n, put.place}, stream);
  }
};

}  // namespace cub
