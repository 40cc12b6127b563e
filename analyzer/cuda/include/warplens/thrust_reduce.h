// Thrust's algorithms that give one value of a range: sums, counts, extremes, searches and comparisons.
#pragma once

#include "thrust_iterator.h"
#include "thrust_transform.h"

namespace thrust {

namespace __wl {

template <typename I, typename T> struct element {
  I in;
  __WL_ANYWHERE T operator()(ptrdiff_t i) const { return static_cast<T>(in[i]); }
};
template <typename I, typename T, typename F> struct element_through {
  I in;
  F f;
  __WL_ANYWHERE T operator()(ptrdiff_t i) { return static_cast<T>(f(in[i])); }
};
template <typename I, typename J, typename T, typename F> struct element_of_two {
  I in;
  J other;
  F f;
  __WL_ANYWHERE T operator()(ptrdiff_t i) { return static_cast<T>(f(in[i], other[i])); }
};
template <typename S, typename I, typename T, typename F> __WL_ANYWHERE T reduce(S s, I first, I last, T init, F f) {
  return s.reduce(last - first, element<raw_t<I>, T>{raw(first)}, f, init);
}
template <typename S, typename I, typename T> __WL_ANYWHERE T reduce(S s, I first, I last, T init) {
  return __wl::reduce(s, first, last, init, plus<>());
}
template <typename S, typename I> __WL_ANYWHERE auto reduce(S s, I first, I last) {
  return __wl::reduce(s, first, last, std::remove_cv_t<value_t<I>>(0), plus<>());
}
template <typename S, typename I, typename F, typename T, typename G>
__WL_ANYWHERE T transform_reduce(S s, I first, I last, F f, T init, G g) {
  return s.reduce(last - first, element_through<raw_t<I>, T, F>{raw(first), f}, g, init);
}
template <typename S, typename I, typename J, typename T, typename G, typename F>
__WL_ANYWHERE T inner_product(S s, I first, I last, J other, T init, G g, F f) {
  return s.reduce(last - first, element_of_two<raw_t<I>, raw_t<J>, T, F>{raw(first), raw(other), f}, g, init);
}
template <typename S, typename I, typename J, typename T> __WL_ANYWHERE T inner_product(S s, I first, I last, J other, T init) {
  return __wl::inner_product(s, first, last, other, init, plus<>(), multiplies<>());
}

template <typename I, typename P> struct one_if {
  I in;
  P holds;
  __WL_ANYWHERE ptrdiff_t operator()(ptrdiff_t i) { return holds(in[i]) ? 1 : 0; }
};
template <typename S, typename I, typename P> __WL_ANYWHERE ptrdiff_t count_if(S s, I first, I last, P holds) {
  return s.reduce(last - first, one_if<raw_t<I>, P>{raw(first), holds}, plus<ptrdiff_t>(), (ptrdiff_t)0);
}
template <typename S, typename I, typename T> __WL_ANYWHERE ptrdiff_t count(S s, I first, I last, T value) {
  return __wl::count_if(s, first, last, equals<T>{value});
}

// The first index of which something holds, and n where it holds of none.
template <typename P> struct index_if {
  P holds;
  ptrdiff_t n;
  __WL_ANYWHERE ptrdiff_t operator()(ptrdiff_t i) { return holds(i) ? i : n; }
};
template <typename P> __WL_ANYWHERE ptrdiff_t first_of(sequential, ptrdiff_t n, P holds) {
  for (ptrdiff_t i = 0; i < n; i++)
    if (holds(i)) return i;
  return n;
}
template <typename A, typename P> __WL_FROM_HOST ptrdiff_t first_of(parallel<A> s, ptrdiff_t n, P holds) {
  return s.reduce(n, index_if<P>{holds, n}, minimum<ptrdiff_t>(), n);
}
template <typename I, typename P, bool WANTED = true> struct at_index {
  I in;
  P holds;
  __WL_ANYWHERE bool operator()(ptrdiff_t i) { return static_cast<bool>(holds(in[i])) == WANTED; }
};
template <typename S, typename I, typename P> __WL_ANYWHERE I find_if(S s, I first, I last, P holds) {
  return first + __wl::first_of(s, last - first, at_index<raw_t<I>, P>{raw(first), holds});
}
template <typename S, typename I, typename P> __WL_ANYWHERE I find_if_not(S s, I first, I last, P holds) {
  return first + __wl::first_of(s, last - first, at_index<raw_t<I>, P, false>{raw(first), holds});
}
template <typename S, typename I, typename T> __WL_ANYWHERE I find(S s, I first, I last, T value) {
  return __wl::find_if(s, first, last, equals<T>{value});
}
template <typename S, typename I, typename P> __WL_ANYWHERE bool any_of(S s, I first, I last, P holds) {
  return __wl::find_if(s, first, last, holds) != last;
}
template <typename S, typename I, typename P> __WL_ANYWHERE bool none_of(S s, I first, I last, P holds) {
  return !__wl::any_of(s, first, last, holds);
}
template <typename S, typename I, typename P> __WL_ANYWHERE bool all_of(S s, I first, I last, P holds) {
  return __wl::find_if_not(s, first, last, holds) == last;
}

template <typename I, typename J, typename P> struct differs {
  I in;
  J other;
  P same;
  __WL_ANYWHERE bool operator()(ptrdiff_t i) { return !same(in[i], other[i]); }
};
template <typename S, typename I, typename J, typename P> __WL_ANYWHERE pair<I, J> mismatch(S s, I first, I last, J other, P same) {
  const ptrdiff_t at = __wl::first_of(s, last - first, differs<raw_t<I>, raw_t<J>, P>{raw(first), raw(other), same});
  return pair<I, J>(first + at, other + at);
}
template <typename S, typename I, typename J> __WL_ANYWHERE pair<I, J> mismatch(S s, I first, I last, J other) {
  return __wl::mismatch(s, first, last, other, equal_to<>());
}
template <typename S, typename I, typename J, typename P> __WL_ANYWHERE bool equal(S s, I first, I last, J other, P same) {
  return __wl::mismatch(s, first, last, other, same).first == last;
}
template <typename S, typename I, typename J> __WL_ANYWHERE bool equal(S s, I first, I last, J other) {
  return __wl::equal(s, first, last, other, equal_to<>());
}

// The places of the least and the greatest element: the first of equal ones, and of equal greatest ones the first or last.
template <typename I, typename L> struct lesser_place {
  I in;
  L less;
  __WL_ANYWHERE ptrdiff_t operator()(ptrdiff_t a, ptrdiff_t b) {
    if (b < a) return less(in[a], in[b]) ? a : b;
    return less(in[b], in[a]) ? b : a;
  }
};
template <typename I, typename L> struct greater_place {
  I in;
  L less;
  __WL_ANYWHERE ptrdiff_t operator()(ptrdiff_t a, ptrdiff_t b) {
    if (b < a) return less(in[b], in[a]) ? a : b;
    return less(in[a], in[b]) ? b : a;
  }
};
template <typename S, typename I, typename L> __WL_ANYWHERE I min_element(S s, I first, I last, L less) {
  if (last - first <= 0) return last;
  return first + s.reduce(last - first, identity<ptrdiff_t>(), lesser_place<raw_t<I>, L>{raw(first), less}, (ptrdiff_t)0);
}
template <typename S, typename I> __WL_ANYWHERE I min_element(S s, I first, I last) {
  return __wl::min_element(s, first, last, thrust::less<>());
}
template <typename S, typename I, typename L> __WL_ANYWHERE I max_element(S s, I first, I last, L less) {
  if (last - first <= 0) return last;
  return first + s.reduce(last - first, identity<ptrdiff_t>(), greater_place<raw_t<I>, L>{raw(first), less}, (ptrdiff_t)0);
}
template <typename S, typename I> __WL_ANYWHERE I max_element(S s, I first, I last) {
  return __wl::max_element(s, first, last, thrust::less<>());
}
template <typename S, typename I, typename L> __WL_ANYWHERE pair<I, I> minmax_element(S s, I first, I last, L less) {
  return pair<I, I>(__wl::min_element(s, first, last, less), __wl::max_element(s, first, last, less));
}
template <typename S, typename I> __WL_ANYWHERE pair<I, I> minmax_element(S s, I first, I last) {
  return __wl::minmax_element(s, first, last, thrust::less<>());
}

template <typename I, typename L> struct descends {
  I in;
  L less;
  __WL_ANYWHERE bool operator()(ptrdiff_t i) { return less(in[i + 1], in[i]); }
};
template <typename S, typename I, typename L> __WL_ANYWHERE I is_sorted_until(S s, I first, I last, L less) {
  const ptrdiff_t n = last - first;
  if (n < 2) return last;
  const ptrdiff_t at = __wl::first_of(s, n - 1, descends<raw_t<I>, L>{raw(first), less});
  return at == n - 1 ? last : first + (at + 1);
}
template <typename S, typename I> __WL_ANYWHERE I is_sorted_until(S s, I first, I last) {
  return __wl::is_sorted_until(s, first, last, thrust::less<>());
}
template <typename S, typename I, typename L> __WL_ANYWHERE bool is_sorted(S s, I first, I last, L less) {
  return __wl::is_sorted_until(s, first, last, less) == last;
}
template <typename S, typename I> __WL_ANYWHERE bool is_sorted(S s, I first, I last) {
  return __wl::is_sorted_until(s, first, last, thrust::less<>()) == last;
}
template <typename S, typename I, typename P> __WL_ANYWHERE bool is_partitioned(S s, I first, I last, P holds) {
  return __wl::find_if(s, __wl::find_if_not(s, first, last, holds), last, holds) == last;
}
template <typename S, typename I, typename P> __WL_ANYWHERE I partition_point(S s, I first, I last, P holds) {
  return __wl::find_if_not(s, first, last, holds);
}

}  // namespace __wl

__WL_THRUST(reduce) __WL_THRUST(transform_reduce) __WL_THRUST(inner_product) __WL_THRUST(count) __WL_THRUST(count_if)
__WL_THRUST(find) __WL_THRUST(find_if) __WL_THRUST(find_if_not) __WL_THRUST(any_of) __WL_THRUST(all_of) __WL_THRUST(none_of)
__WL_THRUST(mismatch) __WL_THRUST(equal) __WL_THRUST(min_element) __WL_THRUST(max_element) __WL_THRUST(minmax_element)
__WL_THRUST(is_sorted) __WL_THRUST(is_sorted_until) __WL_THRUST(is_partitioned) __WL_THRUST(partition_point)

}  // namespace thrust
