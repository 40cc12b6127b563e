// What a device says about itself.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  int n, v;
  cudaDeviceProp p;
  SAY(cudaGetDeviceProperties(&p, 0));
  printf("%d %d %d %d\n", p.warpSize, p.maxThreadsPerBlock, p.maxThreadsDim[2], p.maxGridSize[1]);
  printf("%d.%d %zu %d %d\n", p.major, p.minor, p.sharedMemPerBlock, p.regsPerBlock, p.multiProcessorCount);
  printf("%d %d %d %zu\n", p.maxThreadsPerMultiProcessor, p.unifiedAddressing, p.canMapHostMemory, p.sharedMemPerBlockOptin);
  SAY(cudaDeviceGetAttribute(&v, cudaDevAttrMaxBlockDimX, 0));
  printf("%d\n", v);
  SAY(cudaGetDeviceProperties(&p, 77));
  SAY(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 77));
  SAY(cudaGetDevice(&n));
  printf("%d\n", n);
}
