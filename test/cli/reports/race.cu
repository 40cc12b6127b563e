#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

int main() {
  const int n = 1024, bytes = n * sizeof(int);
  int *host, *v;
  cudaMallocHost(&host, bytes);
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMalloc(&v, bytes);
  cudaStream_t copies, kernels;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&kernels);
  cudaEvent_t copied;
  cudaEventCreate(&copied);

  cudaMemcpyAsync(v, host, bytes, cudaMemcpyHostToDevice, copies);
  twice<<<n / 256, 256, 0, kernels>>>(v, n);
  cudaDeviceSynchronize();

  cudaMemcpyAsync(v, host, bytes, cudaMemcpyHostToDevice, copies);
  cudaEventRecord(copied, copies);
  cudaStreamWaitEvent(kernels, copied);
  twice<<<n / 256, 256, 0, kernels>>>(v, n);
  cudaMemcpyAsync(host, v, bytes, cudaMemcpyDeviceToHost, kernels);
  printf("%d\n", host[7]);

  cudaDeviceSynchronize();
  cudaEventDestroy(copied);
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFree(v);
  cudaFreeHost(host);
}
