// Random engines: the ten-thousandth number of each, as their documentation gives it; the same numbers on both sides; distributions.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
template <class E> static unsigned long long tenThousandth() {
  E e;
  for (int i = 0; i < 9999; i++) e();
  return e();
}
struct drawn {
  __host__ __device__ unsigned operator()(unsigned i) const {
    thrust::default_random_engine e;
    e.discard(i);
    return e();
  }
};
struct real_drawn {
  __host__ __device__ float operator()(unsigned i) const {
    thrust::minstd_rand e(i + 1);
    thrust::uniform_real_distribution<float> u(-1.0f, 1.0f);
    e.discard(3);
    return u(e);
  }
};
struct inside {
  __host__ __device__ int operator()(unsigned i) const {
    thrust::default_random_engine e(i * 747796405u + 1u);
    e.discard(2);
    thrust::uniform_real_distribution<float> u(0, 1);
    int n = 0;
    for (int k = 0; k < 50; k++) {
      const float x = u(e), y = u(e);
      n += x * x + y * y <= 1.0f;
    }
    return n;
  }
};
int main() {
  printf("minstd_rand0 %llu\n", tenThousandth<thrust::minstd_rand0>());
  printf("minstd_rand %llu\n", tenThousandth<thrust::minstd_rand>());
  printf("default %llu\n", tenThousandth<thrust::default_random_engine>());
  printf("ranlux24_base %llu\n", tenThousandth<thrust::random::ranlux24_base>());
  printf("ranlux48_base %llu\n", tenThousandth<thrust::random::ranlux48_base>());
  printf("ranlux24 %llu\n", tenThousandth<thrust::ranlux24>());
  printf("ranlux48 %llu\n", tenThousandth<thrust::ranlux48>());
  printf("taus88 %llu\n", tenThousandth<thrust::taus88>());
  thrust::minstd_rand a(42), b(42);
  a.discard(1234567);
  for (int i = 0; i < 1234567; i++) b();
  printf("discard %d, range %u to %u\n", a == b, thrust::minstd_rand::min, thrust::minstd_rand::max);
  thrust::device_vector<unsigned> d(500);
  thrust::counting_iterator<unsigned> zero(0);
  thrust::transform(zero, zero + 500, d.begin(), drawn());
  thrust::default_random_engine e;
  int same = 0;
  for (int i = 0; i < 500; i++) same += e() == d[i];
  printf("alike on both sides %d\n", same);
  thrust::device_vector<float> f(500);
  thrust::transform(zero, zero + 500, f.begin(), real_drawn());
  same = 0;
  for (int i = 0; i < 500; i++) same += real_drawn()(i) == f[i];
  printf("reals alike %d\n", same);
  e.seed();
  thrust::uniform_real_distribution<double> u(-1, 1);
  const double first = u(e), second = u(e);
  printf("%.12f %.12f\n", first, second);
  thrust::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 12; i++) printf("%d ", dice(e));
  thrust::normal_distribution<double> normal(10, 2);
  double sum = 0, squares = 0;
  for (int i = 0; i < 2000; i++) {
    const double x = normal(e);
    sum += x, squares += x * x;
  }
  const double mean = sum / 2000, variance = squares / 2000 - mean * mean;
  printf("\nnormal %s\n", mean > 9.8 && mean < 10.2 && variance > 3.6 && variance < 4.4 ? "ok" : "WRONG");
  const int hits = thrust::transform_reduce(zero, zero + 2000, inside(), 0, thrust::plus<int>());
  int expected = 0;
  for (unsigned i = 0; i < 2000; i++) expected += inside()(i);
  printf("pi is about %.1f, the host agrees: %d\n", 4.0 * hits / 100000, hits == expected);
}
