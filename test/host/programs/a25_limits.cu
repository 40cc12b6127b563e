// Limits are remembered and refused.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  size_t v;
  SAY(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  SAY(cudaDeviceGetLimit(&v, cudaLimitStackSize));
  printf("%zu\n", v);
  SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20));
  SAY(cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize));
  printf("%d\n", v >= 1 << 20);
  SAY(cudaDeviceSetLimit((cudaLimit)50, 1));
}
