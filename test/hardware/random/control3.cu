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

__global__ void k0(const float* in, unsigned char* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  acc += fminf(real[((threadIdx.x ^ 1) + col) & 8191], 4.0f);
  for (int k1 = threadIdx.x; k1 < 200; k1 += blockDim.x) {
    acc = fmaxf(acc, fmaf((float)__ldg(&in[keys[(threadIdx.x + k1 * 3) & 8191]]), 0.5f, 1.0f));
  }
  out[(threadIdx.x * m - col) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k1(const float2* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  __shared__ float tile[256];
  tile[t] = (float)in[((size_t)(threadIdx.x / 8) * m + threadIdx.x / 8 - threadIdx.x % 32) & 8191].x;
  __syncthreads();
  float w1 = acc + tile[(t) & 255];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  int x2 = n;
  while (x2 > 0) {
    acc -= real[(i * m + x2 * 32) & 8191] * 0.1f;
    x2 -= x2 & -x2;
  }
  out[((i ^ 1) + (threadIdx.x & 7)) & 8191].d = (i >= 5 && i < n - 1 ? (t < m || (i & 8) ? (float)keys[(threadIdx.x) & 8191] : tile[(t * 2) & 255]) : tile[((i ^ 16) + t) & 255]);
}

__global__ void k2(const unsigned* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  for (int k1 = 5; k1 > 0; --k1) {
    for (int k2 = 0; k2 < t % 4 + 1; ++k2) {
      acc = acc * 0.5f + (i >= 1 && i < n - 5 ? real[((i >> 5) + i / 2 + k2 * 32) & 8191] : (float)in[(i % 16) & 8191]);
    }
  }
  out[(i * 8 + threadIdx.x % 32) & 8191].b = acc;
}

__global__ void k3(const double* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[(row * 33 - t) & 255] = (float)in[keys[((t >> 3) - (t & 7) + 100) & 8191]];
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  if (t % 3 == 0) return;
  if (threadIdx.x < n) {
    acc += (float)in[((col >> 5)) & 8191];
  }
  for (int k1 = 0; k1 < 16; ++k1) {
    int x2 = t;
    do {
      out[(i + (t ^ 1) + 5) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
      x2 -= 3;
    } while (x2 > 0);
  }
  out[(t % 4 + i) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k4(const float4* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 32) tile[j] = (float)in[((size_t)(threadIdx.x % 4) * m + t * 17 + i * m) & 8191].y;
  __syncthreads();
  for (int s = 16; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  if (threadIdx.x > 40) return;
  for (int k1 = 0; k1 < 3; ++k1) {
    acc = acc * 0.5f + (float)keys[hashOf((t ^ 16) + k1)];
    acc += ((t & 3) != 0 ? tile[(threadIdx.x * m + k1 + 100) & 255] : tile[(threadIdx.x * 3) & 255]);
  }
  switch (((threadIdx.x & 15)) & 7) {
    case 0:
      out[((threadIdx.x >> 1)) & 8191] = (float)(acc);
      break;
    case 1:
      acc = acc * 0.5f + (i >= 1 && i < n - 1 ? (float)in[(t - t) & 8191].z : (float)t * 3.0f);
    case 2:
      acc -= tile[((threadIdx.x & 7) + t % (n + 1)) & 255] * 2.0f;
    case 3:
      acc -= tile[((threadIdx.x >> 3)) & 255] * 2.0f;
      break;
    case 4:
      out[(threadIdx.x) & 8191] = (float)(acc);
      break;
    default:
      out[((t & 7) + (i ^ 1)) & 8191] = (float)(acc);
  }
  out[hashOf(threadIdx.x * m - threadIdx.x)] = (float)(acc);
}

__global__ void k5(const float* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[512];
  tile[(i - t) & 511] = real[((size_t)(t) * m + (t & 3)) & 8191];
  __syncthreads();
  float w1 = acc + sumOf<7>(real, threadIdx.x);
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  if (i >= n) return;
  float a2[4];
  for (int k = 0; k < 4; ++k) a2[k] = (float)k;
  for (int k = 0; k < m; ++k) a2[(t + k) & 3] += real[(i + k * 32) & 8191];
  for (int k = 0; k < 4; ++k) acc += a2[k] * weights[k];
  float u3 = tile[(t * 4 + threadIdx.x + 5) & 511], v4 = (float)in[((size_t)(t / 8) * m + i + i % m) & 8191];
  swapIf(u3, v4, u3 > v4);
  acc += u3 - v4 * 0.5f;
  for (int k5 = 0; k5 < 2; ++k5) {
    if (real[((size_t)(i * m) * m + i * 16 - t * 8 + k5 * 3) & 8191] < 2.0f) {
      acc += __expf(tile[((i ^ 16)) & 511]);
    } else {
      out[(t + i * 2 + k5 * 3 + 5) & 8191] = (unsigned char)clampTo(tile[(t % 7 - i + k5 * 3 + 100) & 511], 0.0f, 100.0f);
    }
  }
  out[(t / 32 + 100) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k6(const float* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  for (int k1 = 0; k1 < 7; ++k1) {
    out[(threadIdx.x * 3) & 8191] = (double)(acc);
  }
  out[keys[(i * 2 + (threadIdx.x >> 5)) & 8191]] += (double)(acc);
}

__global__ void k7(const unsigned char* in, int* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  int w1 = (row ^ 5) + row + 1;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  float a2[4];
  for (int k = 0; k < 4; ++k) a2[k] = real[(i + k) & 8191];
  acc += polynomial(acc, a2);
  out[((size_t)(threadIdx.x % 16) * m + t) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
  atomicMin(&out[hashOf(row % 4 + row)], (int)(row * 2 + 1));
}

__global__ void k8(const Cell* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  for (int k1 = 0; k1 < m; ++k1) {
    acc += (float)in[(row + t / m + k1 * 3) & 8191].d;
  }
  out[((col & 7)) & 8191] = Cell{i, acc, 1, 2.0};
}

__global__ void k9(const double* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (t % 3 == 0) return;
  for (int k1 = threadIdx.x; k1 < 200; k1 += blockDim.x) {
    out[(i % (n + 1)) & 8191] = make_float2(acc, 1.0f);
    if (real[((size_t)((i >> 2)) * m + i + (i >> 5) + k1 * 3) & 8191] < 1.0f) break;
  }
  for (int k2 = 0; k2 < 3; ++k2) {
    out[((size_t)(t) * m + i / 8 - (i >> 5) + k2 * m) & 8191] = make_float2(acc, 1.0f);
    acc += (float)in[(threadIdx.x * m + i + k2 * 3 + 2) & 8191];
  }
  out[(i % (n + 1) + (t & 7)) & 8191] = make_float2(acc, 1.0f);
}

__global__ void k10(const unsigned* in, float* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  int w1 = (i >> 2);
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  for (int k2 = 0; k2 < m; ++k2) {
    out[keys[(t / 3 + t / m + k2 * blockDim.x) & 8191]] = (float)(acc);
    if (w1 % 2 == 0) {
      if (keys[hashOf(w1 * 8)] > 8) {
        acc = acc * 0.5f + sumOf<4>(real, t / 3);
        acc += sinf((i * 4 > t ? 1.5f : (float)in[(threadIdx.x + (threadIdx.x >> 5) + k2 * 32) & 8191]));
      }
    } else {
      for (int k3 = 0; k3 < m; ++k3) {
        out[(i / 3 - (w1 ^ 16) + k2 * 32) & 8191] = (float)((float)in[(threadIdx.x + k3 + 1) & 8191]);
      }
    }
  }
  out[(i * m + threadIdx.x) & 8191] = (float)(acc);
}

__global__ void k11(const float4* in, double* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  for (int k1 = 0; k1 < 32; ++k1) {
    #pragma unroll
    for (int k2 = 0; k2 < 5; ++k2) {
      out[(t + k2) & 8191] += (double)(acc);
    }
    acc -= real[(i * 16 + k1 + 100) & 8191] * 2.0f;
  }
  out[((size_t)(i) * m + threadIdx.x % 7 + 2) & 8191] += (double)((float)in[(threadIdx.x + 100) & 8191].z);
}

__global__ void k12(const float2* __restrict__ in, short* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  for (int k1 = 0; k1 < 2; ++k1) {
    out[keys[((t >> 2) - i) & 8191]] = (short)clampTo((float)in[((size_t)(t / m) * m + i * 33 - (threadIdx.x & 3) + k1) & 8191].x, 0.0f, 100.0f);
  }
  out[(threadIdx.x + threadIdx.x) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k13(const float* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  if (t < m || (i & 8)) {
    for (unsigned k1 = 16; k1 > 0; k1 >>= 1) {
      for (int k2 = 0; k2 < t % 4 + 1; ++k2) {
        acc += weights[(threadIdx.x % 32 + threadIdx.x * 16 + k1 * blockDim.x) & 63];
      }
      if (keys[((t ^ 5) + k1 * 3) & 8191] > 20) break;
    }
    acc += (float)__ldg(&in[((threadIdx.x >> 2) + threadIdx.x + 5) & 8191]);
  }
  atomicAdd(&out[(t * 2 + i / 3 + 2) & 8191], (unsigned)(acc));
}

__global__ void k14(const long long* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 64) tile[j] = (float)in[(row * m - i / 8) & 8191];
  __syncthreads();
  for (int k1 = 0; k1 < 7; ++k1) {
    if (threadIdx.x * m < n) {
      int x2 = t;
      while (x2 > 0) {
        acc += (float)__ldg(&in[(t * m + (col & 7) + k1 * 3 + 5) & 8191]);
        x2 -= 3;
      }
    }
  }
  out[(row) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k15(const Cell* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 64) tile[j] = (float)in[(t + (threadIdx.x ^ 16)) & 8191].a;
  __syncthreads();
  float w1 = acc + (float)in[(i * 3 + (i ^ 16)) & 8191].d;
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  for (int k2 = threadIdx.x; k2 < n; k2 += blockDim.x) {
    out[hashOf(threadIdx.x + i * 33 + k2 * blockDim.x)] = Cell{i, acc, 1, 2.0};
    out[(t / 3 + k2) & 8191].b = acc;
  }
  if (i >= 5 && i < n - 5) {
    for (int k3 = 0; k3 < m; ++k3) {
      switch (keys[(i / 2 + t + k3 * 32 + 2) & 8191] % 3) {
        case 0:
          out[((t ^ 16) + k3 * 3) & 8191].d = tile[(t + k3 * m) & 255];
          break;
        case 1:
          acc += tile[(threadIdx.x + k3) & 255];
          break;
        case 2:
          out[(t + threadIdx.x + k3) & 8191].d = acc;
          break;
        default:
          acc = fmaxf(acc, clampTo((float)in[(t + k3) & 8191].d, -1.0f, 8.0f));
      }
    }
  }
  out[(threadIdx.x + 1) & 8191] = Cell{i, tile[(threadIdx.x) & 255] * 3.0f, 1, 2.0};
}

__global__ void k16(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  int x1 = (i) & 31;
  while (x1 > 0) {
    acc -= (float)keys[(t * 4) & 8191] * 0.1f;
    x1 -= 3;
  }
  out[((size_t)(i / m) * m + t * 3) & 8191] = (unsigned char)clampTo((keys[(i - i * 8) & 8191] > 20 ? (float)in[(i % 16 + (t & 28)) & 8191] : expf(-fabsf(real[hashOf(i * 17)]))), 0.0f, 100.0f);
}

__global__ void k17(const unsigned char* in, unsigned* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  if (__any_sync(0xffffffffu, i < n)) acc += clampTo(real[(i * 3) & 8191], -1.0f, 8.0f);
  for (int k2 = 0; k2 < 8; ++k2) {
    acc = fmaxf(acc, sumOf<7>(real, threadIdx.x + k2 * 32 + 2));
  }
  out[keys[((i & 7) + (i & 7)) & 8191]] = (unsigned)clampTo((float)in[((size_t)(t * 8) * m + t * 2 - (t & 3)) & 8191], 0.0f, 100.0f);
}

__global__ void k18(const float4* in, short* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  __shared__ float tile[512];
  tile[t] = (float)in[((threadIdx.x >> 1) - (t ^ 5)) & 8191].z;
  __syncthreads();
  if (threadIdx.x < 8) {
    for (int k1 = m; k1 > 0; --k1) {
      acc = fmaxf(acc, expf(-fabsf(sqrtf(fabsf(real[((size_t)(i) * m + (i >> 3) + k1 * blockDim.x + 5) & 8191])))));
    }
  }
  out[((size_t)(threadIdx.x / 3) * m + i) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k19(const unsigned* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (i < 3) return;
  float a1[16];
  for (int k = 0; k < 16; ++k) a1[k] = 0.0f;
  for (int k = 0; k < 16; ++k) acc += a1[k] * 0.5f;
  for (int k2 = 0; k2 < 4; ++k2) {
    if ((t >> 5) > threadIdx.x / 32) {
      for (int k3 = 1; k3 < 16; k3 += 2) {
        if (i >= 5 && i < n - 1) break;
        acc += weights[(t * 4 - (i & 28) + k3) & 63];
      }
      out[(i % 3 + threadIdx.x) & 8191] = (float)(acc);
    }
    acc = fmaxf(acc, a1[2]);
  }
  out[((i & 15)) & 8191] += (float)(acc);
}

__global__ void k20(const unsigned char* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  if (i < 3) return;
  Pair p1 = blend(Pair{t, real[((size_t)(t / 32) * m + threadIdx.x * m + i + 100) & 8191]}, Pair{i, acc}, real[m]);
  acc = p1.value + (float)p1.key;
  atomicAdd(&out[(t % 7 + 1) & 8191], (unsigned)(acc));
}

__global__ void k21(const unsigned* in, long long* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  switch ((t * 16) & 7) {
    case 0:
      acc = acc * 0.5f + sinf((float)in[(t - row) & 8191]);
      break;
    case 1:
      out[(row + (col >> 1) + 2) & 8191] = (long long)clampTo(real[((size_t)(threadIdx.x) * m + t + threadIdx.x % m + 2) & 8191], 0.0f, 100.0f);
      break;
    case 2:
      acc = acc * 0.5f + (float)__ldg(&in[(i * 33 + 2) & 8191]);
      break;
    case 3:
      acc = fmaxf(acc, (t < m || (i & 8) ? floorf((float)in[(i + (t >> 1)) & 8191]) : real[((size_t)(i % 7) * m + threadIdx.x - threadIdx.x) & 8191]));
      break;
    default:
      acc = acc * 0.5f + weights[(row / m) & 63];
  }
  acc -= clampTo((float)in[((col >> 1)) & 8191], -1.0f, 8.0f) * 0.1f;
  out[((size_t)((i ^ 1)) * m + t + (threadIdx.x ^ 1) + 5) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k22(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 64) tile[j] = (float)in[(i) & 8191];
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  int w1 = i * m + 5;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  for (int k2 = 0; k2 < 32; ++k2) {
    atomicAdd(&out[hashOf(i * 16 + threadIdx.x / 8 + k2 * 32)], (float)(acc));
  }
  out[((t >> 2)) & 8191] = (float)(acc);
}

__global__ void k23(const int* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if (threadIdx.x > 40) return;
  Range r1 = around(i, 2, n);
  for (int k = r1.low; k < r1.high; ++k) acc += weights[(k - r1.low) & 63] * real[k & 8191];
  for (unsigned k2 = 32; k2 > 0; k2 >>= 1) {
    for (int k3 = 0; k3 < 4; ++k3) {
      acc = acc * 0.5f + (float)in[((size_t)(threadIdx.x * m) * m + (t ^ 16) + threadIdx.x) & 8191];
    }
  }
  out[(t * 8) & 8191].d = acc;
}

__global__ void k24(const unsigned* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  if (i < 3) return;
  Pair p1 = blend(Pair{t, sumOf<7>(real, (t & 28) - threadIdx.x * m)}, Pair{threadIdx.x, acc}, real[m]);
  acc = p1.value + (float)p1.key;
  out[((size_t)((i >> 5)) * m + t - threadIdx.x) & 8191].d = acc;
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
  k0<<<dim3(2, 2), dim3(16, 2)>>>((const float*)in, (unsigned char*)out, keys, real, 500, 5);
  k1<<<dim3(2, 1), dim3(64, 1)>>>((const float2*)in, (Cell*)out, keys, real, 500, 9);
  k2<<<dim3(3, 1), dim3(32, 1)>>>((const unsigned*)in, (Cell*)out, keys, real, 77, 5);
  k3<<<dim3(3, 2), dim3(32, 8)>>>((const double*)in, (long long*)out, keys, real, 1536, 3);
  k4<<<dim3(3, 1), dim3(32, 1)>>>((const float4*)in, (float*)out, keys, real, 333, 7);
  k5<<<dim3(1, 1), dim3(32, 1)>>>((const float*)in, (unsigned char*)out, keys, real, 32, 7);
  k6<<<dim3(5, 1), dim3(256, 1)>>>((const float*)in, (double*)out, keys, real, Shape{2, 1280, 0.5f});
  k7<<<dim3(5, 2), dim3(16, 2)>>>((const unsigned char*)in, (int*)out, keys, real, 333, 3);
  k8<<<dim3(5, 2), dim3(8, 8)>>>((const Cell*)in, (Cell*)out, keys, real, 100, 4);
  k9<<<dim3(3, 1), dim3(64, 1)>>>((const double*)in, (float2*)out, keys, real, 192, 6);
  k10<<<dim3(1, 1), dim3(128, 1)>>>((const unsigned*)in, (float*)out, keys, real, 333, 2);
  k11<<<dim3(3, 1), dim3(256, 1)>>>((const float4*)in, (double*)out, keys, real, 768, 4);
  k12<<<dim3(2, 1), dim3(128, 1)>>>((const float2*)in, (short*)out, keys, real, 333, 6);
  k13<<<dim3(1, 1), dim3(32, 1)>>>((const float*)in, (unsigned*)out, keys, real, Shape{4, 100, 0.5f});
  k14<<<dim3(5, 1), dim3(4, 16)>>>((const long long*)in, (long long*)out, keys, real, 100, 4);
  k15<<<dim3(5, 1), dim3(64, 1)>>>((const Cell*)in, (Cell*)out, keys, real, Shape{4, 500, 0.5f});
  k16<<<dim3(2, 1), dim3(96, 1)>>>((const unsigned char*)in, (unsigned char*)out, keys, real, 192, 9);
  k17<<<dim3(3, 1), dim3(96, 1)>>>((const unsigned char*)in, (unsigned*)out, keys, real, 500, 6);
  k18<<<dim3(3, 1), dim3(128, 1)>>>((const float4*)in, (short*)out, keys, real, Shape{7, 384, 0.5f});
  k19<<<dim3(2, 1), dim3(128, 1)>>>((const unsigned*)in, (float*)out, keys, real, 500, 4);
  k20<<<dim3(1, 1), dim3(128, 1)>>>((const unsigned char*)in, (unsigned*)out, keys, real, 100, 6);
  k21<<<dim3(5, 1), dim3(4, 16)>>>((const unsigned*)in, (long long*)out, keys, real, 77, 6);
  k22<<<dim3(2, 1), dim3(64, 1)>>>((const float*)in, (float*)out, keys, real, 128, 6);
  k23<<<dim3(1, 1), dim3(96, 1)>>>((const int*)in, (Cell*)out, keys, real, 77, 2);
  k24<<<dim3(1, 1), dim3(128, 1)>>>((const unsigned*)in, (Cell*)out, keys, real, Shape{4, 100, 0.5f});
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
