// Thrust's random orders: a permutation that every thread computes for its own element, from keys drawn once.
#pragma once

#include "thrust_random.h"
#include "thrust_sort.h"

namespace thrust {

namespace __wl {

// Mixes an index with a key so that sorting by the results gives an order without pattern.
struct mixed {
  unsigned long long key;
  __WL_ANYWHERE unsigned long long operator()(ptrdiff_t i) const {
    unsigned long long x = key + 0x9e3779b97f4a7c15ull * (unsigned long long)(i + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  }
};
template <typename G> __WL_ANYWHERE mixed drawn(G& g) {
  const unsigned long long high = g();
  return {high << 32 ^ (unsigned long long)g()};
}
template <typename S, typename I> __WL_ANYWHERE void shuffle_by(S s, I first, I last, mixed order) {
  const ptrdiff_t n = last - first;
  typename std::conditional_t<S::isParallel, device_buffer<unsigned long long>, host_buffer<unsigned long long>> keys(n);
  __wl::tabulate(s, keys.at, keys.at + n, order);
  __wl::stable_sort_by_key(s, keys.at, keys.at + n, first);
}

}  // namespace __wl

template <typename P, typename I, typename G> __WL_FROM_HOST void shuffle(const P& policy, I first, I last, G&& g) {
  __wl::shuffle_by(policy.__wl_system(), first, last, __wl::drawn(g));
}
template <typename I, typename G> __WL_FROM_HOST void shuffle(I first, I last, G&& g) {
  __wl::shuffle_by(__wl::system_for<I>(), first, last, __wl::drawn(g));
}
template <typename I, typename O, typename G> __WL_FROM_HOST void shuffle_copy(I first, I last, O out, G&& g) {
  const O end = thrust::copy(first, last, out);
  thrust::shuffle(out, end, g);
}

}  // namespace thrust
