// Thrust's scans, plain, of transformed elements, and by key; its selections and partitions, which are scans of counts; and
// reductions by key, which are scans that start anew with each key.
#pragma once

#include "thrust_reduce.h"

namespace thrust {

namespace __wl {

template <typename O> struct after_at {
  O out;
  template <typename T> __WL_ANYWHERE void operator()(ptrdiff_t i, const T&, const T& after) const { out[i] = after; }
};
template <typename O, typename T, typename F> struct before_at {
  O out;
  T init;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i, const T& before, const T&) {
    if (i == 0) out[0] = init;
    else out[i] = f(init, before);
  }
};
template <typename O, typename T, typename F> struct after_from {
  O out;
  T init;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i, const T&, const T& after) { out[i] = f(init, after); }
};
template <typename S, typename I, typename O, typename F> __WL_ANYWHERE O inclusive_scan(S s, I first, I last, O out, F f) {
  const ptrdiff_t n = last - first;
  typedef std::remove_cv_t<value_t<I>> T;
  s.template scan<T>(n, element<raw_t<I>, T>{raw(first)}, f, after_at<raw_t<O>>{raw(out)});
  return out + n;
}
template <typename S, typename I, typename O> __WL_ANYWHERE O inclusive_scan(S s, I first, I last, O out) {
  return __wl::inclusive_scan(s, first, last, out, plus<>());
}
template <typename S, typename I, typename O, typename T, typename F>
__WL_ANYWHERE O inclusive_scan(S s, I first, I last, O out, T init, F f) {
  const ptrdiff_t n = last - first;
  s.template scan<T>(n, element<raw_t<I>, T>{raw(first)}, f, after_from<raw_t<O>, T, F>{raw(out), init, f});
  return out + n;
}
template <typename S, typename I, typename O, typename T, typename F>
__WL_ANYWHERE O exclusive_scan(S s, I first, I last, O out, T init, F f) {
  const ptrdiff_t n = last - first;
  s.template scan<T>(n, element<raw_t<I>, T>{raw(first)}, f, before_at<raw_t<O>, T, F>{raw(out), init, f});
  return out + n;
}
template <typename S, typename I, typename O, typename T> __WL_ANYWHERE O exclusive_scan(S s, I first, I last, O out, T init) {
  return __wl::exclusive_scan(s, first, last, out, init, plus<>());
}
template <typename S, typename I, typename O> __WL_ANYWHERE O exclusive_scan(S s, I first, I last, O out) {
  return __wl::exclusive_scan(s, first, last, out, std::remove_cv_t<value_t<I>>(0), plus<>());
}
template <typename S, typename I, typename O, typename F, typename G>
__WL_ANYWHERE O transform_inclusive_scan(S s, I first, I last, O out, F f, G g) {
  const ptrdiff_t n = last - first;
  typedef std::decay_t<result_t<F, element_t<I>>> T;
  s.template scan<T>(n, element_through<raw_t<I>, T, F>{raw(first), f}, g, after_at<raw_t<O>>{raw(out)});
  return out + n;
}
template <typename S, typename I, typename O, typename F, typename T, typename G>
__WL_ANYWHERE O transform_inclusive_scan(S s, I first, I last, O out, F f, T init, G g) {
  const ptrdiff_t n = last - first;
  s.template scan<T>(n, element_through<raw_t<I>, T, F>{raw(first), f}, g, after_from<raw_t<O>, T, G>{raw(out), init, g});
  return out + n;
}
template <typename S, typename I, typename O, typename F, typename T, typename G>
__WL_ANYWHERE O transform_exclusive_scan(S s, I first, I last, O out, F f, T init, G g) {
  const ptrdiff_t n = last - first;
  s.template scan<T>(n, element_through<raw_t<I>, T, F>{raw(first), f}, g, before_at<raw_t<O>, T, G>{raw(out), init, g});
  return out + n;
}

// What was folded since a key began, and how many keys have begun.
template <typename T> struct keyed {
  ptrdiff_t keys;
  T value;
};
template <typename F> struct keyed_fold {
  F f;
  template <typename T> __WL_ANYWHERE keyed<T> operator()(const keyed<T>& a, const keyed<T>& b) {
    return {a.keys + b.keys, b.keys > 0 ? b.value : static_cast<T>(f(a.value, b.value))};
  }
};
template <typename K, typename E> struct begins_key {
  K keys;
  E same;
  __WL_ANYWHERE bool operator()(ptrdiff_t i) { return i == 0 || !same(keys[i - 1], keys[i]); }
};
template <typename K, typename V, typename T, typename E> struct keyed_element {
  begins_key<K, E> begins;
  V values;
  __WL_ANYWHERE keyed<T> operator()(ptrdiff_t i) { return {begins(i) ? 1 : 0, static_cast<T>(values[i])}; }
};
template <typename O> struct keyed_after {
  O out;
  template <typename T> __WL_ANYWHERE void operator()(ptrdiff_t i, const keyed<T>&, const keyed<T>& after) const { out[i] = after.value; }
};
template <typename K, typename O, typename T, typename E, typename F> struct keyed_before {
  begins_key<K, E> begins;
  O out;
  T init;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i, const keyed<T>& before, const keyed<T>&) {
    if (begins(i)) out[i] = init;
    else out[i] = f(init, before.value);
  }
};
template <typename S, typename K, typename V, typename O, typename E, typename F>
__WL_ANYWHERE O inclusive_scan_by_key(S s, K first, K last, V values, O out, E same, F f) {
  const ptrdiff_t n = last - first;
  typedef std::remove_cv_t<value_t<V>> T;
  s.template scan<keyed<T>>(n, keyed_element<raw_t<K>, raw_t<V>, T, E>{{raw(first), same}, raw(values)}, keyed_fold<F>{f},
                            keyed_after<raw_t<O>>{raw(out)});
  return out + n;
}
template <typename S, typename K, typename V, typename O, typename E>
__WL_ANYWHERE O inclusive_scan_by_key(S s, K first, K last, V values, O out, E same) {
  return __wl::inclusive_scan_by_key(s, first, last, values, out, same, plus<>());
}
template <typename S, typename K, typename V, typename O>
__WL_ANYWHERE O inclusive_scan_by_key(S s, K first, K last, V values, O out) {
  return __wl::inclusive_scan_by_key(s, first, last, values, out, equal_to<>(), plus<>());
}
template <typename S, typename K, typename V, typename O, typename T, typename E, typename F>
__WL_ANYWHERE O exclusive_scan_by_key(S s, K first, K last, V values, O out, T init, E same, F f) {
  const ptrdiff_t n = last - first;
  s.template scan<keyed<T>>(n, keyed_element<raw_t<K>, raw_t<V>, T, E>{{raw(first), same}, raw(values)}, keyed_fold<F>{f},
                            keyed_before<raw_t<K>, raw_t<O>, T, E, F>{{raw(first), same}, raw(out), init, f});
  return out + n;
}
template <typename S, typename K, typename V, typename O, typename T, typename E>
__WL_ANYWHERE O exclusive_scan_by_key(S s, K first, K last, V values, O out, T init, E same) {
  return __wl::exclusive_scan_by_key(s, first, last, values, out, init, same, plus<>());
}
template <typename S, typename K, typename V, typename O, typename T>
__WL_ANYWHERE O exclusive_scan_by_key(S s, K first, K last, V values, O out, T init) {
  return __wl::exclusive_scan_by_key(s, first, last, values, out, init, equal_to<>(), plus<>());
}
template <typename S, typename K, typename V, typename O>
__WL_ANYWHERE O exclusive_scan_by_key(S s, K first, K last, V values, O out) {
  return __wl::exclusive_scan_by_key(s, first, last, values, out, std::remove_cv_t<value_t<V>>(0), equal_to<>(), plus<>());
}

// Where a count of the elements that were taken is left: in the caller's thread, or in memory of the device.
struct tally_in_order {
  ptrdiff_t value = 0;
  __WL_ANYWHERE tally_in_order(sequential) {}
  __WL_ANYWHERE ptrdiff_t* at() { return &value; }
  __WL_ANYWHERE ptrdiff_t total(sequential, ptrdiff_t n) { return n > 0 ? value : 0; }
};
template <typename A> struct tally_on_device {
  typename parallel<A>::storage cell;
  __WL_FROM_HOST tally_on_device(const parallel<A>& s) : cell(s, sizeof(ptrdiff_t)) {}
  __WL_FROM_HOST ptrdiff_t* at() { return (ptrdiff_t*)cell.at; }
  __WL_FROM_HOST ptrdiff_t total(const parallel<A>& s, ptrdiff_t n) {
    ptrdiff_t value = 0;
    if (n == 0) return 0;
    fetch(&value, cell.at, sizeof value, s.stream);
    return value;
  }
};
template <typename S> struct tally_for { typedef tally_in_order type; };
template <typename A> struct tally_for<parallel<A>> { typedef tally_on_device<A> type; };

// take(i, place) for every element of which something holds; leave(i, place) for the others.
template <typename H, typename TAKE, typename LEAVE> struct placed {
  H holds;
  TAKE take;
  LEAVE leave;
  ptrdiff_t last;
  ptrdiff_t* total;
  __WL_ANYWHERE void operator()(ptrdiff_t i, ptrdiff_t before, ptrdiff_t after) {
    const ptrdiff_t earlier = i == 0 ? 0 : before;
    if (after != earlier) take(i, earlier);
    else leave(i, i - earlier);
    if (i == last) *total = after;
  }
};
template <typename H> struct one_if_index {
  H holds;
  __WL_ANYWHERE ptrdiff_t operator()(ptrdiff_t i) { return holds(i) ? 1 : 0; }
};
struct left_out {
  __WL_ANYWHERE void operator()(ptrdiff_t, ptrdiff_t) const {}
};
template <typename I, typename O> struct moved_to {
  I in;
  O out;
  __WL_ANYWHERE void operator()(ptrdiff_t i, ptrdiff_t place) const { out[place] = in[i]; }
};
template <typename S, typename H, typename TAKE, typename LEAVE>
__WL_ANYWHERE ptrdiff_t select(S s, ptrdiff_t n, H holds, TAKE take, LEAVE leave) {
  typename tally_for<S>::type count(s);
  s.template scan<ptrdiff_t>(n, one_if_index<H>{holds}, plus<ptrdiff_t>(), placed<H, TAKE, LEAVE>{holds, take, leave, n - 1, count.at()});
  return count.total(s, n);
}

template <typename S, typename K, typename V, typename KO, typename VO, typename E, typename F>
struct reduced_keys {
  K keys;
  KO keysOut;
  VO valuesOut;
  begins_key<K, E> begins;
  ptrdiff_t last;
  ptrdiff_t* total;
  template <typename T> __WL_ANYWHERE void operator()(ptrdiff_t i, const keyed<T>&, const keyed<T>& after) {
    if (begins(i)) keysOut[after.keys - 1] = keys[i];
    if (i == last || begins(i + 1)) valuesOut[after.keys - 1] = after.value;
    if (i == last) *total = after.keys;
  }
};
template <typename S, typename K, typename V, typename KO, typename VO, typename E, typename F>
__WL_ANYWHERE pair<KO, VO> reduce_by_key(S s, K first, K last, V values, KO keysOut, VO valuesOut, E same, F f) {
  const ptrdiff_t n = last - first;
  typedef std::remove_cv_t<value_t<V>> T;
  typename tally_for<S>::type count(s);
  const begins_key<raw_t<K>, E> begins{raw(first), same};
  s.template scan<keyed<T>>(n, keyed_element<raw_t<K>, raw_t<V>, T, E>{begins, raw(values)}, keyed_fold<F>{f},
                            reduced_keys<S, raw_t<K>, raw_t<V>, raw_t<KO>, raw_t<VO>, E, F>{
                                raw(first), raw(keysOut), raw(valuesOut), begins, n - 1, count.at()});
  const ptrdiff_t keys = count.total(s, n);
  return pair<KO, VO>(keysOut + keys, valuesOut + keys);
}
template <typename S, typename K, typename V, typename KO, typename VO, typename E>
__WL_ANYWHERE pair<KO, VO> reduce_by_key(S s, K first, K last, V values, KO keysOut, VO valuesOut, E same) {
  return __wl::reduce_by_key(s, first, last, values, keysOut, valuesOut, same, plus<>());
}
template <typename S, typename K, typename V, typename KO, typename VO>
__WL_ANYWHERE pair<KO, VO> reduce_by_key(S s, K first, K last, V values, KO keysOut, VO valuesOut) {
  return __wl::reduce_by_key(s, first, last, values, keysOut, valuesOut, equal_to<>(), plus<>());
}

}  // namespace __wl

__WL_THRUST(inclusive_scan) __WL_THRUST(exclusive_scan) __WL_THRUST(transform_inclusive_scan)
__WL_THRUST(transform_exclusive_scan) __WL_THRUST(inclusive_scan_by_key) __WL_THRUST(exclusive_scan_by_key)
__WL_THRUST(reduce_by_key)

}  // namespace thrust
