// Reductions of what a function makes, in libstdc++'s order.
#pragma once
#include <__numeric/wl_fours.h>
_LIBCPP_BEGIN_NAMESPACE_STD
template <class I, class T, class F, class G>
_LIBCPP_CONSTEXPR_SINCE_CXX20 T transform_reduce(I first, I last, T start, F join, G make) {
  if constexpr (__wl_indexes<I>) {
    auto at = last - first;
    const auto count = at;
    at = 0;
    start = std::__wl_fours(at, count, std::move(start), join, [&](auto i) -> decltype(auto) { return make(first[i]); });
    first += at;
  }
  for (; first != last; ++first) start = join(start, make(*first));
  return start;
}
template <class I, class J, class T, class F, class G>
_LIBCPP_CONSTEXPR_SINCE_CXX20 T transform_reduce(I first, I last, J other, T start, F join, G make) {
  if constexpr (__wl_indexes<I> && __wl_indexes<J>) {
    auto at = last - first;
    const auto count = at;
    at = 0;
    start = std::__wl_fours(at, count, std::move(start), join, [&](auto i) -> decltype(auto) { return make(first[i], other[i]); });
    first += at;
    other += at;
  }
  for (; first != last; ++first, (void)++other) start = join(start, make(*first, *other));
  return start;
}
template <class I, class J, class T> _LIBCPP_CONSTEXPR_SINCE_CXX20 T transform_reduce(I first, I last, J other, T start) {
  return std::transform_reduce(first, last, other, std::move(start), plus<>(), multiplies<>());
}
_LIBCPP_END_NAMESPACE_STD
