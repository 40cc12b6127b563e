// Partial sorting; see wl_order.h.
#pragma once
#include <__algorithm/wl_order.h>
#include <__iterator/next.h>
#include <__algorithm/iterator_operations.h>
_LIBCPP_BEGIN_NAMESPACE_STD
// As libc++'s ranges call it.
template <class P, class I, class S, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 I __partial_sort(I first, I middle, S last, C& less) {
  I end = _IterOps<P>::next(middle, last);
  std::__wl_partial_sort(first, middle, end, less);
  return end;
}
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void partial_sort(I first, I middle, I last, C less) { std::__wl_partial_sort(first, middle, last, less); }
template <class I> _LIBCPP_CONSTEXPR_SINCE_CXX14 void partial_sort(I first, I middle, I last) {
  __less<> less;
  std::__wl_partial_sort(first, middle, last, less);
}
_LIBCPP_END_NAMESPACE_STD
