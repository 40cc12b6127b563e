// Lambdas of the device in every kind of algorithm, with values that they capture, also from member functions and templates.
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
__device__ int twice(int x) { return 2 * x; }
__constant__ int offset = 5;
// A functor that only the device can call.
struct shifted {
  __device__ int operator()(int x) const { return twice(x) + offset; }
};
template <class T> static T sum_of_powers(const thrust::device_vector<T>& v, int power) {
  return thrust::transform_reduce(
      v.begin(), v.end(),
      [power] __host__ __device__(T x) {
        T y = 1;
        for (int i = 0; i < power; i++) y *= x;
        return y;
      },
      T(0), [] __host__ __device__(T a, T b) { return a + b; });
}
struct simulation {
  thrust::device_vector<float> x, v;
  float dt = 0.5f;
  simulation(int n) : x(n), v(n, 2.0f) {
    thrust::sequence(x.begin(), x.end());
  }
  void step() {
    const float t = dt;
    const float* speed = thrust::raw_pointer_cast(v.data());
    float* place = thrust::raw_pointer_cast(x.data());
    thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>((int)x.size()),
                     [=] __device__(int i) { place[i] += speed[i] * t; });
  }
};
int main() {
  const int n = 1000;
  thrust::device_vector<int> d(n), e(n);
  const int factor = 7, modulus = 1009;
  thrust::tabulate(d.begin(), d.end(), [=] __device__(int i) { return i * factor % modulus; });
  printf("sum %d\n", thrust::reduce(d.begin(), d.end()));
  thrust::transform(d.begin(), d.end(), e.begin(), shifted());
  printf("first %d last %d\n", (int)e[0], (int)e[n - 1]);
  thrust::transform(d.begin(), d.end(), e.begin(), d.begin(), [] __device__(int a, int b) { return b - 2 * a; });
  printf("all %d\n", (int)thrust::count_if(d.begin(), d.end(), [] __device__(int x) { return x == 5; }));
  thrust::sequence(d.begin(), d.end());
  const int limit = 900;
  auto end = thrust::copy_if(d.begin(), d.end(), e.begin(), [=] __device__(int x) { return x > limit && x % 2; });
  printf("kept %d\n", int(end - e.begin()));
  end = thrust::remove_if(d.begin(), d.end(), [] __device__(int x) { return x % 10 != 3; });
  d.erase(end, d.end());
  printf("left %d, the last %d\n", (int)d.size(), (int)d.back());
  thrust::sort(d.begin(), d.end(), [] __device__(int a, int b) { return a % 100 != b % 100 ? a % 100 > b % 100 : a < b; });
  printf("sorted %d %d %d\n", (int)d[0], (int)d[1], (int)d[10]);
  thrust::inclusive_scan(d.begin(), d.end(), d.begin(), [] __device__(int a, int b) { return a > b ? a : b; });
  printf("running maximum %d\n", (int)d[99]);
  auto halves = thrust::make_transform_iterator(d.begin(), [] __host__ __device__(int x) { return x / 2; });
  printf("halves %d\n", thrust::reduce(halves, halves + 10));
  auto top = thrust::max_element(e.begin(), e.begin() + 50, [] __device__(int a, int b) { return a % 10 < b % 10; });
  printf("top %d\n", (int)*top);
  thrust::transform_exclusive_scan(e.begin(), e.begin() + 4, e.begin(), [] __device__(int x) { return x - 900; }, 100, thrust::plus<int>());
  printf("scan %d %d %d %d\n", (int)e[0], (int)e[1], (int)e[2], (int)e[3]);
  thrust::device_vector<long> longs(5, 3);
  thrust::device_vector<double> doubles(4, 0.5);
  printf("powers %ld %g\n", sum_of_powers(longs, 4), sum_of_powers(doubles, 2));
  simulation s(100);
  for (int i = 0; i < 4; i++) s.step();
  printf("moved to %g and %g\n", (float)s.x[0], (float)s.x[99]);
  thrust::host_vector<int> h(10, 1);
  int calls = 0;
  thrust::for_each(h.begin(), h.end(), [&calls](int& x) { x += ++calls; });
  printf("on the host %d %d\n", calls, h[9]);
}
