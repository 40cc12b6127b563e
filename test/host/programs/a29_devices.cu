// Choosing devices, and those that are not there.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  SAY(cudaSetDevice(0));
  SAY(cudaSetDevice(1000));
  SAY(cudaGetLastError());
  SAY(cudaSetDevice(-1));
  int d = -1;
  SAY(cudaGetDevice(&d));
  printf("%d\n", d);
  int *a, *b, h = 8, back = 0;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 4);
  cudaMemcpy(a, &h, 4, cudaMemcpyHostToDevice);
  SAY(cudaMemcpyPeer(b, 0, a, 0, 4));
  cudaMemcpy(&back, b, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", back);
  cudaFree(a);
  cudaFree(b);
}
