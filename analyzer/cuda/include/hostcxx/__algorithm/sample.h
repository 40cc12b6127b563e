// Samples in libstdc++'s order of draws: two decisions from one draw while the generator's range allows it.
#pragma once
#include <__config>
#include <__algorithm/shuffle.h>
#include <__iterator/distance.h>
_LIBCPP_BEGIN_NAMESPACE_STD
template <class I, class O, class N, class G> O __wl_sample(I first, I last, O out, N wanted, G& g) {
  typedef typename iterator_traits<I>::difference_type D;
  typedef typename make_unsigned<D>::type U;
  typedef typename common_type<typename remove_reference<G>::type::result_type, U>::type T;
  D left = std::distance(first, last), n = (D)wanted < left ? (D)wanted : left;
  if (n == 0) return out;
  auto take = [&](D drawn) {
    if (drawn < n) {
      *out++ = *first;
      --n;
    }
    ++first;
  };
  if (T(g.max() - g.min()) / T(left) >= T(left)) {
    while (n != 0 && left >= 2) {
      const pair<T, T> drawn = std::__wl_two_draws(T(left), T(left - 1), g);
      take((D)drawn.first);
      if (n != 0) take((D)drawn.second);
      left -= 2;
    }
  }
  while (n != 0) take(uniform_int_distribution<D>(0, --left)(g));
  return out;
}
template <class P, class I, class S, class O, class N, class G> O __sample(I first, S last, O out, N n, G& g) {
  return std::__wl_sample(first, _IterOps<P>::next(first, last), std::move(out), n, g);
}
template <class I, class O, class N, class G> O sample(I first, I last, O out, N n, G&& g) {
  return std::__wl_sample(first, last, out, n, g);
}
_LIBCPP_END_NAMESPACE_STD
