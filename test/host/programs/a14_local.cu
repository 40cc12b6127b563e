// Arrays of a thread with indices known only at run time.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void local(const int* in, int* out) {
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i * in[threadIdx.x];
  a[in[threadIdx.x] & 15] = -1;
  int s = 0;
  for (int i = 0; i < 16; ++i) s += a[(i * in[threadIdx.x]) & 15];
  out[threadIdx.x] = s;
}
int main() {
  int h[32], *d;
  for (int i = 0; i < 32; ++i) h[i] = 2 * i + 1;
  cudaMalloc(&d, 256);
  cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
  local<<<1, 32>>>(d, d + 32);
  cudaMemcpy(h, d + 32, 128, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[31]);
  cudaFree(d);
}
