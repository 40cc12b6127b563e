// Pairs and tuples that both sides build, assign and compare; a tuple of references assigns through them.
#pragma once

#include "define.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace thrust {

template <typename A, typename B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  __host__ __device__ constexpr pair() : first(), second() {}
  __host__ __device__ constexpr pair(const A& a, const B& b) : first(a), second(b) {}
  template <typename U, typename V, std::enable_if_t<std::is_convertible<U, A>::value && std::is_convertible<V, B>::value, int> = 0>
  __host__ __device__ constexpr pair(U&& a, V&& b) : first(static_cast<U&&>(a)), second(static_cast<V&&>(b)) {}
  pair(const pair&) = default;
  template <typename U, typename V> __host__ __device__ constexpr pair(const pair<U, V>& p) : first(p.first), second(p.second) {}
  template <typename U, typename V> __host__ __device__ constexpr pair(const std::pair<U, V>& p) : first(p.first), second(p.second) {}
  __host__ __device__ pair& operator=(const pair& p) {
    first = p.first;
    second = p.second;
    return *this;
  }
  template <typename U, typename V> __host__ __device__ pair& operator=(const pair<U, V>& p) {
    first = p.first;
    second = p.second;
    return *this;
  }
  __host__ __device__ void swap(pair& p) {
    const pair kept = p;
    p = *this;
    *this = kept;
  }
};
template <typename A, typename B> __host__ __device__ inline pair<std::decay_t<A>, std::decay_t<B>> make_pair(A&& a, B&& b) {
  return {static_cast<A&&>(a), static_cast<B&&>(b)};
}
template <typename A, typename B> __host__ __device__ inline bool operator==(const pair<A, B>& x, const pair<A, B>& y) {
  return x.first == y.first && x.second == y.second;
}
template <typename A, typename B> __host__ __device__ inline bool operator<(const pair<A, B>& x, const pair<A, B>& y) {
  return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}
template <typename A, typename B> __host__ __device__ inline bool operator!=(const pair<A, B>& x, const pair<A, B>& y) { return !(x == y); }
template <typename A, typename B> __host__ __device__ inline bool operator>(const pair<A, B>& x, const pair<A, B>& y) { return y < x; }
template <typename A, typename B> __host__ __device__ inline bool operator<=(const pair<A, B>& x, const pair<A, B>& y) { return !(y < x); }
template <typename A, typename B> __host__ __device__ inline bool operator>=(const pair<A, B>& x, const pair<A, B>& y) { return !(x < y); }

template <typename... T> struct tuple;

namespace __wl {
template <size_t I, typename T> struct leaf {
  T value;
};
template <size_t I, typename T, typename... R> struct type_at : type_at<I - 1, R...> {};
template <typename T, typename... R> struct type_at<0, T, R...> { typedef T type; };

template <typename S, typename... T> struct leaves;
template <size_t... I, typename... T> struct leaves<std::index_sequence<I...>, T...> : leaf<I, T>... {
  __host__ __device__ constexpr leaves() : leaf<I, T>{T()}... {}
  template <typename... U> __host__ __device__ constexpr leaves(int, U&&... values) : leaf<I, T>{static_cast<T>(static_cast<U&&>(values))}... {}
  leaves(const leaves&) = default;
};
template <typename T, typename... R> struct has_references : std::disjunction<std::is_reference<T>, std::is_reference<R>...> {};
}  // namespace __wl

template <size_t I, typename... T>
__host__ __device__ constexpr typename __wl::type_at<I, T...>::type& get(tuple<T...>& t) {
  return static_cast<__wl::leaf<I, typename __wl::type_at<I, T...>::type>&>(t).value;
}
template <size_t I, typename... T>
__host__ __device__ constexpr const typename __wl::type_at<I, T...>::type& get(const tuple<T...>& t) {
  return static_cast<const __wl::leaf<I, typename __wl::type_at<I, T...>::type>&>(t).value;
}
template <size_t I, typename... T>
__host__ __device__ constexpr typename __wl::type_at<I, T...>::type&& get(tuple<T...>&& t) {
  typedef typename __wl::type_at<I, T...>::type type;
  return static_cast<type&&>(static_cast<__wl::leaf<I, type>&>(t).value);
}
template <size_t I, typename A, typename B> __host__ __device__ constexpr auto& get(pair<A, B>& p) {
  if constexpr (I == 0) return p.first;
  else return p.second;
}
template <size_t I, typename A, typename B> __host__ __device__ constexpr const auto& get(const pair<A, B>& p) {
  if constexpr (I == 0) return p.first;
  else return p.second;
}

template <typename... T> struct tuple : __wl::leaves<std::index_sequence_for<T...>, T...> {
  typedef std::index_sequence_for<T...> __wl_places;
  typedef __wl::leaves<__wl_places, T...> base;
  __host__ __device__ constexpr tuple() : base() {}
  __host__ __device__ constexpr tuple(const T&... values) : base(0, values...) {}
  template <typename... U, std::enable_if_t<sizeof...(U) == sizeof...(T) && (std::is_convertible<U, T>::value && ...), int> = 0>
  __host__ __device__ constexpr tuple(U&&... values) : base(0, static_cast<U&&>(values)...) {}
  tuple(const tuple&) = default;
  template <typename... U, std::enable_if_t<sizeof...(U) == sizeof...(T) && (sizeof...(T) > 1 || !std::is_same<tuple<U...>, tuple>::value), int> = 0>
  __host__ __device__ constexpr tuple(const tuple<U...>& t) : tuple(t, __wl_places()) {}
  template <typename U, typename V> __host__ __device__ constexpr tuple(const pair<U, V>& p) : base(0, p.first, p.second) {}
  template <typename... U> constexpr tuple(const std::tuple<U...>& t) : tuple(t, __wl_places(), 0) {}
  __host__ __device__ constexpr tuple& operator=(const tuple& t) { return assign(t, __wl_places()), *this; }
  template <typename... U> __host__ __device__ constexpr tuple& operator=(const tuple<U...>& t) { return assign(t, __wl_places()), *this; }
  template <typename U, typename V> __host__ __device__ constexpr tuple& operator=(const pair<U, V>& p) {
    thrust::get<0>(*this) = p.first;
    thrust::get<1>(*this) = p.second;
    return *this;
  }
  template <size_t I> __host__ __device__ constexpr auto& get() { return thrust::get<I>(*this); }
  template <size_t I> __host__ __device__ constexpr const auto& get() const { return thrust::get<I>(*this); }
  __host__ __device__ void swap(tuple& t) { exchange(t, __wl_places()); }

private:
  template <typename U, size_t... I> __host__ __device__ constexpr tuple(const U& t, std::index_sequence<I...>) : base(0, thrust::get<I>(t)...) {}
  template <typename U, size_t... I> constexpr tuple(const U& t, std::index_sequence<I...>, int) : base(0, std::get<I>(t)...) {}
  template <typename U, size_t... I> __host__ __device__ constexpr void assign(const U& t, std::index_sequence<I...>) {
    ((void)(thrust::get<I>(*this) = thrust::get<I>(t)), ...);
  }
  template <size_t... I> __host__ __device__ void exchange(tuple& t, std::index_sequence<I...>) {
    const tuple<std::decay_t<T>...> kept = t;
    t = *this;
    *this = kept;
  }
};
template <> struct tuple<> {};
template <typename... T> tuple(T...) -> tuple<T...>;

template <typename... T> __host__ __device__ constexpr tuple<std::decay_t<T>...> make_tuple(T&&... values) {
  return tuple<std::decay_t<T>...>(static_cast<T&&>(values)...);
}
template <typename... T> __host__ __device__ constexpr tuple<T&...> tie(T&... values) { return tuple<T&...>(values...); }

// Takes any value and keeps none.
struct ignored {
  template <typename T> __host__ __device__ constexpr const ignored& operator=(const T&) const { return *this; }
};
static constexpr ignored ignore{};

namespace __wl {
template <size_t N, typename A, typename B> __host__ __device__ constexpr int compare(const A& a, const B& b) {
  if constexpr (N == std::tuple_size<A>::value) {
    return 0;
  } else {
    if (thrust::get<N>(a) < thrust::get<N>(b)) return -1;
    if (thrust::get<N>(b) < thrust::get<N>(a)) return 1;
    return __wl::compare<N + 1>(a, b);
  }
}
template <typename A, typename B, size_t... I> __host__ __device__ constexpr bool same(const A& a, const B& b, std::index_sequence<I...>) {
  return ((thrust::get<I>(a) == thrust::get<I>(b)) && ...);
}
}  // namespace __wl
#define __WL_COMPARE(op, how)                                                                                  \
  template <typename... T, typename... U>                                                                      \
  __host__ __device__ constexpr bool operator op(const tuple<T...>& a, const tuple<U...>& b) { return how; }
__WL_COMPARE(==, __wl::same(a, b, std::index_sequence_for<T...>()))
__WL_COMPARE(!=, !__wl::same(a, b, std::index_sequence_for<T...>()))
__WL_COMPARE(<, __wl::compare<0>(a, b) < 0)
__WL_COMPARE(>, __wl::compare<0>(a, b) > 0)
__WL_COMPARE(<=, __wl::compare<0>(a, b) <= 0)
__WL_COMPARE(>=, __wl::compare<0>(a, b) >= 0)
#undef __WL_COMPARE

template <typename T> struct tuple_size : std::tuple_size<T> {};
template <size_t I, typename T> struct tuple_element : std::tuple_element<I, T> {};
template <size_t I, typename T> using tuple_element_t = typename std::tuple_element<I, T>::type;

}  // namespace thrust

namespace std {
template <typename... T> struct tuple_size<thrust::tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, typename... T> struct tuple_element<I, thrust::tuple<T...>> { typedef typename thrust::__wl::type_at<I, T...>::type type; };
template <typename A, typename B> struct tuple_size<thrust::pair<A, B>> : integral_constant<size_t, 2> {};
template <size_t I, typename A, typename B> struct tuple_element<I, thrust::pair<A, B>> { typedef typename thrust::__wl::type_at<I, A, B>::type type; };
}  // namespace std

namespace thrust {
namespace __wl {
template <typename F, typename A, size_t... I> __host__ __device__ constexpr decltype(auto) applied(F&& f, A& all, std::index_sequence<I...>) {
  return static_cast<F&&>(f)(thrust::get<I>(all)...);
}
template <typename... T, typename... U, size_t... I, size_t... J>
__host__ __device__ constexpr tuple<T..., U...> joined(const tuple<T...>& a, const tuple<U...>& b, std::index_sequence<I...>, std::index_sequence<J...>) {
  return tuple<T..., U...>(thrust::get<I>(a)..., thrust::get<J>(b)...);
}
}  // namespace __wl
}  // namespace thrust

// A tuple of Thrust's is that of libcu++.
namespace cuda {
namespace std {
using namespace ::std;
using ::std::apply;
using ::std::get;
using ::std::tuple_cat;
using ::thrust::get;
using ::thrust::ignore;
using ::thrust::make_tuple;
using ::thrust::tie;
using ::thrust::tuple;
template <typename... T> __host__ __device__ constexpr ::thrust::tuple<T&&...> forward_as_tuple(T&&... values) {
  return ::thrust::tuple<T&&...>(static_cast<T&&>(values)...);
}
template <typename F, typename... T> __host__ __device__ constexpr decltype(auto) apply(F&& f, ::thrust::tuple<T...>& all) {
  return ::thrust::__wl::applied(static_cast<F&&>(f), all, ::std::index_sequence_for<T...>());
}
template <typename F, typename... T> __host__ __device__ constexpr decltype(auto) apply(F&& f, const ::thrust::tuple<T...>& all) {
  return ::thrust::__wl::applied(static_cast<F&&>(f), all, ::std::index_sequence_for<T...>());
}
template <typename... T> __host__ __device__ constexpr ::thrust::tuple<T...> tuple_cat(const ::thrust::tuple<T...>& one) { return one; }
template <typename... T, typename... U, typename... R>
__host__ __device__ constexpr auto tuple_cat(const ::thrust::tuple<T...>& one, const ::thrust::tuple<U...>& other, const R&... rest) {
  return tuple_cat(::thrust::__wl::joined(one, other, ::std::index_sequence_for<T...>(), ::std::index_sequence_for<U...>()), rest...);
}
}
}  // namespace cuda
