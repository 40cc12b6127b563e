// Naive and padded transposes agree.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void naive(const int* in, int* out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[x * n + y + k] = in[(y + k) * n + x];
}
__global__ void padded(const int* in, int* out, int n) {
  __shared__ int t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}
static int h[4096], a[4096], b[4096];
int main() {
  int *in, *out;
  for (int i = 0; i < 4096; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  naive<<<dim3(2, 2), dim3(32, 8)>>>(in, out, 64);
  cudaMemcpy(a, out, sizeof h, cudaMemcpyDeviceToHost);
  padded<<<dim3(2, 2), dim3(32, 8)>>>(in, out, 64);
  cudaMemcpy(b, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", a[1], a[4095], memcmp(a, b, sizeof a));
  cudaFree(in);
  cudaFree(out);
}
