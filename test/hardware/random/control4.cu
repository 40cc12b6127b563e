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

__global__ void k0(const int* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  __shared__ float tile[512];
  tile[(i * 3 + i % 7) & 511] = (float)in[((t >> 2) + threadIdx.x * 16 + 2) & 8191];
  __syncthreads();
  int w1 = __shfl_sync(0xffffffffu, (threadIdx.x & 28), t & 7);
  int x2 = m * 4;
  while (x2 > 0) {
    for (int k3 = t & 1; k3 < 12; k3 += 2) {
      #pragma unroll 4
      for (unsigned k4 = 16; k4 > 0; k4 >>= 1) {
        acc = fmaxf(acc, (float)in[(row * 4 + col + x2 * blockDim.x) & 8191]);
        if (real[(col - (col & 28) + k3 * 3) & 8191] < 2.0f) break;
      }
      if (keys[keys[(col % 7 + row % m + k3 * 3) & 8191]] > 40) {
        acc -= tile[(col * m + k3 * 3) & 511] * 0.1f;
        out[keys[((col ^ 5) + x2 * 3) & 8191]] = Pair{i, acc};
      } else {
        acc += (float)in[(w1 / m + col * 3) & 8191];
      }
    }
    x2 -= x2 & -x2;
  }
  out[(w1) & 8191].value = acc;
}

__global__ void k1(const float* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  __shared__ float tile[256];
  tile[t] = (float)in[(row + i / 3) & 8191];
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  if (__any_sync(0xffffffffu, t < m || (i & 8))) acc += tile[((t >> 3)) & 255];
  int at2 = ((row ^ 1)) & 8191;
  advance(acc, at2, 1);
  if (keys[hashOf(i + col * 4)] > 8) {
    for (int k3 = 0; k3 < 16; k3 += 2) {
      out[(col * 4 - (i & 28) + k3) & 8191].d = acc;
    }
  }
  out[((i >> 2) + 5) & 8191].b = acc;
}

__global__ void k2(const float4* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  float a1[16];
  for (int k = 0; k < 16; ++k) a1[k] = (float)k;
  for (int k = 0; k < m; ++k) a1[k & 15] += real[(i + k * 32) & 8191];
  for (int k = 0; k < 16; ++k) acc += a1[k] * weights[k];
  int x2 = n;
  while (x2 > 0) {
    for (int k3 = 7; k3 > 0; --k3) {
      acc = acc * 0.5f + (float)in[(i / 3 + x2 + 5) & 8191].w;
    }
    x2 -= 3;
  }
  out[((i ^ 16) + 2) & 8191] = (double)((float)in[((size_t)((threadIdx.x & 28)) * m + t + (i ^ 16)) & 8191].w);
}

__global__ void k3(const unsigned* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  int w1 = __shfl_sync(0xffffffffu, threadIdx.x, 0);
  float a2[4];
  for (int k = 0; k < 4; ++k) a2[k] = real[(t * 4 + k) & 8191];
  for (int k = 0; k < m; ++k) a2[k & 3] += 1.0f;
  for (int k = 0; k < 4; ++k) acc += a2[k] * a2[3 - k];
  if (w1 * 8 > t / 3) {
    acc -= (float)in[(t) & 8191] * 2.0f;
  }
  out[(row * 8) & 8191].b = a2[2];
}

__global__ void k4(const float* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  float w1 = acc + real[(threadIdx.x + t + 2) & 8191];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  acc = w1;
  for (int k2 = 32; k2 > 0; --k2) {
    for (int k3 = t & 1; k3 < m; k3 += 2) {
      acc += clampTo((float)__ldg(&in[((size_t)((col & 3)) * m + col + i + k2) & 8191]), -1.0f, 8.0f);
      out[(t * 2 + k2 * blockDim.x) & 8191] = (unsigned char)clampTo(real[((size_t)(col / 32) * m + t * m + k3 * m + 5) & 8191], 0.0f, 100.0f);
    }
    out[(col * 8 + i + k2 + 100) & 8191] = (unsigned char)clampTo(tanhf((float)__ldg(&in[((threadIdx.x ^ 16) + row * 4) & 8191])), 0.0f, 100.0f);
    if (i >= 1 && i < n - 5) break;
  }
  out[(t) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k5(const Cell* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = (float)k;
  for (int k = 0; k < m; ++k) a1[k & 3] += 1.0f;
  acc += polynomial(acc, a1);
  out[(t * 8) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
  out[((size_t)(t) * m + threadIdx.x * m) & 8191] = (unsigned)clampTo(a1[2], 0.0f, 100.0f);
}

__global__ void k6(const Cell* in, Pair* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  if (t % 3 == 0) return;
  int low1 = 0, high2 = 64;
  while (low1 < high2) {
    int mid3 = (low1 + high2) / 2;
    if (keys[mid3 & 8191] < 20) low1 = mid3 + 1; else high2 = mid3;
  }
  acc += (float)low1;
  out[keys[(row * 16) & 8191]] = Pair{i, acc};
}

__global__ void k7(const int* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  if (i < 3) return;
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = (float)k;
  acc += polynomial(acc, a1);
  for (int k2 = 0; k2 < 7; ++k2) {
    for (int k3 = 4; k3 > 0; --k3) {
      if (k3 == m) continue;
      for (int k4 = t & 1; k4 < t % 4 + 1; k4 += 2) {
        acc += (float)in[(t * 4 + threadIdx.x + k4) & 8191];
        if (t / 32 > threadIdx.x / 3) break;
      }
    }
  }
  out[(t * 16 - i * m + 5) & 8191].d = acc;
}

__global__ void k8(const unsigned* in, unsigned* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[((i ^ 16) - i) & 255] = sumOf<7>(real, i + t);
  __syncthreads();
  float w1 = acc + tile[(i + 1) & 255];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  acc = w1;
  for (int k2 = threadIdx.x; k2 < 100; k2 += blockDim.x) {
    if (t * m > (threadIdx.x >> 1)) {
      out[(threadIdx.x % 7 + threadIdx.x * 16 + k2 + 100) & 8191] = (unsigned)clampTo((float)__ldg(&in[(t * m - threadIdx.x / 2 + k2 * 32 + 2) & 8191]), 0.0f, 100.0f);
    } else {
      for (int k3 = 0; k3 < 5; ++k3) {
        acc += (float)keys[((i & 3) + t + k3) & 8191] * 3.0f;
      }
    }
  }
  atomicAdd(&out[(i / 3) & 8191], (unsigned)(acc));
}

__global__ void k9(const Pair* __restrict__ in, int* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(t * 8 + k) & 8191];
  for (int k = 0; k < m; ++k) a1[keys[(i + k) & 8191] & 7] += real[(i + k * 32) & 8191];
  for (int k2 = 0; k2 < 3; ++k2) {
    if (k2 == m) break;
    for (int k3 = 0; k3 < 4; ++k3) {
      acc = fmaxf(acc, (float)in[(i % 7 + i * m + k2 * m) & 8191].key);
    }
    for (int k4 = 1; k4 < 12; k4 += 2) {
      if ((threadIdx.x >> 5) > threadIdx.x / 8) {
        acc += ((i & 3) != 0 ? (float)keys[((size_t)(t * 3) * m + (threadIdx.x >> 5) - (i >> 2) + k4) & 8191] : (float)in[(t % 16) & 8191].key);
      } else {
        acc = acc * 0.5f + a1[2];
      }
    }
  }
  out[(i * 17) & 8191] = (int)clampTo(a1[(t + (t >> 2)) & 7], 0.0f, 100.0f);
}

__global__ void k10(const long long* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = 0.0f;
  if ((threadIdx.x & 3) != 0) {
    out[(t) & 8191].d = acc;
    out[((i >> 5) - threadIdx.x % 32) & 8191] = Cell{i, (i % 2 == 0 ? real[(i * 16) & 8191] : a1[(threadIdx.x * 3) & 7] * acc), 1, 2.0};
  } else {
    if (i >= 5 && i < n - 1) {
      for (int k2 = 8; k2 > 0; --k2) {
        acc += real[(t / m + k2 * 32 + 2) & 8191];
      }
    }
  }
  for (int k3 = t & 1; k3 < 5; k3 += 2) {
    for (unsigned k4 = 32; k4 > 0; k4 >>= 1) {
      out[((i ^ 1) + (threadIdx.x & 7) + k3) & 8191] = Cell{i, acc, 1, 2.0};
      out[(t * 4 + t + k3) & 8191] = Cell{i, (real[(threadIdx.x + k3 * 3 + 5) & 8191] < 1.0f ? real[(threadIdx.x % (n + 1)) & 8191] : (float)in[((size_t)(threadIdx.x * 17) * m + (threadIdx.x & 3) + threadIdx.x % 16 + k4) & 8191]), 1, 2.0};
    }
  }
  out[((t & 15) + (i >> 5)) & 8191].b = acc;
}

__global__ void k11(const long long* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  switch (m) {
    case 0:
      acc += real[keys[(threadIdx.x + i * 2) & 8191]];
    case 1:
      acc -= fminf(sumOf<2>(real, threadIdx.x * m - threadIdx.x), 4.0f) * 2.0f;
      break;
    case 2:
      acc = fmaxf(acc, real[keys[((t ^ 16) + threadIdx.x) & 8191]]);
      break;
    default:
      out[((size_t)(threadIdx.x % 32) * m + i + i * 17 + 2) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
  }
  out[((size_t)(t * 3) * m + threadIdx.x * 3 + threadIdx.x % 7) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k12(const float4* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if (__any_sync(0xffffffffu, threadIdx.x > t * 3)) acc += (float)keys[((size_t)(i * 3) * m + i / 8) & 8191];
  if (i >= 5 && i < n - 1) {
    acc += (float)in[(i * 3 - t) & 8191].x;
  }
  out[keys[(i * m + threadIdx.x * 8) & 8191]] = make_float4(acc, 0.0f, acc, 2.0f);
}

__global__ void k13(const float* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[(i) & 255] = sumOf<4>(real, threadIdx.x / m + 2);
  __syncthreads();
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = 0.0f;
  for (int k = 0; k < m; ++k) a1[k & 7] += acc;
  for (int k = 0; k < 8; ++k) acc += a1[k] * 0.5f;
  for (int k2 = 0; k2 < m; ++k2) {
    out[(threadIdx.x + threadIdx.x * 3 + k2 * 32) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    if (i * 17 < n) break;
  }
  out[(i) & 8191] = (unsigned char)clampTo(tile[(i * 16 - i % 16) & 255], 0.0f, 100.0f);
}

__global__ void k14(const float* in, long long* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[512];
  tile[t] = (float)in[((threadIdx.x >> 3) + 1) & 8191];
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  if (i / m < n) {
    for (int k1 = 0; k1 < 3; ++k1) {
      out[(i + k1) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
      acc = fmaxf(acc, tile[((i >> 2) + k1) & 511]);
    }
  } else {
    #pragma unroll 1
    for (int k2 = 0; k2 < 2; ++k2) {
      acc = fmaxf(acc, (float)in[((size_t)(threadIdx.x) * m + i * m + threadIdx.x) & 8191]);
    }
  }
  out[((size_t)((i ^ 5)) * m + (i ^ 16) + 100) & 8191] = (long long)clampTo(tile[(t * m) & 511], 0.0f, 100.0f);
}

__global__ void k15(const Cell* in, Pair* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  int w1 = (threadIdx.x & 3);
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  #pragma unroll 4
  for (int k2 = 0; k2 < m; ++k2) {
    acc = acc * 0.5f + real[(row + t * 8) & 8191];
    if ((t & 15) < n) break;
  }
  for (int k3 = 0; k3 < 16; ++k3) {
    acc = fmaxf(acc, (float)in[(threadIdx.x - row * 17 + k3 * m) & 8191].b);
  }
  out[(t * m - row * 2 + 2) & 8191].value = acc;
}

__global__ void k16(const float* __restrict__ in, short* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  float w1 = acc + (float)in[((i & 15)) & 8191];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  int x2 = keys[((size_t)(i) * m + (t & 15) + 100) & 8191];
  while (x2 > 0) {
    for (int k3 = 0; k3 < m; ++k3) {
      if (t < m || (i & 8)) continue;
      acc -= (float)keys[(col * m + row / 32) & 8191] * weights[m] * 0.25f * 2.0f;
      acc += weights[(col % 4 + (i >> 3) + k3 * blockDim.x) & 63];
    }
    x2 -= 3;
  }
  out[(t * 33 + row) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k17(const float2* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[512];
  tile[t] = (float)in[((threadIdx.x & 7)) & 8191].x;
  __syncthreads();
  if (threadIdx.x > 40) return;
  float a1[16];
  for (int k = 0; k < 16; ++k) a1[k] = 0.0f;
  for (int k = 0; k < 16; ++k) acc += a1[k] * weights[k];
  for (int k2 = m; k2 > 0; --k2) {
    acc += tile[(threadIdx.x + k2 * blockDim.x) & 511];
    out[((size_t)((t & 3)) * m + threadIdx.x + k2 * blockDim.x) & 8191] = (float)(acc);
    if (t % 2 == 0) break;
  }
  atomicAdd(&out[(t + i) & 8191], (float)(acc));
}

__global__ void k18(const double* in, double* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  float w1 = acc + clampTo((float)__ldg(&in[((size_t)(threadIdx.x) * m + (t ^ 16) + col / 32 + 100) & 8191]), -1.0f, 8.0f) * weights[m];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  for (int k2 = 0; k2 < 16; ++k2) {
    switch (m) {
      case 0:
        acc -= clampTo((float)in[((size_t)(row * 4) * m + threadIdx.x / 3 + col * 4 + k2) & 8191], -1.0f, 8.0f) * 0.1f;
        break;
      case 1:
        out[(i + k2 * blockDim.x) & 8191] += (double)(acc);
        break;
      case 2:
        out[(col + t * m + k2 * 32 + 5) & 8191] = (double)((float)__ldg(&in[(threadIdx.x % 3 + k2 * 32) & 8191]));
      default:
        out[(t + row + k2 * blockDim.x) & 8191] = (double)(acc);
    }
    if (threadIdx.x < 20) break;
  }
  out[(threadIdx.x * 4) & 8191] += (double)(acc);
}

__global__ void k19(const int* __restrict__ in, short* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  out[(threadIdx.x * m) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
  out[(threadIdx.x + threadIdx.x) & 8191] = (short)clampTo(clampTo((float)in[(threadIdx.x / 32) & 8191], -1.0f, 8.0f), 0.0f, 100.0f);
}

__global__ void k20(const float* in, short* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  __shared__ float tile[256];
  tile[t] = (float)__ldg(&in[(t * m + threadIdx.x * 8 + 100) & 8191]);
  __syncthreads();
  float a1[16];
  for (int k = 0; k < 16; ++k) a1[k] = real[(i + k) & 8191];
  for (int k = 0; k < m; ++k) a1[keys[(i + k) & 8191] & 15] += real[(i + k * 32) & 8191];
  for (int k = 0; k < 16; ++k) acc += a1[k] * 0.5f;
  switch (threadIdx.x % 4) {
    case 0:
      acc = acc * 0.5f + tile[(threadIdx.x + t * 16) & 255];
      break;
    case 1:
      acc = acc * 0.5f + fmaf(clampTo((float)keys[(t % (n + 1)) & 8191], -1.0f, 8.0f), 0.5f, 1.0f);
      break;
    case 2:
      acc += tile[(threadIdx.x % m + 5) & 255];
      break;
    case 3:
      acc = fmaxf(acc, sqrtf(fabsf(tile[(t * m - t) & 255] * 0.25f)));
      break;
    default:
      acc = acc * 0.5f + a1[(threadIdx.x * m + 5) & 15];
  }
  out[(t + i * m) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k21(const float4* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  float w1 = acc + (float)in[(i * m - threadIdx.x) & 8191].z;
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  switch (threadIdx.x % 3) {
    case 0:
      acc = fmaxf(acc, sumOf<4>(real, (i >> 5)) * 3.0f);
      break;
    case 1:
      out[(i / 2 + 5) & 8191] = Cell{i, acc, 1, 2.0};
      break;
    case 2:
      out[keys[((threadIdx.x & 7) + (t ^ 5)) & 8191]] = Cell{i, acc, 1, 2.0};
      break;
    default:
      out[(threadIdx.x % (n + 1) - i * m) & 8191] = Cell{i, acc, 1, 2.0};
  }
  out[((i ^ 1)) & 8191] = Cell{i, acc, 1, 2.0};
}

__global__ void k22(const long long* in, int* out, const int* keys, const float* real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  unsigned w1 = __ballot_sync(0xffffffffu, real[(threadIdx.x * m) & 8191] < 2.0f);
  acc += (float)__popc(w1);
  out[(t + (col & 7)) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
  for (int k2 = 4; k2 > 0; --k2) {
    int x3 = t;
    do {
      acc -= real[((size_t)(t) * m + (row & 3) + t * 2 + x3 * m) & 8191] * 0.1f;
      x3 -= 3;
    } while (x3 > 0);
  }
  out[((size_t)(t * 3) * m + col * m - row + 5) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k23(const long long* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(t * 8 + k) & 8191];
  for (int k2 = threadIdx.x; k2 < 100; k2 += blockDim.x) {
    #pragma unroll 4
    for (int k3 = 0; k3 < 2; ++k3) {
      acc -= (real[((threadIdx.x >> 3) + i * 3) & 8191] < 1.0f ? (float)keys[((t & 3) + (t & 7) + k3 * 32) & 8191] : clampTo(sumOf<7>(real, i - t / 2 + k2 * m + 1), -1.0f, 8.0f)) * 0.1f;
      if (i >= 1 && i < n - 1) {
        acc = acc * 0.5f + a1[(t + k2 * m + 5) & 7];
        acc = acc * 0.5f + (float)in[hashOf(t % m + (threadIdx.x >> 3) + k3)];
      }
    }
  }
  out[((t & 7)) & 8191] = (float)(acc);
}

__global__ void k24(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[512];
  tile[t] = (float)in[(t + i % (n + 1)) & 8191];
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, real[((threadIdx.x & 15)) & 8191] < 1.0f);
  acc += (float)__popc(w1);
  if (i >= 5 && i < n - 5) {
    if (keys[((size_t)((i >> 2)) * m + i % 16 - (i ^ 5) + 100) & 8191] > 8) {
      acc = fmaxf(acc, (float)in[((threadIdx.x ^ 1)) & 8191]);
      out[((size_t)(threadIdx.x % 32) * m + (i >> 1) + i) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    } else {
      out[((t & 7)) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    }
    for (int k2 = 0; k2 < 5; ++k2) {
      acc -= clampTo((float)in[(t - (i >> 2) + k2 * m + 100) & 8191], -1.0f, 8.0f) * 0.1f;
      out[(i % 3 + k2 * blockDim.x) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    }
  } else {
    acc -= (float)__ldg(&in[(t - t % (n + 1) + 100) & 8191]) * 2.0f;
  }
  for (int k3 = 0; k3 < 32; ++k3) {
    for (int k4 = 0; k4 < 12; ++k4) {
      if (threadIdx.x < n) {
        out[(t) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
        out[(threadIdx.x + i % 3 + k3 * 32 + 1) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
      } else {
        out[(threadIdx.x - t + k3) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
      }
      for (unsigned k5 = 8; k5 > 0; k5 >>= 1) {
        if (k5 == m) continue;
        acc = acc * 0.5f + real[(t + 2) & 8191];
        out[((threadIdx.x >> 1) + i % 7 + k4 * 32) & 8191] = (unsigned char)clampTo(sumOf<2>(real, t * 16 - threadIdx.x % 4 + k3), 0.0f, 100.0f);
      }
    }
    for (int k6 = 0; k6 < 7; ++k6) {
      for (int k7 = 0; k7 < 7; ++k7) {
        acc += (float)in[(t / m - (threadIdx.x ^ 16) + k7 * blockDim.x + 1) & 8191];
        acc -= (float)__ldg(&in[((i >> 2) + k6 * m) & 8191]) * acc * 2.0f;
      }
    }
  }
  out[(threadIdx.x + 100) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
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
  k0<<<dim3(3, 2), dim3(4, 16)>>>((const int*)in, (Pair*)out, keys, real, Shape{5, 333, 0.5f});
  k1<<<dim3(2, 1), dim3(16, 16)>>>((const float*)in, (Cell*)out, keys, real, 512, 4);
  k2<<<dim3(1, 1), dim3(32, 1)>>>((const float4*)in, (double*)out, keys, real, 32, 3);
  k3<<<dim3(5, 2), dim3(32, 4)>>>((const unsigned*)in, (Cell*)out, keys, real, 333, 6);
  k4<<<dim3(1, 1), dim3(32, 8)>>>((const float*)in, (unsigned char*)out, keys, real, 256, 4);
  k5<<<dim3(3, 1), dim3(256, 1)>>>((const Cell*)in, (unsigned*)out, keys, real, 500, 4);
  k6<<<dim3(1, 2), dim3(32, 4)>>>((const Cell*)in, (Pair*)out, keys, real, 100, 2);
  k7<<<dim3(5, 1), dim3(32, 1)>>>((const int*)in, (Cell*)out, keys, real, Shape{4, 100, 0.5f});
  k8<<<dim3(5, 1), dim3(64, 1)>>>((const unsigned*)in, (unsigned*)out, keys, real, 500, 4);
  k9<<<dim3(1, 1), dim3(256, 1)>>>((const Pair*)in, (int*)out, keys, real, Shape{2, 256, 0.5f});
  k10<<<dim3(3, 1), dim3(96, 1)>>>((const long long*)in, (Cell*)out, keys, real, 288, 4);
  k11<<<dim3(2, 1), dim3(128, 1)>>>((const long long*)in, (unsigned char*)out, keys, real, 333, 4);
  k12<<<dim3(5, 1), dim3(32, 1)>>>((const float4*)in, (float4*)out, keys, real, 77, 3);
  k13<<<dim3(1, 1), dim3(96, 1)>>>((const float*)in, (unsigned char*)out, keys, real, 77, 3);
  k14<<<dim3(2, 1), dim3(256, 1)>>>((const float*)in, (long long*)out, keys, real, 100, 7);
  k15<<<dim3(2, 1), dim3(16, 2)>>>((const Cell*)in, (Pair*)out, keys, real, 77, 3);
  k16<<<dim3(3, 2), dim3(8, 8)>>>((const float*)in, (short*)out, keys, real, 77, 6);
  k17<<<dim3(3, 1), dim3(32, 1)>>>((const float2*)in, (float*)out, keys, real, 77, 3);
  k18<<<dim3(5, 1), dim3(8, 8)>>>((const double*)in, (double*)out, keys, real, 100, 5);
  k19<<<dim3(1, 1), dim3(128, 1)>>>((const int*)in, (short*)out, keys, real, 333, 2);
  k20<<<dim3(1, 1), dim3(256, 1)>>>((const float*)in, (short*)out, keys, real, Shape{3, 333, 0.5f});
  k21<<<dim3(2, 1), dim3(256, 1)>>>((const float4*)in, (Cell*)out, keys, real, 333, 6);
  k22<<<dim3(3, 2), dim3(16, 16)>>>((const long long*)in, (int*)out, keys, real, Shape{3, 333, 0.5f});
  k23<<<dim3(1, 1), dim3(32, 1)>>>((const long long*)in, (float*)out, keys, real, 333, 2);
  k24<<<dim3(3, 1), dim3(96, 1)>>>((const unsigned char*)in, (unsigned char*)out, keys, real, 77, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
