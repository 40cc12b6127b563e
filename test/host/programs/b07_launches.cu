// Launch configurations: all four parts, defaults, and what is refused.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void count(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  __syncthreads();
  atomicAdd(p, s[threadIdx.x] * gridDim.y);
}
int main() {
  int *d, h;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&d, 4);
  cudaMemset(d, 0, 4);
  count<<<dim3(2, 3), 64, 256, s>>>(d);
  SAY(cudaGetLastError());
  dim3 bad[] = {dim3(1025), dim3(1, 1, 65), dim3(32, 33), dim3(0), dim3(1, 0)};
  for (dim3 b : bad) {
    count<<<1, b, 4096>>>(d);
    SAY(cudaGetLastError());
  }
  count<<<dim3(1, 65536), 1, 4>>>(d);
  SAY(cudaGetLastError());
  void* args[] = {&d};
  SAY(cudaLaunchKernel((void*)count, dim3(1), dim3(32), args, 128, s));
  SAY(cudaStreamSynchronize(s));
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaStreamDestroy(s);
  cudaFree(d);
}
