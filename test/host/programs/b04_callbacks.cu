// Functions of the host in a stream's order.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
static int order[8], count;
static void CUDART_CB note(void* p) { order[count++] = *(int*)p; }
static void CUDART_CB old(cudaStream_t, cudaError_t e, void* p) { order[count++] = *(int*)p + (int)e; }
__global__ void set(int* p) { *p = 7; }
int main() {
  int one = 1, two = 2, *h;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocHost(&h, 4);
  *h = 0;
  SAY(cudaLaunchHostFunc(s, note, &one));
  set<<<1, 1, 0, s>>>(h);
  SAY(cudaLaunchHostFunc(s, note, h));
  SAY(cudaStreamAddCallback(s, old, &two, 0));
  SAY(cudaStreamSynchronize(s));
  printf("%d: %d %d %d\n", count, order[0], order[1], order[2]);
  cudaStreamDestroy(s);
  cudaFreeHost(h);
}
