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

__global__ void k0(const float2* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[t] = (float)in[((i & 3) + i / 32) & 8191].x;
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  int w1 = t % 16 - (t ^ 16);
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  if (i >= n) return;
  if (threadIdx.x % 2 == 0) {
    out[(i + w1 * 16 + 1) & 8191] += (double)(acc);
  }
  out[keys[(w1 / 3 + w1) & 8191]] = (double)(acc);
}

__global__ void k1(const int* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  if (i < 3) return;
  switch (threadIdx.x % 5) {
    case 0:
      acc += tanhf((float)in[(t) & 8191]);
      break;
    case 1:
      acc += sumOf<7>(real, (threadIdx.x >> 1) + threadIdx.x % 7);
      break;
    case 2:
      out[((i ^ 1) - (t >> 5)) & 8191] = (double)(acc);
      break;
    case 3:
      acc += real[(threadIdx.x + 5) & 8191];
      break;
    case 4:
      acc += real[(i * m) & 8191];
      break;
    default:
      acc = fmaxf(acc, (float)in[(threadIdx.x + threadIdx.x % (n + 1)) & 8191]);
  }
  out[((size_t)(threadIdx.x * 4) * m + i * 17) & 8191] += (double)(acc);
}

__global__ void k2(const Cell* in, double* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 64) tile[j] = (float)in[(t % m + i) & 8191].b;
  __syncthreads();
  int w1 = __shfl_sync(0xffffffffu, i % (n + 1), 31);
  float a2[16];
  for (int k = 0; k < 16; ++k) a2[k] = (float)k;
  for (int k = 0; k < 16; ++k) acc += a2[k] * 0.5f;
  #pragma unroll 4
  for (int k3 = 1; k3 < 5; k3 += 2) {
    acc = fmaxf(acc, a2[(threadIdx.x - (t ^ 5)) & 15]);
  }
  #pragma unroll 1
  for (int k4 = t & 1; k4 < 16; k4 += 2) {
    acc = acc * 0.5f + a2[7];
  }
  out[(threadIdx.x) & 8191] = (double)(acc);
}

__global__ void k3(const Pair* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  __shared__ float tile[256];
  tile[t] = (float)in[((size_t)(i) * m + t) & 8191].key;
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  acc = acc * 0.5f + (float)in[(i % 7 + threadIdx.x) & 8191].value;
  int x1 = n;
  while (x1 > 0) {
    for (int k2 = t & 1; k2 < m; k2 += 2) {
      acc = acc * 0.5f + tile[(threadIdx.x % m + x1 * m) & 255];
      out[(threadIdx.x * 2 + (i ^ 5) + x1 * 32) & 8191] = Cell{i, (float)keys[((size_t)(t * m) * m + i * m + threadIdx.x) & 8191], 1, 2.0};
    }
    x1 -= 3;
  }
  out[(t - threadIdx.x * 2) & 8191].d = acc;
}

__global__ void k4(const short* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  if (t % 3 == 0) return;
  for (int k1 = 0; k1 < 8; ++k1) {
    out[(t / 2 + k1 * blockDim.x) & 8191] = make_float2(((col & 3) != 0 ? __expf(sumOf<4>(real, t * m + k1)) : weights[(t * m + k1 * blockDim.x + 5) & 63]), acc);
  }
  out[((col ^ 5) - i % 3) & 8191] = make_float2(acc, 1.0f);
}

__global__ void k5(const unsigned char* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[(i / 8 - i) & 255] = real[((row ^ 5) + t * 2) & 8191];
  __syncthreads();
  acc += visit(0, m, [&](int k) { return real[(t + k * m) & 8191] * acc; });
  out[keys[((t >> 2) + col) & 8191]] = (float)(sinf((float)in[((t >> 2)) & 8191]) * acc);
}

__global__ void k6(const float* in, float2* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 256) tile[j] = (float)in[(t % 32 + i) & 8191];
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[(threadIdx.x % 7 + 2) & 31], m);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  float w1 = acc + real[keys[(t) & 8191]];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  float a2[8];
  for (int k = 0; k < 8; ++k) a2[k] = (float)k;
  for (int k = 0; k < m; ++k) a2[(t + k) & 7] += real[(i + k * 32) & 8191];
  acc += (float)in[((i & 7)) & 8191];
  out[(t * 8 + threadIdx.x % 3) & 8191] = make_float2((float)keys[hashOf(t + (t >> 1) + 2)], 1.0f);
}

__global__ void k7(const float* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 128) tile[j] = (float)in[(i + (row ^ 1) + 100) & 8191];
  __syncthreads();
  for (int k1 = 0; k1 < 2; ++k1) {
    if ((k1 & 1) == 0) break;
    if (threadIdx.x < 20) {
      for (int k2 = 0; k2 < 32; ++k2) {
        out[((size_t)(row / 2) * m + row / 8 + k2 * 32 + 100) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
      }
    }
  }
  out[((size_t)(col) * m + (row ^ 1)) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k8(const short* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  int w1 = i / m;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  if (i < 3) return;
  for (int k2 = 0; k2 < 4; ++k2) {
    for (int k3 = 1; k3 < 12; k3 += 2) {
      out[(i) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
    }
    acc += real[((w1 >> 1) + t / 8 + k2) & 8191] * 0.25f;
  }
  out[(i * 2) & 8191] = (unsigned)clampTo((float)in[(w1 - (col & 7)) & 8191], 0.0f, 100.0f);
}

__global__ void k9(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (threadIdx.x > 40) return;
  int x1 = m * 4;
  while (x1 > 0) {
    for (int k2 = 0; k2 < 3; ++k2) {
      for (int k3 = threadIdx.x; k3 < 64; k3 += blockDim.x) {
        if (threadIdx.x < 20) continue;
        out[((threadIdx.x >> 3) + (threadIdx.x & 7) + k2 + 1) & 8191] += (float)((float)in[((size_t)(t) * m + t / m + k2 * blockDim.x) & 8191]);
      }
    }
    x1 -= 3;
  }
  atomicAdd(&out[((threadIdx.x & 3)) & 8191], (float)((float)in[hashOf(threadIdx.x - (i >> 1))] * weights[m]));
}

__global__ void k10(const Cell* in, int* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  int w1 = __shfl_sync(0xffffffffu, (i & 15), 0);
  if (i >= n) return;
  if (t < m || (i & 8)) {
    out[hashOf(i / 8)] = (int)clampTo(acc, 0.0f, 100.0f);
  }
  float u2 = (float)keys[((w1 >> 1) + (w1 & 3)) & 8191], v3 = weights[(w1 - (i >> 3)) & 63];
  swapIf(u2, v3, u2 > v3);
  acc += u2 - v3 * 0.5f;
  out[(w1 * 8 + i * 3 + 5) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k11(const float2* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  float u1 = (float)in[keys[(threadIdx.x * 16) & 8191]].y, v2 = clampTo(sumOf<3>(real, threadIdx.x % m), -1.0f, 8.0f);
  swapIf(u1, v2, u1 > v2);
  acc += u1 - v2 * 0.5f;
  for (int k3 = 3; k3 > 0; --k3) {
    for (int k4 = threadIdx.x; k4 < 200; k4 += blockDim.x) {
      acc = acc * 0.5f + sumOf<7>(real, i * m + i * m + k4 * blockDim.x);
    }
    for (int k5 = 1; k5 < n & 7; k5 += 2) {
      out[(i + k3 + 2) & 8191] = (float)(acc);
      if (i >= 5 && i < n - 1) break;
    }
  }
  out[hashOf((i & 15))] += (float)(acc);
}

__global__ void k12(const float* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  out[((t ^ 16)) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
  int low1 = 0, high2 = 64;
  while (low1 < high2) {
    int mid3 = (low1 + high2) / 2;
    if (keys[mid3 & 8191] < 20) low1 = mid3 + 1; else high2 = mid3;
  }
  acc += (float)low1;
  out[((size_t)(low1) * m + (t & 3) - (low1 & 3)) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k13(const unsigned* in, short* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 1.0f;
  __shared__ float tile[256];
  tile[t] = (float)in[((t ^ 1)) & 8191];
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[(t * m + i / 3) & 31], 1);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  int x1 = n;
  while (x1 > 0) {
    out[keys[(t - threadIdx.x % (n + 1)) & 8191]] = (short)clampTo(acc, 0.0f, 100.0f);
    x1 -= 3;
  }
  out[(t % 4 + t) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k14(const int* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  float w1 = acc + (float)in[(t * 4 + i % 4) & 8191];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  for (int k2 = 12; k2 > 0; --k2) {
    acc += (float)in[((size_t)(i * m) * m + i + row + 2) & 8191];
  }
  atomicAdd(&out[(i) & 8191], (float)(acc));
}

__global__ void k15(const Cell* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  if (row >= m) return;
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = real[(t * 4 + k) & 8191];
  for (int k = 0; k < m; ++k) a1[keys[(i + k) & 8191] & 3] += real[(i + k * 32) & 8191];
  for (int k = 0; k < 4; ++k) acc += a1[k] * weights[k];
  out[((size_t)(t) * m + threadIdx.x - threadIdx.x * 17) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
  switch (m) {
    case 0:
      out[(col * m + row % 4) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
      break;
    case 1:
      out[(col * m) & 8191] = (unsigned char)clampTo(a1[(threadIdx.x % 4) & 3], 0.0f, 100.0f);
      break;
    case 2:
      acc = acc * 0.5f + (t * 4 > row ? rsqrtf(1.0f + fabsf(a1[(threadIdx.x) & 3])) : a1[3]);
      break;
    case 3:
      acc = acc * 0.5f + clampTo(clampTo((float)in[(i % 32) & 8191].d, -1.0f, 8.0f), -1.0f, 8.0f);
      break;
    default:
      out[((col ^ 5) - threadIdx.x * m) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
  }
  out[keys[((col ^ 5) - row * 2 + 100) & 8191]] = (unsigned char)clampTo((float)keys[(row) & 8191], 0.0f, 100.0f);
}

__global__ void k16(const unsigned* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[(threadIdx.x * m + (threadIdx.x >> 3)) & 255] = real[((threadIdx.x & 15) + i + 2) & 8191];
  __syncthreads();
  float w1 = acc + floorf(tile[(i) & 255]);
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  for (int k2 = 0; k2 < 7; ++k2) {
    out[(i * m + threadIdx.x / 3 + k2 * blockDim.x) & 8191] += (float)(acc);
    switch (keys[(threadIdx.x % 7 + k2) & 8191] % 5) {
      case 0:
        acc += (float)__ldg(&in[((i & 15) + k2) & 8191]);
        break;
      case 1:
        acc = acc * 0.5f + tile[((threadIdx.x >> 2) + k2 * m) & 255];
        break;
      case 2:
        acc += (float)keys[((i ^ 5)) & 8191] * acc;
        break;
      case 3:
        acc = fmaxf(acc, tile[((i >> 3) + threadIdx.x * m + k2 * 3) & 255]);
        break;
      case 4:
        out[((i >> 5) + k2 * blockDim.x) & 8191] = (float)(acc);
        break;
      default:
        acc = fmaxf(acc, weights[((threadIdx.x & 7) + threadIdx.x * 8 + k2) & 63]);
    }
  }
  acc = fmaxf(acc, (float)__ldg(&in[((threadIdx.x & 7) - t * 16) & 8191]));
  out[((size_t)(threadIdx.x / 32) * m + i) & 8191] += (float)(acc);
}

__global__ void k17(const int* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[t] = (float)in[(t) & 8191];
  __syncthreads();
  float w1 = acc + weights[((threadIdx.x >> 1) + (i >> 1)) & 63];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  acc = w1;
  int low2 = 0, high3 = 64;
  while (low2 < high3) {
    int mid4 = (low2 + high3) / 2;
    if (keys[mid4 & 8191] < 20) low2 = mid4 + 1; else high3 = mid4;
  }
  acc += (float)low2;
  out[(low2 % m + low2 % 32) & 8191] = Pair{i, acc};
}

__global__ void k18(const int* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  int w1 = (t ^ 5);
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  for (int k2 = 0; k2 < 5; ++k2) {
    if (w1 % 2 == 0) {
      out[keys[(i / 2 + w1 + k2 * m) & 8191]] = (float)((float)__ldg(&in[(t - i / 8 + k2) & 8191]));
    }
  }
  out[(threadIdx.x - threadIdx.x % 7) & 8191] += (float)(acc);
}

__global__ void k19(const float* in, float* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (t % 3 == 0) return;
  int x1 = m * 4;
  while (x1 > 0) {
    int x2 = t;
    do {
      out[((i & 15) + x2 * 32) & 8191] = (float)(acc);
      x2 -= x2 & -x2;
    } while (x2 > 0);
    x1 >>= 1;
  }
  acc += real[((size_t)(threadIdx.x * 2) * m + (t >> 2) + t / m) & 8191];
  atomicAdd(&out[keys[((threadIdx.x >> 1)) & 8191]], (float)(acc));
}

__global__ void k20(const unsigned* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  #pragma unroll 4
  for (int k1 = 0; k1 < 2; ++k1) {
    switch (m) {
      case 0:
        acc += clampTo(real[(t + t + k1 * m) & 8191], -1.0f, 8.0f) * weights[m];
        break;
      case 1:
        out[(i * 17 + k1 * m) & 8191] = (float)(real[keys[((t & 28)) & 8191]]);
      case 2:
        out[keys[(threadIdx.x * m + i % 16 + k1) & 8191]] = (float)((float)keys[((threadIdx.x & 15) + k1) & 8191]);
        break;
      case 3:
        out[(threadIdx.x * 16 + k1 * 3) & 8191] = (float)(acc);
        break;
      case 4:
        out[((t ^ 16) + k1 * m) & 8191] = (float)(acc);
        break;
      default:
        acc -= real[keys[(i + threadIdx.x % 32) & 8191]] * 0.1f;
    }
    for (int k2 = threadIdx.x; k2 < 100; k2 += blockDim.x) {
      if (real[((i ^ 16) + k2) & 8191] < 2.0f) {
        atomicAdd(&out[(t + (t >> 5) + k1 * 3) & 8191], (float)(real[hashOf(i + k2 * 3)] * 3.0f));
        acc = fmaxf(acc, (i >= 5 && i < n - 5 ? fminf((float)t, 4.0f) : (float)keys[(threadIdx.x * m - t + k2 * 32) & 8191]));
      }
    }
  }
  out[(t / 3 + i * 17) & 8191] += (float)(acc);
}

__global__ void k21(const Cell* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)in[(threadIdx.x * 8) & 8191].a;
  __syncthreads();
  for (int k1 = 0; k1 < 16; ++k1) {
    for (int k2 = 0; k2 < 16; ++k2) {
      acc = fmaxf(acc, clampTo(weights[(t * m - i + k2 * blockDim.x) & 63], -1.0f, 8.0f));
      out[((threadIdx.x ^ 16) - i) & 8191] = (float)(acc);
    }
  }
  out[(threadIdx.x / 3 + threadIdx.x) & 8191] = (float)(acc);
}

__global__ void k22(const float* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  float u1 = ((i & 3) != 0 ? (float)in[((i & 3) - i) & 8191] : floorf(acc)), v2 = (threadIdx.x < 8 ? clampTo((float)in[(t * 33) & 8191], -1.0f, 8.0f) : logf(1.0f + fabsf((float)keys[(t + threadIdx.x % 16 + 1) & 8191])));
  swapIf(u1, v2, u1 > v2);
  acc += u1 - v2 * 0.5f;
  out[(t / 2) & 8191] = Pair{i, acc};
}

__global__ void k23(const double* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  __shared__ float square[16][32];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 32] = (float)__ldg(&in[((i ^ 5)) & 8191]);
  __syncthreads();
  for (int k1 = threadIdx.x; k1 < n; k1 += blockDim.x) {
    out[(col / 3 + k1 * m + 100) & 8191] = (double)(square[threadIdx.x % 16][threadIdx.y % 32]);
  }
  out[((size_t)(row * 16) * m + t * 3 + 1) & 8191] = (double)(square[threadIdx.x % 16][threadIdx.y % 32]);
}

__global__ void k24(const float* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  float w1 = acc + floorf((float)in[((row >> 1) + t % 16) & 8191]);
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  float a2[16];
  for (int k = 0; k < 16; ++k) a2[k] = real[(i + k) & 8191];
  int x3 = m * 4;
  do {
    acc -= real[((i >> 3) - threadIdx.x * 17 + x3 * blockDim.x) & 8191] * 2.0f;
    x3 = x3 / m;
  } while (x3 > 0);
  out[(threadIdx.x) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
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
  k0<<<dim3(1, 1), dim3(64, 1)>>>((const float2*)in, (double*)out, keys, real, 333, 7);
  k1<<<dim3(3, 1), dim3(128, 1)>>>((const int*)in, (double*)out, keys, real, Shape{9, 100, 0.5f});
  k2<<<dim3(5, 1), dim3(64, 1)>>>((const Cell*)in, (double*)out, keys, real, 320, 7);
  k3<<<dim3(1, 1), dim3(128, 1)>>>((const Pair*)in, (Cell*)out, keys, real, 100, 7);
  k4<<<dim3(3, 1), dim3(32, 8)>>>((const short*)in, (float2*)out, keys, real, 500, 9);
  k5<<<dim3(1, 1), dim3(32, 8)>>>((const unsigned char*)in, (float*)out, keys, real, 100, 5);
  k6<<<dim3(1, 1), dim3(256, 1)>>>((const float*)in, (float2*)out, keys, real, 100, 7);
  k7<<<dim3(5, 1), dim3(32, 4)>>>((const float*)in, (long long*)out, keys, real, 77, 9);
  k8<<<dim3(2, 1), dim3(16, 2)>>>((const short*)in, (unsigned*)out, keys, real, 333, 6);
  k9<<<dim3(5, 1), dim3(256, 1)>>>((const float*)in, (float*)out, keys, real, 77, 9);
  k10<<<dim3(1, 1), dim3(256, 1)>>>((const Cell*)in, (int*)out, keys, real, 500, 7);
  k11<<<dim3(5, 1), dim3(32, 1)>>>((const float2*)in, (float*)out, keys, real, 500, 4);
  k12<<<dim3(1, 1), dim3(96, 1)>>>((const float*)in, (unsigned*)out, keys, real, 96, 4);
  k13<<<dim3(5, 1), dim3(128, 1)>>>((const unsigned*)in, (short*)out, keys, real, Shape{3, 333, 0.5f});
  k14<<<dim3(3, 2), dim3(32, 4)>>>((const int*)in, (float*)out, keys, real, Shape{5, 333, 0.5f});
  k15<<<dim3(2, 2), dim3(16, 2)>>>((const Cell*)in, (unsigned char*)out, keys, real, 77, 7);
  k16<<<dim3(1, 1), dim3(128, 1)>>>((const unsigned*)in, (float*)out, keys, real, 333, 2);
  k17<<<dim3(3, 1), dim3(256, 1)>>>((const int*)in, (Pair*)out, keys, real, 77, 6);
  k18<<<dim3(2, 1), dim3(256, 1)>>>((const int*)in, (float*)out, keys, real, 512, 2);
  k19<<<dim3(5, 1), dim3(32, 1)>>>((const float*)in, (float*)out, keys, real, 500, 5);
  k20<<<dim3(2, 1), dim3(128, 1)>>>((const unsigned*)in, (float*)out, keys, real, 500, 6);
  k21<<<dim3(2, 1), dim3(32, 1)>>>((const Cell*)in, (float*)out, keys, real, 333, 7);
  k22<<<dim3(5, 1), dim3(16, 2)>>>((const float*)in, (Pair*)out, keys, real, Shape{4, 100, 0.5f});
  k23<<<dim3(3, 1), dim3(4, 16)>>>((const double*)in, (double*)out, keys, real, 500, 3);
  k24<<<dim3(2, 2), dim3(16, 2)>>>((const float*)in, (unsigned char*)out, keys, real, Shape{3, 333, 0.5f});
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
