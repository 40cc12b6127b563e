#include <cuda_runtime.h>

__constant__ float table[256];

__global__ void together(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[blockIdx.x];
}

__global__ void apart(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[threadIdx.x];
}

int main() {
  float host[256] = {1}, *out;
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaMalloc(&out, 64 * 256 * sizeof(float));
  together<<<64, 256>>>(out);
  apart<<<64, 256>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
