// Copies of all kinds and sizes, checked against the pointers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  char *d, *e, h[64], back[64];
  SAY(cudaMalloc(&d, 64));
  SAY(cudaMalloc(&e, 64));
  for (int i = 0; i < 64; ++i) h[i] = i;
  SAY(cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(e, d, 64, cudaMemcpyDeviceToDevice));
  SAY(cudaMemset(e, 7, 8));
  SAY(cudaMemcpy(back, e, 64, cudaMemcpyDefault));
  printf("%d %d %d\n", back[0], back[8], back[63]);
  SAY(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToDevice));
  SAY(cudaMemcpy(h, d, 4, (cudaMemcpyKind)9));
  SAY(cudaFree(d));
  SAY(cudaFree(e));
  SAY(cudaFree(0));
}
