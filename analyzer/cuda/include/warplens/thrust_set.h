// Thrust's operations on sorted sets. An element that stands several times is as many elements: of equal ones, the k-th of the
// first range meets the k-th of the second.
#pragma once

#include "thrust_sort.h"

namespace thrust {

namespace __wl {

// Whether the k-th of equal elements of a range has a partner in the other one.
template <typename A, typename B, typename L, bool WANTED> struct has_partner {
  A in;
  ptrdiff_t n;
  B other;
  ptrdiff_t otherCount;
  L less;
  __WL_ANYWHERE bool operator()(ptrdiff_t i) const {
    const auto& value = in[i];
    const ptrdiff_t rank = i - library::bound<false>(in, 0, i, value, less);
    const ptrdiff_t first = library::bound<false>(other, 0, otherCount, value, less);
    const bool isThere = first + rank < otherCount && !const_cast<L&>(less)(value, other[first + rank]);
    return isThere == WANTED;
  }
};
template <bool WANTED, typename S, typename A, typename B, typename VA, typename O, typename VO, typename L>
__WL_ANYWHERE ptrdiff_t kept_by_partner(S s, A a, ptrdiff_t countA, B b, ptrdiff_t countB, VA values, O out, VO valuesOut, L less) {
  return __wl::select(s, countA, has_partner<A, B, L, WANTED>{a, countA, b, countB, less},
                      pair_moved_to<A, VA, O, VO>{a, values, out, valuesOut}, left_out{});
}
// Memory for a part of the result: the device's for kernels, the caller's own otherwise.
template <typename S, typename T> struct part_of_set {
  typedef std::conditional_t<S::isParallel, device_buffer<T>, host_buffer<T>> type;
};
// SYMMETRIC: what only one of the ranges has. Otherwise all of the first, and what only the second one has.
template <bool SYMMETRIC, typename S, typename A, typename B, typename VA, typename VB, typename O, typename VO, typename L>
__WL_ANYWHERE ptrdiff_t joined_sets(S s, A a, ptrdiff_t countA, B b, ptrdiff_t countB, VA va, VB vb, O out, VO vout, L less) {
  typedef std::decay_t<decltype(a[0])> T;
  typedef std::conditional_t<std::is_same<VA, library::nothings>::value, char, std::decay_t<decltype(va[0])>> V;
  typename part_of_set<S, T>::type restA(SYMMETRIC ? countA : 0), restB(countB);
  if constexpr (std::is_same<VA, library::nothings>::value) {
    const ptrdiff_t moreB = __wl::kept_by_partner<false>(s, b, countB, a, countA, vb, restB.at, vb, less);
    if constexpr (SYMMETRIC) {
      const ptrdiff_t moreA = __wl::kept_by_partner<false>(s, a, countA, b, countB, va, restA.at, va, less);
      __wl::merge_ranges(s, restA.at, moreA, restB.at, moreB, va, vb, out, vout, less);
      return moreA + moreB;
    } else {
      __wl::merge_ranges(s, a, countA, restB.at, moreB, va, vb, out, vout, less);
      return countA + moreB;
    }
  } else {
    typename part_of_set<S, V>::type valuesA(SYMMETRIC ? countA : 0), valuesB(countB);
    const ptrdiff_t moreB = __wl::kept_by_partner<false>(s, b, countB, a, countA, vb, restB.at, valuesB.at, less);
    if constexpr (SYMMETRIC) {
      const ptrdiff_t moreA = __wl::kept_by_partner<false>(s, a, countA, b, countB, va, restA.at, valuesA.at, less);
      __wl::merge_ranges(s, restA.at, moreA, restB.at, moreB, valuesA.at, valuesB.at, out, vout, less);
      return moreA + moreB;
    } else {
      __wl::merge_ranges(s, a, countA, restB.at, moreB, va, valuesB.at, out, vout, less);
      return countA + moreB;
    }
  }
}

#define __WL_SET(name, how)                                                                                          \
  template <typename S, typename A, typename B, typename O, typename L>                                              \
  __WL_ANYWHERE O name(S s, A first, A last, B other, B otherLast, O out, L less) {                                  \
    const library::nothings none;                                                                                    \
    return out + __wl::how(s, raw(first), last - first, raw(other), otherLast - other, __WL_VALUES(none, none), raw(out), none, less); \
  }                                                                                                                  \
  template <typename S, typename A, typename B, typename O>                                                          \
  __WL_ANYWHERE O name(S s, A first, A last, B other, B otherLast, O out) {                                          \
    return __wl::name(s, first, last, other, otherLast, out, thrust::less<>());                                      \
  }
#define __WL_VALUES(a, b) a
__WL_SET(set_intersection, kept_by_partner<true>)
__WL_SET(set_difference, kept_by_partner<false>)
#undef __WL_VALUES
#define __WL_VALUES(a, b) a, b
__WL_SET(set_union, joined_sets<false>)
__WL_SET(set_symmetric_difference, joined_sets<true>)
#undef __WL_VALUES
#undef __WL_SET

template <typename S, typename A, typename B, typename VA, typename O, typename VO, typename L>
__WL_ANYWHERE pair<O, VO> set_intersection_by_key(S s, A first, A last, B other, B otherLast, VA values, O out, VO valuesOut, L less) {
  const ptrdiff_t n = __wl::kept_by_partner<true>(s, raw(first), last - first, raw(other), otherLast - other, raw(values), raw(out), raw(valuesOut), less);
  return pair<O, VO>(out + n, valuesOut + n);
}
template <typename S, typename A, typename B, typename VA, typename O, typename VO>
__WL_ANYWHERE pair<O, VO> set_intersection_by_key(S s, A first, A last, B other, B otherLast, VA values, O out, VO valuesOut) {
  return __wl::set_intersection_by_key(s, first, last, other, otherLast, values, out, valuesOut, thrust::less<>());
}
#define __WL_SET(name, how)                                                                                          \
  template <typename S, typename A, typename B, typename VA, typename VB, typename O, typename VO, typename L>        \
  __WL_ANYWHERE pair<O, VO> name(S s, A first, A last, B other, B otherLast, VA values, VB otherValues, O out, VO valuesOut, L less) { \
    const ptrdiff_t n = __wl::how(s, raw(first), last - first, raw(other), otherLast - other,                         \
                                  __WL_VALUES(raw(values), raw(otherValues)), raw(out), raw(valuesOut), less);        \
    return pair<O, VO>(out + n, valuesOut + n);                                                                      \
  }                                                                                                                  \
  template <typename S, typename A, typename B, typename VA, typename VB, typename O, typename VO>                    \
  __WL_ANYWHERE pair<O, VO> name(S s, A first, A last, B other, B otherLast, VA values, VB otherValues, O out, VO valuesOut) { \
    return __wl::name(s, first, last, other, otherLast, values, otherValues, out, valuesOut, thrust::less<>());       \
  }
#define __WL_VALUES(a, b) a
__WL_SET(set_difference_by_key, kept_by_partner<false>)
#undef __WL_VALUES
#define __WL_VALUES(a, b) a, b
__WL_SET(set_union_by_key, joined_sets<false>)
__WL_SET(set_symmetric_difference_by_key, joined_sets<true>)
#undef __WL_VALUES
#undef __WL_SET

}  // namespace __wl

__WL_THRUST(set_intersection) __WL_THRUST(set_difference) __WL_THRUST(set_union) __WL_THRUST(set_symmetric_difference)
__WL_THRUST(set_intersection_by_key) __WL_THRUST(set_difference_by_key) __WL_THRUST(set_union_by_key)
__WL_THRUST(set_symmetric_difference_by_key)

}  // namespace thrust
