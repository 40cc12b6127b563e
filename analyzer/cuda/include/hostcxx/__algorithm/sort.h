// Sorting; for plain numbers libc++ calls its compiled half, whose body stands here.
#pragma once
#include_next <__algorithm/sort.h>
_LIBCPP_BEGIN_NAMESPACE_STD
template <class C, class I>
__attribute__((always_inline)) void __sort(I first, I last, C compare) {
  if (first == last) return;
  auto depth = 2 * std::__bit_log2(std::__to_unsigned_like(last - first));
  std::__introsort<_ClassicAlgPolicy, C, I, false>(first, last, compare, depth);
}
_LIBCPP_END_NAMESPACE_STD
