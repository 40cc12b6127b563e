// Handles for other processes: what is given and what is refused, within one process.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
int main() {
  int *d, *h, *m;
  cudaMalloc(&d, 256);
  cudaMallocHost(&h, 256);
  cudaMallocManaged(&m, 256);
  cudaIpcMemHandle_t one, two;
  memset(&one, 0, sizeof one);
  memset(&two, 0, sizeof two);
  printf("%zu\n", sizeof one);
  SAY(cudaIpcGetMemHandle(&one, d));
  SAY(cudaIpcGetMemHandle(&two, d));
  printf("same %d\n", memcmp(&one, &two, sizeof one) == 0);
  void* p = 0;
  SAY(cudaIpcOpenMemHandle(&p, one, cudaIpcMemLazyEnablePeerAccess));
  SAY(cudaIpcGetMemHandle(&two, h));
  SAY(cudaIpcGetMemHandle(&two, m));
  SAY(cudaIpcCloseMemHandle(d));
  cudaEvent_t e, f;
  cudaEventCreate(&e);
  cudaEventCreateWithFlags(&f, cudaEventInterprocess | cudaEventDisableTiming);
  cudaIpcEventHandle_t eh;
  SAY(cudaIpcGetEventHandle(&eh, e));
  SAY(cudaIpcGetEventHandle(&eh, f));
  cudaEvent_t g;
  SAY(cudaEventCreateWithFlags(&g, cudaEventInterprocess));
  int can = 9;
  SAY(cudaDeviceCanAccessPeer(&can, 0, 0));
  printf("%d\n", can);
  SAY(cudaDeviceEnablePeerAccess(0, 0));
  SAY(cudaDeviceDisablePeerAccess(0));
  SAY(cudaDeviceCanAccessPeer(&can, 0, 99));
  cudaGetLastError();
  cudaEventDestroy(e);
  cudaEventDestroy(f);
  cudaFreeHost(h);
  cudaFree(m);
  cudaFree(d);
}
