// Device and constant variables, by symbol and by address.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__device__ int counter[4] = {1, 2, 3, 4};
__constant__ float factor = 2.5f;
__device__ int* pointer;
__global__ void work() {
  counter[threadIdx.x] = (int)(counter[threadIdx.x] * factor);
  if (pointer) pointer[threadIdx.x] = counter[threadIdx.x] + 1;
}
int main() {
  int h[4], *d;
  cudaMalloc(&d, 16);
  SAY(cudaMemcpyToSymbol(pointer, &d, sizeof d));
  work<<<1, 4>>>();
  SAY(cudaMemcpyFromSymbol(h, counter, 16));
  printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  float f = 10;
  SAY(cudaMemcpyToSymbol(factor, &f, 4));
  work<<<1, 4>>>();
  SAY(cudaMemcpyFromSymbol(h, counter, 4, 12));
  cudaMemcpy(h + 1, d, 4, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  void* at;
  size_t size;
  SAY(cudaGetSymbolAddress(&at, counter));
  SAY(cudaGetSymbolSize(&size, counter));
  printf("%zu\n", size);
  SAY(cudaMemcpy(h, at, 16, cudaMemcpyDeviceToHost));
  SAY(cudaMemcpyToSymbol(counter, h, 17));
  SAY(cudaMemcpyToSymbol(counter, h, 8, 12));
  cudaFree(d);
}
