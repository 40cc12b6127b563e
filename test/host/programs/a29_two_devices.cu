// Two devices: what each has of its own, and what reaches from one to the other.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__device__ int marked = 5;
__global__ void add(int* p, int v) { *p += v; }
__global__ void bump(int by) { marked += by; }
int main() {
  int count = 0;
  SAY(cudaGetDeviceCount(&count));
  printf("at least two: %d\n", count >= 2);
  int *a = 0, *b = 0, h = 0, device = -1;
  SAY(cudaSetDevice(0));
  SAY(cudaMalloc(&a, 4));
  SAY(cudaMemset(a, 0, 4));
  SAY(cudaSetDevice(1));
  SAY(cudaGetDevice(&device));
  printf("device %d\n", device);
  SAY(cudaMalloc(&b, 4));
  SAY(cudaMemset(b, 0, 4));
  cudaStream_t s0, s1;
  cudaEvent_t e0, e1;
  SAY(cudaSetDevice(0));
  SAY(cudaStreamCreate(&s0));
  SAY(cudaEventCreate(&e0));
  SAY(cudaSetDevice(1));
  SAY(cudaStreamCreate(&s1));
  SAY(cudaEventCreate(&e1));
  add<<<1, 1, 0, s0>>>(a, 1);
  SAY(cudaGetLastError());
  add<<<1, 1, 0, s1>>>(b, 7);
  SAY(cudaGetLastError());
  SAY(cudaMemcpyAsync(&h, a, 4, cudaMemcpyDeviceToHost, s0));
  SAY(cudaEventRecord(e0, s1));
  SAY(cudaGetLastError());
  SAY(cudaEventRecord(e1, s1));
  SAY(cudaStreamWaitEvent(s0, e1, 0));
  SAY(cudaEventSynchronize(e1));
  SAY(cudaStreamSynchronize(s0));
  SAY(cudaStreamSynchronize(s1));
  SAY(cudaEventQuery(e1));
  float ms = -1;
  SAY(cudaSetDevice(0));
  SAY(cudaEventRecord(e0, s0));
  SAY(cudaEventSynchronize(e0));
  SAY(cudaEventElapsedTime(&ms, e1, e0));
  SAY(cudaGetLastError());
  SAY(cudaMemcpyPeer(a, 0, b, 1, 4));
  SAY(cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost));
  printf("copied %d\n", h);
  SAY(cudaMemcpy(b, a, 4, cudaMemcpyDeviceToDevice));
  SAY(cudaMemcpyPeerAsync(b, 1, a, 0, 4, s0));
  SAY(cudaMemcpyPeer(a, 0, b, 9, 4));
  SAY(cudaGetLastError());
  SAY(cudaStreamSynchronize(s0));
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(d);
    bump<<<1, 1>>>(10 * (d + 1));
    int value = 0;
    SAY(cudaMemcpyFromSymbol(&value, marked, sizeof value));
    printf("device %d has %d\n", d, value);
  }
  cudaPointerAttributes where;
  SAY(cudaPointerGetAttributes(&where, a));
  printf("type %d device %d\n", (int)where.type, where.device);
  SAY(cudaPointerGetAttributes(&where, b));
  printf("type %d device %d\n", (int)where.type, where.device);
  SAY(cudaFree(a));
  SAY(cudaFree(b));
  SAY(cudaStreamDestroy(s0));
  SAY(cudaStreamDestroy(s1));
  SAY(cudaEventDestroy(e0));
  SAY(cudaEventDestroy(e1));
}
