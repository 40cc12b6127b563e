// Iterators that make their elements, or take them from other iterators by an index, through a function, or several at once.
#pragma once

#include "thrust_functional.h"
#include "thrust_pointer.h"

namespace thrust {

namespace __wl {
// What random access needs, from `at(n)`, `move(n)` and `from(other)` of the iterator `D`.
template <typename D, typename V, typename R> struct random_access {
  typedef V value_type;
  typedef R reference;
  typedef ptrdiff_t difference_type;
  typedef V* pointer;
  typedef std::random_access_iterator_tag iterator_category;
  __WL_ANYWHERE const D& self() const { return static_cast<const D&>(*this); }
  __WL_ANYWHERE D& self() { return static_cast<D&>(*this); }
  __WL_ANYWHERE R operator*() const { return self().at(0); }
  __WL_ANYWHERE R operator[](ptrdiff_t n) const { return self().at(n); }
  __WL_ANYWHERE D& operator+=(ptrdiff_t n) { return self().move(n), self(); }
  __WL_ANYWHERE D& operator-=(ptrdiff_t n) { return self().move(-n), self(); }
  __WL_ANYWHERE D& operator++() { return self().move(1), self(); }
  __WL_ANYWHERE D& operator--() { return self().move(-1), self(); }
  __WL_ANYWHERE D operator++(int) {
    const D old = self();
    self().move(1);
    return old;
  }
  __WL_ANYWHERE D operator--(int) {
    const D old = self();
    self().move(-1);
    return old;
  }
  __WL_ANYWHERE friend D operator+(D i, ptrdiff_t n) { return i.move(n), i; }
  __WL_ANYWHERE friend D operator+(ptrdiff_t n, D i) { return i.move(n), i; }
  __WL_ANYWHERE friend D operator-(D i, ptrdiff_t n) { return i.move(-n), i; }
  __WL_ANYWHERE friend ptrdiff_t operator-(const D& a, const D& b) { return a.from(b); }
  __WL_ANYWHERE friend bool operator==(const D& a, const D& b) { return a.from(b) == 0; }
  __WL_ANYWHERE friend bool operator!=(const D& a, const D& b) { return a.from(b) != 0; }
  __WL_ANYWHERE friend bool operator<(const D& a, const D& b) { return a.from(b) < 0; }
  __WL_ANYWHERE friend bool operator>(const D& a, const D& b) { return a.from(b) > 0; }
  __WL_ANYWHERE friend bool operator<=(const D& a, const D& b) { return a.from(b) <= 0; }
  __WL_ANYWHERE friend bool operator>=(const D& a, const D& b) { return a.from(b) >= 0; }
};
}  // namespace __wl

template <typename T, typename S = use_default, typename C = use_default, typename N = use_default>
struct counting_iterator : __wl::random_access<counting_iterator<T, S, C, N>, T, T> {
  static constexpr __wl::side __wl_side = __wl::ANY_SIDE;
  T first;
  __WL_ANYWHERE explicit counting_iterator(T value = T()) : first(value) {}
  __WL_ANYWHERE T at(ptrdiff_t n) const { return static_cast<T>(first + n); }
  __WL_ANYWHERE void move(ptrdiff_t n) { first = static_cast<T>(first + n); }
  __WL_ANYWHERE ptrdiff_t from(const counting_iterator& other) const {
    if constexpr (std::is_integral<T>::value) return (ptrdiff_t)first - (ptrdiff_t)other.first;
    else return static_cast<ptrdiff_t>(first - other.first);
  }
  __WL_ANYWHERE T base() const { return first; }
};
template <typename T> __WL_ANYWHERE counting_iterator<T> make_counting_iterator(T first) { return counting_iterator<T>(first); }

template <typename T, typename N = use_default, typename S = use_default>
struct constant_iterator : __wl::random_access<constant_iterator<T, N, S>, T, T> {
  static constexpr __wl::side __wl_side = __wl::ANY_SIDE;
  T value;
  ptrdiff_t place;
  __WL_ANYWHERE constant_iterator() : value(), place(0) {}
  __WL_ANYWHERE constant_iterator(T v, ptrdiff_t n = 0) : value(v), place(n) {}
  __WL_ANYWHERE T at(ptrdiff_t) const { return value; }
  __WL_ANYWHERE void move(ptrdiff_t n) { place += n; }
  __WL_ANYWHERE ptrdiff_t from(const constant_iterator& other) const { return place - other.place; }
};
template <typename T, typename N = ptrdiff_t> __WL_ANYWHERE constant_iterator<T> make_constant_iterator(T value, N n = 0) {
  return constant_iterator<T>(value, n);
}

// Takes everything and keeps nothing.
template <typename S = use_default> struct discard_iterator : __wl::random_access<discard_iterator<S>, ignored, const ignored&> {
  static constexpr __wl::side __wl_side = __wl::ANY_SIDE;
  ptrdiff_t place;
  __WL_ANYWHERE discard_iterator(ptrdiff_t n = 0) : place(n) {}
  __WL_ANYWHERE const ignored& at(ptrdiff_t) const { return *reinterpret_cast<const ignored*>(this); }
  __WL_ANYWHERE void move(ptrdiff_t n) { place += n; }
  __WL_ANYWHERE ptrdiff_t from(const discard_iterator& other) const { return place - other.place; }
};
__WL_ANYWHERE discard_iterator<> make_discard_iterator(ptrdiff_t n = 0) { return discard_iterator<>(n); }

namespace __wl {
template <typename I> using element_t = decltype(std::declval<const raw_t<I>&>()[0]);
template <typename F, typename I, typename R>
using transformed_t = std::conditional_t<std::is_same<R, use_default>::value, result_t<F, element_t<I>>, R>;
}  // namespace __wl

template <typename F, typename I, typename R = use_default, typename V = use_default>
struct transform_iterator
    : __wl::random_access<transform_iterator<F, I, R, V>, std::decay_t<__wl::transformed_t<F, I, R>>, __wl::transformed_t<F, I, R>> {
  static constexpr __wl::side __wl_side = __wl::side_of<I>::value;
  typedef __wl::transformed_t<F, I, R> result;
  I inner;
  F function;
  __WL_ANYWHERE transform_iterator() {}
  __WL_ANYWHERE transform_iterator(const I& i, F f = F()) : inner(i), function(f) {}
  transform_iterator(const transform_iterator&) = default;
  // Lambdas can be copied, and not assigned.
  __WL_ANYWHERE transform_iterator& operator=(const transform_iterator& other) {
    inner = other.inner;
    if constexpr (std::is_copy_assignable<F>::value) function = other.function;
    return *this;
  }
  __WL_ANYWHERE result at(ptrdiff_t n) const { return const_cast<F&>(function)(inner[n]); }
  __WL_ANYWHERE void move(ptrdiff_t n) { inner += n; }
  __WL_ANYWHERE ptrdiff_t from(const transform_iterator& other) const { return inner - other.inner; }
  __WL_ANYWHERE I base() const { return inner; }
  __WL_ANYWHERE F functor() const { return function; }
  __WL_ANYWHERE auto __wl_raw() const { return transform_iterator<F, __wl::raw_t<I>, R, V>(__wl::raw(inner), function); }
};
template <typename F, typename I> __WL_ANYWHERE transform_iterator<F, I> make_transform_iterator(I i, F f) { return {i, f}; }

// Writes what a function makes of each value.
template <typename F, typename O> struct transform_output_iterator;
namespace __wl {
template <typename F, typename O> struct transformed_output {
  O out;
  F function;
  template <typename T> __WL_ANYWHERE const transformed_output& operator=(const T& value) const {
    *out = const_cast<F&>(function)(value);
    return *this;
  }
};
}  // namespace __wl
template <typename F, typename O>
struct transform_output_iterator : __wl::random_access<transform_output_iterator<F, O>, __wl::transformed_output<F, O>, __wl::transformed_output<F, O>> {
  static constexpr __wl::side __wl_side = __wl::side_of<O>::value;
  O out;
  F function;
  __WL_ANYWHERE transform_output_iterator(O o, F f) : out(o), function(f) {}
  __WL_ANYWHERE __wl::transformed_output<F, O> at(ptrdiff_t n) const { return {out + n, function}; }
  __WL_ANYWHERE void move(ptrdiff_t n) { out += n; }
  __WL_ANYWHERE ptrdiff_t from(const transform_output_iterator& other) const { return out - other.out; }
  __WL_ANYWHERE auto __wl_raw() const { return transform_output_iterator<F, __wl::raw_t<O>>(__wl::raw(out), function); }
};
template <typename F, typename O> __WL_ANYWHERE transform_output_iterator<F, O> make_transform_output_iterator(O out, F f) { return {out, f}; }

template <typename E, typename I>
struct permutation_iterator
    : __wl::random_access<permutation_iterator<E, I>, typename std::iterator_traits<E>::value_type, decltype(std::declval<const E&>()[0])> {
  static constexpr __wl::side __wl_side = __wl::joined(__wl::side_of<E>::value, __wl::side_of<I>::value);
  E elements;
  I index;
  __WL_ANYWHERE permutation_iterator() {}
  __WL_ANYWHERE permutation_iterator(E e, I i) : elements(e), index(i) {}
  __WL_ANYWHERE decltype(auto) at(ptrdiff_t n) const { return elements[static_cast<ptrdiff_t>(index[n])]; }
  __WL_ANYWHERE void move(ptrdiff_t n) { index += n; }
  __WL_ANYWHERE ptrdiff_t from(const permutation_iterator& other) const { return index - other.index; }
  __WL_ANYWHERE I base() const { return index; }
  __WL_ANYWHERE auto __wl_raw() const {
    return permutation_iterator<__wl::raw_t<E>, __wl::raw_t<I>>(__wl::raw(elements), __wl::raw(index));
  }
};
template <typename E, typename I> __WL_ANYWHERE permutation_iterator<E, I> make_permutation_iterator(E e, I i) { return {e, i}; }

template <typename I>
struct reverse_iterator
    : __wl::random_access<reverse_iterator<I>, typename std::iterator_traits<I>::value_type, decltype(std::declval<const I&>()[0])> {
  static constexpr __wl::side __wl_side = __wl::side_of<I>::value;
  I behind;
  __WL_ANYWHERE reverse_iterator() {}
  __WL_ANYWHERE explicit reverse_iterator(I i) : behind(i) {}
  template <typename J> __WL_ANYWHERE reverse_iterator(const reverse_iterator<J>& other) : behind(other.behind) {}
  __WL_ANYWHERE decltype(auto) at(ptrdiff_t n) const { return behind[-n - 1]; }
  __WL_ANYWHERE void move(ptrdiff_t n) { behind -= n; }
  __WL_ANYWHERE ptrdiff_t from(const reverse_iterator& other) const { return other.behind - behind; }
  __WL_ANYWHERE I base() const { return behind; }
  __WL_ANYWHERE auto __wl_raw() const { return reverse_iterator<__wl::raw_t<I>>(__wl::raw(behind)); }
};
template <typename I> __WL_ANYWHERE reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }

template <typename T> struct zip_iterator;
template <typename... I>
struct zip_iterator<tuple<I...>>
    : __wl::random_access<zip_iterator<tuple<I...>>, tuple<typename std::iterator_traits<I>::value_type...>, tuple<decltype(std::declval<const I&>()[0])...>> {
  static constexpr __wl::side __wl_side = __wl::side_of_all<I...>::value;
  typedef tuple<decltype(std::declval<const I&>()[0])...> elements;
  typedef std::index_sequence_for<I...> places;
  tuple<I...> all;
  __WL_ANYWHERE zip_iterator() {}
  __WL_ANYWHERE zip_iterator(const tuple<I...>& iterators) : all(iterators) {}
  template <typename... J> __WL_ANYWHERE zip_iterator(const zip_iterator<tuple<J...>>& other) : all(other.all) {}
  __WL_ANYWHERE elements at(ptrdiff_t n) const { return at(n, places()); }
  __WL_ANYWHERE void move(ptrdiff_t n) { move(n, places()); }
  __WL_ANYWHERE ptrdiff_t from(const zip_iterator& other) const { return thrust::get<0>(all) - thrust::get<0>(other.all); }
  __WL_ANYWHERE const tuple<I...>& get_iterator_tuple() const { return all; }
  __WL_ANYWHERE auto __wl_raw() const { return raw_all(places()); }

private:
  template <size_t... N> __WL_ANYWHERE elements at(ptrdiff_t n, std::index_sequence<N...>) const { return elements(thrust::get<N>(all)[n]...); }
  template <size_t... N> __WL_ANYWHERE void move(ptrdiff_t n, std::index_sequence<N...>) { ((void)(thrust::get<N>(all) += n), ...); }
  template <size_t... N> __WL_ANYWHERE auto raw_all(std::index_sequence<N...>) const {
    return zip_iterator<tuple<__wl::raw_t<I>...>>(tuple<__wl::raw_t<I>...>(__wl::raw(thrust::get<N>(all))...));
  }
};
template <typename... I> zip_iterator(tuple<I...>) -> zip_iterator<tuple<I...>>;
template <typename... I> __WL_ANYWHERE zip_iterator<tuple<I...>> make_zip_iterator(const tuple<I...>& t) { return t; }
template <typename... I> __WL_ANYWHERE zip_iterator<tuple<I...>> make_zip_iterator(I... i) { return tuple<I...>(i...); }

}  // namespace thrust
