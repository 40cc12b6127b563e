// Threads of 1-D and 2-D grids, rounded up, with a tail.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void mark(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[i], 1);
}
__global__ void mark2(int* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = y * 100 + x;
}
int main() {
  int n = 1000, *d, h[1000];
  cudaMalloc(&d, n * 4);
  cudaMemset(d, 0, n * 4);
  mark<<<(n + 127) / 128, 128>>>(d, n);
  cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += h[i];
  printf("%d\n", sum);
  mark2<<<dim3(2, 3), dim3(16, 8)>>>(d, 20, 17);
  cudaMemcpy(h, d, 20 * 17 * 4, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[20 * 17 - 1]);
  cudaFree(d);
}
