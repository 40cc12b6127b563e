// Errors stay until somebody asks, and are peeked at without going away.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void nothing() {}
int main() {
  void* p;
  SAY(cudaGetLastError());
  SAY(cudaMalloc(&p, ~0ull >> 1));
  SAY(cudaPeekAtLastError());
  SAY(cudaGetLastError());
  SAY(cudaGetLastError());
  nothing<<<1, 2000>>>();
  SAY(cudaPeekAtLastError());
  SAY(cudaDeviceSynchronize());
  SAY(cudaGetLastError());
  nothing<<<0, 1>>>();
  SAY(cudaGetLastError());
  nothing<<<1, 1>>>();
  SAY(cudaGetLastError());
  printf("%s|%s|%s\n", cudaGetErrorString(cudaSuccess), cudaGetErrorString(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorMemoryAllocation));
  printf("%s %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345));
  printf("%s|%s|%s\n", cudaGetErrorString(cudaErrorNotReady), cudaGetErrorString(cudaErrorIllegalAddress), cudaGetErrorString(cudaErrorInvalidDevice));
}
