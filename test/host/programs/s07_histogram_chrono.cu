// A benchmark's frame: usage, repeat, std::chrono, a reference on the host, PASS.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#define BINS 64
__global__ void histogram(const unsigned char* __restrict__ in, unsigned* __restrict__ out, int n) {
  __shared__ unsigned local[BINS];
  for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i] >> 2], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < BINS; i += blockDim.x) atomicAdd(&out[i], local[i]);
}
int main(int argc, char* argv[]) {
  if (argc != 1 && argc != 3) { printf("Usage: %s <n> <repeat>\n", argv[0]); return 1; }
  const int n = argc == 3 ? atoi(argv[1]) : 40000, repeat = argc == 3 ? atoi(argv[2]) : 3;
  unsigned char* h = (unsigned char*)malloc(n);
  srand(123);
  for (int i = 0; i < n; ++i) h[i] = rand() % 256;
  unsigned char* d;
  unsigned *bins, result[BINS], reference[BINS] = {};
  cudaMalloc((void**)&d, n);
  cudaMalloc((void**)&bins, sizeof result);
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeat; ++i) {
    cudaMemset(bins, 0, sizeof result);
    histogram<<<16, 256>>>(d, bins, n);
  }
  cudaDeviceSynchronize();
  auto end = std::chrono::steady_clock::now();
  auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  fprintf(stderr, "Average kernel execution time %f (us)\n", (time * 1e-3f) / repeat);
  cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) reference[h[i] >> 2]++;
  printf("time %s\n", time > 0 ? "positive" : "none");
  printf("%s %u %u\n", memcmp(result, reference, sizeof result) ? "FAIL" : "PASS", result[0], result[63]);
  free(h);
  cudaFree(d);
  cudaFree(bins);
  return 0;
}
