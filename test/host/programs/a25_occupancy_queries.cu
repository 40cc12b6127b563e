// Occupancy and function attributes of kernels that registers do not limit.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void small(int* p) { p[threadIdx.x] = 1; }
__global__ void fixed(int* p) {
  __shared__ int s[4096];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void dynamic(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void __launch_bounds__(128) bounded(int* p) { p[threadIdx.x] = 2; }
__constant__ int table[16];
__global__ void local(int* p, int k) {
  int t[32];
  for (int i = 0; i < 32; i++) t[i] = table[(i * k) & 15];
  p[threadIdx.x] = t[(threadIdx.x * k) & 31];
}
int main() {
  int blocks = 0, grid = 0, block = 0;
  int sizes[] = {1, 32, 33, 64, 100, 128, 256, 512, 768, 1024, 1025, 0};
  for (int size : sizes) {
    cudaError_t code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, size, 0);
    printf("%d: %d (%s)\n", size, blocks, cudaGetErrorName(code));
    code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, size, 0);
    printf("  16 KB fixed: %d (%s)\n", blocks, cudaGetErrorName(code));
    code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, size, 40000);
    printf("  40000 dynamic: %d (%s)\n", blocks, cudaGetErrorName(code));
    code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, size, 60000);
    printf("  60000 dynamic: %d (%s)\n", blocks, cudaGetErrorName(code));
  }
  SAY(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 128, 60000));
  printf("%d\n", blocks);
  SAY(cudaOccupancyMaxPotentialBlockSize(&grid, &block, small, 0, 0));
  printf("%d %d\n", grid, block);
  SAY(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
  printf("%d %d\n", grid, block);
  SAY(cudaOccupancyMaxPotentialBlockSize(&grid, &block, small, 0, 200));
  printf("%d %d\n", grid, block);
  SAY(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, dynamic, [](int b) { return (size_t)b * 64; }, 0));
  printf("%d %d\n", grid, block);
  size_t bytes = 0;
  SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, small, 4, 128));
  printf("%zu\n", bytes);
  SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, fixed, 2, 128));
  printf("%zu\n", bytes);
  cudaFuncAttributes a;
  SAY(cudaFuncGetAttributes(&a, fixed));
  printf("shared %zu const %zu local %zu threads %d dynamic %d carve-out %d\n", a.sharedSizeBytes, a.constSizeBytes, a.localSizeBytes, a.maxThreadsPerBlock, a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout);
  SAY(cudaFuncGetAttributes(&a, bounded));
  printf("threads %d\n", a.maxThreadsPerBlock);
  SAY(cudaFuncGetAttributes(&a, dynamic));
  printf("dynamic %d\n", a.maxDynamicSharedSizeBytes);
  SAY(cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  SAY(cudaFuncGetAttributes(&a, small));
  printf("carve-out %d\n", a.preferredShmemCarveout);
  SAY(cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  SAY(cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000));
  SAY(cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  SAY(cudaFuncSetAttribute(small, (cudaFuncAttribute)99, 1));
  SAY(cudaGetLastError());
}
