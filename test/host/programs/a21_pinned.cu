// Pinned memory of every flag, and registered memory.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  int* p;
  unsigned flags;
  unsigned all[] = {cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined};
  for (unsigned f : all) {
    SAY(cudaHostAlloc((void**)&p, 4096, f));
    p[0] = 1;
    SAY(cudaHostGetFlags(&flags, p));
    printf("%d\n", (flags & f) == f);
    SAY(cudaFreeHost(p));
  }
  SAY(cudaHostAlloc((void**)&p, 64, 99));
  p = (int*)malloc(1 << 16);
  SAY(cudaHostRegister(p, 1 << 16, cudaHostRegisterDefault));
  SAY(cudaHostRegister(p, 1 << 16, cudaHostRegisterDefault));
  cudaPointerAttributes a;
  SAY(cudaPointerGetAttributes(&a, p));
  printf("%d\n", (int)a.type);
  SAY(cudaHostUnregister(p));
  SAY(cudaHostUnregister(p));
  cudaGetLastError();
  free(p);
}
