#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1u);
}

int main() {
  const int n = 1 << 14;
  static unsigned char host[n];
  for (int i = 0; i < n; i++) host[i] = (i * 71) & 255;
  unsigned char* in;
  unsigned *bins, first = 0;
  cudaMalloc(&in, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
  histogram<<<n / 256, 256>>>(in, bins, n);
  cudaMemcpy(&first, bins, sizeof first, cudaMemcpyDeviceToHost);
  printf("%u\n", first);
  cudaFree(in);
  cudaFree(bins);
}
