// Pi by counting, with a generator of our own on the device and the same one on the host.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>
__host__ __device__ inline uint32_t next(uint32_t& s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
__host__ __device__ inline int inside(uint32_t seed, int rounds) {
  uint32_t s = seed * 2654435761u + 1;
  int n = 0;
  for (int i = 0; i < rounds; ++i) {
    uint64_t x = next(s) >> 8, y = next(s) >> 8;
    n += x * x + y * y < (1ull << 48);
  }
  return n;
}
__global__ void count(int* out, int rounds) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = inside(i + 1, rounds); }
int main() {
  const int threads = 4096, rounds = 64;
  std::vector<int> h(threads), want(threads);
  int* d;
  cudaMalloc(&d, threads * sizeof(int));
  count<<<threads / 128, 128>>>(d, rounds);
  cudaMemcpy(h.data(), d, threads * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < threads; ++i) want[i] = inside(i + 1, rounds);
  double pi = 4.0 * std::accumulate(h.begin(), h.end(), 0ll) / ((double)threads * rounds);
  printf("%s %.6f %d\n", h == want ? "PASS" : "FAIL", pi, std::fabs(pi - M_PI) < 0.02);
  cudaFree(d);
}
