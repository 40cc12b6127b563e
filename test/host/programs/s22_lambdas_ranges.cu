// Extended lambdas, grid-stride loops as a range, a tuple of timings.
#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>
template <class F> __global__ void each(int n, F f) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i); }
template <class F> void parallel(int n, F f) { each<<<4, 64>>>(n, f); }
template <class T> struct Span { T* data; size_t count; __host__ __device__ T& operator[](size_t i) const { return data[i]; } __host__ __device__ T* begin() const { return data; } __host__ __device__ T* end() const { return data + count; } };
template <class T> Span<T> managed(size_t n) { T* p; cudaMallocManaged(&p, n * sizeof(T)); return {p, n}; }
std::tuple<float, bool> timed(cudaEvent_t a, cudaEvent_t b) { float ms; cudaEventElapsedTime(&ms, a, b); return {ms, ms > 0}; }
int main() {
  auto x = managed<float>(1000), y = managed<float>(1000);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventRecord(a);
  parallel(1000, [=] __device__(int i) { x[i] = i; y[i] = 2.0f; });
  const float by = 3;
  parallel(1000, [=] __device__(int i) { y[i] = by * x[i] + y[i]; });
  cudaEventRecord(b);
  cudaEventSynchronize(b);
  double sum = 0;
  for (float v : y) sum += v;
  auto [ms, positive] = timed(a, b);
  printf("%.1f %d\n", sum, positive);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaFree(x.data);
  cudaFree(y.data);
}
