// Thrust's functions as objects, and expressions of placeholders (`_1 * _1 + 2`). Without type arguments they take any type.
#pragma once

#include "thrust_tuple.h"

namespace thrust {

template <typename A, typename R> struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <typename A, typename B, typename R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};

#define __WL_BINARY(name, result, how)                                                                              \
  template <typename T = void> struct name : binary_function<T, T, result> {                                        \
    __host__ __device__ constexpr result operator()(const T& a, const T& b) const { return how; }                   \
  };                                                                                                                \
  template <> struct name<void> {                                                                                   \
    typedef void is_transparent;                                                                                    \
    template <typename A, typename B> __host__ __device__ constexpr auto operator()(const A& a, const B& b) const { \
      return how;                                                                                                   \
    }                                                                                                               \
  };
__WL_BINARY(plus, T, a + b)
__WL_BINARY(minus, T, a - b)
__WL_BINARY(multiplies, T, a * b)
__WL_BINARY(divides, T, a / b)
__WL_BINARY(modulus, T, a % b)
__WL_BINARY(bit_and, T, a & b)
__WL_BINARY(bit_or, T, a | b)
__WL_BINARY(bit_xor, T, a ^ b)
__WL_BINARY(equal_to, bool, a == b)
__WL_BINARY(not_equal_to, bool, a != b)
__WL_BINARY(less, bool, a < b)
__WL_BINARY(greater, bool, a > b)
__WL_BINARY(less_equal, bool, a <= b)
__WL_BINARY(greater_equal, bool, a >= b)
__WL_BINARY(logical_and, bool, a && b)
__WL_BINARY(logical_or, bool, a || b)
__WL_BINARY(maximum, T, a < b ? b : a)
__WL_BINARY(minimum, T, b < a ? b : a)
#undef __WL_BINARY
#define __WL_UNARY(name, result, how)                                                          \
  template <typename T = void> struct name : unary_function<T, result> {                       \
    __host__ __device__ constexpr result operator()(const T& a) const { return how; }          \
  };                                                                                           \
  template <> struct name<void> {                                                              \
    typedef void is_transparent;                                                               \
    template <typename A> __host__ __device__ constexpr auto operator()(const A& a) const { return how; } \
  };
__WL_UNARY(negate, T, -a)
__WL_UNARY(bit_not, T, ~a)
__WL_UNARY(logical_not, bool, !a)
__WL_UNARY(square, T, a* a)
#undef __WL_UNARY
template <typename T = void> struct identity : unary_function<T, T> {
  __host__ __device__ constexpr const T& operator()(const T& a) const { return a; }
};
template <> struct identity<void> {
  template <typename T> __host__ __device__ constexpr T&& operator()(T&& a) const { return static_cast<T&&>(a); }
};
template <typename A, typename B> struct project1st : binary_function<A, B, A> {
  __host__ __device__ constexpr const A& operator()(const A& a, const B&) const { return a; }
};
template <typename A, typename B> struct project2nd : binary_function<A, B, B> {
  __host__ __device__ constexpr const B& operator()(const A&, const B& b) const { return b; }
};
template <typename F> struct unary_negate {
  F f;
  __host__ __device__ unary_negate(F function) : f(function) {}
  template <typename T> __host__ __device__ bool operator()(const T& a) const { return !f(a); }
};
template <typename F> struct binary_negate {
  F f;
  __host__ __device__ binary_negate(F function) : f(function) {}
  template <typename T, typename U> __host__ __device__ bool operator()(const T& a, const U& b) const { return !f(a, b); }
};
template <typename F> __host__ __device__ inline unary_negate<F> not1(F f) { return f; }
template <typename F> __host__ __device__ inline binary_negate<F> not2(F f) { return f; }
template <typename F> struct not_fun_t {
  F f;
  template <typename... A> __host__ __device__ bool operator()(A&&... a) const { return !f(static_cast<A&&>(a)...); }
};
template <typename F> __host__ __device__ inline not_fun_t<F> not_fn(F f) { return {f}; }
// A function of several values as one of a tuple.
template <typename F> struct zip_function {
  mutable F f;
  __host__ __device__ zip_function(F function) : f(function) {}
  template <typename T> __host__ __device__ decltype(auto) operator()(T&& t) const {
    return call(t, std::make_index_sequence<std::tuple_size<std::decay_t<T>>::value>());
  }

private:
  template <typename T, size_t... I> __host__ __device__ decltype(auto) call(T& t, std::index_sequence<I...>) const {
    return f(thrust::get<I>(t)...);
  }
};
template <typename F> __host__ __device__ inline zip_function<std::decay_t<F>> make_zip_function(F&& f) { return {f}; }

namespace __wl {

template <typename E> struct expression {
  E e;
  template <typename... A> __host__ __device__ constexpr decltype(auto) operator()(A&&... a) const { return e(a...); }
};
template <size_t N> struct argument {
  template <typename F, typename... A> __host__ __device__ constexpr decltype(auto) operator()(F& first, A&... rest) const {
    if constexpr (N == 0) return (first);
    else return argument<N - 1>()(rest...);
  }
};
template <typename T> struct fixed {
  T value;
  template <typename... A> __host__ __device__ constexpr const T& operator()(A&...) const { return value; }
};
template <typename T> struct is_expression : std::false_type {};
template <typename E> struct is_expression<expression<E>> : std::true_type {};
template <typename E> __host__ __device__ constexpr E part(const expression<E>& e) { return e.e; }
template <typename T, std::enable_if_t<!is_expression<T>::value, int> = 0> __host__ __device__ constexpr fixed<T> part(const T& value) { return {value}; }

#define __WL_OPERATOR(name, op)                                                                                      \
  template <typename L, typename R> struct name {                                                                    \
    L l;                                                                                                             \
    R r;                                                                                                             \
    template <typename... A> __host__ __device__ constexpr decltype(auto) operator()(A&... a) const { return l(a...) op r(a...); } \
  };                                                                                                                 \
  template <typename A, typename B, std::enable_if_t<is_expression<A>::value || is_expression<B>::value, int> = 0>    \
  __host__ __device__ constexpr auto operator op(const A& a, const B& b) {                                           \
    typedef name<decltype(part(a)), decltype(part(b))> both;                                                         \
    return expression<both>{both{part(a), part(b)}};                                                                 \
  }
__WL_OPERATOR(sum_of, +) __WL_OPERATOR(difference_of, -) __WL_OPERATOR(product_of, *) __WL_OPERATOR(quotient_of, /)
__WL_OPERATOR(remainder_of, %) __WL_OPERATOR(bits_and, &) __WL_OPERATOR(bits_or, |) __WL_OPERATOR(bits_xor, ^)
__WL_OPERATOR(shifted_left, <<) __WL_OPERATOR(shifted_right, >>) __WL_OPERATOR(are_equal, ==) __WL_OPERATOR(are_unequal, !=)
__WL_OPERATOR(is_less, <) __WL_OPERATOR(is_greater, >) __WL_OPERATOR(is_at_most, <=) __WL_OPERATOR(is_at_least, >=)
__WL_OPERATOR(both_hold, &&) __WL_OPERATOR(one_holds, ||)
__WL_OPERATOR(plus_assigned, +=) __WL_OPERATOR(minus_assigned, -=) __WL_OPERATOR(times_assigned, *=) __WL_OPERATOR(over_assigned, /=)
#undef __WL_OPERATOR
#define __WL_OPERATOR(name, op)                                                                                      \
  template <typename E> struct name {                                                                                \
    E e;                                                                                                             \
    template <typename... A> __host__ __device__ constexpr decltype(auto) operator()(A&... a) const { return op e(a...); } \
  };                                                                                                                 \
  template <typename E> __host__ __device__ constexpr expression<name<E>> operator op(const expression<E>& e) { return {name<E>{e.e}}; }
__WL_OPERATOR(negative_of, -) __WL_OPERATOR(complement_of, ~) __WL_OPERATOR(does_not_hold, !) __WL_OPERATOR(incremented, ++)
__WL_OPERATOR(decremented, --)
#undef __WL_OPERATOR

}  // namespace __wl

namespace placeholders {
static constexpr __wl::expression<__wl::argument<0>> _1{};
static constexpr __wl::expression<__wl::argument<1>> _2{};
static constexpr __wl::expression<__wl::argument<2>> _3{};
static constexpr __wl::expression<__wl::argument<3>> _4{};
static constexpr __wl::expression<__wl::argument<4>> _5{};
static constexpr __wl::expression<__wl::argument<5>> _6{};
static constexpr __wl::expression<__wl::argument<6>> _7{};
static constexpr __wl::expression<__wl::argument<7>> _8{};
static constexpr __wl::expression<__wl::argument<8>> _9{};
static constexpr __wl::expression<__wl::argument<9>> _10{};
}  // namespace placeholders

}  // namespace thrust
