// Continuous distributions, each with the draws and the arithmetic of libstdc++. Normal: Marsaglia's polar method, which keeps
// its second value; gamma: Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables" (2000).
#pragma once
#include <__random/generate_canonical.h>
#include <__random/wl_parameters.h>
#include <cmath>
_LIBCPP_BEGIN_NAMESPACE_STD
#define __WL_RANGE(LOW, HIGH)                   \
  result_type min() const { return LOW; }       \
  result_type max() const { return HIGH; }
#define __WL_LOWEST numeric_limits<T>::lowest()
#define __WL_HIGHEST numeric_limits<T>::max()

template <class T = double> class uniform_real_distribution {
public:
  __WL_TWO_PARAMETERS(uniform_real_distribution, T, T, a, 0, T, b, 1)
  __WL_RANGE(a(), b())
  void reset() {}
  template <class G> T operator()(G& g, const param_type& p) { return std::__wl_canonical<T>(g) * (p.b() - p.a()) + p.a(); }
};
template <class T = double> class normal_distribution {
  T kept = 0;
  bool has = false;

public:
  __WL_TWO_PARAMETERS(normal_distribution, T, T, mean, 0, T, stddev, 1)
  __WL_RANGE(__WL_LOWEST, __WL_HIGHEST)
  void reset() { has = false; }
  template <class G> T operator()(G& g, const param_type& p) {
    T value = kept;
    if (has) has = false;
    else {
      T x, y, square;
      do {
        x = T(2.0) * std::__wl_canonical<T>(g) - T(1.0);
        y = T(2.0) * std::__wl_canonical<T>(g) - T(1.0);
        square = x * x + y * y;
      } while (square > 1.0 || square == 0.0);
      const T scale = std::sqrt(-2 * std::log(square) / square);
      kept = x * scale;
      has = true;
      value = y * scale;
    }
    return value * p.stddev() + p.mean();
  }
};
template <class T = double> class lognormal_distribution {
  normal_distribution<T> normal;

public:
  __WL_TWO_PARAMETERS(lognormal_distribution, T, T, m, 0, T, s, 1)
  __WL_RANGE(0, __WL_HIGHEST)
  void reset() { normal.reset(); }
  template <class G> T operator()(G& g, const param_type& p) { return std::exp(p.s() * normal(g) + p.m()); }
};
template <class T = double> class exponential_distribution {
public:
  __WL_ONE_PARAMETER(exponential_distribution, T, T, lambda, 1)
  __WL_RANGE(0, __WL_HIGHEST)
  void reset() {}
  template <class G> T operator()(G& g, const param_type& p) { return -std::log(T(1) - std::__wl_canonical<T>(g)) / p.lambda(); }
};
template <class T = double> class weibull_distribution {
public:
  __WL_TWO_PARAMETERS(weibull_distribution, T, T, a, 1, T, b, 1)
  __WL_RANGE(0, __WL_HIGHEST)
  void reset() {}
  template <class G> T operator()(G& g, const param_type& p) {
    return p.b() * std::pow(-std::log(T(1) - std::__wl_canonical<T>(g)), T(1) / p.a());
  }
};
template <class T = double> class extreme_value_distribution {
public:
  __WL_TWO_PARAMETERS(extreme_value_distribution, T, T, a, 0, T, b, 1)
  __WL_RANGE(__WL_LOWEST, __WL_HIGHEST)
  void reset() {}
  template <class G> T operator()(G& g, const param_type& p) {
    return p.a() - p.b() * std::log(-std::log(T(1) - std::__wl_canonical<T>(g)));
  }
};
template <class T = double> class cauchy_distribution {
public:
  __WL_TWO_PARAMETERS(cauchy_distribution, T, T, a, 0, T, b, 1)
  __WL_RANGE(__WL_LOWEST, __WL_HIGHEST)
  void reset() {}
  template <class G> T operator()(G& g, const param_type& p) {
    T u;
    do u = std::__wl_canonical<T>(g);
    while (u == T(.5));
    return p.a() + p.b() * std::tan(T(3.1415926535897932384626433832795029L) * u);
  }
};
template <class T = double> class gamma_distribution {
  normal_distribution<T> normal;

public:
  __WL_TWO_PARAMETERS(gamma_distribution, T, T, alpha, 1, T, beta, 1)
  __WL_RANGE(0, __WL_HIGHEST)
  void reset() { normal.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    const T shape = p.alpha() < 1 ? p.alpha() + T(1) : p.alpha();
    const T d = shape - T(1) / T(3), c = T(1) / std::sqrt(T(9) * d);
    T u, v, n;
    do {
      do {
        n = normal(g);
        v = T(1) + c * n;
      } while (v <= 0);
      v = v * v * v;
      u = std::__wl_canonical<T>(g);
    } while (u > T(1) - T(0.0331) * n * n * n * n && std::log(u) > T(0.5) * n * n + d * (T(1) - v + std::log(v)));
    if (p.alpha() == shape) return d * v * p.beta();
    do u = std::__wl_canonical<T>(g);
    while (u == 0);
    return std::pow(u, T(1) / p.alpha()) * d * v * p.beta();
  }
};
template <class T = double> class chi_squared_distribution {
  gamma_distribution<T> gamma;

public:
  __WL_ONE_PARAMETER(chi_squared_distribution, T, T, n, 1)
  __WL_RANGE(0, __WL_HIGHEST)
  void reset() { gamma.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    return 2 * gamma(g, typename gamma_distribution<T>::param_type(p.n() / 2));
  }
};
template <class T = double> class student_t_distribution {
  normal_distribution<T> normal;
  gamma_distribution<T> gamma;

public:
  __WL_ONE_PARAMETER(student_t_distribution, T, T, n, 1)
  __WL_RANGE(__WL_LOWEST, __WL_HIGHEST)
  void reset() { normal.reset(); gamma.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    const T value = normal(g);
    return value * std::sqrt(p.n() / gamma(g, typename gamma_distribution<T>::param_type(p.n() / 2, 2)));
  }
};
template <class T = double> class fisher_f_distribution {
  gamma_distribution<T> above, below;

public:
  __WL_TWO_PARAMETERS(fisher_f_distribution, T, T, m, 1, T, n, 1)
  __WL_RANGE(0, __WL_HIGHEST)
  void reset() { above.reset(); below.reset(); }
  template <class G> T operator()(G& g, const param_type& p) {
    typedef typename gamma_distribution<T>::param_type half;
    const T x = above(g, half(p.m() / 2)), y = below(g, half(p.n() / 2));
    return x * p.n() / (y * p.m());
  }
};
#undef __WL_RANGE
#undef __WL_LOWEST
#undef __WL_HIGHEST
_LIBCPP_END_NAMESPACE_STD
