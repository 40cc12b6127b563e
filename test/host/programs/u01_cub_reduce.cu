// CUB's device-wide reductions, histograms and run lengths, each in its two steps, against plain loops of the host.
#include <algorithm>
#include <cstdio>
#include <cuda/std/functional>
#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <map>
#include <numeric>
#include <vector>
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
// Asks how much storage an algorithm needs, and runs it with that.
template <class F> static void run(F algorithm) {
  size_t bytes = 0;
  if (algorithm(nullptr, bytes) != cudaSuccess || bytes == 0) printf("no size\n");
  void* storage;
  cudaMalloc(&storage, bytes);
  if (algorithm(storage, bytes) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) printf("failed\n");
  cudaFree(storage);
}
template <class T> struct array {
  T* p;
  int n;
  array(int count) : n(count) { cudaMalloc(&p, count * sizeof(T) + 1); }
  array(const std::vector<T>& v) : array((int)v.size()) { cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice); }
  ~array() { cudaFree(p); }
  std::vector<T> get(int count) const {
    std::vector<T> v(count);
    cudaMemcpy(v.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
  }
};
struct larger {
  template <class T> __device__ T operator()(const T& a, const T& b) const { return a > b ? a : b; }
};
struct square {
  __device__ long long operator()(int x) const { return (long long)x * x; }
};
static void all(int n) {
  printf("%d elements\n", n);
  std::vector<int> h(n), keys(n);
  unsigned state = 17;
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    h[i] = int(state >> 10) % 2000 - 1000;
    keys[i] = i ? keys[i - 1] + ((state >> 5) % 4 == 0) : 0;
  }
  array<int> d(h), k(keys), out(n + 16), unique(n + 1), count(2);
  array<long long> wide(1);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, d.p, wide.p, n); });
  check("Sum", wide.get(1)[0] == std::accumulate(h.begin(), h.end(), 0LL));
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Reduce(s, b, d.p, out.p, n, larger(), -5000); });
  check("Reduce", out.get(1)[0] == (n ? *std::max_element(h.begin(), h.end()) : -5000));
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Min(s, b, d.p, out.p, n); });
  check("Min", n == 0 || out.get(1)[0] == *std::min_element(h.begin(), h.end()));
  array<cub::KeyValuePair<int, int>> place(1);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::ArgMax(s, b, d.p, place.p, n); });
  check("ArgMax", n == 0 || place.get(1)[0].key == std::max_element(h.begin(), h.end()) - h.begin());
  auto squares = thrust::make_transform_iterator(d.p, square());
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, squares, wide.p, n); });
  check("squares", wide.get(1)[0] == std::accumulate(h.begin(), h.end(), 0LL, [](long long a, long long x) { return a + x * x; }));
  run([&](void* s, size_t& b) { return cub::DeviceReduce::ReduceByKey(s, b, k.p, unique.p, d.p, out.p, count.p, cuda::std::plus<>(), n); });
  std::map<int, int> sums, lengths;
  for (int i = 0; i < n; i++) sums[keys[i]] += h[i], lengths[keys[i]]++;
  const int runs = count.get(1)[0];
  std::vector<int> u = unique.get(runs), o = out.get(runs);
  bool isRight = runs == (int)sums.size();
  for (int i = 0; i < runs; i++) isRight = isRight && sums[u[i]] == o[i];
  check("ReduceByKey", isRight);
  run([&](void* s, size_t& b) { return cub::DeviceRunLengthEncode::Encode(s, b, k.p, unique.p, out.p, count.p, n); });
  u = unique.get(runs), o = out.get(runs);
  isRight = count.get(1)[0] == runs;
  for (int i = 0; i < runs; i++) isRight = isRight && lengths[u[i]] == o[i];
  check("Encode", isRight);
  run([&](void* s, size_t& b) { return cub::DeviceRunLengthEncode::NonTrivialRuns(s, b, k.p, unique.p, out.p, count.p, n); });
  int longer = 0;
  for (auto& one : lengths) longer += one.second > 1;
  isRight = count.get(1)[0] == longer;
  u = unique.get(longer), o = out.get(longer);
  for (int i = 0; i < longer && isRight; i++) isRight = lengths[keys[u[i]]] == o[i] && (u[i] == 0 || keys[u[i] - 1] != keys[u[i]]);
  check("NonTrivialRuns", isRight);
  std::vector<int> bins(10);
  for (int x : h)
    if (x >= -500 && x < 500) bins[(x + 500) / 100]++;
  run([&](void* s, size_t& b) { return cub::DeviceHistogram::HistogramEven(s, b, d.p, out.p, 11, -500, 500, n); });
  check("HistogramEven", n < 10 || out.get(10) == bins);
  const std::vector<int> levels = {-1000, -10, 0, 300, 301};
  array<int> l(levels);
  std::vector<int> expected(4);
  for (int x : h)
    for (int i = 0; i < 4; i++) expected[i] += x >= levels[i] && x < levels[i + 1];
  run([&](void* s, size_t& b) { return cub::DeviceHistogram::HistogramRange(s, b, d.p, out.p, 5, l.p, n); });
  check("HistogramRange", n < 10 || out.get(4) == expected);
}
int main() {
  for (int n : {0, 1, 700, 2048, 10001}) all(n);
  const std::vector<unsigned char> pixels = {0, 10, 255, 9, 64, 64, 128, 9, 200, 3, 255, 9};
  array<unsigned char> image(pixels);
  array<int> red(4), green(4), blue(4);
  int* channels[3] = {red.p, green.p, blue.p};
  int counts[3] = {5, 5, 5}, lower[3] = {0, 0, 0}, upper[3] = {256, 256, 256};
  run([&](void* s, size_t& b) { return cub::DeviceHistogram::MultiHistogramEven<4, 3>(s, b, image.p, channels, counts, lower, upper, 3); });
  for (int* c : channels) {
    int h[4];
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d, ", h[0], h[1], h[2], h[3]);
  }
  const std::vector<float> values = {0.5f, 1.5f, -2.0f, 8.0f, 3.0f, 1.0f};
  const std::vector<int> offsets = {0, 2, 2, 5, 6};
  array<float> v(values), sums(4);
  array<int> o(offsets);
  run([&](void* s, size_t& b) { return cub::DeviceSegmentedReduce::Sum(s, b, v.p, sums.p, 4, o.p, o.p + 1); });
  for (float x : sums.get(4)) printf("%g ", x);
  run([&](void* s, size_t& b) { return cub::DeviceSegmentedReduce::Max(s, b, v.p, sums.p, 4, o.p, o.p + 1); });
  printf("%g ", sums.get(4)[2]);
  array<cub::KeyValuePair<int, float>> places(4);
  run([&](void* s, size_t& b) { return cub::DeviceSegmentedReduce::ArgMin(s, b, v.p, places.p, 4, o.p, o.p + 1); });
  printf("%d %d\n", places.get(4)[0].key, places.get(4)[2].key);
  size_t bytes = 0;
  array<int> big(50000), total(1);
  cub::DeviceReduce::Sum(nullptr, bytes, big.p, total.p, 50000);
  bytes -= 1;
  printf("too little storage: %s\n", cudaGetErrorName(cub::DeviceReduce::Sum(total.p, bytes, big.p, total.p, 50000)));
}
