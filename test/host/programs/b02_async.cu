// Asynchronous copies and fills, with pinned and pageable buffers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  int *pinned, pageable[64], *d;
  cudaStream_t s;
  cudaMallocHost(&pinned, 256);
  cudaMalloc(&d, 256);
  cudaStreamCreate(&s);
  for (int i = 0; i < 64; ++i) pinned[i] = pageable[i] = i;
  SAY(cudaMemcpyAsync(d, pinned, 256, cudaMemcpyHostToDevice, s));
  SAY(cudaMemsetAsync(d, 0, 128, s));
  SAY(cudaMemcpyAsync(pinned, d, 256, cudaMemcpyDeviceToHost, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d %d\n", pinned[31], pinned[32]);
  SAY(cudaMemcpyAsync(d, pageable, 256, cudaMemcpyHostToDevice, s));
  pageable[5] = 0;
  SAY(cudaMemcpyAsync(pageable, d, 256, cudaMemcpyDeviceToHost, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d %d\n", pageable[5], pageable[63]);
  SAY(cudaMemcpyAsync(d, pinned, 256, cudaMemcpyDeviceToHost, s));
  cudaStreamDestroy(s);
  cudaFree(d);
  cudaFreeHost(pinned);
}
