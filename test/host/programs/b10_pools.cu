// Stream-ordered allocation.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void fill(int* p) { p[threadIdx.x] = threadIdx.x + 1; }
int main() {
  cudaStream_t s;
  int *d, h[32];
  cudaStreamCreate(&s);
  SAY(cudaMallocAsync(&d, 128, s));
  fill<<<1, 32, 0, s>>>(d);
  SAY(cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, s));
  SAY(cudaFreeAsync(d, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d\n", h[31]);
  cudaStreamDestroy(s);
}
