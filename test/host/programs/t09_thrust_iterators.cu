// Iterators that make their elements, or take them from others: strided, repeated and zipped ranges without any copy.
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/zip_function.h>
struct stride {
  int step;
  __host__ __device__ int operator()(int i) const { return i * step; }
};
struct squared {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
struct arbitrary {
  template <typename T> __host__ __device__ void operator()(T t) {
    thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
  }
};
struct weighted {
  __host__ __device__ float operator()(const thrust::tuple<float, int>& t) const { return thrust::get<0>(t) * thrust::get<1>(t); }
};
struct sum_of_three {
  __host__ __device__ float operator()(float a, int b, float c) const { return a + b + c; }
};
struct later {
  __host__ __device__ bool operator()(const thrust::tuple<float, int>& a, const thrust::tuple<float, int>& b) const {
    return thrust::get<1>(a) > thrust::get<1>(b);
  }
};
template <class I> static void print(const char* name, I first, I last) {
  thrust::host_vector<typename thrust::iterator_traits<I>::value_type> h(first, last);
  printf("%s:", name);
  for (auto x : h) printf(" %g", double(x));
  printf("\n");
}
int main() {
  thrust::device_vector<float> v(8);
  thrust::sequence(v.begin(), v.end(), 1.0f);
  thrust::counting_iterator<int> zero(0);
  auto steps = thrust::make_transform_iterator(zero, stride{3});
  auto strided = thrust::make_permutation_iterator(v.begin(), steps);
  print("every third", strided, strided + 3);
  thrust::fill(strided, strided + 3, 0.5f);
  print("filled", v.begin(), v.end());
  auto squares = thrust::make_transform_iterator(v.begin(), squared());
  printf("squares %g, the fifth %g\n", thrust::reduce(squares, squares + 8), float(squares[4]));
  thrust::transform_iterator<squared, thrust::device_vector<float>::iterator> typed(v.begin(), squared());
  printf("distance %d\n", int(squares + 8 - squares));
  print("in reverse", thrust::make_reverse_iterator(v.end()), thrust::make_reverse_iterator(v.begin()));
  print("constant", thrust::constant_iterator<int>(7), thrust::constant_iterator<int>(7) + 3);
  thrust::device_vector<float> out(8);
  thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(out.begin(), squared()));
  print("squares written", out.begin(), out.end());

  thrust::device_vector<float> a(5), b(5), c(5), d(5);
  thrust::sequence(a.begin(), a.end(), 3.0f);
  thrust::sequence(b.begin(), b.end(), 6.0f, -1.0f);
  thrust::fill(c.begin(), c.end(), 2.0f);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin(), d.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end(), d.end())), arbitrary());
  print("a + b * c", d.begin(), d.end());
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), zero));
  printf("weighted %g\n", thrust::transform_reduce(pairs, pairs + 8, weighted(), 0.0f, thrust::plus<float>()));
  auto three = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), zero, c.begin()));
  thrust::transform(three, three + 5, d.begin(), thrust::make_zip_function(sum_of_three()));
  print("three", d.begin(), d.end());
  thrust::device_vector<int> ranks(8);
  thrust::sequence(ranks.begin(), ranks.end());
  auto both = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), ranks.begin()));
  thrust::sort(both, both + 8, later());
  print("sorted", v.begin(), v.end());
  print("with", ranks.begin(), ranks.end());
  auto [x, r] = thrust::tuple<float, int>(both[1]);
  printf("one element %g %d\n", x, r);

  int keys[] = {1, 1, 2, 2, 2, 9}, values[] = {1, 2, 3, 4, 5, 6}, sums[6];
  auto end = thrust::reduce_by_key(thrust::host, keys, keys + 6, values, thrust::make_discard_iterator(), sums);
  for (int* p = sums; p < end.second; p++) printf("%d ", *p);
  thrust::device_vector<int> dk(keys, keys + 6), ds(6);
  auto dend = thrust::reduce_by_key(dk.begin(), dk.end(), thrust::make_constant_iterator(1), thrust::make_discard_iterator(), ds.begin());
  print("counts", ds.begin(), dend.second);
}
