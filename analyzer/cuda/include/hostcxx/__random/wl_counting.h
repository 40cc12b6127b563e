// Distributions that count, each with the draws and the arithmetic of libstdc++: products of uniform draws and sums of waiting
// times where the mean is small, rejection as of Devroye, "Non-Uniform Random Variate Generation" (1986), chapter X, where it
// is large (`wl_rejection.h`).
#pragma once
#include <__random/wl_continuous.h>
#include <__random/wl_rejection.h>
_LIBCPP_BEGIN_NAMESPACE_STD
#define __WL_COUNTS(HIGH)                     \
  result_type min() const { return 0; }       \
  result_type max() const { return HIGH; }

class bernoulli_distribution {
public:
  __WL_ONE_PARAMETER(bernoulli_distribution, bool, double, p, 0.5)
  __WL_COUNTS(true)
  void reset() {}
  template <class G> bool operator()(G& g, const param_type& p) { return std::__wl_canonical<double>(g) < p.p(); }
};
template <class T = int> class geometric_distribution {
public:
  __WL_ONE_PARAMETER(geometric_distribution, T, double, p, 0.5)
  __WL_COUNTS(numeric_limits<T>::max())
  void reset() {}
  template <class G> T operator()(G& g, const param_type& p) {
    const double almostHalf = (1 - numeric_limits<double>::epsilon()) / 2, scale = std::log(1.0 - p.p());
    double value;
    do value = std::floor(std::log(1.0 - std::__wl_canonical<double>(g)) / scale);
    while (value >= numeric_limits<T>::max() + almostHalf);
    return T(value + almostHalf);
  }
};
template <class T = int> class poisson_distribution {
  normal_distribution<double> normal;

public:
  __WL_ONE_PARAMETER(poisson_distribution, T, double, mean, 1.0)
  __WL_COUNTS(numeric_limits<T>::max())
  void reset() { normal.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    if (p.mean() >= 12) return __wl_large_poisson(p.mean()).template draw<T>(g, normal);
    const double least = std::exp(-p.mean());
    T value = -1;
    double product = 1;
    do {
      product *= std::__wl_canonical<double>(g);
      ++value;
    } while (product > least);
    return value;
  }
};
template <class T = int> class binomial_distribution {
  normal_distribution<double> normal;

public:
  __WL_TWO_PARAMETERS(binomial_distribution, T, T, t, 1, double, p, 0.5)
  __WL_COUNTS(t())
  void reset() { normal.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    const double rare = p.p() <= 0.5 ? p.p() : 1.0 - p.p();
    T count;
    if (p.t() * rare >= 8) {
      const __wl_large_binomial large(p.t(), rare);
      count = large.template draw<T>(g, normal);
      count += waiting(g, T(p.t() - count), large.limit);
    } else {
      count = waiting(g, p.t(), -std::log(1 - rare));
    }
    return p.p() <= 0.5 ? count : p.t() - count;
  }

private:
  // How many of `all` waiting times pass before their sum is beyond the limit.
  template <class G> T waiting(G& g, T all, double limit) {
    T count = 0;
    for (double sum = 0; count < all; ++count) {
      sum += -std::log(1.0 - std::__wl_canonical<double>(g)) / (all - count);
      if (sum > limit) break;
    }
    return count;
  }
};
template <class T = int> class negative_binomial_distribution {
  gamma_distribution<double> gamma;

public:
  __WL_TWO_PARAMETERS(negative_binomial_distribution, T, T, k, 1, double, p, 0.5)
  __WL_COUNTS(numeric_limits<T>::max())
  void reset() { gamma.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    const double mean = gamma(g, gamma_distribution<double>::param_type(p.k(), (1.0 - p.p()) / p.p()));
    return poisson_distribution<T>(mean)(g);
  }
};
#undef __WL_COUNTS
_LIBCPP_END_NAMESPACE_STD
