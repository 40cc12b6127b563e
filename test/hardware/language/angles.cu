#include <cstdio>  // Sines, cosines and tangents of small and large arguments, a kernel each, over nine sets of 32.
#include <cmath>
#include <vector>
__global__ void fsin(const float* x, float* y) { y[threadIdx.x] = sinf(x[threadIdx.x]); }
__global__ void fcos(const float* x, float* y) { y[threadIdx.x] = cosf(x[threadIdx.x]); }
__global__ void ftan(const float* x, float* y) { y[threadIdx.x] = tanf(x[threadIdx.x]); }
__global__ void fsincos(const float* x, float* y) { float s, c; sincosf(x[threadIdx.x], &s, &c); y[threadIdx.x] = s + c; }
__global__ void dsin(const double* x, double* y) { y[threadIdx.x] = sin(x[threadIdx.x]); }
__global__ void dcos(const double* x, double* y) { y[threadIdx.x] = cos(x[threadIdx.x]); }
__global__ void dtan(const double* x, double* y) { y[threadIdx.x] = tan(x[threadIdx.x]); }
__global__ void dsincos(const double* x, double* y) { double s, c; sincos(x[threadIdx.x], &s, &c); y[threadIdx.x] = s + c; }
template <class T> void fill(std::vector<T>& v, int kind) {
  for (int i = 0; i < 32; i++) {
    double e;
    switch (kind) {
      case 0: e = 1.0 + i; break;                        // none large
      case 1: e = i == 5 ? 1e6 : 1; break;               // one large
      case 2: e = 1e6; break;                            // all the same
      case 3: e = ldexp(1.25, 17 + i); break;            // 32 exponents
      case 4: e = ldexp(1.25, 20 + (i % 2) * 32); break; // two exponents
      case 5: e = ldexp(1.25, 64); break;                // multiple of 32
      case 6: e = i == 3 ? INFINITY : 1; break;          // infinite
      case 7: e = ldexp(1.25, 95 + i % 32); break;
      default: e = i == 3 ? -5e5 : 2; break;
    }
    v[i] = (T)e;
  }
}
template <class T, class K> void all(K k) {
  std::vector<T> v(32); T *x, *y; cudaMalloc(&x, 256); cudaMalloc(&y, 256);
  for (int kind = 0; kind < 9; kind++) { fill(v, kind); cudaMemcpy(x, v.data(), 32 * sizeof(T), cudaMemcpyHostToDevice); k<<<1, 32>>>(x, y); cudaDeviceSynchronize(); }
}
int main() { all<float>(fsin); all<float>(fcos); all<float>(ftan); all<float>(fsincos); all<double>(dsin); all<double>(dcos); all<double>(dtan); all<double>(dsincos); }
