// Functions of the host between kernels and copies of two streams that events tie together.
#include <cstdio>
#include <cuda_runtime.h>
struct Note {
  const char* text;
  const int* value;
};
static void CUDART_CB say(void* p) {
  const Note* n = (const Note*)p;
  printf("%s %d\n", n->text, *n->value);
}
__global__ void grow(int* p, int by) { *p = *p * 10 + by; }
int main() {
  int *h, *d;
  cudaMallocHost(&h, 4 * sizeof(int));
  cudaMalloc(&d, sizeof(int));
  cudaMemset(d, 0, sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEvent_t first, second;
  cudaEventCreateWithFlags(&first, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
  cudaDeviceSynchronize();
  Note notes[] = {{"after one", h}, {"in the other", h + 1}, {"joined", h + 2}, {"last", h + 3}};
  grow<<<1, 1, 0, s>>>(d, 1);
  cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, say, notes);
  cudaEventRecord(first, s);
  cudaStreamWaitEvent(t, first, 0);
  grow<<<1, 1, 0, t>>>(d, 2);
  cudaMemcpyAsync(h + 1, d, 4, cudaMemcpyDeviceToHost, t);
  cudaLaunchHostFunc(t, say, notes + 1);
  cudaEventRecord(second, t);
  cudaStreamWaitEvent(s, second, 0);
  grow<<<1, 1, 0, s>>>(d, 3);
  cudaMemcpyAsync(h + 2, d, 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, say, notes + 2);
  cudaStreamSynchronize(s);
  printf("%s\n", cudaGetErrorName(cudaStreamQuery(t)));
  grow<<<1, 1>>>(d, 4);
  cudaMemcpyAsync(h + 3, d, 4, cudaMemcpyDeviceToHost, 0);
  cudaLaunchHostFunc(0, say, notes + 3);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(cudaLaunchHostFunc(s, 0, 0)));
  cudaEventDestroy(first);
  cudaEventDestroy(second);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaFreeHost(h);
  cudaFree(d);
}
