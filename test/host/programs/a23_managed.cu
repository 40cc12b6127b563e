// Managed memory and variables from both sides, with prefetch and advice.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__managed__ int total = 5;
__global__ void work(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += total;
}
int main() {
  int *p, n = 10000;
  SAY(cudaMallocManaged(&p, n * 4));
  for (int i = 0; i < n; ++i) p[i] = i;
  work<<<(n + 255) / 256, 256>>>(p, n);
  SAY(cudaDeviceSynchronize());
  total = 100;
  printf("%d %d\n", p[0], p[n - 1]);
  work<<<(n + 255) / 256, 256>>>(p, n);
  SAY(cudaDeviceSynchronize());
  printf("%d\n", p[1]);
  cudaPointerAttributes a;
  SAY(cudaPointerGetAttributes(&a, p));
  printf("%d\n", (int)a.type);
  SAY(cudaMallocManaged(&p, 0));
  SAY(cudaFree(p));
}
