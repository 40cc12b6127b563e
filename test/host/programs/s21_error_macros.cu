// Error handling as programs have it: macros, names, peeking, a launch that is too large, recovery.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#define gpuErrchk(ans) { gpuAssert((ans), __LINE__, false); }
inline void gpuAssert(cudaError_t code, int, bool abort = true) {
  if (code != cudaSuccess) {
    std::cout << "GPUassert: " << cudaGetErrorString(code) << std::endl;
    if (abort) exit(code);
  }
}
__global__ void k(int* p) { if (p) p[threadIdx.x] = 1; }
__global__ void __launch_bounds__(64) bounded(int* p) { p[threadIdx.x] = 2; }
int main() {
  int* p = nullptr;
  gpuErrchk(cudaMalloc(&p, 1024));
  k<<<1, 4096>>>(p);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaGetLastError());
  gpuErrchk(cudaGetLastError());
  gpuErrchk(cudaMemcpy(p, nullptr, 4, cudaMemcpyHostToDevice));
  gpuErrchk(cudaSetDevice(99));
  cudaGetLastError();
  cudaStream_t s;
  gpuErrchk(cudaStreamCreate(&s));
  bounded<<<1, 64, 0, s>>>(p);
  gpuErrchk(cudaStreamSynchronize(s));
  gpuErrchk(cudaStreamDestroy(s));
  int h[2];
  gpuErrchk(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
  assert(h[0] == 2);
  printf("%d %s\n", h[1], cudaGetErrorName(cudaErrorMemoryAllocation));
  gpuErrchk(cudaFree(p));
  gpuErrchk(cudaFree(nullptr));
}
