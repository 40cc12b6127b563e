// Heaps, sorting and selection as programs built with g++ see them: elements that compare equal end in the order in which
// libstdc++'s introsort, heaps and introselect leave them. The standard does not say which; programs print it.
#pragma once
#include <__config>
#include <__algorithm/comp.h>
#include <__algorithm/iter_swap.h>
#include <__iterator/iterator_traits.h>
#include <__utility/move.h>
_LIBCPP_BEGIN_NAMESPACE_STD
template <class I> using __wl_distance = typename iterator_traits<I>::difference_type;
template <class I> using __wl_value = typename iterator_traits<I>::value_type;

// Moves a hole up from `hole` to at most `top` until the value fits.
template <class I, class D, class V, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_rise(I first, D hole, D top, V value, C& less) {
  for (D parent = (hole - 1) / 2; hole > top && less(first[parent], value); parent = (hole - 1) / 2) {
    first[hole] = std::move(first[parent]);
    hole = parent;
  }
  first[hole] = std::move(value);
}
// Moves a hole down to a leaf, always to the larger child, and the value up from there.
template <class I, class D, class V, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_settle(I first, D hole, D length, V value, C& less) {
  const D top = hole;
  D child = hole;
  while (child < (length - 1) / 2) {
    child = 2 * (child + 1);
    if (less(first[child], first[child - 1])) --child;
    first[hole] = std::move(first[child]);
    hole = child;
  }
  if (length % 2 == 0 && child == (length - 2) / 2) {
    child = 2 * child + 1;
    first[hole] = std::move(first[child]);
    hole = child;
  }
  std::__wl_rise(first, hole, top, std::move(value), less);
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_push_heap(I first, I last, C& less) {
  if (last - first < 2) return;
  __wl_value<I> value = std::move(*(last - 1));
  std::__wl_rise(first, __wl_distance<I>(last - first - 1), __wl_distance<I>(0), std::move(value), less);
}
// The heap's greatest element goes to `to`, and what was there into the heap.
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_exchange_top(I first, I last, I to, C& less) {
  __wl_value<I> value = std::move(*to);
  *to = std::move(*first);
  std::__wl_settle(first, __wl_distance<I>(0), __wl_distance<I>(last - first), std::move(value), less);
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_pop_heap(I first, I last, C& less) {
  if (last - first > 1) std::__wl_exchange_top(first, last - 1, last - 1, less);
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_make_heap(I first, I last, C& less) {
  const __wl_distance<I> length = last - first;
  for (__wl_distance<I> parent = length / 2; parent-- > 0;) {
    __wl_value<I> value = std::move(first[parent]);
    std::__wl_settle(first, parent, length, std::move(value), less);
  }
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_sort_heap(I first, I last, C& less) {
  for (; last - first > 1; --last) std::__wl_exchange_top(first, last - 1, last - 1, less);
}
// The smallest elements before `middle`, as a heap.
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_select_heap(I first, I middle, I last, C& less) {
  std::__wl_make_heap(first, middle, less);
  for (I i = middle; i < last; ++i)
    if (less(*i, *first)) std::__wl_exchange_top(first, middle, i, less);
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_partial_sort(I first, I middle, I last, C& less) {
  if (first == middle) return;
  std::__wl_select_heap(first, middle, last, less);
  std::__wl_sort_heap(first, middle, less);
}

// Inserts the element at `place` among those before it, of which one is not greater.
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_insert_unguarded(I place, C& less) {
  __wl_value<I> value = std::move(*place);
  I before = place;
  for (--before; less(value, *before); --before) {
    *place = std::move(*before);
    place = before;
  }
  *place = std::move(value);
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_insertion_sort(I first, I last, C& less) {
  if (first == last) return;
  for (I i = first + 1; i != last; ++i) {
    if (!less(*i, *first)) {
      std::__wl_insert_unguarded(i, less);
      continue;
    }
    __wl_value<I> value = std::move(*i);
    for (I place = i; place != first; --place) *place = std::move(*(place - 1));
    *first = std::move(value);
  }
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_median_to(I result, I a, I b, I c, C& less) {
  I median = less(*a, *b) ? (less(*b, *c) ? b : less(*a, *c) ? c : a) : (less(*a, *c) ? a : less(*b, *c) ? c : b);
  std::iter_swap(result, median);
}
// Partitions about the median of the second, the middle and the last element; gives where the upper part begins.
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 I __wl_partition(I first, I last, C& less) {
  std::__wl_median_to(first, first + 1, first + (last - first) / 2, last - 1, less);
  const I pivot = first;
  for (++first;; ++first) {
    while (less(*first, *pivot)) ++first;
    --last;
    while (less(*pivot, *last)) --last;
    if (!(first < last)) return first;
    std::iter_swap(first, last);
  }
}
template <class D> _LIBCPP_CONSTEXPR_SINCE_CXX14 D __wl_depth(D length) {
  D bits = 0;
  while (length >>= 1) ++bits;
  return 2 * bits;
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_sort_roughly(I first, I last, __wl_distance<I> depth, C& less) {
  while (last - first > 16) {
    if (depth-- == 0) {
      std::__wl_partial_sort(first, last, last, less);
      return;
    }
    I cut = std::__wl_partition(first, last, less);
    std::__wl_sort_roughly(cut, last, depth, less);
    last = cut;
  }
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_sort(I first, I last, C& less) {
  if (first == last) return;
  std::__wl_sort_roughly(first, last, std::__wl_depth(__wl_distance<I>(last - first)), less);
  I guarded = last - first > 16 ? first + 16 : last;
  std::__wl_insertion_sort(first, guarded, less);
  for (I i = guarded; i != last; ++i) std::__wl_insert_unguarded(i, less);
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __wl_nth_element(I first, I nth, I last, C& less) {
  if (first == last || nth == last) return;
  for (__wl_distance<I> depth = std::__wl_depth(__wl_distance<I>(last - first)); last - first > 3;) {
    if (depth-- == 0) {
      std::__wl_select_heap(first, nth + 1, last, less);
      std::iter_swap(first, nth);
      return;
    }
    I cut = std::__wl_partition(first, last, less);
    (cut <= nth ? first : last) = cut;
  }
  std::__wl_insertion_sort(first, last, less);
}
_LIBCPP_END_NAMESPACE_STD
