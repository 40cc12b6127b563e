// Selection; see wl_order.h.
#pragma once
#include <__algorithm/wl_order.h>
#include <__iterator/next.h>
#include <__algorithm/iterator_operations.h>
_LIBCPP_BEGIN_NAMESPACE_STD
// As libc++'s ranges call it.
template <class P, class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __nth_element_impl(I first, I nth, I last, C& less) { std::__wl_nth_element(first, nth, last, less); }
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void nth_element(I first, I nth, I last, C less) { std::__wl_nth_element(first, nth, last, less); }
template <class I> _LIBCPP_CONSTEXPR_SINCE_CXX14 void nth_element(I first, I nth, I last) {
  __less<> less;
  std::__wl_nth_element(first, nth, last, less);
}
_LIBCPP_END_NAMESPACE_STD
