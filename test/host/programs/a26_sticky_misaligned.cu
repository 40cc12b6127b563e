// A misaligned access spoils the context.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void bad(char* p) { *(int*)(p + 1) = 7; }
int main() {
  char* d;
  SAY(cudaMalloc(&d, 64));
  bad<<<1, 1>>>(d);
  SAY(cudaDeviceSynchronize());
  SAY(cudaMalloc(&d, 64));
  SAY(cudaGetLastError());
  SAY(cudaGetLastError());
}
