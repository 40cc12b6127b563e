// What CUB says about a type of keys: its bits as an unsigned number, and how they are turned so that numbers order as they do.
#pragma once

#include "cub_base.h"

#include <limits>

struct __half;
struct __nv_bfloat16;

namespace cub {

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

template <int BYTES> struct __wl_bits { typedef unsigned int type; };
template <> struct __wl_bits<1> { typedef unsigned char type; };
template <> struct __wl_bits<2> { typedef unsigned short type; };
template <> struct __wl_bits<8> { typedef unsigned long long type; };
template <> struct __wl_bits<16> { typedef unsigned __int128 type; };

template <Category KIND, bool IS_PRIMITIVE, typename BITS, typename T>
struct BaseTraits {
  static constexpr Category CATEGORY = KIND;
  enum { PRIMITIVE = IS_PRIMITIVE, NULL_TYPE = false };
};

template <typename BITS, typename T>
struct BaseTraits<UNSIGNED_INTEGER, true, BITS, T> {
  typedef BITS UnsignedBits;
  static constexpr Category CATEGORY = UNSIGNED_INTEGER;
  static constexpr UnsignedBits LOWEST_KEY = 0;
  static constexpr UnsignedBits MAX_KEY = UnsignedBits(-1);
  enum { PRIMITIVE = true, NULL_TYPE = false };
  static __WL_CUB UnsignedBits TwiddleIn(UnsignedBits key) { return key; }
  static __WL_CUB UnsignedBits TwiddleOut(UnsignedBits key) { return key; }
  static __WL_CUB T Max() { return std::numeric_limits<T>::max(); }
  static __WL_CUB T Lowest() { return std::numeric_limits<T>::lowest(); }
};

template <typename BITS, typename T>
struct BaseTraits<SIGNED_INTEGER, true, BITS, T> {
  typedef BITS UnsignedBits;
  static constexpr Category CATEGORY = SIGNED_INTEGER;
  static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1) << (sizeof(UnsignedBits) * 8 - 1);
  static constexpr UnsignedBits LOWEST_KEY = HIGH_BIT;
  static constexpr UnsignedBits MAX_KEY = UnsignedBits(-1) ^ HIGH_BIT;
  enum { PRIMITIVE = true, NULL_TYPE = false };
  static __WL_CUB UnsignedBits TwiddleIn(UnsignedBits key) { return key ^ HIGH_BIT; }
  static __WL_CUB UnsignedBits TwiddleOut(UnsignedBits key) { return key ^ HIGH_BIT; }
  static __WL_CUB T Max() { return std::numeric_limits<T>::max(); }
  static __WL_CUB T Lowest() { return std::numeric_limits<T>::lowest(); }
};

template <typename BITS, typename T>
struct BaseTraits<FLOATING_POINT, true, BITS, T> {
  typedef BITS UnsignedBits;
  static constexpr Category CATEGORY = FLOATING_POINT;
  static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1) << (sizeof(UnsignedBits) * 8 - 1);
  static constexpr UnsignedBits LOWEST_KEY = UnsignedBits(-1);
  static constexpr UnsignedBits MAX_KEY = UnsignedBits(-1) ^ HIGH_BIT;
  enum { PRIMITIVE = true, NULL_TYPE = false };
  static __WL_CUB UnsignedBits TwiddleIn(UnsignedBits key) {
    return key ^ ((key & HIGH_BIT) ? UnsignedBits(-1) : HIGH_BIT);
  }
  static __WL_CUB UnsignedBits TwiddleOut(UnsignedBits key) {
    return key ^ ((key & HIGH_BIT) ? HIGH_BIT : UnsignedBits(-1));
  }
  static __WL_CUB T Max() { return std::numeric_limits<T>::max(); }
  static __WL_CUB T Lowest() { return std::numeric_limits<T>::lowest(); }
};

template <typename T>
constexpr Category __wl_category = std::is_floating_point<T>::value ? FLOATING_POINT
                                   : !std::is_integral<T>::value    ? NOT_A_NUMBER
                                   : std::is_signed<T>::value       ? SIGNED_INTEGER
                                                                    : UNSIGNED_INTEGER;

template <typename T>
struct NumericTraits
    : BaseTraits<__wl_category<T>, __wl_category<T> != NOT_A_NUMBER, typename __wl_bits<sizeof(T)>::type, T> {};
template <> struct NumericTraits<__half> : BaseTraits<FLOATING_POINT, true, unsigned short, __half> {};
template <> struct NumericTraits<__nv_bfloat16> : BaseTraits<FLOATING_POINT, true, unsigned short, __nv_bfloat16> {};
template <> struct NumericTraits<NullType> : BaseTraits<NOT_A_NUMBER, false, NullType, NullType> {};

template <typename T> struct Traits : NumericTraits<std::remove_cv_t<T>> {};

}  // namespace cub
