// Several arrays carved out of dynamic shared memory.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void carve(const int* in, int* out, int n) {
  extern __shared__ int s[];
  int* a = s;
  float* b = (float*)(s + n);
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = in[threadIdx.x] * 0.5f;
  __syncthreads();
  out[threadIdx.x] = a[n - 1 - threadIdx.x] + (int)b[(threadIdx.x + 1) % n];
}
int main() {
  int h[64], *d;
  for (int i = 0; i < 64; ++i) h[i] = 2 * i;
  cudaMalloc(&d, 512);
  cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice);
  carve<<<1, 64, 64 * (sizeof(int) + sizeof(float))>>>(d, d + 64, 64);
  SAY(cudaGetLastError());
  cudaMemcpy(h, d + 64, 256, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[63]);
  carve<<<1, 64, 49 * 1024>>>(d, d + 64, 64);
  SAY(cudaGetLastError());
  SAY(cudaFuncSetAttribute(carve, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
  carve<<<1, 64, 49 * 1024>>>(d, d + 64, 64);
  SAY(cudaGetLastError());
  SAY(cudaDeviceSynchronize());
  SAY(cudaFuncSetAttribute(carve, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 * 1024));
  cudaFree(d);
}
