#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

int main() {
  const int n = 1 << 16;
  float* v;
  cudaMallocManaged(&v, n * sizeof(float));
  for (int i = 0; i < n; i++) v[i] = i;
  for (int round = 0; round < 3; round++) {
    twice<<<n / 256, 256>>>(v, n);
    cudaDeviceSynchronize();
    v[0] += 1;
  }
  printf("%g\n", v[1]);
  cudaFree(v);
}
