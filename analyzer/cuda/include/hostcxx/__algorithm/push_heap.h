// Heaps; see wl_order.h.
#pragma once
#include <__algorithm/wl_order.h>
#include <__iterator/next.h>
#include <__algorithm/iterator_operations.h>
_LIBCPP_BEGIN_NAMESPACE_STD
// As libc++'s ranges call it.
template <class P, class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void __push_heap(I first, I last, C& less) { std::__wl_push_heap(first, last, less); }
template <class I, class C> _LIBCPP_CONSTEXPR_SINCE_CXX14 void push_heap(I first, I last, C less) { std::__wl_push_heap(first, last, less); }
template <class I> _LIBCPP_CONSTEXPR_SINCE_CXX14 void push_heap(I first, I last) {
  __less<> less;
  std::__wl_push_heap(first, last, less);
}
_LIBCPP_END_NAMESPACE_STD
