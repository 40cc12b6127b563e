// The arithmetic of bandwidth, and times that are not negative.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  size_t n = 1 << 22;
  char *h, *d;
  cudaMallocHost(&h, n);
  cudaMalloc(&d, n);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventRecord(a);
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  cudaEventRecord(b);
  cudaEventSynchronize(b);
  float ms = -1;
  SAY(cudaEventElapsedTime(&ms, a, b));
  double gigabytes = n / (ms * 1e-3) / 1e9;
  printf("%d %d\n", ms > 0, gigabytes > 1 && gigabytes < 500);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaFree(d);
  cudaFreeHost(h);
}
