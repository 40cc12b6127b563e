// Events: times, queries, waits, and those that have no time.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void step(int* p, int v) { *p = *p * 10 + v; }
int main() {
  cudaEvent_t a, b, c;
  cudaStream_t s, t;
  float ms = -5;
  int *d, h;
  cudaMalloc(&d, 4);
  cudaMemset(d, 0, 4);
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  SAY(cudaEventCreate(&a));
  SAY(cudaEventCreate(&b));
  SAY(cudaEventCreateWithFlags(&c, cudaEventDisableTiming));
  SAY(cudaEventQuery(a));
  SAY(cudaEventElapsedTime(&ms, a, b));
  SAY(cudaEventRecord(a, s));
  step<<<1, 1, 0, s>>>(d, 1);
  SAY(cudaEventRecord(c, s));
  SAY(cudaStreamWaitEvent(t, c, 0));
  step<<<1, 1, 0, t>>>(d, 2);
  SAY(cudaEventRecord(b, t));
  SAY(cudaEventSynchronize(b));
  SAY(cudaEventElapsedTime(&ms, a, b));
  printf("%d\n", ms > 0);
  SAY(cudaEventElapsedTime(&ms, a, c));
  SAY(cudaEventQuery(b));
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaEventDestroy(c);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaFree(d);
}
