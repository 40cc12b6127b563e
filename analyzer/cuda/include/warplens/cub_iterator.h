// CUB's iterators.
#pragma once

#include "cub_base.h"

namespace cub {
namespace __wl {
// What random access needs, from `at(n)`, `move(n)` and `from(other)` of the iterator `D`.
template <typename D, typename T, typename R, typename N> struct random_access {
  typedef T value_type;
  typedef R reference;
  typedef N difference_type;
  typedef T* pointer;
  typedef std::random_access_iterator_tag iterator_category;
  typedef D self_type;
  __WL_CUB const D& self() const { return static_cast<const D&>(*this); }
  __WL_CUB D& self() { return static_cast<D&>(*this); }
  __WL_CUB R operator*() const { return self().at(0); }
  template <typename I> __WL_CUB R operator[](I n) const { return self().at(n); }
  template <typename I> __WL_CUB D operator+(I n) const {
    D other = self();
    return other.move(n), other;
  }
  template <typename I, std::enable_if_t<std::is_integral<I>::value, int> = 0> __WL_CUB D operator-(I n) const {
    D other = self();
    return other.move(-(ptrdiff_t)n), other;
  }
  __WL_CUB N operator-(const D& other) const { return (N)self().from(other); }
  template <typename I> __WL_CUB D& operator+=(I n) { return self().move(n), self(); }
  template <typename I> __WL_CUB D& operator-=(I n) { return self().move(-(ptrdiff_t)n), self(); }
  __WL_CUB D& operator++() { return self().move(1), self(); }
  __WL_CUB D& operator--() { return self().move(-1), self(); }
  __WL_CUB D operator++(int) {
    const D old = self();
    return self().move(1), old;
  }
  __WL_CUB bool operator==(const D& other) const { return self().from(other) == 0; }
  __WL_CUB bool operator!=(const D& other) const { return self().from(other) != 0; }
};
}  // namespace __wl

template <typename T, typename N = ptrdiff_t> struct CountingInputIterator : __wl::random_access<CountingInputIterator<T, N>, T, T, N> {
  T first;
  __WL_CUB CountingInputIterator(const T& value) : first(value) {}
  __WL_CUB T at(ptrdiff_t n) const { return static_cast<T>(first + n); }
  __WL_CUB void move(ptrdiff_t n) { first = static_cast<T>(first + n); }
  __WL_CUB ptrdiff_t from(const CountingInputIterator& other) const { return (ptrdiff_t)(first - other.first); }
};
template <typename T, typename N = ptrdiff_t> struct ConstantInputIterator : __wl::random_access<ConstantInputIterator<T, N>, T, T, N> {
  T value;
  ptrdiff_t place;
  __WL_CUB ConstantInputIterator(T v, N n = 0) : value(v), place(n) {}
  __WL_CUB T at(ptrdiff_t) const { return value; }
  __WL_CUB void move(ptrdiff_t n) { place += n; }
  __WL_CUB ptrdiff_t from(const ConstantInputIterator& other) const { return place - other.place; }
};
template <typename T, typename OP, typename IT, typename N = ptrdiff_t>
struct TransformInputIterator : __wl::random_access<TransformInputIterator<T, OP, IT, N>, T, T, N> {
  IT inner;
  OP op;
  __WL_CUB TransformInputIterator(IT it, OP function) : inner(it), op(function) {}
  __WL_CUB T at(ptrdiff_t n) const { return const_cast<OP&>(op)(inner[n]); }
  __WL_CUB void move(ptrdiff_t n) { inner += n; }
  __WL_CUB ptrdiff_t from(const TransformInputIterator& other) const { return inner - other.inner; }
};
template <typename IT, typename N = ptrdiff_t, typename V = typename std::iterator_traits<IT>::value_type>
struct ArgIndexInputIterator : __wl::random_access<ArgIndexInputIterator<IT, N, V>, KeyValuePair<N, V>, KeyValuePair<N, V>, N> {
  IT inner;
  N offset;
  __WL_CUB ArgIndexInputIterator(IT it, N n = 0) : inner(it), offset(n) {}
  __WL_CUB KeyValuePair<N, V> at(ptrdiff_t n) const { return KeyValuePair<N, V>(offset + n, inner[offset + n]); }
  __WL_CUB void move(ptrdiff_t n) { offset += n; }
  __WL_CUB ptrdiff_t from(const ArgIndexInputIterator& other) const { return offset - other.offset; }
  __WL_CUB void normalize() { inner += offset, offset = 0; }
};
// The modifier of a load or store decides nothing about what is read or written.
template <CacheLoadModifier MODIFIER, typename T, typename N = ptrdiff_t>
struct CacheModifiedInputIterator : __wl::random_access<CacheModifiedInputIterator<MODIFIER, T, N>, T, T, N> {
  T* place;
  template <typename Q> __WL_CUB CacheModifiedInputIterator(Q* p) : place(const_cast<T*>(p)) {}
  __WL_CUB T at(ptrdiff_t n) const { return place[n]; }
  __WL_CUB void move(ptrdiff_t n) { place += n; }
  __WL_CUB ptrdiff_t from(const CacheModifiedInputIterator& other) const { return place - other.place; }
};
template <CacheStoreModifier MODIFIER, typename T, typename N = ptrdiff_t>
struct CacheModifiedOutputIterator : __wl::random_access<CacheModifiedOutputIterator<MODIFIER, T, N>, T, T&, N> {
  T* place;
  template <typename Q> __WL_CUB CacheModifiedOutputIterator(Q* p) : place(const_cast<T*>(p)) {}
  __WL_CUB T& at(ptrdiff_t n) const { return place[n]; }
  __WL_CUB void move(ptrdiff_t n) { place += n; }
  __WL_CUB ptrdiff_t from(const CacheModifiedOutputIterator& other) const { return place - other.place; }
};
namespace __wl {
struct discarded {
  template <typename T> __WL_CUB const discarded& operator=(const T&) const { return *this; }
};
}  // namespace __wl
template <typename N = ptrdiff_t> struct DiscardOutputIterator : __wl::random_access<DiscardOutputIterator<N>, void, __wl::discarded, N> {
  N offset;
  __WL_CUB DiscardOutputIterator(N n = 0) : offset(n) {}
  __WL_CUB __wl::discarded at(ptrdiff_t) const { return {}; }
  __WL_CUB void move(ptrdiff_t n) { offset += n; }
  __WL_CUB ptrdiff_t from(const DiscardOutputIterator& other) const { return offset - other.offset; }
};

}  // namespace cub
