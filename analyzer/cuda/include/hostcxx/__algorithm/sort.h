// Sorting; see wl_order.h.
#pragma once
#include <__algorithm/wl_order.h>
#include <__iterator/next.h>
#include <__algorithm/iterator_operations.h>
_LIBCPP_BEGIN_NAMESPACE_STD
// As libc++'s ranges call it.
template <class P, class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __sort_impl(I first, I last, C& less) { std::__wl_sort(first, last, less); }
template <class P, class C, class I> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __insertion_sort(I first, I last, C less) { std::__wl_insertion_sort(first, last, less); }
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void sort(I first, I last, C less) { std::__wl_sort(first, last, less); }
template <class I> _LIBCPP_CONSTEXPR_SINCE_CXX14 void sort(I first, I last) {
  __less<> less;
  std::__wl_sort(first, last, less);
}
_LIBCPP_END_NAMESPACE_STD
