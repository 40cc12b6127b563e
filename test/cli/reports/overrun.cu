#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;
}

int main() {
  const int n = 1000;
  int* out;
  cudaMalloc(&out, n * sizeof(int));
  fill<<<4, 256>>>(out, n);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
