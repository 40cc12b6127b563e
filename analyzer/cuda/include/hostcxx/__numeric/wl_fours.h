// Sums whose order is open, in libstdc++'s order: of what can be indexed, four at a time, as (0 + 1) + (2 + 3).
#pragma once
#include <__config>
#include <__functional/operations.h>
#include <__iterator/iterator_traits.h>
#include <__type_traits/is_base_of.h>
#include <__utility/move.h>
_LIBCPP_BEGIN_NAMESPACE_STD
template <class I> inline constexpr bool __wl_indexes = is_base_of<random_access_iterator_tag, typename iterator_traits<I>::iterator_category>::value;
// `part` gives the value at a distance from the start.
template <class T, class D, class F, class P> _LIBCPP_CONSTEXPR_SINCE_CXX20 T __wl_fours(D& from, D count, T start, F& join, P part) {
  for (; count - from >= 4; from += 4) {
    T left = join(part(from), part(from + 1));
    T right = join(part(from + 2), part(from + 3));
    T both = join(left, right);
    start = join(start, both);
  }
  return start;
}
_LIBCPP_END_NAMESPACE_STD
