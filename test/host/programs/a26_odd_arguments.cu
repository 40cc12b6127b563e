// What calls answer to sizes, pointers and handles that make no sense.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
int main() {
  int *d = 0, *h = (int*)malloc(64), *p = 0;
  SAY(cudaMalloc(&p, 0));
  printf("null %d\n", p == 0);
  SAY(cudaMalloc(&p, (size_t)-4));
  SAY(cudaMalloc((void**)0, 16));
  SAY(cudaMallocHost((void**)&p, 0));
  SAY(cudaMallocHost((void**)&p, (size_t)-1));
  SAY(cudaMallocManaged(&p, 0));
  SAY(cudaMallocManaged(&p, 64, 7));
  SAY(cudaMalloc(&d, 64));
  SAY(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(0, h, 0, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(0, h, 4, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(d, 0, 4, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(d, h, 4, (cudaMemcpyKind)9));
  SAY(cudaMemcpy(d, h, (size_t)-1, cudaMemcpyHostToDevice));
  SAY(cudaMemset(0, 0, 4));
  SAY(cudaMemset(d, 0, 0));
  SAY(cudaMemset(d, 0, 1 << 30));
  SAY(cudaMemset2D(d, 8, 0, 16, 2));
  SAY(cudaMemcpy2D(d, 8, h, 8, 16, 2, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy2D(d, 16, h, 16, 16, 0, cudaMemcpyHostToDevice));
  SAY(cudaFree(0));
  SAY(cudaFreeHost(0));
  SAY(cudaFree((void*)16));
  SAY(cudaFreeHost(d));
  SAY(cudaHostRegister(h, 0, 0));
  SAY(cudaHostRegister(0, 64, 0));
  SAY(cudaHostUnregister(h));
  SAY(cudaHostGetDevicePointer((void**)&p, h, 0));
  SAY(cudaSetDevice(-1));
  SAY(cudaSetDevice(99));
  SAY(cudaGetDevice(0));
  SAY(cudaGetDeviceCount(0));
  SAY(cudaDeviceSetLimit((cudaLimit)77, 1));
  SAY(cudaDeviceGetAttribute(0, cudaDevAttrWarpSize, 0));
  int v = 0;
  SAY(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)5000, 0));
  SAY(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 9));
  SAY(cudaStreamCreate(0));
  cudaStream_t s = 0;
  SAY(cudaStreamCreateWithFlags(&s, 8));
  SAY(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -100));
  SAY(cudaStreamGetPriority(s, &v));
  printf("%d\n", v);
  SAY(cudaStreamDestroy(s));
  SAY(cudaStreamDestroy(0));
  SAY(cudaEventCreate(0));
  cudaEvent_t e = 0, f = 0;
  SAY(cudaEventCreateWithFlags(&e, 64));
  SAY(cudaEventCreate(&e));
  SAY(cudaEventCreateWithFlags(&f, cudaEventDisableTiming));
  SAY(cudaEventRecord(e));
  SAY(cudaEventRecord(f));
  SAY(cudaEventSynchronize(f));
  float ms;
  SAY(cudaEventElapsedTime(&ms, e, f));
  SAY(cudaEventElapsedTime(0, e, e));
  SAY(cudaEventElapsedTime(&ms, e, e));
  printf("%g\n", ms);
  SAY(cudaEventRecord(0));
  SAY(cudaEventDestroy(0));
  SAY(cudaEventDestroy(e));
  SAY(cudaStreamWaitEvent(0, f, 3));
  SAY(cudaEventDestroy(f));
  SAY(cudaFree(d));
  SAY(cudaGetLastError());
  free(h);
}
