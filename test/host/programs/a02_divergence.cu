// Lanes that take different ways meet again.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void ways(int* out) {
  int i = threadIdx.x, v = 0;
  if (i % 2) v = i * 3; else for (int k = 0; k < i % 5; ++k) v += k;
  out[i] = v + __popc(__activemask());
}
int main() {
  int *d, h[64];
  cudaMalloc(&d, 256);
  ways<<<1, 64>>>(d);
  cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0] >= 1, h[1] - h[3] + 6, h[5] > 15, h[63] > 189);
  cudaFree(d);
}
