// One value of a range: sums, extremes, counts, searches and comparisons, each against a plain loop of the host.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <vector>
struct square {
  __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};
struct above {
  int limit;
  __host__ __device__ bool operator()(int x) const { return x > limit; }
};
struct same_parity {
  __host__ __device__ bool operator()(int a, int b) const { return (a & 1) == (b & 1); }
};
struct by_last_digit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
static void run(int n) {
  printf("%d elements\n", n);
  std::vector<int> h(n);
  unsigned state = 12345;
  for (int& x : h) state = state * 1664525u + 1013904223u, x = int(state >> 12) % 20000;
  thrust::device_vector<int> d = h;
  auto b = d.begin(), e = d.end();
  check("reduce", thrust::reduce(b, e) == std::accumulate(h.begin(), h.end(), 0));
  check("reduce from 100", thrust::reduce(b, e, 100LL) == std::accumulate(h.begin(), h.end(), 100LL));
  check("maximum", thrust::reduce(b, e, -1, thrust::maximum<int>()) == (n ? *std::max_element(h.begin(), h.end()) : -1));
  long long squares = 0;
  for (int x : h) squares += (long long)x * x;
  check("transform_reduce", thrust::transform_reduce(b, e, square(), 0LL, thrust::plus<long long>()) == squares);
  check("inner_product", thrust::inner_product(b, e, b, 0LL, thrust::plus<long long>(), thrust::multiplies<long long>()) == squares);
  check("count", thrust::count(b, e, n ? h[n / 2] : 0) == std::count(h.begin(), h.end(), n ? h[n / 2] : 0));
  check("count_if", thrust::count_if(b, e, above{15000}) == std::count_if(h.begin(), h.end(), above{15000}));
  check("min_element", thrust::min_element(b, e) - b == std::min_element(h.begin(), h.end()) - h.begin());
  check("max_element", thrust::max_element(b, e) - b == std::max_element(h.begin(), h.end()) - h.begin());
  check("the first of equal ones", thrust::max_element(b, e, by_last_digit()) - b == std::max_element(h.begin(), h.end(), by_last_digit()) - h.begin());
  auto both = thrust::minmax_element(b, e);
  check("minmax_element", both.first == thrust::min_element(b, e) && both.second == thrust::max_element(b, e));
  const int wanted = n ? h[n * 2 / 3] : 3;
  check("find", thrust::find(b, e, wanted) - b == std::find(h.begin(), h.end(), wanted) - h.begin());
  check("find nothing", thrust::find(b, e, -5) == e);
  check("find_if", thrust::find_if(b, e, above{19900}) - b == std::find_if(h.begin(), h.end(), above{19900}) - h.begin());
  check("find_if_not", thrust::find_if_not(b, e, above{100}) - b == std::find_if_not(h.begin(), h.end(), above{100}) - h.begin());
  check("any_of", thrust::any_of(b, e, above{19998}) == std::any_of(h.begin(), h.end(), above{19998}));
  check("all_of", thrust::all_of(b, e, above{-1}) && thrust::none_of(b, e, above{20000}));
  thrust::device_vector<int> other = d;
  check("equal", thrust::equal(b, e, other.begin()));
  if (n > 10) {
    other[n - 3] = other[n - 3] + 2;
    auto at = thrust::mismatch(b, e, other.begin());
    check("mismatch", at.first - b == n - 3 && at.second - other.begin() == n - 3);
    check("not equal", !thrust::equal(b, e, other.begin()) && thrust::equal(b, e, other.begin(), same_parity()));
  }
  check("is_sorted", thrust::is_sorted(b, e) == std::is_sorted(h.begin(), h.end()));
  check("is_sorted_until", thrust::is_sorted_until(b, e) - b == std::is_sorted_until(h.begin(), h.end()) - h.begin());
  check("is_partitioned", thrust::is_partitioned(b, e, above{-1}));
}
int main() {
  for (int n : {0, 1, 31, 2048, 2049, 30001}) run(n);
  thrust::counting_iterator<int> from(1);
  printf("%d\n", thrust::reduce(from, from + 1000));
  double values[] = {0.5, 0.25, 0.125};
  printf("%g\n", thrust::reduce(thrust::host, values, values + 3, 1.0, thrust::multiplies<double>()));
  printf("%g\n", thrust::reduce(values, values + 3));
  thrust::device_vector<float> x(1000, 0.001f);
  printf("%.4f\n", thrust::reduce(x.begin(), x.end(), 0.0f, thrust::plus<float>()));
}
