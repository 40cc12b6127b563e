// The handles of the two default streams, and what may be done with them.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void add(int* p, int v) { p[threadIdx.x] += v; }
int main() {
  unsigned flags = 9;
  int priority = 9, *d, h[32];
  SAY(cudaStreamQuery(cudaStreamLegacy));
  SAY(cudaStreamQuery(cudaStreamPerThread));
  SAY(cudaStreamGetFlags(0, &flags));
  printf("%u\n", flags);
  SAY(cudaStreamGetFlags(cudaStreamLegacy, &flags));
  printf("%u\n", flags);
  SAY(cudaStreamGetFlags(cudaStreamPerThread, &flags));
  printf("%u\n", flags);
  SAY(cudaStreamGetPriority(cudaStreamPerThread, &priority));
  printf("%d\n", priority);
  SAY(cudaStreamDestroy(cudaStreamLegacy));
  SAY(cudaStreamDestroy(cudaStreamPerThread));
  cudaGetLastError();
  cudaMalloc(&d, 128);
  cudaMemset(d, 0, 128);
  add<<<1, 32, 0, cudaStreamPerThread>>>(d, 1);
  add<<<1, 32, 0, cudaStreamLegacy>>>(d, 2);
  add<<<1, 32, 0, cudaStreamPerThread>>>(d, 4);
  SAY(cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, cudaStreamPerThread));
  SAY(cudaStreamSynchronize(cudaStreamPerThread));
  printf("%d\n", h[31]);
  SAY(cudaStreamSynchronize(cudaStreamLegacy));
  SAY(cudaStreamSynchronize(0));
  cudaEvent_t e;
  cudaEventCreate(&e);
  SAY(cudaEventRecord(e, cudaStreamPerThread));
  SAY(cudaStreamWaitEvent(cudaStreamLegacy, e));
  SAY(cudaEventSynchronize(e));
  SAY(cudaEventQuery(e));
  unsigned long long one = 0, two = 0;
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  SAY(cudaStreamGetId(s, &one));
  SAY(cudaStreamGetId(t, &two));
  printf("different %d\n", one != two);
  SAY(cudaStreamGetId(cudaStreamLegacy, &one));
  SAY(cudaStreamGetId(0, &two));
  printf("same %d\n", one == two);
  cudaStreamCaptureStatus status;
  SAY(cudaStreamIsCapturing(s, &status));
  printf("%d\n", (int)status);
  int device = -1;
  SAY(cudaStreamGetDevice(s, &device));
  printf("%d\n", device);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaEventDestroy(e);
  cudaFree(d);
}
