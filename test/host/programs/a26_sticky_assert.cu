// A failed assertion of the device spoils the context.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
#include <cassert>
__global__ void bad(int* p) { assert(p == nullptr); }
int main() {
  int* d;
  SAY(cudaMalloc(&d, 64));
  bad<<<1, 1>>>(d);
  SAY(cudaDeviceSynchronize());
  SAY(cudaFree(d));
  SAY(cudaGetLastError());
}
