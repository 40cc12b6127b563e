#include <cstdio>  // Exponents of doubles, the least large float, and several functions of one argument.
#include <cmath>
#include <vector>
// The kernels.
__global__ void dsin(const double* x, double* y) { y[threadIdx.x] = sin(x[threadIdx.x]); }
__global__ void edge(const float* x, float* y) { y[threadIdx.x] = sinf(x[threadIdx.x]); }
__global__ void loop(const float* x, float* y, int n) { float s = 0; for (int i = 0; i < n; i++) s += sinf(x[threadIdx.x] * i); y[threadIdx.x] = s; }
__global__ void two(const float* x, float* y) { y[threadIdx.x] = sinf(x[threadIdx.x]) + cosf(x[threadIdx.x]); }
__global__ void power(const float* x, float* y) { y[threadIdx.x] = powf(x[threadIdx.x], 0.3f) + expf(x[threadIdx.x]) + logf(x[threadIdx.x]); }
__global__ void cat(int* p) { atomicAdd(p, 1); }
int main() {
  double hd[32]; float hf[32]; double *x, *y; cudaMalloc(&x, 256); cudaMalloc(&y, 256);
  const int exps[] = {30, 31, 32, 40, 60, 63, 64, 65, 90, 127, 128, 190, 300, 500, 700, 900, 1000, 1023};
  for (int e : exps) { for (int i = 0; i < 32; i++) hd[i] = ldexp(1.25 + i / 64.0, e); cudaMemcpy(x, hd, 256, cudaMemcpyHostToDevice); dsin<<<1, 32>>>(x, y); cudaDeviceSynchronize(); }
  for (int i = 0; i < 32; i++) hd[i] = ldexp(1.25, 20 + i * 31); cudaMemcpy(x, hd, 256, cudaMemcpyHostToDevice); dsin<<<1, 32>>>(x, y); cudaDeviceSynchronize();
  const float edges[] = {105614.9f, 105615.0f, 105615.01f, 48039.0f, 48038.9f, 71476.0f};
  for (float e : edges) { for (int i = 0; i < 32; i++) hf[i] = e; cudaMemcpy(x, hf, 128, cudaMemcpyHostToDevice); edge<<<1, 32>>>((float*)x, (float*)y); cudaDeviceSynchronize(); }
  for (int i = 0; i < 32; i++) hf[i] = 30000.f * (i + 1); cudaMemcpy(x, hf, 128, cudaMemcpyHostToDevice);
  loop<<<1, 32>>>((float*)x, (float*)y, 10); cudaDeviceSynchronize(); two<<<1, 32>>>((float*)x, (float*)y); cudaDeviceSynchronize(); power<<<1, 32>>>((float*)x, (float*)y); cudaDeviceSynchronize();
}
