// Chunked copies and kernels over two streams give what one gives.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void half(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] /= 2;
}
int main() {
  const int n = 1 << 14, parts = 8, part = n / parts;
  int *h, *d[2];
  cudaStream_t s[2];
  cudaMallocHost(&h, n * 4);
  for (int i = 0; i < n; ++i) h[i] = i;
  for (int i = 0; i < 2; ++i) { cudaStreamCreate(&s[i]); cudaMalloc(&d[i], part * 4); }
  for (int c = 0; c < parts; ++c) {
    int k = c % 2;
    cudaMemcpyAsync(d[k], h + c * part, part * 4, cudaMemcpyHostToDevice, s[k]);
    half<<<(part + 255) / 256, 256, 0, s[k]>>>(d[k], part);
    cudaMemcpyAsync(h + c * part, d[k], part * 4, cudaMemcpyDeviceToHost, s[k]);
  }
  for (int i = 0; i < 2; ++i) SAY(cudaStreamSynchronize(s[i]));
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += h[i];
  printf("%ld\n", sum);
  for (int i = 0; i < 2; ++i) { cudaStreamDestroy(s[i]); cudaFree(d[i]); }
  cudaFreeHost(h);
}
