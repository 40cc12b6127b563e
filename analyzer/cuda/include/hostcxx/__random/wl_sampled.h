// Distributions given by weights, with the draws of libstdc++: one real, looked up among the sums of the weights.
#pragma once
#include <__algorithm/lower_bound.h>
#include <__random/generate_canonical.h>
#include <cmath>
#include <initializer_list>
#include <vector>
_LIBCPP_BEGIN_NAMESPACE_STD
// Weights of which the sum is 1, and their sums up to each.
struct __wl_weights {
  vector<double> weights, sums;
  void normalise() {
    double total = 0, sum = 0;
    for (double one : weights) total += one;
    for (double& one : weights) {
      one /= total;
      sums.push_back(sum += one);
    }
    if (!sums.empty()) sums.back() = 1.0;
  }
  size_t find(double drawn) const { return std::lower_bound(sums.begin(), sums.end(), drawn) - sums.begin(); }
};
template <class T = int> class discrete_distribution {
public:
  typedef T result_type;
  class param_type {
    __wl_weights all;
    friend class discrete_distribution;
    // One weight leaves nothing to draw.
    void prepare() {
      if (all.weights.size() < 2) all.weights.clear();
      else all.normalise();
    }

  public:
    typedef discrete_distribution distribution_type;
    param_type() {}
    template <class I> param_type(I first, I last) {
      all.weights.assign(first, last);
      prepare();
    }
    param_type(initializer_list<double> list) : param_type(list.begin(), list.end()) {}
    template <class F> param_type(size_t count, double low, double high, F weight) {
      const size_t n = count == 0 ? 1 : count;
      const double step = (high - low) / n;
      for (size_t i = 0; i < n; ++i) all.weights.push_back(weight(low + i * step + 0.5 * step));
      prepare();
    }
    vector<double> probabilities() const { return all.weights.empty() ? vector<double>(1, 1.0) : all.weights; }
    friend bool operator==(const param_type& x, const param_type& y) { return x.all.weights == y.all.weights; }
    friend bool operator!=(const param_type& x, const param_type& y) { return !(x == y); }
  };
  discrete_distribution() {}
  template <class I> discrete_distribution(I first, I last) : own(first, last) {}
  discrete_distribution(initializer_list<double> list) : own(list) {}
  template <class F> discrete_distribution(size_t n, double low, double high, F weight) : own(n, low, high, weight) {}
  explicit discrete_distribution(const param_type& p) : own(p) {}
  void reset() {}
  vector<double> probabilities() const { return own.probabilities(); }
  param_type param() const { return own; }
  void param(const param_type& p) { own = p; }
  T min() const { return 0; }
  T max() const { return own.all.weights.empty() ? T(0) : T(own.all.weights.size() - 1); }
  template <class G> T operator()(G& g) { return (*this)(g, own); }
  template <class G> T operator()(G& g, const param_type& p) {
    return p.all.sums.empty() ? T(0) : T(p.all.find(std::__wl_canonical<double>(g)));
  }

private:
  param_type own;
};
template <class T = double> class piecewise_constant_distribution {
public:
  typedef T result_type;
  class param_type {
    vector<T> bounds;
    __wl_weights all;
    friend class piecewise_constant_distribution;

  public:
    typedef piecewise_constant_distribution distribution_type;
    param_type() : bounds{0, 1}, all{{1.0}, {1.0}} {}
    template <class B, class W> param_type(B first, B last, W weight) {
      for (; first != last; ++first) bounds.push_back(*first);
      for (size_t i = 0; i + 1 < bounds.size(); ++i, ++weight) all.weights.push_back(*weight);
      all.normalise();
    }
    vector<T> intervals() const { return bounds; }
    vector<double> densities() const {
      vector<double> result(all.weights);
      for (size_t i = 0; i < result.size(); ++i) result[i] /= bounds[i + 1] - bounds[i];
      return result;
    }
  };
  piecewise_constant_distribution() {}
  template <class B, class W> piecewise_constant_distribution(B first, B last, W weight) : own(first, last, weight) {}
  explicit piecewise_constant_distribution(const param_type& p) : own(p) {}
  void reset() {}
  vector<T> intervals() const { return own.intervals(); }
  vector<double> densities() const { return own.densities(); }
  param_type param() const { return own; }
  void param(const param_type& p) { own = p; }
  T min() const { return own.bounds.front(); }
  T max() const { return own.bounds.back(); }
  template <class G> T operator()(G& g) { return (*this)(g, own); }
  template <class G> T operator()(G& g, const param_type& p) {
    const double drawn = std::__wl_canonical<double>(g);
    const size_t i = p.all.find(drawn);
    const double below = i > 0 ? p.all.sums[i - 1] : 0.0;
    return p.bounds[i] + (drawn - below) / (p.all.weights[i] / (p.bounds[i + 1] - p.bounds[i]));
  }

private:
  param_type own;
};
// Densities at the bounds with straight lines between them.
template <class T = double> class piecewise_linear_distribution {
public:
  typedef T result_type;
  class param_type {
    vector<T> bounds;
    vector<double> heights, slopes, sums;
    friend class piecewise_linear_distribution;
    void normalise() {
      double total = 0;
      for (size_t i = 0; i + 1 < bounds.size(); ++i) {
        const T width = bounds[i + 1] - bounds[i];
        total += 0.5 * (heights[i + 1] + heights[i]) * width;
        sums.push_back(total);
        slopes.push_back((heights[i + 1] - heights[i]) / width);
      }
      for (double& one : heights) one /= total;
      for (double& one : sums) one /= total;
      for (double& one : slopes) one /= total;
      if (!sums.empty()) sums.back() = 1.0;
    }

  public:
    typedef piecewise_linear_distribution distribution_type;
    param_type() : bounds{0, 1}, heights{1, 1} { normalise(); }
    template <class B, class W> param_type(B first, B last, W weight) {
      for (; first != last; ++first, ++weight) {
        bounds.push_back(*first);
        heights.push_back(*weight);
      }
      normalise();
    }
    template <class F> param_type(initializer_list<T> list, F height) : bounds(list) {
      for (T one : bounds) heights.push_back(height(one));
      normalise();
    }
    vector<T> intervals() const { return bounds; }
    vector<double> densities() const { return heights; }
  };
  piecewise_linear_distribution() {}
  template <class B, class W> piecewise_linear_distribution(B first, B last, W weight) : own(first, last, weight) {}
  template <class F> piecewise_linear_distribution(initializer_list<T> list, F height) : own(list, height) {}
  explicit piecewise_linear_distribution(const param_type& p) : own(p) {}
  void reset() {}
  vector<T> intervals() const { return own.intervals(); }
  vector<double> densities() const { return own.densities(); }
  param_type param() const { return own; }
  void param(const param_type& p) { own = p; }
  T min() const { return own.bounds.front(); }
  T max() const { return own.bounds.back(); }
  template <class G> T operator()(G& g) { return (*this)(g, own); }
  template <class G> T operator()(G& g, const param_type& p) {
    const double drawn = std::__wl_canonical<double>(g);
    const size_t i = std::lower_bound(p.sums.begin(), p.sums.end(), drawn) - p.sums.begin();
    const double half = 0.5 * p.slopes[i], height = p.heights[i], area = drawn - (i > 0 ? p.sums[i - 1] : 0.0);
    if (half == 0) return p.bounds[i] + area / height;
    // The place where the area under the line is what was drawn: a root of a square equation.
    return p.bounds[i] + 0.5 * (std::sqrt(height * height + 4.0 * half * area) - height) / half;
  }

private:
  param_type own;
};
_LIBCPP_END_NAMESPACE_STD
