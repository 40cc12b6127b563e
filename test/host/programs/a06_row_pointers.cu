// An array of row pointers, and the flat one.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void sumRows(int** rows, int* out, int w) {
  int s = 0;
  for (int i = 0; i < w; ++i) s += rows[threadIdx.x][i];
  out[threadIdx.x] = s;
}
int main() {
  int* rows[4];
  int h[8];
  for (int r = 0; r < 4; ++r) {
    cudaMalloc(&rows[r], 32);
    for (int i = 0; i < 8; ++i) h[i] = r + i;
    cudaMemcpy(rows[r], h, 32, cudaMemcpyHostToDevice);
  }
  int **d, *out;
  cudaMalloc(&d, sizeof rows);
  cudaMalloc(&out, 16);
  cudaMemcpy(d, rows, sizeof rows, cudaMemcpyHostToDevice);
  sumRows<<<1, 4>>>(d, out, 8);
  cudaMemcpy(h, out, 16, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %zu\n", h[0], h[1], h[2], h[3], sizeof rows);
  for (int r = 0; r < 4; ++r) cudaFree(rows[r]);
  cudaFree(d);
  cudaFree(out);
}
