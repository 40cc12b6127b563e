// CUB's device-wide functions that treat every element by itself: loops, histograms, differences, batches of copies, products
// of sparse matrices with vectors.
#pragma once

#include "cub_device.h"

namespace cub {
namespace __wl {

template <typename I, typename F> struct called {
  I in;
  F f;
  __device__ void operator()(ptrdiff_t i) { f(in[i]); }
};
template <typename F> struct called_with_index {
  F f;
  __device__ void operator()(ptrdiff_t i) { f(i); }
};
template <typename I, typename O, typename F> struct mapped {
  I in;
  O out;
  F f;
  __device__ void operator()(ptrdiff_t i) { out[i] = f(in[i]); }
};

// The bin of a sample: equally wide ones, or between levels that ascend.
template <typename L> struct even_bins {
  L lower, upper;
  int bins;
  template <typename T> __device__ int operator()(const T& sample) const {
    typedef std::common_type_t<L, T> X;
    const X x = static_cast<X>(sample);
    if (!(static_cast<X>(lower) <= x && x < static_cast<X>(upper))) return -1;
    if constexpr (std::is_integral<X>::value) return static_cast<int>((static_cast<unsigned long long>(x - lower) * bins) / static_cast<unsigned long long>(upper - lower));
    else return CUB_MIN(static_cast<int>((x - lower) * (bins / (upper - lower))), bins - 1);
  }
};
template <typename L> struct level_bins {
  const L* levels;
  int bins;
  template <typename T> __device__ int operator()(const T& sample) const {
    int from = 0, to = bins + 1;
    while (from < to) {
      const int middle = (from + to) / 2;
      if (levels[middle] <= sample) from = middle + 1;
      else to = middle;
    }
    return from >= 1 && from <= bins ? from - 1 : -1;
  }
};
template <typename C> struct emptied {
  C* counts;
  __device__ void operator()(ptrdiff_t i) const { counts[i] = 0; }
};
template <typename I, typename C, typename BIN> struct counted_samples {
  I samples;
  C* counts;
  BIN bin;
  // Pixels of `stride` samples each, of which one is looked at, in rows of `width` pixels that lie `pitch` bytes apart.
  int stride, channel;
  ptrdiff_t width, pitch;
  __device__ void operator()(ptrdiff_t i) const {
    ptrdiff_t at = i * stride + channel;
    int place;
    if constexpr (std::is_pointer<I>::value) {
      if (pitch) {
        const char* row = reinterpret_cast<const char*>(samples) + i / width * pitch;
        place = bin(reinterpret_cast<I>(const_cast<char*>(row))[i % width * stride + channel]);
      } else {
        place = bin(samples[at]);
      }
    } else {
      place = bin(samples[at]);
    }
    if (place >= 0) atomicAdd(counts + place, C(1));
  }
};
template <typename I, typename C, typename BIN>
__WL_FROM_HOST cudaError_t histogram(void* storage, size_t& bytes, I samples, C* counts, BIN bin, int stride, int channel, ptrdiff_t width, ptrdiff_t rows, ptrdiff_t pitch,
                                     cudaStream_t stream) {
  if (!storage) return bytes = 1, cudaSuccess;
  library::each(bin.bins, emptied<C>{counts}, stream);
  const ptrdiff_t apart = rows > 1 ? pitch : 0;
  return library::each(width * rows, counted_samples<I, C, BIN>{samples, counts, bin, stride, channel, width, apart}, stream);
}
// atomicAdd has no signed 64-bit form; the bits of the sum are those of the unsigned one.
template <typename T> struct counter { typedef T type; };
template <> struct counter<long long> { typedef unsigned long long type; };
template <> struct counter<long> { typedef unsigned long long type; };
template <> struct counter<unsigned long> { typedef unsigned long long type; };
template <typename C> __WL_FROM_HOST typename counter<C>::type* counters(C* counts) { return (typename counter<C>::type*)counts; }

template <typename I, typename O, typename F, bool LEFT> struct adjacent {
  I in;
  O out;
  F f;
  ptrdiff_t n;
  __device__ void operator()(ptrdiff_t i) {
    if (LEFT ? i == 0 : i == n - 1) out[i] = in[i];
    else if (LEFT) out[i] = f(in[i], in[i - 1]);
    else out[i] = f(in[i], in[i + 1]);
  }
};
template <bool LEFT, typename I, typename F> __WL_FROM_HOST cudaError_t adjacent_within(void* storage, size_t& bytes, I data, ptrdiff_t n, F f, cudaStream_t stream) {
  typedef value_t<I> T;
  char* parts[1];
  const size_t sizes[1] = {n * sizeof(T)};
  const cudaError_t error = carve(storage, bytes, sizes, parts);
  if (!storage || error) return error;
  library::each(n, copied<I, T*>{data, (T*)parts[0]}, stream);
  return library::each(n, adjacent<T*, I, F, LEFT>{(T*)parts[0], data, f, n}, stream);
}
template <typename S, typename D, typename N, bool BYTES> struct batch {
  S from;
  D to;
  N sizes;
  __device__ void operator()(ptrdiff_t i) const {
    const ptrdiff_t n = sizes[i];
    if constexpr (BYTES)
      for (ptrdiff_t k = 0; k < n; k++) ((char*)to[i])[k] = ((const char*)from[i])[k];
    else
      for (ptrdiff_t k = 0; k < n; k++) to[i][k] = from[i][k];
  }
};
template <typename T> struct sparse_row {
  const T* values;
  const int* offsets;
  const int* columns;
  const T* x;
  T* y;
  __device__ void operator()(ptrdiff_t row) const {
    T sum = 0;
    for (int k = offsets[row]; k < offsets[row + 1]; k++) sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
};

}  // namespace __wl

struct DeviceFor {
  template <typename I, typename F> static cudaError_t ForEach(I first, I last, F f, cudaStream_t stream = 0) {
    return __wl::library::each(last - first, __wl::called<__wl::raw_t<I>, F>{__wl::raw(first), f}, stream);
  }
  template <typename I, typename N, typename F, std::enable_if_t<std::is_integral<N>::value, int> = 0>
  static cudaError_t ForEachN(I first, N n, F f, cudaStream_t stream = 0) {
    return __wl::library::each(n, __wl::called<__wl::raw_t<I>, F>{__wl::raw(first), f}, stream);
  }
  template <typename I, typename F> static cudaError_t ForEachCopy(I first, I last, F f, cudaStream_t stream = 0) { return ForEach(first, last, f, stream); }
  template <typename I, typename N, typename F, std::enable_if_t<std::is_integral<N>::value, int> = 0>
  static cudaError_t ForEachCopyN(I first, N n, F f, cudaStream_t stream = 0) {
    return ForEachN(first, n, f, stream);
  }
  template <typename N, typename F, std::enable_if_t<std::is_integral<N>::value, int> = 0> static cudaError_t Bulk(N n, F f, cudaStream_t stream = 0) {
    return __wl::library::each(n, __wl::called_with_index<F>{f}, stream);
  }
#define __WL_IN_TWO_STEPS(name)                                                                            \
  template <typename... A> static cudaError_t name(void* storage, size_t& bytes, A... rest) {              \
    if (!storage) return bytes = 1, cudaSuccess;                                                           \
    return name(rest...);                                                                                  \
  }
  __WL_IN_TWO_STEPS(ForEach) __WL_IN_TWO_STEPS(ForEachN) __WL_IN_TWO_STEPS(ForEachCopy) __WL_IN_TWO_STEPS(ForEachCopyN) __WL_IN_TWO_STEPS(Bulk)
#undef __WL_IN_TWO_STEPS
};
struct DeviceTransform {
  template <typename I, typename O, typename N, typename F> static cudaError_t Transform(I in, O out, N n, F f, cudaStream_t stream = 0) {
    return __wl::library::each(n, __wl::mapped<__wl::raw_t<I>, __wl::raw_t<O>, F>{__wl::raw(in), __wl::raw(out), f}, stream);
  }
};

struct DeviceHistogram {
  template <typename I, typename C, typename L>
  static cudaError_t HistogramEven(void* storage, size_t& bytes, I samples, C* counts, int levels, L lower, L upper, int64_t n, cudaStream_t stream = 0, bool = false) {
    return __wl::histogram(storage, bytes, __wl::raw(samples), __wl::counters(counts), __wl::even_bins<L>{lower, upper, levels - 1}, 1, 0, n, 1, 0, stream);
  }
  template <typename I, typename C, typename L>
  static cudaError_t HistogramEven(void* storage, size_t& bytes, I samples, C* counts, int levels, L lower, L upper, int64_t width, int64_t rows, size_t pitch,
                                   cudaStream_t stream = 0, bool = false) {
    return __wl::histogram(storage, bytes, __wl::raw(samples), __wl::counters(counts), __wl::even_bins<L>{lower, upper, levels - 1}, 1, 0, width, rows, pitch, stream);
  }
  template <typename I, typename C, typename L>
  static cudaError_t HistogramRange(void* storage, size_t& bytes, I samples, C* counts, int levels, const L* bounds, int64_t n, cudaStream_t stream = 0, bool = false) {
    return __wl::histogram(storage, bytes, __wl::raw(samples), __wl::counters(counts), __wl::level_bins<L>{bounds, levels - 1}, 1, 0, n, 1, 0, stream);
  }
  template <typename I, typename C, typename L>
  static cudaError_t HistogramRange(void* storage, size_t& bytes, I samples, C* counts, int levels, const L* bounds, int64_t width, int64_t rows, size_t pitch,
                                    cudaStream_t stream = 0, bool = false) {
    return __wl::histogram(storage, bytes, __wl::raw(samples), __wl::counters(counts), __wl::level_bins<L>{bounds, levels - 1}, 1, 0, width, rows, pitch, stream);
  }
  // Of pixels of CHANNELS samples the first ACTIVE are counted, each in a histogram of its own. Arrays of pointers, or of the library.
  template <int CHANNELS, int ACTIVE, typename I, typename C, typename N, typename L>
  static cudaError_t MultiHistogramEven(void* storage, size_t& bytes, I samples, C counts, N levels, L lower, L upper, int64_t n, cudaStream_t stream = 0, bool = false) {
    cudaError_t error = cudaSuccess;
    for (int k = 0; k < ACTIVE && !error; k++) {
      typedef std::decay_t<decltype(lower[0])> level;
      error = __wl::histogram(storage, bytes, __wl::raw(samples), __wl::counters(counts[k]), __wl::even_bins<level>{lower[k], upper[k], levels[k] - 1}, CHANNELS, k, n, 1, 0, stream);
    }
    return error;
  }
  template <int CHANNELS, int ACTIVE, typename I, typename C, typename N, typename L>
  static cudaError_t MultiHistogramRange(void* storage, size_t& bytes, I samples, C counts, N levels, L bounds, int64_t n, cudaStream_t stream = 0, bool = false) {
    cudaError_t error = cudaSuccess;
    for (int k = 0; k < ACTIVE && !error; k++) {
      typedef std::remove_cv_t<std::remove_pointer_t<std::decay_t<decltype(bounds[0])>>> level;
      error = __wl::histogram(storage, bytes, __wl::raw(samples), __wl::counters(counts[k]), __wl::level_bins<level>{bounds[k], levels[k] - 1}, CHANNELS, k, n, 1, 0, stream);
    }
    return error;
  }
};

struct DeviceAdjacentDifference {
#define __WL_SIDE(name, LEFT)                                                                                                              \
  template <typename I, typename O, typename F = Difference>                                                                               \
  static cudaError_t name##Copy(void* storage, size_t& bytes, I in, O out, int64_t n, F f = F(), cudaStream_t stream = 0, bool = false) {   \
    if (!storage) return bytes = 1, cudaSuccess;                                                                                           \
    return __wl::library::each(n, __wl::adjacent<__wl::raw_t<I>, __wl::raw_t<O>, F, LEFT>{__wl::raw(in), __wl::raw(out), f, n}, stream);    \
  }                                                                                                                                        \
  template <typename I, typename F = Difference>                                                                                           \
  static cudaError_t name(void* storage, size_t& bytes, I data, int64_t n, F f = F(), cudaStream_t stream = 0, bool = false) {              \
    return __wl::adjacent_within<LEFT>(storage, bytes, __wl::raw(data), n, f, stream);                                                     \
  }
  __WL_SIDE(SubtractLeft, true)
  __WL_SIDE(SubtractRight, false)
#undef __WL_SIDE
};
struct DeviceMemcpy {
  template <typename S, typename D, typename N>
  static cudaError_t Batched(void* storage, size_t& bytes, S from, D to, N sizes, uint32_t n, cudaStream_t stream = 0) {
    if (!storage) return bytes = 1, cudaSuccess;
    return __wl::library::each(n, __wl::batch<__wl::raw_t<S>, __wl::raw_t<D>, __wl::raw_t<N>, true>{__wl::raw(from), __wl::raw(to), __wl::raw(sizes)}, stream);
  }
};
struct DeviceCopy {
  template <typename S, typename D, typename N>
  static cudaError_t Batched(void* storage, size_t& bytes, S from, D to, N sizes, uint32_t n, cudaStream_t stream = 0) {
    if (!storage) return bytes = 1, cudaSuccess;
    return __wl::library::each(n, __wl::batch<__wl::raw_t<S>, __wl::raw_t<D>, __wl::raw_t<N>, false>{__wl::raw(from), __wl::raw(to), __wl::raw(sizes)}, stream);
  }
};
struct DeviceSpmv {
  template <typename T>
  static cudaError_t CsrMV(void* storage, size_t& bytes, const T* values, const int* offsets, const int* columns, const T* x, T* y, int rows, int, int,
                           cudaStream_t stream = 0, bool = false) {
    if (!storage) return bytes = 1, cudaSuccess;
    return __wl::library::each(rows, __wl::sparse_row<T>{values, offsets, columns, x, y}, stream);
  }
};

}  // namespace cub
