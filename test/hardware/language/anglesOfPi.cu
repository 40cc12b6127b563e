#include <cstdio>  // Sines and cosines of multiples of π, and several functions of one argument, over six sets of 32.
#include <cmath>
#include <vector>
__global__ void dsinpi(const double* x, double* y) { y[threadIdx.x] = sinpi(x[threadIdx.x]); }
__global__ void dcospi(const double* x, double* y) { y[threadIdx.x] = cospi(x[threadIdx.x]); }
__global__ void dsincospi(const double* x, double* y) { double s, c; sincospi(x[threadIdx.x], &s, &c); y[threadIdx.x] = s * c; }
__global__ void fsinpi(const float* x, float* y) { y[threadIdx.x] = sinpif(x[threadIdx.x]); }
__global__ void fcospi(const float* x, float* y) { y[threadIdx.x] = cospif(x[threadIdx.x]); }
__global__ void fsincospi(const float* x, float* y) { float s, c; sincospif(x[threadIdx.x], &s, &c); y[threadIdx.x] = s * c; }
__global__ void fsinAndCos(const float* x, float* y) { y[threadIdx.x] = sinf(x[threadIdx.x]) * cosf(x[threadIdx.x]); }
__global__ void fsinAndTan(const float* x, float* y) { y[threadIdx.x] = sinf(x[threadIdx.x]) * tanf(x[threadIdx.x]); }
__global__ void fthree(const float* x, float* y) { float v = x[threadIdx.x]; y[threadIdx.x] = sinf(v) * tanf(v) * cosf(v); }
__global__ void dsinAndCos(const double* x, double* y) { y[threadIdx.x] = sin(x[threadIdx.x]) * cos(x[threadIdx.x]); }
__global__ void dsinAndTan(const double* x, double* y) { y[threadIdx.x] = sin(x[threadIdx.x]) * tan(x[threadIdx.x]); }
template <class T> void fill(std::vector<T>& v, int kind) {
  for (int i = 0; i < 32; i++) {
    double e;
    switch (kind) {
      case 0: e = i * 0.25; break;
      case 1: e = -3.3 + 0.17 * i; break;
      case 2: e = i == 7 ? INFINITY : 0.3; break;
      case 3: e = i == 7 ? NAN : 1.2; break;
      case 4: e = 1e5 + i * 777.77; break;
      default: e = ldexp(1.37, 10 + 3 * i); break;
    }
    v[i] = (T)e;
  }
}
template <class T, class K> void all(K k) {
  std::vector<T> v(32); T *x, *y; cudaMalloc(&x, 256); cudaMalloc(&y, 256);
  for (int kind = 0; kind < 6; kind++) { fill(v, kind); cudaMemcpy(x, v.data(), 32 * sizeof(T), cudaMemcpyHostToDevice); k<<<1, 32>>>(x, y); cudaDeviceSynchronize(); }
}
int main() { all<double>(dsinpi); all<double>(dcospi); all<double>(dsincospi); all<float>(fsinpi); all<float>(fcospi); all<float>(fsincospi); all<float>(fsinAndCos); all<float>(fsinAndTan); all<float>(fthree); all<double>(dsinAndCos); all<double>(dsinAndTan); }
