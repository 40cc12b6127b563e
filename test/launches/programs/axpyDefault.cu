#include <cstdio>
#include <cstdlib>

__global__ void axpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void fill(float* out, float value, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = value;
}

int main(int argc, char** argv) {
  int n = 1 << 20;
  int threads = 256;
  if (argc > 1) n = atoi(argv[1]);
  if (argc > 2) threads = atoi(argv[2]);
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  fill<<<80, threads>>>(x, 1.0f, n);  // launch fill 80 256 0
  fill<<<80, threads * 2>>>(y, 2.0f, n);  // launch fill 80 512 0
  axpy<<<(n + threads - 1) / threads, threads>>>(n, 2.0f, x, y);  // launch axpy 4096 256 0
  float* host = (float*)malloc(n * sizeof(float));
  cudaMemcpy(host, y, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += host[i];
  printf("%f\n", sum);
  cudaFree(x);
  cudaFree(y);
  free(host);
}
