// Results that are read after synchronising.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void fill(int* p) { p[threadIdx.x] = threadIdx.x * threadIdx.x; }
int main() {
  int* m;
  cudaMallocManaged(&m, 128);
  fill<<<1, 32>>>(m);
  SAY(cudaDeviceSynchronize());
  printf("%d\n", m[31]);
  cudaFree(m);
}
