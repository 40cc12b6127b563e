// A reset frees what there was and leaves the device usable.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__device__ int value = 3;
int main() {
  int *d, h = 0, nine = 9;
  SAY(cudaMalloc(&d, 64));
  SAY(cudaMemcpyToSymbol(value, &nine, 4));
  SAY(cudaDeviceReset());
  SAY(cudaFree(d));
  cudaGetLastError();
  SAY(cudaMemcpyFromSymbol(&h, value, 4));
  printf("%d\n", h);
  SAY(cudaMalloc(&d, 64));
  SAY(cudaFree(d));
}
