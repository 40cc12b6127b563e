// Atomics of a kernel on mapped memory, and accesses of every natural width.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void add(int* p, char* c, short* s, long long* l) {
  atomicAdd(p, 1);
  c[threadIdx.x] = threadIdx.x;
  s[threadIdx.x] = threadIdx.x * 2;
  l[threadIdx.x] = threadIdx.x * 3ll;
}
int main() {
  char* h;
  cudaHostAlloc((void**)&h, 1024, cudaHostAllocMapped);
  memset(h, 0, 1024);
  add<<<2, 32>>>((int*)h, h + 64, (short*)(h + 128), (long long*)(h + 256));
  SAY(cudaDeviceSynchronize());
  printf("%d %d %d %lld\n", *(int*)h, h[64 + 31], ((short*)(h + 128))[31], ((long long*)(h + 256))[31]);
  cudaFreeHost(h);
}
