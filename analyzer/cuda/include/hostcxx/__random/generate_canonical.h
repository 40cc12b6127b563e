// Reals in [0, 1) as libstdc++ puts them together from the draws of a generator.
#pragma once
#include <__config>
#include <cmath>
#include <limits>
_LIBCPP_BEGIN_NAMESPACE_STD
// The greatest k with 2^k not above a generator's number of values.
inline constexpr int __wl_whole_bits(unsigned long most) { return most == 0xfffffffffffffffful ? 64 : 63 - __builtin_clzl(most + 1); }
template <class T, size_t Bits, class G> T generate_canonical(G& g) {
  const size_t wanted = Bits < (size_t)numeric_limits<T>::digits ? Bits : (size_t)numeric_limits<T>::digits;
  const size_t given = __wl_whole_bits(G::max() - G::min());
  const double values = (double)(G::max() - G::min()) + 1.0;
  size_t draws = (wanted + given - 1) / given;
  if (draws < 1) draws = 1;
  T sum = 0, weight = 1;
  for (; draws > 0; --draws) {
    sum += T(g() - G::min()) * weight;
    weight = T(weight * values);
  }
  T result = sum / weight;
  return result < 1 ? result : std::nextafter(T(1), T(0));
}
// What distributions draw from: reals with all of their digits.
template <class T, class G> T __wl_canonical(G& g) { return std::generate_canonical<T, (size_t)numeric_limits<T>::digits>(g); }
_LIBCPP_END_NAMESPACE_STD
