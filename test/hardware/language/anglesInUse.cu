#include <cstdio>
#include <cmath>
#include <vector>
#define PI_F 3.14159265f
// twiddles of a transform, one butterfly a thread
__global__ void fft(float2* d, int n, int half) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n / 2) return; int k = i % half, j = (i / half) * half * 2 + k; float s, c; sincosf(-PI_F * k / half, &s, &c); float2 a = d[j], b = d[j + half]; float2 t = make_float2(b.x * c - b.y * s, b.x * s + b.y * c); d[j] = make_float2(a.x + t.x, a.y + t.y); d[j + half] = make_float2(a.x - t.x, a.y - t.y); }
__device__ double wave(double x, double t) { return sin(x - t) * exp(-x * 0.01); }
__global__ void waves(double* o, int n, double t) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = wave(i * 0.37, t) + wave(i * 0.11, 2 * t); }
__global__ void phase(const float* w, float* o, int n, float t) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = cosf(w[i] * t); }
__global__ void branches(const float* w, float* o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; float v = w[i]; float r; if (v > 500) r = sinf(v * 1000); else r = v * 2; o[i] = r; }
__global__ void rotate(const double* x, double* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { double s = sin(x[i]), c = cos(x[i]); y[i] = s * s - c; } }
__global__ void rotateF(const float* x, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { float s = sinf(x[i]), c = cosf(x[i]); y[i] = s * s - c; } }
__global__ void dft(const float* in, float* out, int n) { int k = blockIdx.x * blockDim.x + threadIdx.x; float re = 0; for (int j = 0; j < n; j++) re += in[j] * cosf(2 * PI_F * j * k); out[k] = re; }
__global__ void half8(const float* in, float* out) { float s = 0;
#pragma unroll
 for (int j = 0; j < 8; j++) s += sinf(in[threadIdx.x] * (j + 1)); out[threadIdx.x] = s; }
__global__ void tangent(const double* x, double* y, int n) { int i = threadIdx.x; if (i < n) y[i] = tan(x[i]) + sinpi(x[i]); }
__global__ void strided(float* data, int n, float f) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] = sinf(data[i] * f) * 0.5f; }
int main() {
  const int n = 1000; std::vector<float> h(2048); std::vector<double> g(1024); for (int i = 0; i < 2048; i++) h[i] = i * 0.73f; for (int i = 0; i < 1024; i++) g[i] = i * 0.41;
  float *a, *b; double *x, *y; cudaMalloc(&a, 8192); cudaMalloc(&b, 8192); cudaMalloc(&x, 8192); cudaMalloc(&y, 8192);
  cudaMemcpy(a, h.data(), 8192, cudaMemcpyHostToDevice); cudaMemcpy(x, g.data(), 8192, cudaMemcpyHostToDevice);
  fft<<<4, 128>>>((float2*)a, 1024, 64); cudaDeviceSynchronize(); cudaMemcpy(a, h.data(), 8192, cudaMemcpyHostToDevice);
  waves<<<4, 256>>>(y, n, 1.5); cudaDeviceSynchronize();
  waves<<<4, 256>>>(y, n, 3e9); cudaDeviceSynchronize();
  phase<<<4, 256>>>(a, b, n, 1.f); cudaDeviceSynchronize();
  phase<<<4, 256>>>(a, b, n, 300.f); cudaDeviceSynchronize();
  branches<<<4, 256>>>(a, b, n); cudaDeviceSynchronize();
  rotate<<<4, 256>>>(x, y, n); cudaDeviceSynchronize();
  rotateF<<<4, 256>>>(a, b, n); cudaDeviceSynchronize();
  dft<<<2, 128>>>(a, b, 300); cudaDeviceSynchronize();
  half8<<<1, 128>>>(a, b); cudaDeviceSynchronize();
  tangent<<<1, 256>>>(x, y, 256); cudaDeviceSynchronize();
  strided<<<2, 128>>>(a, n, 777.f); cudaDeviceSynchronize();
}
