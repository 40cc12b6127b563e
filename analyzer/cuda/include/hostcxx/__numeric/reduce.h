// Reductions in libstdc++'s order.
#pragma once
#include <__numeric/wl_fours.h>
_LIBCPP_BEGIN_NAMESPACE_STD
template <class I, class T, class F> _LIBCPP_CONSTEXPR_SINCE_CXX20 T reduce(I first, I last, T start, F join) {
  if constexpr (__wl_indexes<I>) {
    auto at = last - first;
    const auto count = at;
    at = 0;
    start = std::__wl_fours(at, count, std::move(start), join, [&](auto i) -> decltype(auto) { return first[i]; });
    first += at;
  }
  for (; first != last; ++first) start = join(start, *first);
  return start;
}
template <class I, class T> _LIBCPP_CONSTEXPR_SINCE_CXX20 T reduce(I first, I last, T start) {
  return std::reduce(first, last, std::move(start), plus<>());
}
template <class I> _LIBCPP_CONSTEXPR_SINCE_CXX20 typename iterator_traits<I>::value_type reduce(I first, I last) {
  return std::reduce(first, last, typename iterator_traits<I>::value_type());
}
_LIBCPP_END_NAMESPACE_STD
