#include <cuda_runtime.h>

__constant__ float factor[4];

__global__ void scale(float* v) { v[threadIdx.x] *= factor[blockIdx.x]; }

int main() {
  float factors[8] = {1, 2, 3, 4}, *v;
  cudaMalloc(&v, 2048 * sizeof(float));
  cudaMemcpyToSymbol(factor, factors, sizeof factors);
  factor[0] = 1.5f;
  scale<<<1, 2048>>>(v);
  cudaDeviceSynchronize();
}
