// CUB's sorts: numbers of every kind by all or some of their bits, pairs, double buffers, segments, comparisons.
#include <algorithm>
#include <cstdio>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
template <class F> static void run(F algorithm) {
  size_t bytes = 0;
  algorithm(nullptr, bytes);
  void* storage;
  cudaMalloc(&storage, bytes);
  if (algorithm(storage, bytes) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) printf("failed\n");
  cudaFree(storage);
}
template <class T> static T* made(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T> static std::vector<T> got(const T* p, size_t n) {
  std::vector<T> v(n);
  cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return v;
}
template <class T> static void keys(const char* name, int n) {
  std::vector<T> h(n);
  unsigned state = 77;
  for (T& x : h) state = state * 1664525u + 1013904223u, x = T(int(state >> 4) - (1 << 27)) / T(3);
  T *in = made(h), *out = made(h);
  std::vector<T> e = h;
  std::sort(e.begin(), e.end());
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); });
  bool isRight = got(out, n) == e;
  std::reverse(e.begin(), e.end());
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeysDescending(s, b, in, out, n); });
  check(name, isRight && got(out, n) == e && got(in, n) == h);
  cudaFree(in), cudaFree(out);
}
struct by_thousands {
  __device__ bool operator()(int a, int b) const { return a / 1000 < b / 1000; }
};
int main() {
  const int n = 3001;
  keys<int>("int", n);
  keys<unsigned char>("unsigned char", n);
  keys<long long>("long long", n);
  keys<float>("float", n);
  keys<double>("double", n);
  std::vector<int> h(n), places(n);
  unsigned state = 5;
  for (int& x : h) state = state * 1664525u + 1013904223u, x = (state >> 9) % 100000;
  std::iota(places.begin(), places.end(), 0);
  int *k = made(h), *v = made(places), *k2 = made(h), *v2 = made(places);
  std::vector<int> order = places;
  const auto sorted = [&](std::function<int(int)> key) {
    order = places;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(h[a]) < key(h[b]); });
    return order;
  };
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairs(s, b, k, k2, v, v2, n); });
  check("pairs", got(v2, n) == sorted([](int x) { return x; }));
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairsDescending(s, b, k, k2, v, v2, n); });
  check("pairs, descending", got(v2, n) == sorted([](int x) { return -x; }));
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairs(s, b, k, k2, v, v2, n, 4, 9); });
  check("by five bits", got(v2, n) == sorted([](int x) { return x >> 4 & 31; }));
  cub::DoubleBuffer<int> keyBuffer(k, k2), valueBuffer(v, v2);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairs(s, b, keyBuffer, valueBuffer, n); });
  std::vector<int> e = h;
  std::sort(e.begin(), e.end());
  check("double buffers", got(keyBuffer.Current(), n) == e && got(valueBuffer.Current(), n) == sorted([](int x) { return x; }));
  cudaMemcpy(k, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(v, places.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  run([&](void* s, size_t& b) { return cub::DeviceMergeSort::StableSortPairs(s, b, k, v, n, by_thousands()); });
  check("merge sort", got(v, n) == sorted([](int x) { return x / 1000; }));

  const std::vector<int> offsets = {0, 5, 5, 700, 2900, n};
  int* o = made(offsets);
  cudaMemcpy(k, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  e = h;
  for (int i = 0; i < 5; i++) std::sort(e.begin() + offsets[i], e.begin() + offsets[i + 1]);
  run([&](void* s, size_t& b) { return cub::DeviceSegmentedRadixSort::SortKeys(s, b, k, k2, n, 5, o, o + 1); });
  check("segments", got(k2, n) == e);
  run([&](void* s, size_t& b) { return cub::DeviceSegmentedSort::SortKeysDescending(s, b, k, k2, n, 5, o, o + 1); });
  for (int i = 0; i < 5; i++) std::reverse(e.begin() + offsets[i], e.begin() + offsets[i + 1]);
  check("segments, descending", got(k2, n) == e);
  cudaMemcpy(v, places.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  run([&](void* s, size_t& b) { return cub::DeviceSegmentedRadixSort::SortPairs(s, b, k, k2, v, v2, n, 5, o, o + 1); });
  order = places;
  for (int i = 0; i < 5; i++) std::stable_sort(order.begin() + offsets[i], order.begin() + offsets[i + 1], [&](int a, int b) { return h[a] < h[b]; });
  check("segments of pairs", got(v2, n) == order);
  // Both zeros are equal, and keep their order; NaNs stand behind everything else of their sign.
  const float nan = std::numeric_limits<float>::quiet_NaN();
  float *f = made(std::vector<float>{0.0f, 3.0f, nan, -0.0f, -5.0f, -1e38f}), *g = made(std::vector<float>(6));
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, f, g, 6); });
  for (float x : got(g, 6)) printf("%g ", x);
  printf("\n");
  for (void* p : {(void*)k, (void*)v, (void*)k2, (void*)v2, (void*)o, (void*)f, (void*)g}) cudaFree(p);
}
