// Shuffles in libstdc++'s order of draws: two swaps from one draw while the generator's range allows it.
#pragma once
#include <__config>
#include <__algorithm/iter_swap.h>
#include <__algorithm/iterator_operations.h>
#include <__iterator/iterator_traits.h>
#include <__random/uniform_int_distribution.h>
#include <__type_traits/common_type.h>
#include <__type_traits/make_unsigned.h>
#include <__type_traits/remove_reference.h>
#include <__utility/pair.h>
extern "C" int rand(void);
_LIBCPP_BEGIN_NAMESPACE_STD
// Numbers below `a` and below `b` from one draw.
template <class T, class G> pair<T, T> __wl_two_draws(T a, T b, G& g) {
  T x = uniform_int_distribution<T>(0, a * b - 1)(g);
  return pair<T, T>(x / b, x % b);
}
template <class I, class G> void __wl_shuffle(I first, I last, G& g) {
  if (first == last) return;
  typedef typename make_unsigned<typename iterator_traits<I>::difference_type>::type U;
  typedef typename common_type<typename remove_reference<G>::type::result_type, U>::type T;
  const T drawn = g.max() - g.min(), count = T(last - first);
  I i = first + 1;
  if (drawn / count < count) {
    for (; i != last; ++i) std::iter_swap(i, first + uniform_int_distribution<U>(0, U(i - first))(g));
    return;
  }
  if (count % 2 == 0) {
    std::iter_swap(i, first + uniform_int_distribution<T>(0, 1)(g));
    ++i;
  }
  while (i != last) {
    const T range = T(i - first) + 1;
    const pair<T, T> places = std::__wl_two_draws(range, range + 1, g);
    std::iter_swap(i++, first + places.first);
    std::iter_swap(i++, first + places.second);
  }
}
template <class P, class I, class S, class G> I __shuffle(I first, S last, G&& g) {
  I end = _IterOps<P>::next(first, last);
  std::__wl_shuffle(first, end, g);
  return end;
}
template <class I, class G> void shuffle(I first, I last, G&& g) { std::__wl_shuffle(first, last, g); }
// Gone since C++17, and still there with g++.
template <class I> void random_shuffle(I first, I last) {
  if (first == last) return;
  for (I i = first + 1; i != last; ++i) {
    I other = first + ::rand() % ((i - first) + 1);
    if (i != other) std::iter_swap(i, other);
  }
}
template <class I, class F> void random_shuffle(I first, I last, F&& draw) {
  if (first == last) return;
  for (I i = first + 1; i != last; ++i) {
    I other = first + draw((i - first) + 1);
    if (i != other) std::iter_swap(i, other);
  }
}
_LIBCPP_END_NAMESPACE_STD
