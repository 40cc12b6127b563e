#include <cstdio>  // Functions whose machine code has paths for special values, a kernel each, over zeros, denormals, infinities, NaN and ordinary values.
#include <cmath>
#include <cstring>
#include <vector>
#define UNARY(name, T, expression) \
  __global__ void name(const T* a, const T*, T* out) { T x = a[threadIdx.x]; out[threadIdx.x] = expression; }
#define BINARY(name, T, expression) \
  __global__ void name(const T* a, const T* b, T* out) { T x = a[threadIdx.x], y = b[threadIdx.x]; out[threadIdx.x] = expression; }
UNARY(fsqrt, float, sqrtf(x))
UNARY(freciprocal, float, 1.0f / x)
BINARY(fquotient, float, x / y)
UNARY(fexactReciprocalRoot, float, __frsqrt_rn(x))
UNARY(freciprocalRoot, float, rsqrtf(x))
UNARY(flog, float, logf(x))
UNARY(flog2, float, log2f(x))
UNARY(flog10, float, log10f(x))
UNARY(fexp, float, expf(x))
UNARY(fexp2, float, exp2f(x))
UNARY(fexp10, float, exp10f(x))
UNARY(fastExp, float, __expf(x))
UNARY(fastLog, float, __logf(x))
BINARY(fastQuotient, float, __fdividef(x, y))
BINARY(fpower, float, powf(x, y))
UNARY(dsqrt, double, sqrt(x))
UNARY(dreciprocal, double, 1.0 / x)
BINARY(dquotient, double, x / y)
UNARY(dreciprocalRoot, double, rsqrt(x))
UNARY(dlog, double, log(x))
UNARY(dexp, double, exp(x))
// Of one value for the whole warp, of some lanes, in a loop, and of vectors.
__global__ void uniformQuotient(float x, float y, float* out) { out[threadIdx.x] = x / y; }
__global__ void someLanes(const float* a, float* out) {
  if (threadIdx.x % 3) out[threadIdx.x] = sqrtf(a[threadIdx.x]);
}
__global__ void inLoop(const float* a, const float* b, float* out, int n) {
  float sum = 0;
#pragma unroll 1
  for (int k = threadIdx.x; k < n; k += blockDim.x) sum += a[k] / b[n - 1 - k];
  out[threadIdx.x] = sum;
}
__global__ void ofVectors(const float4* a, float4* out) {
  float4 v = a[threadIdx.x];
  out[threadIdx.x] = make_float4(sqrtf(v.x), 1.0f / v.y, v.z / v.w, sqrtf(v.w));
}
unsigned state = 12345;
unsigned next() { return state = state * 1664525u + 1013904223u; }
template <class T> T pattern(unsigned kind) {
  const T sign = kind & 64 ? -1 : 1;
  const bool isSingle = sizeof(T) == 4;
  const int least = isSingle ? -149 : -1074, most = isSingle ? 127 : 1023;
  const T fraction = 1 + (T)(next() >> 16) / 65536;
  switch (kind % 16) {
    case 0: return sign * 0;
    case 1: return sign * (T)ldexp(1.0, least);
    case 2: return sign * (T)ldexp((double)fraction, least + 9);
    case 3: return sign * (T)ldexp((double)fraction, most);
    case 4: return sign * (T)ldexp((double)fraction, most - 1);
    case 5: return sign * (T)ldexp((double)fraction, most - 2);
    case 6: return sign * (T)INFINITY;
    case 7: return (T)NAN;
    case 8: return sign;
    case 9: return sign * (T)ldexp((double)fraction, least + 24);
    case 10: return sign * (T)ldexp((double)fraction, least + 50);
    case 11: return sign * (T)ldexp((double)fraction, (int)(next() >> 8) % most);
    case 12: return sign * (T)ldexp((double)fraction, -((int)(next() >> 8) % most));
    default: return sign * fraction * (T)(next() >> 24);
  }
}
template <class T, class K> void each(std::initializer_list<K> kernels) {
  const int n = 256;
  std::vector<T> a(n), b(n);
  for (int i = 0; i < n; i++) a[i] = pattern<T>(next() >> 20), b[i] = pattern<T>(next() >> 20);
  T *x, *y, *out;
  cudaMalloc(&x, n * sizeof(T)), cudaMalloc(&y, n * sizeof(T)), cudaMalloc(&out, n * sizeof(T));
  cudaMemcpy(x, a.data(), n * sizeof(T), cudaMemcpyHostToDevice), cudaMemcpy(y, b.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  for (K kernel : kernels) kernel<<<1, n>>>(x, y, out);
  if constexpr (sizeof(T) == 4) {
    for (float value : {3.0f, 0.0f, 1e-40f, 1e30f}) for (float by : {7.0f, 0.0f, 1e-40f, 3e38f}) uniformQuotient<<<1, 96>>>(value, by, out);
    someLanes<<<1, n>>>(x, out);
    inLoop<<<1, 64>>>(x, y, out, n);
    ofVectors<<<1, n / 4>>>((float4*)x, (float4*)out);
  }
}
int main() {
  using F = void (*)(const float*, const float*, float*);
  using D = void (*)(const double*, const double*, double*);
  each<float, F>({fsqrt, freciprocal, fquotient, fexactReciprocalRoot, freciprocalRoot, flog, flog2, flog10, fexp, fexp2, fexp10, fastExp, fastLog, fastQuotient, fpower});
  each<double, D>({dsqrt, dreciprocal, dquotient, dreciprocalRoot, dlog, dexp});
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
