// The read-only path.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void read(const int* __restrict__ in, int* __restrict__ out, int n) { out[threadIdx.x] = in[threadIdx.x] + __ldg(in + (threadIdx.x * 5) % n); }
int main() {
  int h[32], *d;
  for (int i = 0; i < 32; ++i) h[i] = 100 + i;
  cudaMalloc(&d, 256);
  cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
  read<<<1, 32>>>(d, d + 32, 32);
  cudaMemcpy(h, d + 32, 128, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[1], h[31]);
  cudaFree(d);
}
