// Thrust's sorting, merging, operations on sorted sets, and searches in sorted ranges.
#pragma once

#include "library_order.h"
#include "library_sort.h"
#include "thrust_select.h"

namespace thrust {

namespace __wl {

// Numbers in their own order are compared by their bits, as a radix sort does: NaNs have a place, too.
template <typename T, typename L> struct order_of {
  typedef L type;
  static __WL_ANYWHERE L make(L less) { return less; }
};
template <typename T, bool DESCENDING> struct radix_order {
  typedef library::radix_less<T, DESCENDING> type;
  template <typename L> static __WL_ANYWHERE type make(L) { return {0, sizeof(T) * 8}; }
};
template <typename T, typename L> struct is_plain_less : std::bool_constant<std::is_same<L, thrust::less<T>>::value || std::is_same<L, thrust::less<>>::value> {};
template <typename T, typename L> struct is_plain_greater : std::bool_constant<std::is_same<L, thrust::greater<T>>::value || std::is_same<L, thrust::greater<>>::value> {};
template <typename T, typename L>
using sort_order = std::conditional_t<std::is_floating_point<T>::value && is_plain_less<T, L>::value, radix_order<T, false>,
                                      std::conditional_t<std::is_floating_point<T>::value && is_plain_greater<T, L>::value, radix_order<T, true>, order_of<T, L>>>;

// In one thread: pairs of sorted runs are merged to and fro between the range and a buffer.
template <typename K, typename V, typename L> __WL_ANYWHERE void sort_in_order(K keys, V values, ptrdiff_t n, L less) {
  typedef std::remove_cv_t<value_t<K>> T;
  typedef std::decay_t<value_t<V>> U;
  constexpr ptrdiff_t RUN = 16;
  for (ptrdiff_t run = 0; run < n; run += RUN) {
    const ptrdiff_t end = library::lesser(n, run + RUN);
    for (ptrdiff_t i = run + 1; i < end; i++) {
      const T key = keys[i];
      const U value = values[i];
      ptrdiff_t to = i;
      for (; to > run && less(key, keys[to - 1]); to--) keys[to] = keys[to - 1], values[to] = values[to - 1];
      keys[to] = key, values[to] = value;
    }
  }
  if (n <= RUN) return;
  host_buffer<T> first(n);
  host_buffer<U> second(n);
  for (ptrdiff_t width = RUN; width < n; width *= 2) {
    for (ptrdiff_t i = 0; i < n; i++) new (first.at + i) T(keys[i]), new (second.at + i) U(values[i]);
    for (ptrdiff_t run = 0; run < n; run += 2 * width) {
      const ptrdiff_t middle = library::lesser(n, run + width), end = library::lesser(n, run + 2 * width);
      library::merge_part(first.at + run, middle - run, first.at + middle, end - middle, second.at + run, second.at + middle,
                          keys + run, values + run, 0, end - run, less);
    }
  }
}
template <typename T> struct no_values : random_access<no_values<T>, T, const ignored&> {
  __WL_ANYWHERE const ignored& at(ptrdiff_t) const { return *reinterpret_cast<const ignored*>(this); }
  __WL_ANYWHERE void move(ptrdiff_t) {}
  __WL_ANYWHERE ptrdiff_t from(const no_values&) const { return 0; }
};

template <typename K, typename V, typename L> __WL_ANYWHERE void stable_sort_by_key(sequential, K first, K last, V values, L less) {
  typedef std::remove_cv_t<value_t<K>> T;
  __wl::sort_in_order(raw(first), raw(values), last - first, sort_order<T, L>::make(less));
}
template <typename K, typename L> __WL_ANYWHERE void stable_sort(sequential, K first, K last, L less) {
  typedef std::remove_cv_t<value_t<K>> T;
  __wl::sort_in_order(raw(first), no_values<ignored>(), last - first, sort_order<T, L>::make(less));
}
template <typename K, typename VV, typename I, typename V, typename L> struct sort_step {
  I keys;
  V values;
  ptrdiff_t n;
  L less;
  cudaStream_t stream;
  __WL_FROM_HOST cudaError_t operator()(void* storage, size_t& bytes) const {
    return library::sort<K, VV>(storage, bytes, n, keys, values, keys, values, less, stream);
  }
};
template <typename A, typename K, typename V, typename L>
__WL_FROM_HOST void stable_sort_by_key(parallel<A> s, K first, K last, V values, L less) {
  if (last - first < 2) return;
  typedef std::remove_cv_t<value_t<K>> T;
  typedef sort_order<T, L> order;
  s.in_storage(sort_step<T, std::remove_cv_t<value_t<V>>, raw_t<K>, raw_t<V>, typename order::type>{raw(first), raw(values), last - first,
                                                                                                 order::make(less), s.stream},
               "sort");
}
template <typename A, typename K, typename L> __WL_FROM_HOST void stable_sort(parallel<A> s, K first, K last, L less) {
  if (last - first < 2) return;
  typedef std::remove_cv_t<value_t<K>> T;
  typedef sort_order<T, L> order;
  s.in_storage(sort_step<T, library::nothing, raw_t<K>, library::nothings, typename order::type>{raw(first), {}, last - first,
                                                                                              order::make(less), s.stream},
               "sort");
}
template <typename S, typename K> __WL_ANYWHERE void stable_sort(S s, K first, K last) { __wl::stable_sort(s, first, last, thrust::less<>()); }
template <typename S, typename K, typename V> __WL_ANYWHERE void stable_sort_by_key(S s, K first, K last, V values) {
  __wl::stable_sort_by_key(s, first, last, values, thrust::less<>());
}
template <typename S, typename... R> __WL_ANYWHERE void sort(S s, R... rest) { __wl::stable_sort(s, rest...); }
template <typename S, typename... R> __WL_ANYWHERE void sort_by_key(S s, R... rest) { __wl::stable_sort_by_key(s, rest...); }

template <typename A, typename B, typename VA, typename VB, typename O, typename VO, typename L>
__WL_ANYWHERE void merge_ranges(sequential, A a, ptrdiff_t countA, B b, ptrdiff_t countB, VA va, VB vb, O out, VO vout, L less) {
  library::merge_part(a, countA, b, countB, va, vb, out, vout, 0, countA + countB, less);
}
template <typename X, typename A, typename B, typename VA, typename VB, typename O, typename VO, typename L>
__WL_FROM_HOST void merge_ranges(parallel<X> s, A a, ptrdiff_t countA, B b, ptrdiff_t countB, VA va, VB vb, O out, VO vout, L less) {
  s.finish(library::merge(a, countA, b, countB, va, vb, out, vout, less, s.stream), "merge");
}
template <typename S, typename A, typename B, typename O, typename L>
__WL_ANYWHERE O merge(S s, A first, A last, B other, B otherLast, O out, L less) {
  const library::nothings none;
  __wl::merge_ranges(s, raw(first), last - first, raw(other), otherLast - other, none, none, raw(out), none, less);
  return out + ((last - first) + (otherLast - other));
}
template <typename S, typename A, typename B, typename O> __WL_ANYWHERE O merge(S s, A first, A last, B other, B otherLast, O out) {
  return __wl::merge(s, first, last, other, otherLast, out, thrust::less<>());
}
template <typename S, typename A, typename B, typename VA, typename VB, typename O, typename VO, typename L>
__WL_ANYWHERE pair<O, VO> merge_by_key(S s, A first, A last, B other, B otherLast, VA values, VB otherValues, O out, VO valuesOut, L less) {
  const ptrdiff_t n = (last - first) + (otherLast - other);
  __wl::merge_ranges(s, raw(first), last - first, raw(other), otherLast - other, raw(values), raw(otherValues), raw(out), raw(valuesOut), less);
  return pair<O, VO>(out + n, valuesOut + n);
}
template <typename S, typename A, typename B, typename VA, typename VB, typename O, typename VO>
__WL_ANYWHERE pair<O, VO> merge_by_key(S s, A first, A last, B other, B otherLast, VA values, VB otherValues, O out, VO valuesOut) {
  return __wl::merge_by_key(s, first, last, other, otherLast, values, otherValues, out, valuesOut, thrust::less<>());
}

// Searches for every value of a range in a sorted one.
enum search { LOWER, UPPER, WHETHER };
template <search HOW, typename I, typename V, typename O, typename L> struct found {
  I in;
  ptrdiff_t n;
  V values;
  O out;
  L less;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const {
    const auto& value = values[i];
    const ptrdiff_t at = library::bound<HOW == UPPER>(in, 0, n, value, less);
    if constexpr (HOW == WHETHER) out[i] = at < n && !const_cast<L&>(less)(value, in[at]);
    else out[i] = at;
  }
};
template <search HOW, typename S, typename I, typename V, typename O, typename L>
__WL_ANYWHERE O search_all(S s, I first, I last, V values, V valuesLast, O out, L less) {
  const ptrdiff_t n = valuesLast - values;
  s.each(n, found<HOW, raw_t<I>, raw_t<V>, raw_t<O>, L>{raw(first), last - first, raw(values), raw(out), less});
  return out + n;
}
// One value: searched for in the caller's thread, or by a kernel whose answer is fetched.
template <search HOW, typename I, typename T, typename L> __WL_ANYWHERE ptrdiff_t search_one(sequential s, I first, I last, const T& value, L less) {
  ptrdiff_t at = 0;
  s.each(1, found<HOW, raw_t<I>, const T*, ptrdiff_t*, L>{raw(first), last - first, &value, &at, less});
  return at;
}
template <search HOW, typename A, typename I, typename T, typename L>
__WL_FROM_HOST ptrdiff_t search_one(parallel<A> s, I first, I last, const T& value, L less) {
  typename parallel<A>::storage answer(s, sizeof(ptrdiff_t));
  ptrdiff_t at = 0;
  s.each(1, found<HOW, raw_t<I>, constant_iterator<T>, ptrdiff_t*, L>{raw(first), last - first, constant_iterator<T>(value), (ptrdiff_t*)answer.at, less});
  fetch(&at, answer.at, sizeof at, s.stream);
  return at;
}
#define __WL_SEARCH(name, HOW, one, result)                                                                               \
  template <typename S, typename I, typename T> __WL_ANYWHERE result name(S s, I first, I last, T value) {               \
    return one __wl::search_one<HOW>(s, first, last, value, thrust::less<>());                                            \
  }                                                                                                                      \
  template <typename S, typename I, typename V, typename O>                                                              \
  __WL_ANYWHERE O name(S s, I first, I last, V values, V valuesLast, O out) {                                             \
    return __wl::search_all<HOW>(s, first, last, values, valuesLast, out, thrust::less<>());                              \
  }                                                                                                                      \
  template <typename S, typename I, typename T, typename L> __WL_ANYWHERE result name(S s, I first, I last, T value, L less) { \
    return one __wl::search_one<HOW>(s, first, last, value, less);                                                        \
  }                                                                                                                      \
  template <typename S, typename I, typename V, typename O, typename L>                                                   \
  __WL_ANYWHERE O name(S s, I first, I last, V values, V valuesLast, O out, L less) {                                     \
    return __wl::search_all<HOW>(s, first, last, values, valuesLast, out, less);                                          \
  }
__WL_SEARCH(lower_bound, LOWER, first +, I)
__WL_SEARCH(upper_bound, UPPER, first +, I)
__WL_SEARCH(binary_search, WHETHER, 0 !=, bool)
#undef __WL_SEARCH
template <typename S, typename I, typename T, typename L> __WL_ANYWHERE pair<I, I> equal_range(S s, I first, I last, T value, L less) {
  return pair<I, I>(__wl::lower_bound(s, first, last, value, less), __wl::upper_bound(s, first, last, value, less));
}
template <typename S, typename I, typename T> __WL_ANYWHERE pair<I, I> equal_range(S s, I first, I last, T value) {
  return __wl::equal_range(s, first, last, value, thrust::less<>());
}

}  // namespace __wl

__WL_THRUST(sort) __WL_THRUST(sort_by_key) __WL_THRUST(stable_sort) __WL_THRUST(stable_sort_by_key) __WL_THRUST(merge)
__WL_THRUST(merge_by_key) __WL_THRUST(lower_bound) __WL_THRUST(upper_bound) __WL_THRUST(binary_search) __WL_THRUST(equal_range)

}  // namespace thrust
