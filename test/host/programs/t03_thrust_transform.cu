// Element by element: fills, sequences, transformations with functors and placeholders, replacements, moves by index.
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_fill.h>
struct saxpy {
  const float a;
  saxpy(float factor) : a(factor) {}
  __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};
struct odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct bump {
  __host__ __device__ void operator()(int& x) const { x += 1000; }
};
struct seven {
  __host__ __device__ int operator()() const { return 7; }
};
template <class V> static void print(const char* name, const V& v) {
  thrust::host_vector<typename V::value_type> h(v.begin(), v.end());
  printf("%s:", name);
  for (auto x : h) printf(" %g", double(x));
  printf("\n");
}
template <template <class...> class V> static void run(const char* name) {
  printf("%s\n", name);
  using namespace thrust::placeholders;
  V<int> a(10), b(10), c(10);
  thrust::sequence(a.begin(), a.end());
  print("sequence", a);
  thrust::sequence(b.begin(), b.end(), 5, -3);
  print("from 5 by -3", b);
  thrust::transform(a.begin(), a.end(), c.begin(), thrust::negate<int>());
  print("negate", c);
  thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), thrust::multiplies<int>());
  print("multiplies", c);
  thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), 2 * _1 - _2 % 4);
  print("placeholders", c);
  thrust::fill(c.begin(), c.end(), -1);
  thrust::transform_if(a.begin(), a.end(), c.begin(), thrust::square<int>(), odd());
  print("squares of odd", c);
  thrust::transform_if(a.begin(), a.end(), b.begin(), c.begin(), _1 + 100, odd());
  print("where b is odd", c);
  thrust::transform_if(a.begin(), a.end(), b.begin(), a.begin(), c.begin(), thrust::plus<int>(), !(_1 < 5));
  print("where a is 5 or more", c);
  thrust::for_each(c.begin(), c.end(), bump());
  thrust::for_each_n(c.begin(), 3, bump());
  print("bumped", c);
  thrust::tabulate(c.begin(), c.end(), _1 * _1 - 1);
  print("tabulate", c);
  thrust::generate(c.begin(), c.begin() + 4, seven());
  thrust::fill_n(c.begin() + 4, 2, 44);
  print("generate", c);
  thrust::replace(c.begin(), c.end(), 7, 70);
  thrust::replace_if(c.begin(), c.end(), odd(), 1);
  print("replaced", c);
  thrust::replace_copy_if(a.begin(), a.end(), c.begin(), odd(), 0);
  thrust::replace_copy(c.begin(), c.end(), b.begin(), 0, 5);
  print("replaced copies", b);
  thrust::reverse(b.begin(), b.end());
  thrust::reverse_copy(a.begin(), a.end(), c.begin());
  thrust::swap_ranges(b.begin(), b.begin() + 3, c.begin());
  print("reversed", b);
  print("and swapped", c);
  thrust::adjacent_difference(a.begin(), a.end(), b.begin());
  thrust::adjacent_difference(b.begin(), b.end(), b.begin(), thrust::plus<int>());
  print("differences", b);
  V<int> map(4);
  map[0] = 9, map[1] = 0, map[2] = 5, map[3] = 2;
  V<int> some(4);
  thrust::gather(map.begin(), map.end(), a.begin(), some.begin());
  print("gather", some);
  thrust::fill(c.begin(), c.end(), 0);
  thrust::scatter(some.begin(), some.end(), map.begin(), c.begin());
  thrust::scatter_if(some.begin(), some.end(), map.begin(), some.begin(), b.begin(), odd());
  print("scatter", c);
  print("scatter odd", b);
  V<float> x(4), y(4, 1.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy(2.5f));
  print("saxpy", y);
}
int main() {
  run<thrust::host_vector>("host");
  run<thrust::device_vector>("device");
}
