// The default stream waits for other streams and they for it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void step(int* p, int v) { *p = *p * 10 + v; }
int main() {
  cudaStream_t a, b;
  int *d, h;
  cudaMalloc(&d, 4);
  cudaMemset(d, 0, 4);
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  step<<<1, 1, 0, a>>>(d, 1);
  step<<<1, 1>>>(d, 2);
  step<<<1, 1, 0, b>>>(d, 3);
  step<<<1, 1, 0, cudaStreamLegacy>>>(d, 4);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  SAY(cudaStreamSynchronize(0));
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(d);
}
