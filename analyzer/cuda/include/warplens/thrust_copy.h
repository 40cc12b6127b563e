// Copies between ranges of either side: as one copy where elements lie side by side and are alike, else element by element,
// through a buffer where the sides differ.
#pragma once

#include "thrust_pointer.h"

namespace thrust {

namespace __wl {

// Where elements lie side by side in memory: the address of the first one.
template <typename I, typename = void> struct plain_of { static constexpr bool value = false; };
template <typename T> struct plain_of<T*, void> {
  static constexpr bool value = true;
  static __WL_ANYWHERE T* at(T* p) { return p; }
};
template <typename T> struct plain_of<device_ptr<T>, void> {
  static constexpr bool value = true;
  static __WL_ANYWHERE T* at(const device_ptr<T>& p) { return p.get(); }
};
template <typename T> struct plain_of<universal_ptr<T>, void> {
  static constexpr bool value = true;
  static __WL_ANYWHERE T* at(const universal_ptr<T>& p) { return p.get(); }
};
template <typename T> struct plain_of<std::__wrap_iter<T>, void> {
  static constexpr bool value = true;
  static __WL_FROM_HOST T at(const std::__wrap_iter<T>& i) { return i.base(); }
};
template <typename I, typename O> constexpr bool is_one_copy() {
  if constexpr (plain_of<I>::value && plain_of<O>::value) {
    typedef std::remove_cv_t<value_t<I>> type;
    // An assignment through references may be written out in a type whose values are copied as they are.
    const bool isPlain = std::is_trivially_copy_constructible<type>::value && std::is_trivially_destructible<type>::value;
    return std::is_same<type, std::remove_cv_t<value_t<O>>>::value && isPlain;
  } else {
    return false;
  }
}

template <typename I, typename O> struct assigned {
  I in;
  O out;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { out[i] = in[i]; }
};
// Memory of either side for as long as it is in scope.
template <typename T> struct device_buffer {
  T* at;
  __WL_FROM_HOST explicit device_buffer(ptrdiff_t n) : at((T*)allocate_device(n * sizeof(T))) {}
  device_buffer(const device_buffer&) = delete;
  __WL_FROM_HOST ~device_buffer() { cudaFree((void*)at); }
};
template <typename T> struct host_buffer {
  T* at;
  __WL_ANYWHERE explicit host_buffer(ptrdiff_t n) : at((T*)::malloc(n * sizeof(T) + 1)) {}
  host_buffer(const host_buffer&) = delete;
  __WL_ANYWHERE ~host_buffer() { ::free((void*)at); }
};

template <typename I> __WL_ANYWHERE ptrdiff_t count_between(I first, I last) {
  if constexpr (std::is_base_of<std::random_access_iterator_tag, typename std::iterator_traits<I>::iterator_category>::value) {
    return last - first;
  } else {
    ptrdiff_t n = 0;
    for (; first != last; ++first) n++;
    return n;
  }
}
template <typename O> __WL_ANYWHERE O behind(O out, ptrdiff_t n) {
  if constexpr (std::is_base_of<std::random_access_iterator_tag, typename std::iterator_traits<O>::iterator_category>::value) {
    return out + n;
  } else {
    for (; n > 0; n--) ++out;
    return out;
  }
}
template <typename I, typename O> __WL_ANYWHERE O copy_in_order(I in, ptrdiff_t n, O out) {
  for (; n > 0; n--, ++in, ++out) *out = *in;
  return out;
}

template <typename I, typename N, typename O> __WL_ANYWHERE O copy_n(sequential, I first, N n, O out) {
  return copy_in_order(raw(first), n, raw(out)), behind(out, n);
}
template <typename A, typename I, typename N, typename O> __WL_FROM_HOST O copy_n(parallel<A> s, I first, N n, O out) {
  if (n <= 0) return out;
  if constexpr (is_one_copy<I, O>()) {
    void* const to = (void*)plain_of<O>::at(out);
    const void* const from = (const void*)plain_of<I>::at(first);
    const size_t bytes = n * sizeof(value_t<I>);
    if (s.waits && !s.stream) check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
    else s.finish(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s.stream));
  } else {
    s.each(n, assigned<raw_t<I>, raw_t<O>>{raw(first), raw(out)});
  }
  return out + n;
}
template <typename S, typename I, typename O> __WL_ANYWHERE O copy(S s, I first, I last, O out) {
  return __wl::copy_n(s, first, count_between(first, last), out);
}

// Without a policy, from one side to the other or within one.
template <typename I, typename O> __WL_FROM_HOST O copy_across(I first, ptrdiff_t n, O out) {
  constexpr side from = side_of<I>::value, to = side_of<O>::value;
  typedef std::remove_cv_t<value_t<I>> type;
  constexpr parallel<> device{};
  if (n <= 0) return out;
  if constexpr (from != DEVICE_SIDE && to != DEVICE_SIDE) {
    return copy_in_order(first, n, out);
  } else if constexpr (is_one_copy<I, O>() || from == to || from == ANY_SIDE || to == ANY_SIDE) {
    return __wl::copy_n(device, first, n, out);
  } else if constexpr (from == DEVICE_SIDE) {
    host_buffer<type> arrived(n);
    const auto fetch = [&](const type* p) { check(cudaMemcpy((void*)arrived.at, (const void*)p, n * sizeof(type), cudaMemcpyDeviceToHost)); };
    if constexpr (plain_of<I>::value) {
      fetch(plain_of<I>::at(first));
    } else {
      device_buffer<type> gathered(n);
      __wl::copy_n(device, first, n, gathered.at);
      fetch(gathered.at);
    }
    return copy_in_order(arrived.at, n, out);
  } else {
    host_buffer<type> leaving(n);
    for (ptrdiff_t i = 0; i < n; i++, ++first) new (leaving.at + i) type(*first);
    device_buffer<type> arrived(n);
    check(cudaMemcpy((void*)arrived.at, (void*)leaving.at, n * sizeof(type), cudaMemcpyHostToDevice));
    return __wl::copy_n(device, arrived.at, n, out);
  }
}
struct across_sides {};
template <typename I, typename N, typename O> __WL_FROM_HOST O copy_n(across_sides, I first, N n, O out) {
  return __wl::copy_across(first, n, out);
}
template <typename I, typename O> __WL_FROM_HOST O copy(across_sides, I first, I last, O out) {
  return __wl::copy_across(first, count_between(first, last), out);
}

}  // namespace __wl

__WL_THRUST_ON(copy, __wl::across_sides{}) __WL_THRUST_ON(copy_n, __wl::across_sides{})

}  // namespace thrust
