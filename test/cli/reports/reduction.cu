#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0) part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, part[0]);
}

int main() {
  const int n = 1 << 14;
  static int host[n];
  for (int i = 0; i < n; i++) host[i] = i % 7;
  int *in, *out, result = 0;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof result);
  sum<<<n / 256, 256>>>(in, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(in);
  cudaFree(out);
}
