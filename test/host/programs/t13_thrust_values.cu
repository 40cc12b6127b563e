// Pairs, tuples, complex numbers and optional values on both sides; errors as exceptions.
#include <cuda/std/optional>
#include <complex>
#include <cstdio>
#include <iostream>
#include <new>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/pair.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
typedef thrust::pair<int, float> range;
struct widen {
  __host__ __device__ range operator()(const range& a, const range& b) const {
    return range(a.first < b.first ? a.first : b.first, a.second > b.second ? a.second : b.second);
  }
};
struct to_range {
  __host__ __device__ range operator()(int x) const { return thrust::make_pair(x, 0.5f * x); }
};
struct statistics {
  __host__ __device__ thrust::tuple<int, long long, int> operator()(int x) const { return thrust::make_tuple(1, (long long)x * x, x); }
};
struct combined {
  typedef thrust::tuple<int, long long, int> row;
  __host__ __device__ row operator()(const row& a, const row& b) const {
    return row(thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(a) + thrust::get<1>(b),
               thrust::get<2>(a) > thrust::get<2>(b) ? thrust::get<2>(a) : thrust::get<2>(b));
  }
};
struct iterate {
  __host__ __device__ int operator()(const thrust::complex<float>& c) const {
    thrust::complex<float> z = 0.0f;
    int n = 0;
    for (; n < 4 && thrust::norm(z) < 4.0f; n++) z = z * z + c;
    return n;
  }
};
struct root_of {
  __device__ cuda::std::optional<double> operator()(int x) const { return x < 0 ? cuda::std::optional<double>() : cuda::std::optional<double>(sqrt((double)x)); }
};
struct value_of {
  __device__ double operator()(const cuda::std::optional<double>& x) const { return x.value_or(-1.0); }
};
__global__ void idle(int* p) { *p = 1; }
int main() {
  thrust::device_vector<int> d(1000);
  thrust::sequence(d.begin(), d.end(), -200);
  const range r = thrust::transform_reduce(d.begin(), d.end(), to_range(), range(0, 0.0f), widen());
  printf("from %d to %g\n", r.first, r.second);
  const combined::row s = thrust::transform_reduce(d.begin(), d.end(), statistics(), combined::row(0, 0, -10000), combined());
  printf("%d values, squares %lld, largest %d\n", thrust::get<0>(s), thrust::get<1>(s), thrust::get<2>(s));
  int count, top;
  long long squares;
  thrust::tie(count, squares, top) = s;
  auto [a, b, c] = thrust::make_tuple(3, 2.5, 'x');
  printf("tied %d %d, bound %d %g %c\n", count, top, a, b, c);
  printf("compared %d %d %d\n", thrust::make_tuple(1, 2.0) < thrust::make_tuple(1, 3.0), thrust::make_pair(2, 1) > thrust::make_pair(1, 9),
         thrust::make_tuple(4, 'a') == thrust::make_tuple(4, 'a'));
  thrust::host_vector<thrust::tuple<int, int>> h(5);
  for (int i = 0; i < 5; i++) h[i] = thrust::make_tuple(i % 3, i);
  thrust::device_vector<thrust::tuple<int, int>> tuples = h;
  thrust::sort(tuples.begin(), tuples.end());
  h = tuples;
  for (int i = 0; i < 5; i++) printf("(%d %d) ", thrust::get<0>(h[i]), thrust::get<1>(h[i]));
  printf("\n");

  thrust::device_vector<thrust::complex<float>> grid(64);
  for (int i = 0; i < 64; i++) grid[i] = thrust::complex<float>(-2.0f + 0.375f * (i % 8), -1.0f + 0.25f * (i / 8));
  thrust::device_vector<int> steps(64);
  thrust::transform(grid.begin(), grid.end(), steps.begin(), iterate());
  thrust::host_vector<int> seen = steps;
  int same = 0;
  for (int i = 0; i < 64; i++) same += seen[i] == iterate()(thrust::complex<float>(grid[i]));
  printf("mandelbrot agrees %d\n", same);
  const thrust::complex<double> z(3, 4), w(1, -2);
  std::cout << z * w << " " << z / w << " " << z + 1.0 << " " << 2.0 * w << " " << thrust::conj(z) << " " << thrust::abs(z) << " " << (z == w) << "\n";
  const std::complex<double> standard = z;
  printf("%g %g %.4f %.4f\n", standard.imag(), thrust::polar(2.0, 0.0).real(), thrust::exp(w).real(), thrust::sqrt(z).imag());

  thrust::device_vector<int> numbers(3);
  numbers[0] = 16, numbers[1] = -4, numbers[2] = 9;
  thrust::device_vector<cuda::std::optional<double>> roots(3);
  thrust::transform(numbers.begin(), numbers.end(), roots.begin(), root_of());
  thrust::device_vector<double> plain(3);
  thrust::transform(roots.begin(), roots.end(), plain.begin(), value_of());
  cuda::std::optional<int> nothing = cuda::std::nullopt, something = 5;
  printf("%g %g %g %d %d\n", (double)plain[0], (double)plain[1], (double)plain[2], nothing.has_value(), *something);

  try {
    thrust::device_vector<char> huge;
    huge.resize(size_t(1) << 52);
  } catch (const std::bad_alloc&) {
    printf("too much memory\n");
  }
  try {
    idle<<<1, 2048>>>(nullptr);
    thrust::sequence(d.begin(), d.end());
  } catch (const thrust::system_error& e) {
    printf("caught %d\n", e.code().value() == cudaGetLastError());
  }
  try {
    throw thrust::system_error(cudaErrorInvalidDevice, thrust::cuda_category(), "my call");
  } catch (const std::exception& e) {
    printf("%s\n", e.what());
  }
}
