// A kernel reads and writes mapped memory of the host.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void twice(int* p) { p[threadIdx.x] *= 2; }
int main() {
  int *h, *d;
  SAY(cudaHostAlloc((void**)&h, 128, cudaHostAllocMapped));
  for (int i = 0; i < 32; ++i) h[i] = i;
  SAY(cudaHostGetDevicePointer((void**)&d, h, 0));
  twice<<<1, 32>>>(d);
  SAY(cudaDeviceSynchronize());
  printf("%d %d\n", h[1], h[31]);
  SAY(cudaFreeHost(h));
}
