// Shared memory by strides and widths gives the same values.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void strides(long long* out) {
  __shared__ int w[1024];
  __shared__ double d[64];
  for (int i = threadIdx.x; i < 1024; i += 32) w[i] = i;
  d[threadIdx.x * 2] = threadIdx.x;
  __syncthreads();
  long long v = 0;
  for (int s = 1; s <= 32; s *= 2) v = v * 3 + w[threadIdx.x * s % 1024];
  out[threadIdx.x] = v + (long long)d[threadIdx.x * 2];
}
int main() {
  long long h[32], *o;
  cudaMalloc(&o, 256);
  strides<<<1, 32>>>(o);
  cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
  printf("%lld %lld %lld\n", h[0], h[1], h[31]);
  cudaFree(o);
}
