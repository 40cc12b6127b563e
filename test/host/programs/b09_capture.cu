// A graph captured from a stream, launched several times.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void step(int* p, int v) { *p = *p * 2 + v; }
int main() {
  cudaStream_t s, t;
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaEvent_t e, f;
  int *d, *h;
  cudaMalloc(&d, 8);
  cudaMallocHost(&h, 8);
  cudaMemset(d, 0, 8);
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  cudaEventCreate(&f);
  SAY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  step<<<1, 1, 0, s>>>(d, 1);
  SAY(cudaEventRecord(e, s));
  SAY(cudaStreamWaitEvent(t, e, 0));
  step<<<1, 1, 0, t>>>(d + 1, 5);
  step<<<1, 1, 0, s>>>(d, 1);
  SAY(cudaEventRecord(f, t));
  SAY(cudaStreamWaitEvent(s, f, 0));
  SAY(cudaMemcpyAsync(h, d, 8, cudaMemcpyDeviceToHost, s));
  cudaStreamCaptureStatus status;
  SAY(cudaStreamIsCapturing(s, &status));
  printf("%d\n", (int)status);
  SAY(cudaStreamEndCapture(s, &g));
  size_t n = 0;
  SAY(cudaGraphGetNodes(g, nullptr, &n));
  printf("%zu\n", n);
  h[0] = -1;
  SAY(cudaGraphInstantiate(&x, g, 0));
  printf("%d\n", h[0]);
  for (int i = 0; i < 3; ++i) SAY(cudaGraphLaunch(x, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d %d\n", h[0], h[1]);
  SAY(cudaGraphExecDestroy(x));
  SAY(cudaGraphDestroy(g));
  SAY(cudaStreamEndCapture(s, &g));
  cudaGetLastError();
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaEventDestroy(e);
  cudaEventDestroy(f);
  cudaFree(d);
  cudaFreeHost(h);
}
