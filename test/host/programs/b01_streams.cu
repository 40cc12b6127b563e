// Streams: creation, flags, priorities, order.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void step(int* p, int v) { *p = *p * 3 + v; }
int main() {
  cudaStream_t a, b, c;
  int least, greatest, p;
  unsigned f;
  SAY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  printf("%d %d\n", least, greatest < least);
  SAY(cudaStreamCreate(&a));
  SAY(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  SAY(cudaStreamCreateWithPriority(&c, cudaStreamNonBlocking, greatest));
  SAY(cudaStreamGetFlags(b, &f));
  printf("%u\n", f);
  SAY(cudaStreamGetPriority(c, &p));
  printf("%d\n", p == greatest);
  SAY(cudaStreamCreateWithFlags(&b, 77));
  int* d;
  cudaMalloc(&d, 4);
  SAY(cudaMemsetAsync(d, 0, 4, a));
  for (int i = 1; i <= 5; ++i) step<<<1, 1, 0, a>>>(d, i);
  int h;
  SAY(cudaMemcpyAsync(&h, d, 4, cudaMemcpyDeviceToHost, a));
  SAY(cudaStreamSynchronize(a));
  printf("%d\n", h);
  SAY(cudaStreamQuery(a));
  SAY(cudaStreamDestroy(a));
  SAY(cudaStreamDestroy(c));
  cudaFree(d);
}
