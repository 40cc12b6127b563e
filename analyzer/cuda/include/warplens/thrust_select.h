// Thrust's algorithms that keep some of a range's elements: copies under a condition, removals, unique elements, partitions.
// What works in place goes through a copy where it runs as kernels.
#pragma once

#include "thrust_scan.h"

namespace thrust {

namespace __wl {

// A copy of a range, so that the range can be written in any order; none is needed where one thread goes through it.
template <typename I> struct same_range {
  I at;
  __WL_ANYWHERE same_range(sequential, I first, ptrdiff_t) : at(first) {}
};
template <typename T> struct copied_range : device_buffer<T> {
  template <typename S, typename I> __WL_FROM_HOST copied_range(S s, I first, ptrdiff_t n) : device_buffer<T>(n) {
    __wl::copy_n(s, first, n, this->at);
  }
};
template <typename S, typename I>
using kept_range = std::conditional_t<S::isParallel, copied_range<std::remove_cv_t<value_t<I>>>, same_range<I>>;

template <typename S, typename I, typename M, typename O, typename P>
__WL_ANYWHERE O copy_if(S s, I first, I last, M stencil, O out, P holds) {
  const at_index<raw_t<M>, P> test{raw(stencil), holds};
  return out + __wl::select(s, last - first, test, moved_to<raw_t<I>, raw_t<O>>{raw(first), raw(out)}, left_out{});
}
template <typename S, typename I, typename O, typename P> __WL_ANYWHERE O copy_if(S s, I first, I last, O out, P holds) {
  return __wl::copy_if(s, first, last, first, out, holds);
}
template <typename S, typename I, typename M, typename O, typename P>
__WL_ANYWHERE O remove_copy_if(S s, I first, I last, M stencil, O out, P holds) {
  const at_index<raw_t<M>, P, false> test{raw(stencil), holds};
  return out + __wl::select(s, last - first, test, moved_to<raw_t<I>, raw_t<O>>{raw(first), raw(out)}, left_out{});
}
template <typename S, typename I, typename O, typename P> __WL_ANYWHERE O remove_copy_if(S s, I first, I last, O out, P holds) {
  return __wl::remove_copy_if(s, first, last, first, out, holds);
}
template <typename S, typename I, typename O, typename T> __WL_ANYWHERE O remove_copy(S s, I first, I last, O out, T value) {
  return __wl::remove_copy_if(s, first, last, first, out, equals<T>{value});
}
template <typename S, typename I, typename M, typename P> __WL_ANYWHERE I remove_if(S s, I first, I last, M stencil, P holds) {
  const ptrdiff_t n = last - first;
  kept_range<S, I> from(s, first, n);
  return first + (__wl::remove_copy_if(s, from.at, from.at + n, stencil, first, holds) - first);
}
template <typename S, typename I, typename P> __WL_ANYWHERE I remove_if(S s, I first, I last, P holds) {
  const ptrdiff_t n = last - first;
  kept_range<S, I> from(s, first, n);
  return __wl::remove_copy_if(s, from.at, from.at + n, from.at, first, holds);
}
template <typename S, typename I, typename T> __WL_ANYWHERE I remove(S s, I first, I last, T value) {
  return __wl::remove_if(s, first, last, equals<T>{value});
}

template <typename S, typename I, typename O, typename E> __WL_ANYWHERE O unique_copy(S s, I first, I last, O out, E same) {
  const begins_key<raw_t<I>, E> test{raw(first), same};
  return out + __wl::select(s, last - first, test, moved_to<raw_t<I>, raw_t<O>>{raw(first), raw(out)}, left_out{});
}
template <typename S, typename I, typename O> __WL_ANYWHERE O unique_copy(S s, I first, I last, O out) {
  return __wl::unique_copy(s, first, last, out, equal_to<>());
}
// In place and in order: each element against the last one that was kept.
template <typename I, typename V, typename E> __WL_ANYWHERE ptrdiff_t unique_in_order(I in, V values, ptrdiff_t n, E same) {
  ptrdiff_t kept = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    if (kept > 0 && same(in[kept - 1], in[i])) continue;
    if (kept != i) in[kept] = in[i], values[kept] = values[i];
    kept++;
  }
  return kept;
}
template <typename S, typename I, typename E> __WL_ANYWHERE I unique(S s, I first, I last, E same) {
  const ptrdiff_t n = last - first;
  if constexpr (S::isParallel) {
    kept_range<S, I> from(s, first, n);
    return __wl::unique_copy(s, from.at, from.at + n, first, same);
  } else {
    return first + __wl::unique_in_order(raw(first), discard_iterator<>(), n, same);
  }
}
template <typename S, typename I> __WL_ANYWHERE I unique(S s, I first, I last) {
  return __wl::unique(s, first, last, equal_to<>());
}
template <typename K, typename V, typename KO, typename VO> struct pair_moved_to {
  K keys;
  V values;
  KO keysOut;
  VO valuesOut;
  __WL_ANYWHERE void operator()(ptrdiff_t i, ptrdiff_t place) const { keysOut[place] = keys[i], valuesOut[place] = values[i]; }
};
template <typename S, typename K, typename V, typename KO, typename VO, typename E>
__WL_ANYWHERE pair<KO, VO> unique_by_key_copy(S s, K first, K last, V values, KO keysOut, VO valuesOut, E same) {
  const begins_key<raw_t<K>, E> test{raw(first), same};
  const pair_moved_to<raw_t<K>, raw_t<V>, raw_t<KO>, raw_t<VO>> take{raw(first), raw(values), raw(keysOut), raw(valuesOut)};
  const ptrdiff_t n = __wl::select(s, last - first, test, take, left_out{});
  return pair<KO, VO>(keysOut + n, valuesOut + n);
}
template <typename S, typename K, typename V, typename KO, typename VO>
__WL_ANYWHERE pair<KO, VO> unique_by_key_copy(S s, K first, K last, V values, KO keysOut, VO valuesOut) {
  return __wl::unique_by_key_copy(s, first, last, values, keysOut, valuesOut, equal_to<>());
}
template <typename S, typename K, typename V, typename E> __WL_ANYWHERE pair<K, V> unique_by_key(S s, K first, K last, V values, E same) {
  const ptrdiff_t n = last - first;
  if constexpr (S::isParallel) {
    kept_range<S, K> keys(s, first, n);
    kept_range<S, V> from(s, values, n);
    return __wl::unique_by_key_copy(s, keys.at, keys.at + n, from.at, first, values, same);
  } else {
    const ptrdiff_t kept = __wl::unique_in_order(raw(first), raw(values), n, same);
    return pair<K, V>(first + kept, values + kept);
  }
}
template <typename S, typename K, typename V> __WL_ANYWHERE pair<K, V> unique_by_key(S s, K first, K last, V values) {
  return __wl::unique_by_key(s, first, last, values, equal_to<>());
}
template <typename S, typename I, typename E> __WL_ANYWHERE ptrdiff_t unique_count(S s, I first, I last, E same) {
  return __wl::count_if(s, counting_iterator<ptrdiff_t>(0), counting_iterator<ptrdiff_t>(last - first), begins_key<raw_t<I>, E>{raw(first), same});
}
template <typename S, typename I> __WL_ANYWHERE ptrdiff_t unique_count(S s, I first, I last) {
  return __wl::unique_count(s, first, last, equal_to<>());
}

template <typename S, typename I, typename M, typename A, typename B, typename P>
__WL_ANYWHERE pair<A, B> stable_partition_copy(S s, I first, I last, M stencil, A taken, B others, P holds) {
  const ptrdiff_t n = last - first;
  const at_index<raw_t<M>, P> test{raw(stencil), holds};
  const ptrdiff_t count = __wl::select(s, n, test, moved_to<raw_t<I>, raw_t<A>>{raw(first), raw(taken)},
                                       moved_to<raw_t<I>, raw_t<B>>{raw(first), raw(others)});
  return pair<A, B>(taken + count, others + (n - count));
}
template <typename S, typename I, typename A, typename B, typename P>
__WL_ANYWHERE pair<A, B> stable_partition_copy(S s, I first, I last, A taken, B others, P holds) {
  return __wl::stable_partition_copy(s, first, last, first, taken, others, holds);
}
template <typename S, typename... R> __WL_ANYWHERE auto partition_copy(S s, R... rest) { return __wl::stable_partition_copy(s, rest...); }
template <typename S, typename I, typename M, typename P> __WL_ANYWHERE I stable_partition(S s, I first, I last, M stencil, P holds) {
  const ptrdiff_t n = last - first;
  typedef std::remove_cv_t<value_t<I>> T;
  if constexpr (S::isParallel) {
    device_buffer<T> sides(2 * n);
    const ptrdiff_t count = __wl::stable_partition_copy(s, first, last, stencil, sides.at, sides.at + n, holds).first - sides.at;
    __wl::copy_n(s, sides.at, count, first);
    __wl::copy_n(s, sides.at + n, n - count, first + count);
    return first + count;
  } else {
    // Each element that is taken moves in front of the others, which keep their order.
    auto in = raw(first);
    auto marks = raw(stencil);
    host_buffer<T> others(n);
    ptrdiff_t taken = 0, left = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      if (holds(marks[i])) in[taken++] = in[i];
      else new (others.at + left++) T(in[i]);
    }
    for (ptrdiff_t i = 0; i < left; i++) in[taken + i] = others.at[i];
    return first + taken;
  }
}
template <typename S, typename I, typename P> __WL_ANYWHERE I stable_partition(S s, I first, I last, P holds) {
  return __wl::stable_partition(s, first, last, first, holds);
}
template <typename S, typename... R> __WL_ANYWHERE auto partition(S s, R... rest) { return __wl::stable_partition(s, rest...); }

}  // namespace __wl

__WL_THRUST(copy_if) __WL_THRUST(remove) __WL_THRUST(remove_if) __WL_THRUST(remove_copy) __WL_THRUST(remove_copy_if)
__WL_THRUST(unique) __WL_THRUST(unique_copy) __WL_THRUST(unique_by_key) __WL_THRUST(unique_by_key_copy)
__WL_THRUST(unique_count) __WL_THRUST(partition) __WL_THRUST(stable_partition) __WL_THRUST(partition_copy)
__WL_THRUST(stable_partition_copy)

}  // namespace thrust
