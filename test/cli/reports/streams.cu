#include <cuda_runtime.h>

__global__ void scale(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

int main() {
  const int n = 1 << 16;
  float *host, *device[2];
  cudaStream_t streams[2];
  cudaMallocHost(&host, 2 * n * sizeof(float));
  for (int i = 0; i < 2 * n; i++) host[i] = i;
  for (int i = 0; i < 2; i++) {
    cudaStreamCreate(&streams[i]);
    cudaMalloc(&device[i], n * sizeof(float));
  }
  for (int i = 0; i < 2; i++) {
    cudaMemcpyAsync(device[i], host + i * n, n * sizeof(float), cudaMemcpyHostToDevice, streams[i]);
    scale<<<n / 256, 256, 0, streams[i]>>>(device[i], n);
    cudaMemcpyAsync(host + i * n, device[i], n * sizeof(float), cudaMemcpyDeviceToHost, streams[i]);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; i++) {
    cudaStreamDestroy(streams[i]);
    cudaFree(device[i]);
  }
  cudaFreeHost(host);
}
