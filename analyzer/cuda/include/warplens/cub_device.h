// What CUB's device-wide algorithms share: how they take iterators and answer, and the functors of our kernels behind them.
#pragma once

#include "cub_base.h"
#include "library_launch.h"

#include <limits>

namespace cub {
namespace __wl {

namespace library = warplens_library;
using library::carve;
using library::raw;
using library::raw_t;
using library::result_t;

template <typename I> using value_t = std::remove_cv_t<typename std::iterator_traits<I>::value_type>;
// What an output takes: its own type, or that of the input where it takes anything.
template <typename O, typename T, typename = void> struct taken { typedef T type; };
template <typename O, typename T>
struct taken<O, T, std::enable_if_t<std::is_arithmetic<value_t<O>>::value || std::is_class<value_t<O>>::value>> { typedef value_t<O> type; };
template <typename O, typename T> using taken_t = typename taken<O, T>::type;

template <typename I, typename T> struct element {
  I in;
  __WL_ANYWHERE T operator()(ptrdiff_t i) const { return static_cast<T>(in[i]); }
};
template <typename O, typename T, typename OP> struct result_with {
  O out;
  T init;
  OP op;
  __device__ void operator()(const T& value) { *out = op(init, value); }
};
template <typename O> struct result_alone {
  O out;
  template <typename T> __device__ void operator()(const T& value) const { *out = value; }
};
template <typename O, typename T> struct written {
  O out;
  T value;
  __device__ void operator()(ptrdiff_t) const { *out = value; }
};
// A value for a range without elements, which no kernel goes through.
template <typename O, typename T>
__WL_FROM_HOST cudaError_t write_one(void* storage, O out, T value, cudaStream_t stream) {
  return storage ? library::each(1, written<O, T>{out, value}, stream) : cudaSuccess;
}
template <typename I, typename O> struct copied {
  I in;
  O out;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { out[i] = in[i]; }
};
// An index with its element, as the arguments of extremes.
template <typename I, typename K, typename T> struct indexed_element {
  I in;
  __WL_ANYWHERE KeyValuePair<K, T> operator()(ptrdiff_t i) const { return KeyValuePair<K, T>((K)i, in[i]); }
};
template <typename V, typename K> struct result_apart {
  V value;
  K index;
  template <typename P> __device__ void operator()(const P& found) const {
    *value = found.value;
    *index = found.key;
  }
};

// An addition in a type of its own.
template <typename T> struct sum_of {
  __WL_ANYWHERE T operator()(const T& a, const T& b) const { return a + b; }
};

// Marks where a run of equal keys begins.
template <typename K, typename E> struct begins_run {
  K keys;
  E same;
  __WL_ANYWHERE bool operator()(ptrdiff_t i) { return i == 0 || !same(keys[i - 1], keys[i]); }
};
// What was folded since a run began, and how many runs have begun.
template <typename T> struct keyed {
  ptrdiff_t runs;
  T value;
};
template <typename OP> struct keyed_fold {
  OP op;
  template <typename T> __WL_ANYWHERE keyed<T> operator()(const keyed<T>& a, const keyed<T>& b) {
    return {a.runs + b.runs, b.runs > 0 ? b.value : static_cast<T>(op(a.value, b.value))};
  }
};
template <typename K, typename E, typename V, typename T> struct keyed_element {
  begins_run<K, E> begins;
  V values;
  __WL_ANYWHERE keyed<T> operator()(ptrdiff_t i) { return {begins(i) ? 1 : 0, static_cast<T>(values[i])}; }
};
struct ones {
  __WL_ANYWHERE ptrdiff_t operator[](ptrdiff_t) const { return 1; }
};

}  // namespace __wl
}  // namespace cub

