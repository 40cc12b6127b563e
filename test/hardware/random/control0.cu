#include <cstdio>
#include <cuda_runtime.h>
struct Pair { int key; float value; };
struct Cell { int a; float b; short c; double d; };
struct Shape { int width, height; float scale; };
struct Range { int low, high; };
__constant__ float weights[64];
__constant__ int offsets[16];

template <typename T> __device__ T clampTo(T x, T low, T high) { return x < low ? low : (x > high ? high : x); }
template <int N> __device__ float sumOf(const float* p, int at) {
  float s = 0.0f;
  for (int k = 0; k < N; ++k) s += p[(at + k) & 8191];
  return s;
}
template <typename T> __device__ void swapIf(T& a, T& b, bool isWrong) {
  if (isWrong) { T c = a; a = b; b = c; }
}
template <typename F> __device__ float visit(int from, int to, F f) {
  float s = 0.0f;
  for (int k = from; k < to; ++k) s += f(k);
  return s;
}
__device__ void advance(float& value, int& at, int by) {
  at = (at + by) & 8191;
  value = value * 0.5f + (float)at;
}
__device__ Pair blend(Pair a, Pair b, float by) {
  Pair c;
  c.key = a.key > b.key ? a.key : b.key;
  c.value = a.value + (b.value - a.value) * by;
  return c;
}
__device__ Range around(int x, int radius, int n) {
  Range r;
  r.low = x - radius < 0 ? 0 : x - radius;
  r.high = x + radius > n ? n : x + radius;
  return r;
}
__device__ float polynomial(float x, const float (&c)[4]) { return ((c[3] * x + c[2]) * x + c[1]) * x + c[0]; }
__device__ __forceinline__ int hashOf(int x) { x ^= x >> 7; x *= 0x9E3779B1; return (x ^ (x >> 15)) & 8191; }
__device__ bool find(const int* p, int from, int count, int key, int& at) {
  for (int k = 0; k < count; ++k) {
    if (p[(from + k) & 8191] == key) { at = k; return true; }
  }
  return false;
}

__global__ void k0(const float4* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(t * 8 + k) & 8191];
  acc = acc * 0.5f + a1[3];
  out[((i ^ 1) + (i ^ 5) + 100) & 8191] += (float)(acc);
}

__global__ void k1(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = 0.0f;
  acc += polynomial(acc, a1);
  acc -= fminf((float)in[(t) & 8191], 4.0f) * 0.1f;
  out[((size_t)(t * m) * m + (t & 7)) & 8191] = (float)(acc);
}

__global__ void k2(const int* in, float4* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  if (i >= 1 && i < n - 5) {
    switch (m) {
      case 0:
        out[((t >> 1) + (t >> 2)) & 8191].z = acc;
        break;
      case 1:
        out[(t / 8 + t + 1) & 8191] = make_float4(acc, 0.0f, acc, 2.0f);
        break;
      case 2:
        acc += sumOf<3>(real, i * 17 + (t >> 1) + 2);
      default:
        acc = acc * 0.5f + (threadIdx.x * 8 < n ? real[((i >> 3) + t * 2) & 8191] : (float)in[(t + 1) & 8191]);
    }
  }
  out[((size_t)((threadIdx.x & 7)) * m + (threadIdx.x & 28)) & 8191] = make_float4(acc, 0.0f, acc, 2.0f);
}

__global__ void k3(const float* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[512];
  tile[((t & 7)) & 511] = (real[(i) & 8191] < 2.0f ? clampTo(acc, -1.0f, 8.0f) : (float)__ldg(&in[((size_t)((threadIdx.x >> 5)) * m + i * 3 + (t ^ 5)) & 8191]));
  __syncthreads();
  if (threadIdx.x > 40) return;
  for (int k1 = 5; k1 > 0; --k1) {
    acc = acc * 0.5f + tile[((i ^ 5) + threadIdx.x + k1 * 32 + 100) & 511];
  }
  out[((t & 15) + 5) & 8191] = (unsigned)clampTo(tile[((i ^ 5)) & 511], 0.0f, 100.0f);
}

__global__ void k4(const float* in, float2* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (__all_sync(0xffffffffu, t < m || (i & 8))) acc += (float)in[((t ^ 5) - threadIdx.x) & 8191];
  for (int k2 = 0; k2 < 2; ++k2) {
    acc += real[(t + threadIdx.x * m + k2 * 3) & 8191];
  }
  out[(threadIdx.x % (n + 1)) & 8191] = make_float2(acc, acc);
}

__global__ void k5(const float2* __restrict__ in, int* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 32) tile[j] = (float)in[(t * m) & 8191].y;
  __syncthreads();
  if (threadIdx.x > 40) return;
  for (int k1 = 0; k1 < n & 7; ++k1) {
    if (threadIdx.x < 8) {
      if ((t & 3) > i % 16) {
        acc += (float)in[(threadIdx.x + k1 * m + 2) & 8191].x;
      }
    }
  }
  out[(t + i * m) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k6(const unsigned char* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  float w1 = acc + (float)in[(i - t % 3) & 8191];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  acc += (float)__ldg(&in[((size_t)((threadIdx.x >> 2)) * m + t * 33 - (i ^ 16)) & 8191]) * acc;
  out[(i) & 8191] += (double)(acc);
}

__global__ void k7(const unsigned char* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  int w1 = threadIdx.x * 2 - i * 2;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  #pragma unroll 2
  for (int k2 = 0; k2 < t % 4 + 1; ++k2) {
    acc += (float)keys[hashOf(i % 16 - threadIdx.x % 4 + k2)];
  }
  out[(threadIdx.x) & 8191].value = acc;
}

__global__ void k8(const float* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 1.0f;
  float w1 = acc + clampTo(sinf((float)in[keys[(i) & 8191]]), -1.0f, 8.0f);
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  switch (threadIdx.x % 4) {
    case 0:
      acc += (float)in[(threadIdx.x * m - t) & 8191];
      break;
    case 1:
      acc = acc * 0.5f + ((threadIdx.x & 3) != 0 ? sumOf<4>(real, threadIdx.x * 8 + (t ^ 1)) : real[(t) & 8191]);
      break;
    case 2:
      acc = acc * 0.5f + sumOf<4>(real, (i ^ 5) - (threadIdx.x >> 3));
      break;
    case 3:
      out[(threadIdx.x - threadIdx.x * 16) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
      break;
    default:
      out[keys[(t % 16 - (t & 15)) & 8191]] = (long long)clampTo(acc, 0.0f, 100.0f);
  }
  out[hashOf(threadIdx.x + (t >> 1) + 2)] = (long long)clampTo((float)in[(threadIdx.x * 16 + t * 2) & 8191], 0.0f, 100.0f);
}

__global__ void k9(const Pair* in, unsigned char* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  float a1[16];
  for (int k = 0; k < 16; ++k) a1[k] = real[(i + k) & 8191];
  for (int k = 0; k < m; ++k) a1[(t + k) & 15] += acc;
  for (int k = 0; k < 16; ++k) acc += a1[k] * weights[k];
  for (unsigned k2 = 32; k2 > 0; k2 >>= 1) {
    for (int k3 = 0; k3 < 7; ++k3) {
      acc -= (float)in[((t >> 3) + i / m) & 8191].value * 0.1f;
    }
  }
  out[((i ^ 5) + 2) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k10(const float* in, Pair* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  __shared__ float tile[256];
  tile[(threadIdx.x - (threadIdx.x >> 5)) & 255] = sumOf<2>(real, row + 100);
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  for (int k1 = 0; k1 < 4; ++k1) {
    acc = fmaxf(acc, (float)in[(col + k1 * blockDim.x) & 8191]);
  }
  out[(threadIdx.x) & 8191].value = acc;
}

__global__ void k11(const float* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  if (__any_sync(0xffffffffu, i % m > (col & 7))) acc += (float)in[(row % m + row * 16) & 8191];
  for (int k2 = 0; k2 < 4; ++k2) {
    acc = fmaxf(acc, (float)in[((t & 28) + k2 * blockDim.x) & 8191]);
  }
  if (i >= 5 && i < n - 5) {
    for (int k3 = 0; k3 < 7; ++k3) {
      acc = fmaxf(acc, (i >= 5 && i < n - 1 ? (col < n ? (float)in[keys[(threadIdx.x * 33 + k3 * 32) & 8191]] : weights[(threadIdx.x + k3 * m) & 63]) : (float)in[(threadIdx.x + k3 * 3) & 8191]));
    }
  } else {
    acc += sumOf<2>(real, (col >> 5));
  }
  out[((size_t)(row / 3) * m + t % (n + 1) + t * 33 + 5) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k12(const Pair* __restrict__ in, int* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  float w1 = acc + rsqrtf(1.0f + fabsf(sumOf<7>(real, i)));
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  switch (threadIdx.x % 3) {
    case 0:
      atomicMax(&out[(threadIdx.x % (n + 1) + i / m) & 8191], (int)((i >> 2)));
      break;
    case 1:
      acc = fmaxf(acc, fmaf((float)in[(threadIdx.x * 16 + 2) & 8191].value, 0.5f, 1.0f) * weights[m]);
      break;
    case 2:
      acc = acc * 0.5f + sumOf<3>(real, i + i * 16);
      break;
    default:
      out[((size_t)(threadIdx.x % 16) * m + i * m) & 8191] = (int)clampTo(real[(i / m + i / 2) & 8191], 0.0f, 100.0f);
  }
  atomicAdd(&out[hashOf(i / 8)], (int)(acc));
}

__global__ void k13(const float* in, short* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  if (__all_sync(0xffffffffu, i >= 5 && i < n - 5)) acc += (float)in[(t) & 8191] * weights[m] * 3.0f;
  float a2[8];
  for (int k = 0; k < 8; ++k) a2[k] = real[(i + k) & 8191];
  for (int k = 0; k < m; ++k) a2[k & 7] += acc;
  for (int k = 0; k < 8; ++k) acc += a2[k] * a2[7 - k];
  int at3 = (i + t % 7) & 8191;
  advance(acc, at3, t);
  advance(acc, at3, 1);
  out[(threadIdx.x * m + (i >> 1)) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k14(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = 1.0f;
  if (t % 3 == 0) return;
  acc += visit(0, m, [&](int k) { return real[((row & 15) + k * m) & 8191] * acc; });
  atomicAdd(&out[(threadIdx.x * 3 + threadIdx.x * 8 + 1) & 8191], (float)(acc));
}

__global__ void k15(const double* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  if (__all_sync(0xffffffffu, t < m || (i & 8))) acc += real[hashOf(i * 33)];
  if (threadIdx.x > 40) return;
  for (int k2 = 0; k2 < 7; ++k2) {
    out[keys[((threadIdx.x >> 1) - (t ^ 5) + k2 * m) & 8191]] = (double)(acc);
  }
  out[hashOf((t >> 2) - threadIdx.x / 32)] = (double)(acc);
}

__global__ void k16(const long long* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  acc = fmaxf(acc, (t < m || (i & 8) ? (t < m || (i & 8) ? 1.5f : (float)in[((size_t)((threadIdx.x >> 3)) * m + threadIdx.x - (threadIdx.x & 7)) & 8191]) : (col % 2 == 0 ? weights[(i * 17 - i / 8) & 63] : (float)keys[(row) & 8191])));
  out[hashOf(col / m - i * 33)] = Cell{i, sumOf<2>(real, (row & 28) + threadIdx.x * 16), 1, 2.0};
}

__global__ void k17(const float4* __restrict__ in, short* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)in[(t * 8 + 5) & 8191].z;
  __syncthreads();
  int w1 = threadIdx.x * 16 + 2;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  acc += visit(0, 6, [&](int k) { return real[(t + k * m) & 8191] * acc; });
  out[(i) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k18(const float* in, float* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  float w1 = acc + (float)in[hashOf(i * 2)];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  out[((threadIdx.x ^ 1) + (t >> 5)) & 8191] = (float)(acc);
  for (int k2 = 0; k2 < 7; ++k2) {
    atomicAdd(&out[hashOf(i / 2 - t + k2 * 32 + 100)], (float)(acc));
  }
  out[((size_t)(i * 4) * m + t * 33 + threadIdx.x + 5) & 8191] = (float)(acc);
}

__global__ void k19(const float* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float square[16][32];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 32] = weights[(i - row * 16) & 63];
  __syncthreads();
  switch (threadIdx.x % 5) {
    case 0:
      acc += (threadIdx.x < n ? (keys[(i % 3 - i * 33) & 8191] > 20 ? square[threadIdx.x % 16][threadIdx.y % 32] : real[(col) & 8191]) : (float)t * weights[m]);
      break;
    case 1:
      out[(i) & 8191].z = (float)__ldg(&in[((i >> 2) + t) & 8191]);
      break;
    case 2:
      acc = fmaxf(acc, (float)in[((size_t)(threadIdx.x % 4) * m + i / 3 + col * 3) & 8191]);
      break;
    case 3:
      acc += square[(row + threadIdx.x) & 15][threadIdx.x % 32];
      break;
    case 4:
      acc = fmaxf(acc, square[(col + (t ^ 5)) & 15][threadIdx.x % 32]);
    default:
      acc += (float)__ldg(&in[((size_t)(t % m) * m + (col >> 3) + 1) & 8191]);
  }
  out[(i) & 8191] = make_float4(acc, 0.0f, acc, 2.0f);
}

__global__ void k20(const long long* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  #pragma unroll 1
  for (int k1 = 0; k1 < 12; ++k1) {
    if (k1 == m) break;
    acc = acc * 0.5f + weights[(threadIdx.x - threadIdx.x * 2 + k1 * m) & 63];
    out[(t * m + threadIdx.x + k1 * blockDim.x) & 8191] = (long long)clampTo(weights[(t * m + k1 * 3) & 63], 0.0f, 100.0f);
    if (threadIdx.x * m < n) break;
  }
  int at2 = (i % 3) & 8191;
  advance(acc, at2, t);
  advance(acc, at2, m);
  out[(i + (t & 28) + 1) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k21(const Pair* in, float* out, const int* keys, const float* real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  int w1 = i * m + t;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  out[(col * m - i * 3) & 8191] += (float)((float)in[(col * 4 + col * m) & 8191].key);
  out[((size_t)(i % 4) * m + threadIdx.x * 2) & 8191] += (float)(acc);
}

__global__ void k22(const Cell* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  float w1 = acc + 1.5f * acc * acc;
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  for (int k2 = 3; k2 > 0; --k2) {
    acc = acc * 0.5f + floorf((float)in[(i * 16) & 8191].a);
    out[(t / 2 + k2 * 3) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
    if (keys[((size_t)(t) * m + (threadIdx.x ^ 1) + i * 17 + k2 * blockDim.x) & 8191] > 40) break;
  }
  out[(threadIdx.x - t * m + 5) & 8191] = (unsigned)clampTo((keys[(i) & 8191] > 20 ? (float)in[((i & 28) - t * 33) & 8191].a : fminf((float)in[((size_t)(t) * m + threadIdx.x / m + (t & 15) + 100) & 8191].a, 4.0f)), 0.0f, 100.0f);
}

__global__ void k23(const unsigned char* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  if (i >= n) return;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(i + k) & 8191];
  for (int k = 0; k < 8; ++k) acc += a1[k] * weights[k];
  switch ((row * 17) & 7) {
    case 0:
      acc -= (float)keys[keys[(threadIdx.x + i * m + 2) & 8191]] * 2.0f;
      break;
    case 1:
      acc += weights[(t * 3) & 63];
      break;
    case 2:
      acc = acc * 0.5f + (float)in[keys[((col >> 3) - t % 32) & 8191]];
      break;
    default:
      acc += weights[(i * 8) & 63];
  }
  out[(col % 4) & 8191].d = acc;
}

__global__ void k24(const short* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  int at1 = -1;
  if (find(keys, threadIdx.x % 16, 16, 48, at1)) acc += (float)at1;
  int x2 = n;
  while (x2 > 0) {
    for (int k3 = 0; k3 < 16; ++k3) {
      acc += (float)in[(t * 4 + 2) & 8191];
    }
    x2 = x2 / m;
  }
  out[(t + t * 8) & 8191].value = (float)in[hashOf(i * 16)];
}

int main() {
  static int hostKeys[8192];
  static float hostReal[8192];
  float hostWeights[64];
  for (int k = 0; k < 8192; ++k) { hostKeys[k] = (k * 37 + 11) % 64; hostReal[k] = (float)(k * 7 % 13) * 0.25f; }
  for (int k = 0; k < 64; ++k) hostWeights[k] = (float)(k % 5) * 0.5f;
  char *in, *out; int* keys; float* real;
  cudaMalloc(&in, 8192 * sizeof(Cell)); cudaMalloc(&out, 8192 * sizeof(Cell));
  cudaMalloc(&keys, sizeof hostKeys); cudaMalloc(&real, sizeof hostReal);
  cudaMemset(in, 0, 8192 * sizeof(Cell)); cudaMemset(out, 0, 8192 * sizeof(Cell));
  cudaMemcpy(keys, hostKeys, sizeof hostKeys, cudaMemcpyHostToDevice);
  cudaMemcpy(real, hostReal, sizeof hostReal, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, hostWeights, sizeof hostWeights);
  k0<<<dim3(5, 1), dim3(64, 1)>>>((const float4*)in, (float*)out, keys, real, 320, 4);
  k1<<<dim3(2, 1), dim3(96, 1)>>>((const float*)in, (float*)out, keys, real, 500, 2);
  k2<<<dim3(1, 1), dim3(32, 1)>>>((const int*)in, (float4*)out, keys, real, 32, 6);
  k3<<<dim3(2, 1), dim3(32, 1)>>>((const float*)in, (unsigned*)out, keys, real, 500, 6);
  k4<<<dim3(2, 1), dim3(128, 1)>>>((const float*)in, (float2*)out, keys, real, 333, 2);
  k5<<<dim3(1, 1), dim3(32, 1)>>>((const float2*)in, (int*)out, keys, real, 100, 9);
  k6<<<dim3(5, 1), dim3(96, 1)>>>((const unsigned char*)in, (double*)out, keys, real, 500, 2);
  k7<<<dim3(5, 1), dim3(96, 1)>>>((const unsigned char*)in, (Pair*)out, keys, real, 480, 2);
  k8<<<dim3(3, 1), dim3(64, 1)>>>((const float*)in, (long long*)out, keys, real, Shape{9, 192, 0.5f});
  k9<<<dim3(3, 1), dim3(128, 1)>>>((const Pair*)in, (unsigned char*)out, keys, real, 100, 2);
  k10<<<dim3(5, 1), dim3(32, 8)>>>((const float*)in, (Pair*)out, keys, real, 77, 7);
  k11<<<dim3(5, 2), dim3(32, 8)>>>((const float*)in, (long long*)out, keys, real, Shape{5, 2560, 0.5f});
  k12<<<dim3(2, 1), dim3(128, 1)>>>((const Pair*)in, (int*)out, keys, real, 100, 2);
  k13<<<dim3(3, 1), dim3(256, 1)>>>((const float*)in, (short*)out, keys, real, 100, 4);
  k14<<<dim3(2, 1), dim3(32, 4)>>>((const float*)in, (float*)out, keys, real, Shape{2, 500, 0.5f});
  k15<<<dim3(2, 1), dim3(96, 1)>>>((const double*)in, (double*)out, keys, real, Shape{4, 77, 0.5f});
  k16<<<dim3(2, 1), dim3(32, 8)>>>((const long long*)in, (Cell*)out, keys, real, 100, 5);
  k17<<<dim3(5, 1), dim3(32, 1)>>>((const float4*)in, (short*)out, keys, real, Shape{5, 500, 0.5f});
  k18<<<dim3(1, 1), dim3(128, 1)>>>((const float*)in, (float*)out, keys, real, Shape{4, 128, 0.5f});
  k19<<<dim3(2, 2), dim3(16, 16)>>>((const float*)in, (float4*)out, keys, real, 77, 4);
  k20<<<dim3(5, 1), dim3(32, 1)>>>((const long long*)in, (long long*)out, keys, real, 500, 2);
  k21<<<dim3(3, 2), dim3(16, 2)>>>((const Pair*)in, (float*)out, keys, real, Shape{4, 77, 0.5f});
  k22<<<dim3(1, 1), dim3(96, 1)>>>((const Cell*)in, (unsigned*)out, keys, real, 96, 7);
  k23<<<dim3(3, 1), dim3(4, 16)>>>((const unsigned char*)in, (Cell*)out, keys, real, 77, 4);
  k24<<<dim3(2, 1), dim3(4, 16)>>>((const short*)in, (Pair*)out, keys, real, Shape{4, 100, 0.5f});
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
