// Blocks that one multiprocessor holds.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void plain(int* p) { p[threadIdx.x] = 1; }
__global__ void shared(int* p) {
  __shared__ int s[8192];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = s[31 - threadIdx.x];
}
int main() {
  int n;
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 256, 0));
  printf("%d\n", n);
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 1024, 0));
  printf("%d\n", n);
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 32, 0));
  printf("%d\n", n);
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, shared, 32, 0));
  printf("%d\n", n);
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 256, 40000));
  printf("%d\n", n);
}
