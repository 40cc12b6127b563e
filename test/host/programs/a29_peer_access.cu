// A kernel reaches the memory of another device only when peer access was enabled.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void sum(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + i;
}
int main() {
  const int n = 100;
  int *far = 0, *near = 0, can = -1, value = 0, h[n];
  SAY(cudaSetDevice(1));
  SAY(cudaMalloc(&far, n * sizeof(int)));
  for (int i = 0; i < n; i++) h[i] = 1000 + i;
  SAY(cudaMemcpy(far, h, sizeof h, cudaMemcpyHostToDevice));
  SAY(cudaSetDevice(0));
  SAY(cudaMalloc(&near, n * sizeof(int)));
  SAY(cudaDeviceCanAccessPeer(&can, 0, 1));
  printf("can %d\n", can);
  SAY(cudaDeviceCanAccessPeer(&can, 0, 0));
  printf("itself %d\n", can);
  SAY(cudaDeviceCanAccessPeer(&can, 0, 99));
  SAY(cudaDeviceDisablePeerAccess(1));
  SAY(cudaDeviceEnablePeerAccess(0, 0));
  SAY(cudaDeviceEnablePeerAccess(1, 5));
  SAY(cudaDeviceEnablePeerAccess(99, 0));
  SAY(cudaDeviceEnablePeerAccess(1, 0));
  SAY(cudaDeviceEnablePeerAccess(1, 0));
  SAY(cudaGetLastError());
  SAY(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
  printf("access supported %d\n", value);
  SAY(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
  printf("atomics %d\n", value);
  SAY(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
  sum<<<1, 128>>>(far, near, n);
  SAY(cudaGetLastError());
  SAY(cudaDeviceSynchronize());
  SAY(cudaMemcpy(h, near, sizeof h, cudaMemcpyDeviceToHost));
  printf("%d %d\n", h[0], h[99]);
  SAY(cudaDeviceDisablePeerAccess(1));
  sum<<<1, 128>>>(far, near, n);
  SAY(cudaGetLastError());
  SAY(cudaDeviceSynchronize());
  SAY(cudaMemcpy(h, near, sizeof h, cudaMemcpyDeviceToHost));
  // The other device knows nothing of it.
  SAY(cudaSetDevice(1));
  SAY(cudaDeviceSynchronize());
  SAY(cudaMemcpy(h, far, sizeof h, cudaMemcpyDeviceToHost));
  printf("%d\n", h[5]);
  SAY(cudaFree(far));
  SAY(cudaSetDevice(0));
  SAY(cudaDeviceSynchronize());
  SAY(cudaDeviceReset());
}
