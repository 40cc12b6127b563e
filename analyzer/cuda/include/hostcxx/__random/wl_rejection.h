// Poisson and binomial draws with large means: a value proposed from pieces of normal and exponential curves is taken or
// refused against the true probability. The pieces and their order are those of Devroye, chapter X, 3.3 and 4, with his errata;
// parameters and draws come in libstdc++'s order, so that the same generator gives the same counts.
#pragma once
#include <__random/generate_canonical.h>
#include <__random/wl_continuous.h>
#include <cmath>
#include <limits>
_LIBCPP_BEGIN_NAMESPACE_STD
constexpr double __wl_quarter_pi = 0.7853981633974483096;
constexpr double __wl_root_half_pi = 1.2533141373155002512;
// Just below a half: what is added before a real number becomes an integer.
constexpr double __wl_almost_half = (1 - numeric_limits<double>::epsilon()) / 2;
template <class G> double __wl_exponential(G& g) { return -std::log(1.0 - std::__wl_canonical<double>(g)); }
inline double __wl_larger(double a, double b) { return a < b ? b : a; }
inline double __wl_smaller(double a, double b) { return b < a ? b : a; }

struct __wl_large_poisson {
  double whole, logMean, logFactorial, left, right, reach, scale, bodyRight, tail;
  explicit __wl_large_poisson(double mean) {
    whole = std::floor(mean);
    logMean = std::log(mean);
    logFactorial = std::lgamma(whole + 1);
    left = std::sqrt(whole);
    const double wide = std::sqrt(2 * whole * std::log(32 * whole / __wl_quarter_pi));
    reach = std::round(__wl_larger(6.0, __wl_smaller(whole, wide)));
    const double span = 2 * whole + reach;
    right = std::sqrt(span / 2);
    scale = 1 / span;
    bodyRight = std::sqrt(__wl_quarter_pi * span) * std::exp(scale);
    tail = 2 * span * std::exp(-reach * scale * (1 + reach / 2)) / reach;
  }
  template <class T, class G, class N> T draw(G& g, N& normal) const {
    const double highest = numeric_limits<T>::max() + __wl_almost_half;
    // Areas of the pieces, each with those before it: left of the mean, right of it, the values -1, 0 and 1, the tail.
    const double one = left * __wl_root_half_pi, two = bodyRight + one, three = two + 1, four = three + 1;
    const double five = four + 1.0129030479320018583, all = tail + five;
    const double twice = 2 * (2 * whole + reach);
    for (;;) {
      const double at = all * std::__wl_canonical<double>(g);
      const double refusal = __wl_exponential(g);
      double value, weight = 0;
      if (at <= one) {
        const double n = normal(g);
        value = std::floor(-std::abs(n) * left - 1);
        weight = -n * n / 2;
        if (value < -whole) continue;
      } else if (at <= two) {
        const double y = 1 + std::abs(normal(g)) * right;
        value = std::ceil(y);
        weight = y * (2 - y) * scale;
        if (value > reach) continue;
      } else if (at <= three) {
        value = -1;
      } else if (at <= four) {
        value = 0;
      } else if (at <= five) {
        value = 1;
        weight = 1.0 / 78;
      } else {
        const double y = reach + __wl_exponential(g) * twice / reach;
        value = std::ceil(y);
        weight = -reach * scale * (1 + y / 2);
      }
      const bool isRefused = weight - refusal - value * logMean > logFactorial - std::lgamma(value + whole + 1);
      if (!isRefused && value + whole < highest) return T(value + whole + __wl_almost_half);
    }
  }
};

// Draws around the whole mean; `limit` is that of the waiting times that what is left of the mean takes.
struct __wl_large_binomial {
  double trials, whole, reachRight, reachLeft, right, left, tilt, one, two, three, all, logFactorials, logOdds, limit;
  template <class T> __wl_large_binomial(T count, double rare) : trials(count) {
    whole = std::floor(count * rare);
    const double part = whole / count, rest = 1 - part, root = std::sqrt(whole * rest);
    const double wideRight = std::sqrt(whole * rest * std::log(32 * whole / (81 * __wl_quarter_pi * rest)));
    const double wideLeft = std::sqrt(whole * rest * std::log(32 * count * rest / (__wl_quarter_pi * part)));
    reachRight = std::round(__wl_larger(1.0, wideRight));
    reachLeft = std::round(__wl_larger(1.0, wideLeft));
    right = root * (1 + reachRight / (4 * whole));
    left = root * (1 + reachLeft / (4 * count * rest));
    tilt = 2 * reachRight / whole;
    one = std::exp(tilt) * right * __wl_root_half_pi;
    two = one + left * __wl_root_half_pi;
    const double rightSquare = right * right, leftSquare = left * left;
    three = two + std::exp(reachRight / (count * rest)) * 2 * rightSquare / reachRight * std::exp(-reachRight * reachRight / (2 * rightSquare));
    all = three + 2 * leftSquare / reachLeft * std::exp(-reachLeft * reachLeft / (2 * leftSquare));
    logFactorials = std::lgamma(whole + 1) + std::lgamma(count - whole + 1);
    logOdds = std::log(part / rest);
    limit = -std::log(1 - (rare - part) / rest);
  }
  template <class T, class G, class N> T draw(G& g, N& normal) const {
    const double highest = numeric_limits<T>::max() + __wl_almost_half;
    const double rightSquare = right * right, leftSquare = left * left;
    for (;;) {
      const double at = all * std::__wl_canonical<double>(g);
      double value, weight;
      if (at <= two) {
        const bool isRight = at <= one;
        const double n = normal(g), y = (isRight ? right : left) * std::abs(n);
        if (y >= (isRight ? reachRight : reachLeft)) continue;
        const double refusal = __wl_exponential(g);
        value = std::floor(isRight ? y : -y);
        weight = -refusal - n * n / 2 + (isRight ? tilt : 0);
      } else {
        const double first = __wl_exponential(g), refusal = __wl_exponential(g);
        if (at <= three) {
          const double y = reachRight + 2 * rightSquare * first / reachRight;
          value = std::floor(y);
          weight = -refusal + reachRight * (1 / (trials - whole) - y / (2 * rightSquare));
        } else {
          const double y = reachLeft + 2 * leftSquare * first / reachLeft;
          value = std::floor(-y);
          weight = -refusal - reachLeft * y / (2 * leftSquare);
        }
      }
      if (value < -whole || value > trials - whole) continue;
      const double logs = std::lgamma(whole + value + 1) + std::lgamma(trials - (whole + value) + 1);
      const bool isRefused = weight > logFactorials - logs + value * logOdds;
      if (!isRefused && value + whole < highest) return T(value + whole + __wl_almost_half);
    }
  }
};
_LIBCPP_END_NAMESPACE_STD
