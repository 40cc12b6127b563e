#include <cstdio>  // Division, roots, powers and logarithms as kernels use them, over ordinary and special values.
#include <cmath>
#include <vector>
#define KERNEL(name, T) __global__ void name(const T* a, const T* b, T* out, T p, T q, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)
KERNEL(byConstant, float) { out[I] = a[I] / 3.0f; }
KERNEL(ofConstant, float) { out[I] = 2.0f / a[I]; }
KERNEL(byUniform, float) { out[I] = a[I] / p; }
KERNEL(ofUniform, float) { out[I] = p / a[I]; }
KERNEL(mean, float) { out[I] = (a[I] + b[I]) / n; }
KERNEL(normalise, float) { float x = a[I], y = b[I], l = sqrtf(x * x + y * y); out[I] = x / l + y / l; }
KERNEL(inverseNorm, float) { float x = a[I], y = b[I], l = 1.0f / sqrtf(x * x + y * y); out[I] = x * l + y * l; }
KERNEL(fastNorm, float) { float x = a[I], y = b[I], l = rsqrtf(x * x + y * y); out[I] = x * l + y * l; }
KERNEL(distances, float) { float s = 0; for (int k = 0; k < n; k++) { float d = a[I] - b[k]; s += sqrtf(d * d); } out[I] = s; }
KERNEL(guarded, float) { float y = b[I]; out[I] = y != 0 ? a[I] / y : 0; }
KERNEL(threeQuotients, float) { float x = a[I], y = b[I]; out[I] = x / y + y / x + x / (y + 1); }
KERNEL(softmax, float) { float s = 0; for (int k = 0; k < n; k++) s += expf(a[k] - p); out[I] = expf(a[I] - p) / s; }
KERNEL(sigmoid, float) { out[I] = 1.0f / (1.0f + expf(-a[I])); }
KERNEL(gelu, float) { float x = a[I]; out[I] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x))); }
KERNEL(entropy, float) { float x = fabsf(a[I]); out[I] = x > 0 ? -x * logf(x) : 0; }
KERNEL(powers, float) { out[I] = powf(a[I], b[I]); }
KERNEL(powersOfUniform, float) { out[I] = powf(p, b[I]); }
KERNEL(powersByUniform, float) { out[I] = powf(a[I], q); }
KERNEL(powersOfIndex, float) { out[I] = powf(p, (float)threadIdx.x); }
KERNEL(twoPowers, float) { out[I] = p * powf(p, (float)threadIdx.x) * powf(q, (float)(n - threadIdx.x)); }
KERNEL(powersInBranch, float) { if (threadIdx.x < n) out[I] = powf(a[I], (float)threadIdx.x); }
KERNEL(powersByTwoAndHalf, float) { out[I] = powf(a[I], 2.5f); }
KERNEL(powersOfTenth, float) { out[I] = powf(0.1f, a[I]); }
KERNEL(meanDouble, double) { out[I] = (a[I] + b[I]) / n; }
KERNEL(byConstantDouble, double) { out[I] = a[I] / 3.0; }
KERNEL(ofConstantDouble, double) { out[I] = 2.0 / a[I]; }
KERNEL(normaliseDouble, double) { double x = a[I], y = b[I], l = sqrt(x * x + y * y); out[I] = x / l + y / l; }
KERNEL(inverseNormDouble, double) { double x = a[I], y = b[I], l = 1.0 / sqrt(x * x + y * y); out[I] = x * l + y * l; }
KERNEL(distancesDouble, double) { double s = 0; for (int k = 0; k < n; k++) { double d = a[I] - b[k]; s += sqrt(d * d); } out[I] = s; }
KERNEL(guardedDouble, double) { double y = b[I]; out[I] = y != 0 ? a[I] / y : 0; }
KERNEL(sigmoidDouble, double) { out[I] = 1.0 / (1.0 + exp(-a[I])); }
KERNEL(entropyDouble, double) { double x = fabs(a[I]); out[I] = x > 0 ? -x * log(x) : 0; }
template <class T> T pattern(int i) {
  const bool isSingle = sizeof(T) == 4;
  switch (i % 9) {
    case 0: return 0;
    case 1: return (T)ldexp(1.5, isSingle ? -140 : -1060);
    case 2: return (T)ldexp(1.25, isSingle ? 126 : 1022);
    case 3: return -(T)(i % 37);
    default: return (T)(i % 29) * (T)0.37;
  }
}
template <class T, class K> void each(std::initializer_list<K> kernels) {
  const int n = 192;
  std::vector<T> a(n), b(n);
  for (int i = 0; i < n; i++) a[i] = pattern<T>(i), b[i] = pattern<T>(i * 7 + 3);
  T *x, *y, *out;
  cudaMalloc(&x, n * sizeof(T)), cudaMalloc(&y, n * sizeof(T)), cudaMalloc(&out, n * sizeof(T));
  cudaMemcpy(x, a.data(), n * sizeof(T), cudaMemcpyHostToDevice), cudaMemcpy(y, b.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  for (K kernel : kernels) kernel<<<2, n / 2>>>(x, y, out, (T)1.02, (T)0.98, 40);
}
int main() {
  using F = void (*)(const float*, const float*, float*, float, float, int);
  using D = void (*)(const double*, const double*, double*, double, double, int);
  each<float, F>({byConstant, ofConstant, byUniform, ofUniform, mean, normalise, inverseNorm, fastNorm, distances, guarded, threeQuotients, softmax, sigmoid, gelu, entropy, powers, powersOfUniform, powersByUniform, powersOfIndex, twoPowers, powersInBranch, powersByTwoAndHalf, powersOfTenth});
  each<double, D>({meanDouble, byConstantDouble, ofConstantDouble, normaliseDouble, inverseNormDouble, distancesDouble, guardedDouble, sigmoidDouble, entropyDouble});
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
