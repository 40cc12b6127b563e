// A trap spoils the context.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void bad() { __trap(); }
int main() {
  bad<<<1, 1>>>();
  SAY(cudaDeviceSynchronize());
  SAY(cudaGetLastError());
}
