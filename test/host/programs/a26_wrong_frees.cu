// Frees of what is not theirs.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  int *d, *h, *m = (int*)malloc(64);
  SAY(cudaMalloc(&d, 64));
  SAY(cudaMallocHost(&h, 64));
  SAY(cudaFree(d + 1));
  SAY(cudaFreeHost(d));
  SAY(cudaFree(h));
  SAY(cudaFree(m));
  SAY(cudaFreeHost(m));
  SAY(cudaFree(d));
  SAY(cudaFree(d));
  SAY(cudaFreeHost(h));
  SAY(cudaFreeHost(h));
  cudaStream_t s;
  SAY(cudaStreamCreate(&s));
  SAY(cudaStreamDestroy(s));
  cudaEvent_t e;
  SAY(cudaEventCreate(&e));
  SAY(cudaEventDestroy(e));
  free(m);
}
