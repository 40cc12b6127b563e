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
  float acc = real[m];
  __shared__ float tile[256];
  tile[(row * 2 + 1) & 255] = (float)keys[((size_t)(row * 4) * m + row % 16) & 8191];
  __syncthreads();
  #pragma unroll 4
  for (int k1 = 0; k1 < t % 4 + 1; ++k1) {
    out[(i * 8 + t * m + k1 * m) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    #pragma unroll 4
    for (int k2 = 0; k2 < n & 7; ++k2) {
      for (unsigned k3 = 32; k3 > 0; k3 >>= 1) {
        acc -= (float)in[keys[((col >> 3) + 5) & 8191]] * 0.1f;
      }
    }
  }
  for (int k4 = 0; k4 < 2; ++k4) {
    for (unsigned k5 = 32; k5 > 0; k5 >>= 1) {
      acc = acc * 0.5f + tile[(threadIdx.x - col % 3 + k5) & 255];
      if (i >= 1 && i < n - 5) break;
    }
    if (keys[keys[(threadIdx.x) & 8191]] > 8) {
      for (int k6 = 0; k6 < 16; ++k6) {
        acc -= sumOf<3>(real, row - col + k4) * 0.1f;
      }
      out[(threadIdx.x + (i ^ 16)) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    }
    if (i >= 5 && i < n - 1) break;
  }
  out[(t - (col >> 5)) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k1(const float4* in, unsigned char* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[t] = (float)in[(t * 33 + threadIdx.x) & 8191].w;
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  if (threadIdx.x * 33 < n) {
    for (int k1 = 0; k1 < 3; ++k1) {
      acc += (real[(i * m + k1) & 8191] < 0.5f ? tile[(i + (i ^ 1) + k1) & 255] : sumOf<3>(real, i * m + t + k1 * blockDim.x));
      if (real[((threadIdx.x >> 1) + k1) & 8191] < 1.0f) break;
    }
  }
  out[(i % (n + 1) + i * m) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k2(const float* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = 0.0f;
  for (int k = 0; k < 4; ++k) acc += a1[k] * 0.5f;
  for (int k2 = 0; k2 < t % 4 + 1; ++k2) {
    if (i >= 1 && i < n - 1) continue;
    #pragma unroll
    for (int k3 = 0; k3 < 12; ++k3) {
      acc += real[(i / 32 + threadIdx.x * 2 + k2 * m) & 8191];
    }
    for (int k4 = 0; k4 < 4; ++k4) {
      out[(t + k4 * 32) & 8191] = (double)(acc);
      acc += (float)keys[((t ^ 5) + (row >> 2) + k2) & 8191];
    }
  }
  out[keys[((t ^ 1) + 100) & 8191]] += (double)(acc);
}

__global__ void k3(const double* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  unsigned w1 = __ballot_sync(0xffffffffu, real[((threadIdx.x & 7)) & 8191] < 2.0f);
  acc += (float)__popc(w1);
  for (int k2 = 0; k2 < 4; ++k2) {
    acc = acc * 0.5f + (float)keys[(t / 8 + k2) & 8191];
  }
  out[(t - t * m) & 8191] += (double)(acc);
}

__global__ void k4(const float* in, float* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  __shared__ float square[16][33];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 33] = real[(i * m) & 8191];
  __syncthreads();
  acc += (float)in[((size_t)((t >> 5)) * m + row + t / 32) & 8191];
  for (int k1 = 0; k1 < 4; ++k1) {
    if ((k1 & 1) == 0) break;
    int x2 = keys[(i * m - threadIdx.x % 16 + k1 * 32) & 8191];
    do {
      out[(t + k1) & 8191] = (float)(acc);
      x2 -= 3;
    } while (x2 > 0);
    if (keys[(i / 8 - i + k1 * m + 5) & 8191] > 20) break;
  }
  out[(t % 32 + 2) & 8191] = (float)(acc);
}

__global__ void k5(const int* in, long long* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  if (t % 3 == 0) return;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(i + k) & 8191];
  out[(col + (row & 7)) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
  out[(row * m) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k6(const Cell* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  for (int k1 = 8; k1 > 0; --k1) {
    out[((size_t)(i * 4) * m + t / 2 + i * 16 + 2) & 8191] = (float)((float)in[((i >> 5) + (t >> 3) + k1 * 3 + 2) & 8191].d);
    acc += sumOf<4>(real, threadIdx.x % 3 + k1 * m);
  }
  out[(i + t + 1) & 8191] += (float)(acc);
}

__global__ void k7(const Cell* in, float2* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  __shared__ float tile[512];
  tile[(t + col / 3 + 100) & 511] = (float)in[(col) & 8191].d;
  __syncthreads();
  float w1 = acc + clampTo((float)in[((row >> 3)) & 8191].d, -1.0f, 8.0f);
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  for (int k2 = 0; k2 < 16; ++k2) {
    out[keys[((threadIdx.x >> 1) + k2) & 8191]] = make_float2(acc, acc);
  }
  acc += tile[(row * 8 + row % 7) & 511];
  out[((threadIdx.x >> 2) + 5) & 8191] = make_float2(acc, 1.0f);
}

__global__ void k8(const int* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  int w1 = __shfl_sync(0xffffffffu, i * 17, 31);
  if (t % 3 == 0) return;
  Pair p2 = blend(Pair{t, (float)in[((t ^ 5) + threadIdx.x * 16) & 8191]}, Pair{(w1 & 7), acc}, 0.5f);
  acc = p2.value + (float)p2.key;
  out[((threadIdx.x >> 1) + 1) & 8191].b = acc;
}

__global__ void k9(const double* in, int* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  for (int k1 = 0; k1 < 8; ++k1) {
    acc += sumOf<4>(real, t * 4 + k1 * blockDim.x);
  }
  out[(threadIdx.x + i * m) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k10(const unsigned* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  out[(t * 17 + t) & 8191] = (float)(acc);
  Range r1 = around(t, m, n);
  for (int k = r1.low; k < r1.high; ++k) acc += real[k & 8191];
  out[((t >> 3)) & 8191] = (float)(acc);
}

__global__ void k11(const float2* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  for (int k1 = 0; k1 < 4; k1 += 2) {
    for (int k2 = 7; k2 > 0; --k2) {
      if (t < m || (i & 8)) {
        acc += floorf((t < m || (i & 8) ? (float)in[((size_t)(t % (n + 1)) * m + threadIdx.x) & 8191].y : (float)in[(i + k1 * m + 2) & 8191].y));
      } else {
        acc += sumOf<3>(real, t * 16 + k2 * blockDim.x) * acc;
      }
    }
  }
  out[((size_t)(threadIdx.x % (n + 1)) * m + threadIdx.x) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k12(const Cell* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  __shared__ float square[16][32];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 32] = fminf(square[threadIdx.x % 16][threadIdx.y % 32], 4.0f);
  __syncthreads();
  int w1 = row / 3;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  #pragma unroll
  for (int k2 = 0; k2 < m; ++k2) {
    acc -= (float)in[(threadIdx.x + k2 * blockDim.x + 1) & 8191].d * 2.0f;
  }
  acc += square[threadIdx.x % 16][threadIdx.y % 32];
  out[((i & 15) + 100) & 8191] += (float)((float)keys[hashOf(col * m + t)] * 3.0f);
}

__global__ void k13(const unsigned char* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float square[16][16];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 16] = __expf(square[threadIdx.x % 16][threadIdx.y % 16] * 3.0f);
  __syncthreads();
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = (float)k;
  acc += polynomial(acc, a1);
  int x2 = ((row >> 3)) & 31;
  while (x2 > 0) {
    for (int k3 = threadIdx.x; k3 < n; k3 += blockDim.x) {
      acc += square[threadIdx.x % 16][threadIdx.y % 16];
      int x4 = t;
      while (x4 > 0) {
        acc = fmaxf(acc, (float)__ldg(&in[(threadIdx.x % 7 + x4 * 3 + 100) & 8191]));
        x4 = x4 / m;
      }
    }
    x2 /= 2;
  }
  int x5 = n;
  while (x5 > 0) {
    acc += (float)in[hashOf(col * 33 + (threadIdx.x ^ 1) + x5 * m)];
    x5 /= 2;
  }
  out[((i ^ 16)) & 8191] = (float)(acc);
}

__global__ void k14(const float* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if ((threadIdx.x >> 3) < n) {
    out[((threadIdx.x & 7)) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
    acc -= (float)keys[(i * 4 + t * 33) & 8191] * 2.0f;
  }
  out[keys[(i * 3 + i % 32) & 8191]] = (unsigned)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k15(const Pair* in, float* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[keys[(t % 4) & 8191]].value;
  __syncthreads();
  if (i >= n) return;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(i + k) & 8191];
  for (int k = 0; k < m; ++k) a1[(t + k) & 7] += real[(i + k * 32) & 8191];
  Pair p2 = blend(Pair{t, tile[(threadIdx.x % m) & 255]}, Pair{threadIdx.x, acc}, 0.5f);
  acc = p2.value + (float)p2.key;
  #pragma unroll
  for (int k3 = 0; k3 < 5; ++k3) {
    acc = acc * 0.5f + clampTo((float)keys[((i & 7) + 1) & 8191], -1.0f, 8.0f);
  }
  out[(row - t * 17) & 8191] = (float)(tile[(col % 7 - t * 16) & 255]);
}

__global__ void k16(const float* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if ((i & 3) != 0) {
    for (int k1 = 0; k1 < 12; ++k1) {
      acc += (float)in[(i - (t >> 2) + k1) & 8191];
      acc += (float)in[((size_t)(i) * m + i % m + k1 * 3) & 8191];
    }
  } else {
    int x2 = t;
    while (x2 > 0) {
      acc = fmaxf(acc, real[(i * 33) & 8191]);
      x2 /= 2;
    }
  }
  out[((i ^ 16) + 100) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k17(const Cell* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  int w1 = __shfl_sync(0xffffffffu, threadIdx.x * 16, 0);
  int x2 = n;
  do {
    if (i >= 1 && i < n - 5) {
      out[(threadIdx.x * 4 + t + x2) & 8191] += (double)(acc);
    } else {
      for (int k3 = 0; k3 < m; ++k3) {
        out[(w1 / m + w1 / 2 + 2) & 8191] = (double)(acc);
        acc += real[keys[(w1 % 4 + k3) & 8191]];
      }
    }
    x2 = x2 / m;
  } while (x2 > 0);
  out[hashOf((t & 3))] = (double)(acc);
}

__global__ void k18(const float4* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if (i < 3) return;
  #pragma unroll 2
  for (int k1 = 0; k1 < 5; ++k1) {
    if (t < m || (i & 8)) continue;
    out[((t & 15) - t * 33 + 5) & 8191] += (float)(acc);
    for (int k2 = 0; k2 < n & 7; ++k2) {
      if (real[(i / 2 - (i >> 2) + k1 * 32) & 8191] < 1.0f) break;
      int x3 = (t * 3) & 31;
      while (x3 > 0) {
        acc = acc * 0.5f + (float)in[(i * m + (threadIdx.x >> 5) + k1) & 8191].z;
        x3 -= 3;
      }
    }
  }
  out[hashOf((i >> 3))] += (float)(acc);
  out[(threadIdx.x * 4) & 8191] = (float)(acc);
}

__global__ void k19(const Pair* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  out[hashOf(t % 7 + threadIdx.x + 5)] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
  if (threadIdx.x < n) {
    acc += sinf(__expf((float)in[(threadIdx.x - (threadIdx.x ^ 16) + 100) & 8191].key));
  }
  out[(threadIdx.x / 2 + i * 4) & 8191] = (unsigned char)clampTo((real[(threadIdx.x % 4) & 8191] < 0.5f ? real[(t + 2) & 8191] : (float)in[((size_t)((threadIdx.x & 28)) * m + i % m) & 8191].key), 0.0f, 100.0f);
}

__global__ void k20(const double* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  int x1 = n;
  while (x1 > 0) {
    acc += (t < m || (i & 8) ? (float)in[keys[(row * 2 + i + 2) & 8191]] : sumOf<4>(real, t * 2 + x1 * 3)) * 3.0f;
    x1 = x1 / m;
  }
  out[(row * m - threadIdx.x * 2) & 8191] = (float)(acc);
}

__global__ void k21(const float* in, float* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  for (int k1 = 0; k1 < t % 4 + 1; ++k1) {
    if (k1 == m) continue;
    for (int k2 = 0; k2 < 8; ++k2) {
      atomicAdd(&out[(i % 16 + (t >> 5) + k2 * m) & 8191], (float)(floorf((threadIdx.x < 20 ? sumOf<7>(real, (i ^ 1) + i / 8 + k2 * 3 + 2) : (float)in[((t >> 1) + i * 8 + k1 * blockDim.x) & 8191]))));
    }
    if ((threadIdx.x & 3) != 0) break;
  }
  acc -= weights[(threadIdx.x / 32) & 63] * 2.0f;
  out[((i & 28) + (threadIdx.x & 15)) & 8191] = (float)(acc);
}

__global__ void k22(const float* __restrict__ in, int* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[512];
  tile[(t * m + i * 3) & 511] = real[(threadIdx.x * 8) & 8191];
  __syncthreads();
  float w1 = acc + (threadIdx.x < 20 ? fmaf(sumOf<3>(real, t * 8 + (i ^ 16)), 0.5f, 1.0f) : tile[(threadIdx.x + 100) & 511]);
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  if (t < m || (i & 8)) {
    acc -= tile[(threadIdx.x + threadIdx.x * 2) & 511] * 0.1f;
    acc += sumOf<3>(real, threadIdx.x - threadIdx.x);
  } else {
    acc += (float)in[(i * 3) & 8191];
  }
  out[(threadIdx.x % 16) & 8191] = (int)clampTo(tile[(i * m + i * 4) & 511], 0.0f, 100.0f);
}

__global__ void k23(const float* __restrict__ in, int* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)__ldg(&in[(t - col * m) & 8191]);
  __syncthreads();
  for (int s = 16; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  if (row >= m) return;
  for (int k1 = 1; k1 < 12; k1 += 2) {
    acc -= tile[((threadIdx.x >> 2) + k1 * 32) & 511] * 2.0f;
  }
  out[(threadIdx.x) & 8191] = (int)clampTo(tile[(col % m - col * 8) & 511], 0.0f, 100.0f);
}

__global__ void k24(const unsigned* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (i >= n) return;
  acc = acc * 0.5f + real[((size_t)(threadIdx.x * m) * m + threadIdx.x + t) & 8191];
  out[(i) & 8191] = Cell{i, sumOf<4>(real, i % 32 - (i ^ 1)), 1, 2.0};
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
  k0<<<dim3(3, 1), dim3(32, 4)>>>((const float*)in, (unsigned char*)out, keys, real, 77, 6);
  k1<<<dim3(2, 1), dim3(64, 1)>>>((const float4*)in, (unsigned char*)out, keys, real, 333, 2);
  k2<<<dim3(5, 1), dim3(16, 2)>>>((const float*)in, (double*)out, keys, real, Shape{6, 333, 0.5f});
  k3<<<dim3(2, 1), dim3(96, 1)>>>((const double*)in, (double*)out, keys, real, 192, 7);
  k4<<<dim3(1, 1), dim3(4, 16)>>>((const float*)in, (float*)out, keys, real, 77, 2);
  k5<<<dim3(5, 1), dim3(4, 16)>>>((const int*)in, (long long*)out, keys, real, 333, 5);
  k6<<<dim3(3, 1), dim3(128, 1)>>>((const Cell*)in, (float*)out, keys, real, 333, 9);
  k7<<<dim3(1, 1), dim3(32, 8)>>>((const Cell*)in, (float2*)out, keys, real, 333, 4);
  k8<<<dim3(1, 1), dim3(96, 1)>>>((const int*)in, (Cell*)out, keys, real, Shape{4, 100, 0.5f});
  k9<<<dim3(3, 1), dim3(256, 1)>>>((const double*)in, (int*)out, keys, real, Shape{6, 77, 0.5f});
  k10<<<dim3(1, 1), dim3(96, 1)>>>((const unsigned*)in, (float*)out, keys, real, Shape{6, 77, 0.5f});
  k11<<<dim3(5, 1), dim3(96, 1)>>>((const float2*)in, (long long*)out, keys, real, Shape{2, 480, 0.5f});
  k12<<<dim3(1, 1), dim3(8, 8)>>>((const Cell*)in, (float*)out, keys, real, 64, 6);
  k13<<<dim3(2, 2), dim3(32, 4)>>>((const unsigned char*)in, (float*)out, keys, real, 100, 5);
  k14<<<dim3(5, 1), dim3(128, 1)>>>((const float*)in, (unsigned*)out, keys, real, 100, 4);
  k15<<<dim3(3, 2), dim3(16, 16)>>>((const Pair*)in, (float*)out, keys, real, 77, 9);
  k16<<<dim3(1, 1), dim3(128, 1)>>>((const float*)in, (unsigned char*)out, keys, real, 128, 6);
  k17<<<dim3(5, 1), dim3(64, 1)>>>((const Cell*)in, (double*)out, keys, real, Shape{7, 333, 0.5f});
  k18<<<dim3(3, 1), dim3(128, 1)>>>((const float4*)in, (float*)out, keys, real, 384, 4);
  k19<<<dim3(1, 1), dim3(96, 1)>>>((const Pair*)in, (unsigned char*)out, keys, real, 77, 5);
  k20<<<dim3(3, 2), dim3(32, 8)>>>((const double*)in, (float*)out, keys, real, 333, 7);
  k21<<<dim3(5, 1), dim3(64, 1)>>>((const float*)in, (float*)out, keys, real, 77, 3);
  k22<<<dim3(1, 1), dim3(96, 1)>>>((const float*)in, (int*)out, keys, real, 100, 7);
  k23<<<dim3(1, 1), dim3(16, 2)>>>((const float*)in, (int*)out, keys, real, 500, 5);
  k24<<<dim3(2, 1), dim3(64, 1)>>>((const unsigned*)in, (Cell*)out, keys, real, 100, 9);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
