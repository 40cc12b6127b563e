// Cache and bank configurations are accepted.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void k(int* p) { *p = 1; }
int main() {
  cudaFuncCache c;
  SAY(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  SAY(cudaDeviceGetCacheConfig(&c));
  SAY(cudaFuncSetCacheConfig(k, cudaFuncCachePreferShared));
  SAY(cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
}
