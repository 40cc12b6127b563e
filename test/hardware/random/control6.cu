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

__global__ void k0(const short* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  for (int k1 = 0; k1 < 3; ++k1) {
    if (k1 == m) continue;
    out[(threadIdx.x * 33 + k1 * 3 + 2) & 8191] = make_float2((float)__ldg(&in[((size_t)(t * 8) * m + threadIdx.x + k1 * 32) & 8191]), 1.0f);
    for (unsigned k2 = 8; k2 > 0; k2 >>= 1) {
      if (i % 2 == 0) {
        acc += (float)keys[((size_t)(threadIdx.x / 2) * m + threadIdx.x) & 8191];
      }
      if (real[keys[(threadIdx.x + i / 3 + k2 * m + 5) & 8191]] < 2.0f) {
        acc += (float)in[(i - (threadIdx.x & 3) + 5) & 8191];
      } else {
        out[((t >> 1) + (threadIdx.x & 28) + 100) & 8191] = make_float2(acc, acc);
      }
    }
  }
  out[(threadIdx.x * m) & 8191] = make_float2((float)in[((size_t)(threadIdx.x % 32) * m + i * m - t * m) & 8191], 1.0f);
}

__global__ void k1(const Cell* __restrict__ in, int* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  unsigned w1 = __ballot_sync(0xffffffffu, threadIdx.x < 8);
  acc += (float)__popc(w1);
  float a2[16];
  for (int k = 0; k < 16; ++k) a2[k] = real[(i + k) & 8191];
  for (int k = 0; k < 16; ++k) acc += a2[k] * 0.5f;
  for (unsigned k3 = 8; k3 > 0; k3 >>= 1) {
    acc += real[(col % (n + 1) + row * m) & 8191];
    out[keys[(col / 2 + k3 * m) & 8191]] = (int)clampTo(acc, 0.0f, 100.0f);
  }
  atomicAdd(&out[(col) & 8191], (int)(acc));
}

__global__ void k2(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  if (i < 3) return;
  for (int k1 = 0; k1 < m; ++k1) {
    for (unsigned k2 = 8; k2 > 0; k2 >>= 1) {
      for (int k3 = 1; k3 < m; k3 += 2) {
        if (k3 == m) break;
        out[(row % 3 + k1 * 32) & 8191] += (float)(acc);
      }
    }
  }
  out[(i) & 8191] = (float)(rsqrtf(1.0f + fabsf(weights[(row + (t ^ 5)) & 63])));
}

__global__ void k3(const unsigned* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 1.0f;
  if (__any_sync(0xffffffffu, threadIdx.x < 8)) acc += (float)keys[(t * 4 + (t >> 2)) & 8191];
  if (t % 2 == 0) {
    acc += (float)in[((t >> 2)) & 8191];
  }
  out[(threadIdx.x / m) & 8191] += (float)(acc);
}

__global__ void k4(const double* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 128) tile[j] = (float)in[((size_t)((threadIdx.x ^ 1)) * m + t / 3) & 8191];
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, i >= 5 && i < n - 1);
  acc += (float)__popc(w1);
  for (int k2 = 0; k2 < m; ++k2) {
    acc = fmaxf(acc, fmaf(tile[(i * 16 + k2 * blockDim.x) & 255], 0.5f, 1.0f));
    for (int k3 = 0; k3 < 8; ++k3) {
      for (int k4 = 0; k4 < 7; ++k4) {
        acc += real[((threadIdx.x ^ 5) + k3 + 100) & 8191];
        acc -= tile[(threadIdx.x % 16 + k3) & 255] * 0.1f;
      }
    }
  }
  out[(threadIdx.x * m) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k5(const float* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 128) tile[j] = (float)__ldg(&in[((size_t)((i ^ 5)) * m + threadIdx.x % 7 - threadIdx.x) & 8191]);
  __syncthreads();
  int w1 = __shfl_sync(0xffffffffu, t * m, 31);
  if (threadIdx.x > 40) return;
  int x2 = n;
  while (x2 > 0) {
    for (int k3 = 0; k3 < 4; ++k3) {
      acc += tile[((w1 & 3) - i) & 255];
      if (t < m || (i & 8)) break;
    }
    x2 /= 2;
  }
  if ((i & 3) != 0) {
    for (int k4 = 0; k4 < 2; ++k4) {
      if ((k4 & 1) == 0) continue;
      int x5 = keys[hashOf(w1 + k4 + 1)];
      while (x5 > 0) {
        acc = fmaxf(acc, clampTo(real[((size_t)(i) * m + (threadIdx.x ^ 1) - (threadIdx.x >> 2)) & 8191], -1.0f, 8.0f));
        x5 = x5 / m;
      }
    }
  } else {
    acc -= tile[(i + 1) & 255] * 2.0f;
  }
  out[(i * m + threadIdx.x * 33) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k6(const short* in, short* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  if (__all_sync(0xffffffffu, real[((t & 3) - (t >> 1) + 2) & 8191] < 2.0f)) acc += clampTo(expf(-fabsf(acc)), -1.0f, 8.0f);
  for (int k2 = threadIdx.x; k2 < 100; k2 += blockDim.x) {
    #pragma unroll
    for (int k3 = 0; k3 < m; ++k3) {
      #pragma unroll 1
      for (int k4 = 0; k4 < 4; ++k4) {
        if (t < m || (i & 8)) continue;
        acc = fmaxf(acc, real[(col + i + k4 * 32) & 8191]);
        out[(col + k3 * blockDim.x) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
      }
      out[((row ^ 16) - i * 4 + k3) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
    }
  }
  Pair p5 = blend(Pair{t, (float)in[(i / 8 - col) & 8191]}, Pair{threadIdx.x * 2, acc}, real[m]);
  acc = p5.value + (float)p5.key;
  out[(row / 32) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k7(const float* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  #pragma unroll 1
  for (unsigned k1 = 16; k1 > 0; k1 >>= 1) {
    #pragma unroll 4
    for (int k2 = t & 1; k2 < 5; k2 += 2) {
      if (k2 == m) continue;
      for (int k3 = 0; k3 < 16; ++k3) {
        acc = acc * 0.5f + (float)in[(threadIdx.x / 8 + row % m + k3 * 3 + 1) & 8191];
        if ((threadIdx.x & 3) != 0) break;
      }
      acc = acc * 0.5f + (float)in[keys[(col / m + 1) & 8191]];
    }
  }
  out[((col >> 5) + (row & 15)) & 8191] = make_float4(acc, 0.0f, acc, 2.0f);
}

__global__ void k8(const float* __restrict__ in, double* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  if (t % 3 == 0) return;
  #pragma unroll
  for (int k1 = 0; k1 < 7; ++k1) {
    acc -= (float)__ldg(&in[((i & 15) + t * 8 + k1 * m) & 8191]) * 0.1f;
  }
  out[(t + i * m + 100) & 8191] += (double)(acc);
}

__global__ void k9(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 96) tile[j] = (float)in[(t % 7 + (threadIdx.x >> 3)) & 8191];
  __syncthreads();
  if (t < m || (i & 8)) {
    for (int k1 = 0; k1 < 3; ++k1) {
      if (k1 == m) break;
      switch (keys[(i / m + k1) & 8191] % 5) {
        case 0:
          out[(i % m + k1 * m) & 8191] = (float)(acc);
          break;
        case 1:
          acc += sumOf<7>(real, t + (threadIdx.x & 3) + k1);
          break;
        case 2:
          acc = acc * 0.5f + tile[((t >> 2) + k1 * m) & 511];
          break;
        case 3:
          out[(t % 7 + i + k1) & 8191] = (float)(tile[((i >> 1) + (threadIdx.x ^ 16) + k1 * 32) & 511]);
          break;
        case 4:
          acc -= tile[((i >> 1) + k1 * 32) & 511] * 0.1f;
          break;
        default:
          acc = fmaxf(acc, (float)in[(threadIdx.x * 17) & 8191]);
      }
    }
  }
  atomicAdd(&out[((size_t)((threadIdx.x >> 3)) * m + i * 3 - (t >> 5)) & 8191], (float)(acc));
}

__global__ void k10(const long long* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  int at1 = -1;
  if (find(keys, t * m, m, t & 63, at1)) acc += (float)at1;
  out[keys[(t / 32 + (threadIdx.x & 7)) & 8191]].z = tanhf((float)in[((size_t)(threadIdx.x) * m + threadIdx.x * 17) & 8191]);
}

__global__ void k11(const double* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[256];
  tile[(threadIdx.x) & 255] = floorf((float)in[(threadIdx.x / 2 + i % (n + 1)) & 8191]);
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[(t * 16) & 31], 1);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    acc -= clampTo(real[(threadIdx.x + threadIdx.x * 4) & 8191], -1.0f, 8.0f) * 2.0f;
  }
  atomicAdd(&out[((size_t)(threadIdx.x * 17) * m + i * m - t) & 8191], (float)(acc));
}

__global__ void k12(const unsigned char* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if (__all_sync(0xffffffffu, (i & 3) != 0)) acc += (float)in[((size_t)(i) * m + (threadIdx.x ^ 16) + i) & 8191];
  float a2[16];
  for (int k = 0; k < 16; ++k) a2[k] = real[(i + k) & 8191];
  for (int k = 0; k < m; ++k) a2[keys[(i + k) & 8191] & 15] += real[(i + k * 32) & 8191];
  if ((i & 3) != 0) {
    for (int k3 = 1; k3 < 2; k3 += 2) {
      out[((t ^ 16) + k3 * blockDim.x) & 8191] = Cell{i, acc, 1, 2.0};
      #pragma unroll
      for (int k4 = t & 1; k4 < m; k4 += 2) {
        acc = fmaxf(acc, (float)keys[((size_t)((threadIdx.x & 28)) * m + threadIdx.x * 16 + t % 3) & 8191]);
      }
    }
  }
  out[((i & 28)) & 8191] = Cell{i, acc, 1, 2.0};
}

__global__ void k13(const long long* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  for (int k1 = 1; k1 < 4; k1 += 2) {
    switch (m) {
      case 0:
        acc += weights[(t * 33 + k1) & 63];
        break;
      case 1:
        acc = acc * 0.5f + (real[(col + k1 + 2) & 8191] < 2.0f ? floorf((float)in[(threadIdx.x) & 8191]) : (float)in[(col * 17 + k1 * 3) & 8191]);
        break;
      case 2:
        acc += (row / 3 < n ? (float)in[(row + k1 * 32) & 8191] : sumOf<3>(real, threadIdx.x / m + i % 3 + k1 * m));
        break;
      case 3:
        acc = acc * 0.5f + sumOf<7>(real, t % m - t + 5);
        break;
      default:
        acc += (float)in[((i & 7) + k1 * 3) & 8191];
    }
  }
  for (int k2 = 1; k2 < 16; k2 += 2) {
    acc = acc * 0.5f + (float)in[(t % m - row * 17 + k2) & 8191];
  }
  out[((size_t)((t & 28)) * m + t / 8 + col % 32) & 8191] = make_float2((float)in[(t * 33 - col) & 8191], acc);
}

__global__ void k14(const Pair* in, unsigned* out, const int* keys, const float* real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  __shared__ float square[16][33];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 33] = square[threadIdx.x % 16][threadIdx.y % 33];
  __syncthreads();
  if (i < 3) return;
  if (keys[(i + 100) & 8191] > 40) {
    for (int k1 = 1; k1 < m; k1 += 2) {
      for (int k2 = 0; k2 < 7; ++k2) {
        if ((k2 & 1) == 0) continue;
        atomicMin(&out[((row >> 1) + threadIdx.x * m + k1) & 8191], (unsigned)(row / 32 + i));
      }
    }
    acc = acc * 0.5f + square[(threadIdx.x * 3 - t % m) & 15][threadIdx.x % 33];
  }
  atomicExch(&out[((i & 15) + 5) & 8191], (unsigned)(col + threadIdx.x));
}

__global__ void k15(const long long* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  for (unsigned k1 = 16; k1 > 0; k1 >>= 1) {
    for (int k2 = 32; k2 > 0; --k2) {
      acc -= (float)keys[((size_t)(t) * m + threadIdx.x + threadIdx.x % 32 + k1 * m) & 8191] * 0.1f;
      if ((i & 3) != 0) {
        acc += (float)in[(threadIdx.x - (threadIdx.x >> 3) + k1 * 3) & 8191];
      }
    }
    if (real[((i ^ 1) + k1) & 8191] < 2.0f) break;
  }
  out[((size_t)(i / 2) * m + t * m + threadIdx.x % 32) & 8191] = make_float2((float)in[((size_t)(i) * m + i * 2 + t + 2) & 8191], 1.0f);
}

__global__ void k16(const short* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  float a1[4];
  for (int k = 0; k < 4; ++k) a1[k] = real[(t * 4 + k) & 8191];
  for (int k = 0; k < m; ++k) a1[(t + k) & 3] += 1.0f;
  acc += polynomial(acc, a1);
  #pragma unroll 2
  for (int k2 = 0; k2 < 3; ++k2) {
    acc += (float)in[(t * m + k2) & 8191];
  }
  out[hashOf((threadIdx.x >> 3))].d = acc;
}

__global__ void k17(const float* in, int* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  __shared__ float tile[512];
  tile[((i ^ 5) + threadIdx.x % 32) & 511] = real[((i >> 5) + i) & 8191];
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[(threadIdx.x % m) & 31], t);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  for (int k1 = 0; k1 < m; ++k1) {
    if ((k1 & 1) == 0) continue;
    if (i % 2 == 0) {
      for (int k2 = 0; k2 < 2; ++k2) {
        acc -= tile[(threadIdx.x * 33 + (threadIdx.x ^ 5) + k2 * blockDim.x) & 511] * 2.0f;
      }
      for (int k3 = 0; k3 < m; ++k3) {
        acc += tile[(i + k3 + 5) & 511];
      }
    }
  }
  out[(t * m - i + 2) & 8191] = (int)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k18(const short* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[512];
  tile[(i * m) & 511] = (float)__ldg(&in[(i * 16 + t * 3) & 8191]);
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, t < m || (i & 8));
  acc += (float)__popc(w1);
  Pair p2 = blend(Pair{t, (float)in[((i ^ 16) - t) & 8191]}, Pair{threadIdx.x * 16, acc}, 0.5f);
  acc = p2.value + (float)p2.key;
  for (int k3 = 12; k3 > 0; --k3) {
    for (int k4 = 0; k4 < 12; ++k4) {
      if ((threadIdx.x & 15) > t * 8) {
        acc -= tile[(threadIdx.x % 3 + k4 * blockDim.x) & 511] * 2.0f;
      } else {
        acc += tile[((t & 7) + k3) & 511];
      }
      acc -= real[((i >> 1) + k4) & 8191] * 2.0f;
    }
  }
  atomicMax(&out[((size_t)(t) * m + (i ^ 1)) & 8191], (unsigned)(threadIdx.x - (threadIdx.x >> 2)));
}

__global__ void k19(const Cell* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 32) tile[j] = (float)in[((t & 3)) & 8191].a;
  __syncthreads();
  for (int s = 16; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[(threadIdx.x) & 31], 1);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  float w1 = acc + tile[((t ^ 16) + 5) & 255];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  acc = w1;
  if (t < m || (i & 8)) {
    for (int k2 = 1; k2 < 7; k2 += 2) {
      if (t < m || (i & 8)) {
        acc = fmaxf(acc, (float)keys[(i - (threadIdx.x >> 3)) & 8191]);
      }
      for (int k3 = 0; k3 < t % 4 + 1; ++k3) {
        acc -= weights[(threadIdx.x / 2 + k2 * m) & 63] * 0.1f;
      }
    }
  }
  out[(t + threadIdx.x % 4) & 8191] = blend(Pair{t, acc}, Pair{m, acc}, 0.5f);
}

__global__ void k20(const Cell* in, Cell* out, const int* keys, const float* real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  acc -= (float)in[((t ^ 16) + col / 3) & 8191].b * 2.0f;
  out[((threadIdx.x ^ 1) + col * 4 + 5) & 8191] = Cell{i, acc, 1, 2.0};
}

__global__ void k21(const long long* __restrict__ in, unsigned* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = real[m];
  for (int k1 = 0; k1 < m; ++k1) {
    if (t < m || (i & 8)) {
      acc -= (float)in[(row * 2 + row % 32 + k1 * 32) & 8191] * 2.0f;
    } else {
      for (int k2 = 0; k2 < m; k2 += 2) {
        acc = fmaxf(acc, (float)in[((t & 3) + k2 * blockDim.x) & 8191]);
      }
    }
  }
  out[(col) & 8191] = (unsigned)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k22(const unsigned char* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  int w1 = t * m + 100;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, w1, d); if ((t & 31) >= d) w1 += o; }
  for (int k2 = 7; k2 > 0; --k2) {
    if (real[((threadIdx.x & 15) + k2 * m) & 8191] < 2.0f) {
      acc += fmaf((float)in[(t * 2 + k2) & 8191], 0.5f, 1.0f);
    }
  }
  out[(w1 * 2 + threadIdx.x / 32) & 8191] = make_float4((float)in[(w1) & 8191], 0.0f, acc, 2.0f);
}

__global__ void k23(const double* in, float* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(threadIdx.x) & 8191];
  __syncthreads();
  if (__any_sync(0xffffffffu, t < m || (i & 8))) acc += tile[(col % 7) & 255];
  if (i >= n) return;
  #pragma unroll 4
  for (int k2 = threadIdx.x; k2 < n; k2 += blockDim.x) {
    if (keys[(t * 2 + k2) & 8191] > 8) {
      for (int k3 = 0; k3 < 7; ++k3) {
        acc += tile[((t & 7) + k2 * 3) & 255];
      }
      out[(i * m - row * 33 + k2) & 8191] = (float)(acc);
    } else {
      out[((col >> 2) + k2) & 8191] = (float)(acc);
    }
  }
  out[(i * 2 + 100) & 8191] += (float)(acc);
}

__global__ void k24(const unsigned char* __restrict__ in, Pair* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  __shared__ float tile[512];
  tile[t] = (float)in[hashOf(i * 33)];
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  float w1 = acc + (float)in[(t + t % 3) & 8191];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_xor_sync(0xffffffffu, w1, d);
  if ((t & 31) == 0) acc += w1;
  float a2[4];
  for (int k = 0; k < 4; ++k) a2[k] = (float)k;
  acc += polynomial(acc, a2);
  for (int k3 = 8; k3 > 0; --k3) {
    acc = acc * 0.5f + real[(t + (i >> 5) + k3) & 8191];
  }
  out[keys[(t + threadIdx.x) & 8191]] = blend(Pair{t, acc}, Pair{m, acc}, 0.5f);
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
  k0<<<dim3(2, 1), dim3(32, 1)>>>((const short*)in, (float2*)out, keys, real, Shape{5, 64, 0.5f});
  k1<<<dim3(3, 2), dim3(16, 2)>>>((const Cell*)in, (int*)out, keys, real, 500, 5);
  k2<<<dim3(3, 1), dim3(4, 16)>>>((const float*)in, (float*)out, keys, real, 500, 3);
  k3<<<dim3(2, 1), dim3(96, 1)>>>((const unsigned*)in, (float*)out, keys, real, Shape{6, 333, 0.5f});
  k4<<<dim3(5, 1), dim3(128, 1)>>>((const double*)in, (long long*)out, keys, real, Shape{5, 500, 0.5f});
  k5<<<dim3(5, 1), dim3(128, 1)>>>((const float*)in, (unsigned char*)out, keys, real, 100, 3);
  k6<<<dim3(5, 2), dim3(4, 16)>>>((const short*)in, (short*)out, keys, real, 77, 5);
  k7<<<dim3(5, 1), dim3(32, 4)>>>((const float*)in, (float4*)out, keys, real, Shape{9, 640, 0.5f});
  k8<<<dim3(5, 1), dim3(128, 1)>>>((const float*)in, (double*)out, keys, real, Shape{3, 333, 0.5f});
  k9<<<dim3(2, 1), dim3(96, 1)>>>((const float*)in, (float*)out, keys, real, 192, 7);
  k10<<<dim3(2, 1), dim3(256, 1)>>>((const long long*)in, (float4*)out, keys, real, 100, 9);
  k11<<<dim3(1, 1), dim3(128, 1)>>>((const double*)in, (float*)out, keys, real, 77, 3);
  k12<<<dim3(5, 1), dim3(64, 1)>>>((const unsigned char*)in, (Cell*)out, keys, real, 100, 7);
  k13<<<dim3(5, 1), dim3(32, 8)>>>((const long long*)in, (float2*)out, keys, real, 1280, 4);
  k14<<<dim3(5, 1), dim3(32, 4)>>>((const Pair*)in, (unsigned*)out, keys, real, Shape{3, 333, 0.5f});
  k15<<<dim3(5, 1), dim3(96, 1)>>>((const long long*)in, (float2*)out, keys, real, 500, 5);
  k16<<<dim3(3, 1), dim3(64, 1)>>>((const short*)in, (Cell*)out, keys, real, 77, 2);
  k17<<<dim3(1, 1), dim3(32, 1)>>>((const float*)in, (int*)out, keys, real, 32, 2);
  k18<<<dim3(5, 1), dim3(96, 1)>>>((const short*)in, (unsigned*)out, keys, real, 77, 7);
  k19<<<dim3(2, 1), dim3(32, 1)>>>((const Cell*)in, (Pair*)out, keys, real, 333, 4);
  k20<<<dim3(1, 1), dim3(4, 16)>>>((const Cell*)in, (Cell*)out, keys, real, Shape{2, 64, 0.5f});
  k21<<<dim3(1, 1), dim3(8, 8)>>>((const long long*)in, (unsigned*)out, keys, real, 500, 6);
  k22<<<dim3(3, 1), dim3(128, 1)>>>((const unsigned char*)in, (float4*)out, keys, real, 384, 7);
  k23<<<dim3(3, 2), dim3(16, 16)>>>((const double*)in, (float*)out, keys, real, 1536, 7);
  k24<<<dim3(5, 1), dim3(128, 1)>>>((const unsigned char*)in, (Pair*)out, keys, real, 333, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
