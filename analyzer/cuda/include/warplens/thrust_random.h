// Thrust's random engines, which are those of the C++ standard and of L'Ecuyer with the documented parameters, and its
// distributions. Both sides draw the same numbers.
#pragma once

#include "thrust_core.h"

#include <math.h>

namespace thrust {

namespace random {

template <typename U, U A, U C, U M> class linear_congruential_engine {
  U x;
  // a * x + c without overflow: the moduli have at most 32 bits, or are the type's own.
  static __WL_ANYWHERE U step(U x, U a, U c) {
    if constexpr (M == 0) return a * x + c;
    else return static_cast<U>((static_cast<unsigned __int128>(a) * x + c) % M);
  }

public:
  typedef U result_type;
  static const U multiplier = A;
  static const U increment = C;
  static const U modulus = M;
  static const U min = C == 0u ? 1u : 0u;
  static const U max = M - 1u;
  static const U default_seed = 1u;
  __WL_ANYWHERE explicit linear_congruential_engine(U s = default_seed) { seed(s); }
  __WL_ANYWHERE void seed(U s = default_seed) {
    x = M == 0 ? s : s % (M == 0 ? 1 : M);
    if (C == 0 && x == 0) x = 1;
  }
  __WL_ANYWHERE U operator()() { return x = step(x, A, C); }
  // Composes the step with itself, by the bits of the distance.
  __WL_ANYWHERE void discard(unsigned long long n) {
    for (U a = A, c = C; n > 0; n >>= 1) {
      if (n & 1) x = step(x, a, c);
      c = step(c, a, c);
      a = step(a, a, 0);
    }
  }
  __WL_ANYWHERE friend bool operator==(const linear_congruential_engine& a, const linear_congruential_engine& b) { return a.x == b.x; }
  __WL_ANYWHERE friend bool operator!=(const linear_congruential_engine& a, const linear_congruential_engine& b) { return a.x != b.x; }
};

template <typename U, size_t W, size_t K, size_t Q, size_t S> class linear_feedback_shift_engine {
  U x;

public:
  typedef U result_type;
  static const size_t word_size = W;
  static const size_t exponent1 = K;
  static const size_t exponent2 = Q;
  static const size_t step_size = S;
  static const U wordmask = static_cast<U>(~static_cast<U>(0)) >> (sizeof(U) * 8 - W);
  static const U min = 0;
  static const U max = wordmask;
  static const U default_seed = 341u;
  __WL_ANYWHERE explicit linear_feedback_shift_engine(U s = default_seed) : x(s) {}
  __WL_ANYWHERE void seed(U s = default_seed) { x = s; }
  __WL_ANYWHERE U operator()() {
    const U b = (((x << Q) ^ x) & wordmask) >> (K - S);
    const U mask = ((~static_cast<U>(0)) << (W - K)) & wordmask;
    return x = ((x & mask) << S) ^ b;
  }
  __WL_ANYWHERE void discard(unsigned long long n) {
    for (; n > 0; n--) (*this)();
  }
  __WL_ANYWHERE friend bool operator==(const linear_feedback_shift_engine& a, const linear_feedback_shift_engine& b) { return a.x == b.x; }
  __WL_ANYWHERE friend bool operator!=(const linear_feedback_shift_engine& a, const linear_feedback_shift_engine& b) { return a.x != b.x; }
};

template <typename E1, size_t S1, typename E2, size_t S2 = 0> class xor_combine_engine {
  E1 first;
  E2 second;

public:
  typedef E1 base1_type;
  typedef E2 base2_type;
  typedef std::conditional_t<(sizeof(typename E2::result_type) > sizeof(typename E1::result_type)), typename E2::result_type, typename E1::result_type> result_type;
  static const size_t shift1 = S1;
  static const size_t shift2 = S2;
  static const result_type min = 0;
  static const result_type max = E1::max | E2::max;
  __WL_ANYWHERE xor_combine_engine() {}
  __WL_ANYWHERE xor_combine_engine(const E1& a, const E2& b) : first(a), second(b) {}
  __WL_ANYWHERE explicit xor_combine_engine(result_type s) : first(s), second(s) {}
  __WL_ANYWHERE void seed() { first.seed(), second.seed(); }
  __WL_ANYWHERE void seed(result_type s) { first.seed(s), second.seed(s); }
  __WL_ANYWHERE const E1& base1() const { return first; }
  __WL_ANYWHERE const E2& base2() const { return second; }
  __WL_ANYWHERE result_type operator()() { return (result_type(first()) << S1) ^ (result_type(second()) << S2); }
  __WL_ANYWHERE void discard(unsigned long long n) {
    for (; n > 0; n--) (*this)();
  }
};

template <typename U, size_t W, size_t S, size_t R> class subtract_with_carry_engine {
  U words[R];
  unsigned int at;
  int carry;

public:
  typedef U result_type;
  static const size_t word_size = W;
  static const size_t short_lag = S;
  static const size_t long_lag = R;
  static const U min = 0;
  static const U max = static_cast<U>(~static_cast<U>(0)) >> (sizeof(U) * 8 - W);
  static const U default_seed = 19780503u;
  __WL_ANYWHERE explicit subtract_with_carry_engine(U s = default_seed) { seed(s); }
  __WL_ANYWHERE void seed(U s = default_seed) {
    linear_congruential_engine<unsigned int, 40014u, 0u, 2147483563u> e(s == 0u ? default_seed : s);
    // One draw a word, also of 48 bits: the documented numbers are those of that.
    for (size_t i = 0; i < R; i++) words[i] = static_cast<U>(e()) & max;
    carry = words[R - 1] == 0;
    at = 0;
  }
  __WL_ANYWHERE U operator()() {
    const unsigned int before = at < S ? at + R - S : at - S;
    const U taken = words[at] + static_cast<U>(carry);
    const U value = (words[before] - taken) & max;
    carry = words[before] < taken;
    words[at] = value;
    at = (at + 1) % R;
    return value;
  }
  __WL_ANYWHERE void discard(unsigned long long n) {
    for (; n > 0; n--) (*this)();
  }
};

template <typename E, size_t P, size_t R> class discard_block_engine {
  E e;
  unsigned int used = 0;

public:
  typedef E base_type;
  typedef typename E::result_type result_type;
  static const size_t block_size = P;
  static const size_t used_block = R;
  static const result_type min = E::min;
  static const result_type max = E::max;
  __WL_ANYWHERE discard_block_engine() {}
  __WL_ANYWHERE explicit discard_block_engine(const E& other) : e(other) {}
  __WL_ANYWHERE explicit discard_block_engine(result_type s) : e(s) {}
  __WL_ANYWHERE void seed() { e.seed(), used = 0; }
  __WL_ANYWHERE void seed(result_type s) { e.seed(s), used = 0; }
  __WL_ANYWHERE const E& base() const { return e; }
  __WL_ANYWHERE result_type operator()() {
    if (used >= R) e.discard(P - R), used = 0;
    used++;
    return e();
  }
  __WL_ANYWHERE void discard(unsigned long long n) {
    for (; n > 0; n--) (*this)();
  }
};

typedef linear_congruential_engine<unsigned int, 16807u, 0u, 2147483647u> minstd_rand0;
typedef linear_congruential_engine<unsigned int, 48271u, 0u, 2147483647u> minstd_rand;
typedef subtract_with_carry_engine<unsigned int, 24, 10, 24> ranlux24_base;
typedef subtract_with_carry_engine<unsigned long long, 48, 5, 12> ranlux48_base;
typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;
typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;
typedef xor_combine_engine<linear_feedback_shift_engine<unsigned int, 32u, 31u, 13u, 12u>, 0,
                           xor_combine_engine<linear_feedback_shift_engine<unsigned int, 32u, 29u, 2u, 4u>, 0,
                                              linear_feedback_shift_engine<unsigned int, 32u, 28u, 3u, 17u>, 0>, 0>
    taus88;
typedef minstd_rand default_random_engine;

// A number of [0, 1) from each draw, then stretched.
template <typename T = double> class uniform_real_distribution {
public:
  typedef T result_type;
  typedef std::pair<T, T> param_type;
  __WL_ANYWHERE explicit uniform_real_distribution(T a = T(0), T b = T(1)) : from(a), to(b) {}
  __WL_ANYWHERE void reset() {}
  __WL_ANYWHERE T a() const { return from; }
  __WL_ANYWHERE T b() const { return to; }
  __WL_ANYWHERE T min() const { return from; }
  __WL_ANYWHERE T max() const { return to; }
  template <typename E> __WL_ANYWHERE T operator()(E& engine) const {
    const T part = static_cast<T>(engine() - E::min) / (T(1) + static_cast<T>(E::max - E::min));
    return part * (to - from) + from;
  }

private:
  T from, to;
};
template <typename T = int> class uniform_int_distribution {
public:
  typedef T result_type;
  typedef std::pair<T, T> param_type;
  __WL_ANYWHERE explicit uniform_int_distribution(T a = 0, T b = static_cast<T>(static_cast<std::make_unsigned_t<T>>(~std::make_unsigned_t<T>(0)) >> std::is_signed<T>::value)) : from(a), to(b) {}
  __WL_ANYWHERE void reset() {}
  __WL_ANYWHERE T a() const { return from; }
  __WL_ANYWHERE T b() const { return to; }
  __WL_ANYWHERE T min() const { return from; }
  __WL_ANYWHERE T max() const { return to; }
  template <typename E> __WL_ANYWHERE T operator()(E& engine) const {
    const uniform_real_distribution<double> real(static_cast<double>(from), static_cast<double>(to) + 1.0);
    return static_cast<T>(real(engine));
  }

private:
  T from, to;
};
// Where the normal distribution's upper tail has the area p, of (0, 0.5]: Hastings' approximation (Abramowitz and Stegun,
// 26.2.22), and two steps of Halley's method, after which a double has no error left to mend.
__WL_ANYWHERE double upper_tail(double p) {
  const double t = ::sqrt(-2 * ::log(p));
  double z = t - (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t));
  for (int i = 0; i < 2; i++) {
    const double u = (0.5 * ::erfc(z * 0.70710678118654752440) - p) * 2.50662827463100050242 * ::exp(0.5 * z * z);
    z += u / (1 - 0.5 * z * u);
  }
  return z;
}
// The inverse of the normal distribution's integral, at a number of (0, 1) from each draw.
template <typename T = double> class normal_distribution {
public:
  typedef T result_type;
  typedef std::pair<T, T> param_type;
  __WL_ANYWHERE explicit normal_distribution(T mean = T(0), T deviation = T(1)) : middle(mean), width(deviation) {}
  __WL_ANYWHERE void reset() {}
  __WL_ANYWHERE T mean() const { return middle; }
  __WL_ANYWHERE T stddev() const { return width; }
  template <typename E> __WL_ANYWHERE T operator()(E& engine) const {
    typedef typename E::result_type U;
    const U range = E::max - E::min;
    const T scale = T(1) / static_cast<T>(range);
    U u = engine() - E::min;
    const bool isUpper = u > range / 2;
    if (isUpper) u = range - u;
    const T p = u * scale + scale / T(2);
    const T z = static_cast<T>(random::upper_tail(static_cast<double>(p)));
    return middle + width * (isUpper ? z : -z);
  }

private:
  T middle, width;
};

}  // namespace random

using random::default_random_engine;
using random::discard_block_engine;
using random::linear_congruential_engine;
using random::linear_feedback_shift_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24;
using random::ranlux24_base;
using random::ranlux48;
using random::ranlux48_base;
using random::subtract_with_carry_engine;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
using random::xor_combine_engine;

}  // namespace thrust
