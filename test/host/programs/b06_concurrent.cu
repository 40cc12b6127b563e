// Kernels in several streams.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void fill(int* p, int v) { p[threadIdx.x] = v + threadIdx.x; }
int main() {
  cudaStream_t s[8];
  int *d, h[8 * 32], sum = 0;
  cudaMalloc(&d, sizeof h);
  for (int i = 0; i < 8; ++i) {
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    fill<<<1, 32, 0, s[i]>>>(d + 32 * i, 100 * i);
  }
  SAY(cudaDeviceSynchronize());
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int v : h) sum += v;
  printf("%d\n", sum);
  for (auto one : s) cudaStreamDestroy(one);
  cudaFree(d);
}
