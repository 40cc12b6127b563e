// A tree reduction between barriers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void reduce(const int* in, int* out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int o = 128; o; o /= 2) {
    if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
int main() {
  int h[1024], *d, zero = 0, sum;
  for (int i = 0; i < 1024; ++i) h[i] = i;
  cudaMalloc(&d, 4100);
  cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice);
  cudaMemcpy(d + 1024, &zero, 4, cudaMemcpyHostToDevice);
  reduce<<<4, 256>>>(d, d + 1024);
  cudaMemcpy(&sum, d + 1024, 4, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", sum, __LINE__ > 0, (int)sizeof h);
  cudaFree(d);
}
