// Constant memory with uniform and divergent indices.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__constant__ int table[64];
__global__ void look(int* out) { out[threadIdx.x] = table[threadIdx.x % 64] + table[7]; }
int main() {
  int h[64], *d;
  for (int i = 0; i < 64; ++i) h[i] = i * i;
  SAY(cudaMemcpyToSymbol(table, h, sizeof h));
  cudaMalloc(&d, 256);
  look<<<1, 64>>>(d);
  cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[63]);
  int back[2];
  SAY(cudaMemcpyFromSymbol(back, table, 8, 8));
  printf("%d %d\n", back[0], back[1]);
  cudaFree(d);
}
