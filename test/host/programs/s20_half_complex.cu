// Complex numbers on both sides and half precision between them: a small discrete Fourier transform.
#include <complex>
#include <cstdio>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <vector>
__global__ void transform(const __half* in, cuDoubleComplex* out, int n) {
  int k = threadIdx.x;
  cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
  for (int i = 0; i < n; ++i) {
    double a = -2.0 * 3.14159265358979323846 * ((i * k) % n) / n;
    sum = cuCadd(sum, cuCmul(make_cuDoubleComplex(__half2float(in[i]), 0), make_cuDoubleComplex(cos(a), sin(a))));
  }
  out[k] = sum;
}
int main() {
  const int n = 32;
  std::vector<__half> h(n);
  for (int i = 0; i < n; ++i) h[i] = __float2half((i % 8) * 0.25f);
  __half* in;
  cuDoubleComplex* out;
  cudaMalloc(&in, n * sizeof(__half));
  cudaMalloc(&out, n * sizeof(cuDoubleComplex));
  cudaMemcpy(in, h.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
  transform<<<1, n>>>(in, out, n);
  std::vector<std::complex<double>> r(n);
  cudaMemcpy(r.data(), out, n * sizeof(cuDoubleComplex), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int k = 0; k < n; ++k) {
    std::complex<double> sum = 0;
    for (int i = 0; i < n; ++i) sum += (double)__half2float(h[i]) * std::polar(1.0, -2.0 * 3.14159265358979323846 * ((i * k) % n) / n);
    worst = std::max(worst, std::abs(sum - r[k]));
  }
  printf("%s %.4f %.4f\n", worst < 1e-9 ? "PASS" : "FAIL", r[0].real(), std::abs(r[4]));
  cudaFree(in);
  cudaFree(out);
}
