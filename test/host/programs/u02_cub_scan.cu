// CUB's device-wide scans, selections, partitions and loops against plain loops of the host; storage from CUB's own allocator.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <cub/util_allocator.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <numeric>
#include <vector>
static cub::CachingDeviceAllocator allocator(true);
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
template <class F> static void run(F algorithm, cudaStream_t stream = 0) {
  size_t bytes = 0;
  void* storage = nullptr;
  CubDebugExit(algorithm(storage, bytes));
  CubDebugExit(allocator.DeviceAllocate(&storage, bytes, stream));
  CubDebugExit(algorithm(storage, bytes));
  CubDebugExit(cudaStreamSynchronize(stream));
  CubDebugExit(allocator.DeviceFree(storage));
}
struct less_than {
  int limit;
  __host__ __device__ __forceinline__ explicit less_than(int x) : limit(x) {}
  __host__ __device__ __forceinline__ bool operator()(const int& x) const { return x < limit; }
};
struct longest {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
static int *in, *keys, *flags, *out, *other, *count;
static std::vector<int> get(const int* p, int n) {
  std::vector<int> v(n);
  cudaMemcpy(v.data(), p, n * sizeof(int), cudaMemcpyDeviceToHost);
  return v;
}
static void all(int n, cudaStream_t stream) {
  printf("%d elements\n", n);
  std::vector<int> h(n), k(n), f(n), e(n);
  unsigned state = 23;
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    h[i] = (state >> 12) % 100;
    f[i] = (state >> 7) & 1;
    k[i] = i ? k[i - 1] + ((state >> 5) % 9 == 0) : 0;
  }
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(keys, k.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(flags, f.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, n, stream); }, stream);
  std::partial_sum(h.begin(), h.end(), e.begin());
  check("InclusiveSum", get(out, n) == e);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveSum(s, b, in, out, n, stream); }, stream);
  for (int i = 0; i < n; i++) e[i] -= h[i];
  check("ExclusiveSum", get(out, n) == e);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveScan(s, b, in, out, longest(), 40, n); });
  for (int i = 0, top = 40; i < n; i++) e[i] = top, top = std::max(top, h[i]);
  check("ExclusiveScan", get(out, n) == e);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveScan(s, b, in, out, longest(), n); });
  for (int i = 0, top = 0; i < n; i++) e[i] = top = std::max(top, h[i]);
  check("InclusiveScan", get(out, n) == e);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSumByKey(s, b, keys, in, out, n); });
  for (int i = 0, sum = 0; i < n; i++) e[i] = sum = (i && k[i] == k[i - 1] ? sum : 0) + h[i];
  check("InclusiveSumByKey", get(out, n) == e);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveSumByKey(s, b, keys, in, out, n); });
  for (int i = 0; i < n; i++) e[i] -= h[i];
  check("ExclusiveSumByKey", get(out, n) == e);

  const auto selected = [&](const char* what, const std::vector<int>& expected) {
    check(what, get(count, 1)[0] == (int)expected.size() && get(out, (int)expected.size()) == expected);
  };
  std::vector<int> taken, left;
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Flagged(s, b, in, flags, out, count, n); });
  for (int i = 0; i < n; i++) (f[i] ? taken : left).push_back(h[i]);
  selected("Flagged", taken);
  run([&](void* s, size_t& b) { return cub::DevicePartition::Flagged(s, b, in, flags, out, count, n); });
  std::vector<int> both = taken;
  both.insert(both.end(), left.rbegin(), left.rend());
  check("Partition", get(count, 1)[0] == (int)taken.size() && get(out, n) == both);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::If(s, b, in, out, count, n, less_than(30)); });
  taken.clear();
  std::copy_if(h.begin(), h.end(), std::back_inserter(taken), less_than(30));
  selected("If", taken);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::If(s, b, in, count, n, less_than(30)); });
  check("If in place", get(in, (int)taken.size()) == taken);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Unique(s, b, keys, out, count, n); });
  taken = k;
  taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
  selected("Unique", taken);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::UniqueByKey(s, b, keys, flags, out, other, count, n); });
  selected("UniqueByKey", taken);
  thrust::counting_iterator<int> numbers(0);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Flagged(s, b, numbers, flags, out, count, n); });
  taken.clear();
  for (int i = 0; i < n; i++)
    if (f[i]) taken.push_back(i);
  selected("numbers", taken);
  int *small = other, *big = other + n;
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  run([&](void* s, size_t& b) { return cub::DevicePartition::If(s, b, in, small, big, out, count, n, less_than(20), less_than(70)); });
  const int few = std::count_if(h.begin(), h.end(), less_than(20)), some = std::count_if(h.begin(), h.end(), less_than(70)) - few;
  const std::vector<int> middle = get(big, some);
  check("three parts", n == 0 || (get(count, 2) == std::vector<int>{few, some} && std::none_of(middle.begin(), middle.end(), less_than(20))));
}
int main() {
  const int most = 9001;
  for (int** p : {&in, &keys, &flags, &out}) cudaMalloc(p, most * sizeof(int));
  cudaMalloc(&other, 2 * most * sizeof(int));
  cudaMalloc(&count, 2 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int n : {1, 2048, 9001}) all(n, stream);
  const int n = 1000;
  int* to = out;
  cub::DeviceFor::Bulk(n, [=] __device__(int i) { to[i] = i * i; });
  cub::DeviceFor::ForEachN(out, n, [] __device__(int& x) { x += 1; });
  printf("loops %d\n", get(out, n)[n - 1]);
  run([&](void* s, size_t& b) { return cub::DeviceAdjacentDifference::SubtractLeft(s, b, out, n); });
  printf("differences %d %d\n", get(out, 3)[0], get(out, 3)[2]);
  cudaStreamDestroy(stream);
  for (int* p : {in, keys, flags, out, other, count}) cudaFree(p);
}
