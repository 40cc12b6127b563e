// The device prints, in order, when the host synchronises.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void say(int n) { if (threadIdx.x < n) printf("thread %d of %d %s %.2f\n", threadIdx.x, blockDim.x, "block", blockIdx.x * 0.5); }
int main() {
  say<<<1, 32>>>(2);
  cudaDeviceSynchronize();
  printf("host\n");
  say<<<1, 1>>>(1);
  cudaDeviceSynchronize();
}
