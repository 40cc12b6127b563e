// Rows of pitched memory are 512 bytes apart.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void fill(char* p, size_t pitch, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < w && y < h) ((float*)(p + y * pitch))[x] = 10 * y + x;
}
int main() {
  char* p;
  size_t pitch;
  SAY(cudaMallocPitch(&p, &pitch, 70 * 4, 5));
  printf("%zu\n", pitch);
  fill<<<5, 128>>>(p, pitch, 70, 5);
  float h[5 * 70];
  SAY(cudaMemcpy2D(h, 280, p, pitch, 280, 5, cudaMemcpyDeviceToHost));
  printf("%g %g\n", h[70], h[349]);
  SAY(cudaMemset2D(p, pitch, 0, 4, 5));
  SAY(cudaMemcpy2D(h, 280, p, pitch, 280, 5, cudaMemcpyDeviceToHost));
  printf("%g %g\n", h[70], h[71]);
  SAY(cudaMemcpy2D(h, 100, p, pitch, 280, 5, cudaMemcpyDeviceToHost));
  cudaFree(p);
}
