// The order in which numbers are sorted by their bits: unsigned integers that compare as the numbers do, with both zeros equal
// and NaNs at the ends by their signs.
#pragma once

#include "define.h"

#include <type_traits>

namespace warplens_library {

template <size_t BYTES> struct bits_of;
template <> struct bits_of<1> { typedef unsigned char type; };
template <> struct bits_of<2> { typedef unsigned short type; };
template <> struct bits_of<4> { typedef unsigned int type; };
template <> struct bits_of<8> { typedef unsigned long long type; };
template <> struct bits_of<16> { typedef unsigned __int128 type; };

// Half-precision types have a sign, an exponent and a fraction as the others have.
template <typename T> struct is_floating : std::bool_constant<std::is_floating_point<T>::value || (std::is_class<T>::value && sizeof(T) == 2)> {};

template <typename T> struct ordered {
  typedef typename bits_of<sizeof(T)>::type bits;
  static constexpr int WIDTH = sizeof(T) * 8;
  static constexpr bits SIGN = bits(1) << (WIDTH - 1);
  static __host__ __device__ __forceinline__ bits of(const T& value) {
    bits b;
    __builtin_memcpy(&b, &value, sizeof(T));
    if constexpr (is_floating<T>::value) {
      if (b == SIGN) b = 0;
      return b & SIGN ? bits(~b) : bits(b | SIGN);
    } else if constexpr (std::is_signed<T>::value) {
      return b ^ SIGN;
    } else {
      return b;
    }
  }
};
// Whether a number of the bits [first, last) of the keys comes before another one.
template <typename T, bool DESCENDING> struct radix_less {
  int first, last;
  __host__ __device__ __forceinline__ typename ordered<T>::bits digits(const T& value) const {
    typedef typename ordered<T>::bits bits;
    bits b = bits(ordered<T>::of(value) >> first);
    const int width = last - first;
    if (width < ordered<T>::WIDTH) b &= bits((bits(1) << width) - 1);
    return b;
  }
  __host__ __device__ __forceinline__ bool operator()(const T& a, const T& b) const {
    return DESCENDING ? digits(b) < digits(a) : digits(a) < digits(b);
  }
};

}  // namespace warplens_library
