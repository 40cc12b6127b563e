// A query answers not-ready while a long kernel runs.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void spin(long long cycles, int* out) {
  long long start = clock64();
  while (clock64() - start < cycles) {}
  *out = 1;
}
__global__ void busy(float* p, int n) { float v = p[threadIdx.x]; for (int i = 0; i < n; ++i) v = v * 0.999f + 1.0f; p[threadIdx.x] = v; }
int main() {
  float* d;
  cudaStream_t s;
  cudaMalloc(&d, 4096);
  cudaMemset(d, 0, 4096);
  cudaStreamCreate(&s);
  cudaDeviceSynchronize();
  for (int i = 0; i < 20; ++i) busy<<<1, 32, 0, s>>>(d, 200000);
  SAY(cudaStreamQuery(s));
  SAY(cudaGetLastError());
  SAY(cudaStreamSynchronize(s));
  SAY(cudaStreamQuery(s));
  cudaStreamDestroy(s);
  cudaFree(d);
}
