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

__global__ void k0(const float* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  if (row >= m) return;
  float a1[16];
  for (int k = 0; k < 16; ++k) a1[k] = real[(t * 16 + k) & 8191];
  for (int k = 0; k < 16; ++k) acc += a1[k] * weights[k];
  Range r2 = around(i, m, n);
  for (int k = r2.low; k < r2.high; ++k) acc += real[k & 8191];
  out[(row / 3 + row % (n + 1)) & 8191] = make_float2(acc, acc);
}

__global__ void k1(const unsigned* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)in[((size_t)(row) * m + row) & 8191];
  __syncthreads();
  for (int s = 16; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, i % 2 == 0);
  acc += (float)__popc(w1);
  for (int k2 = 0; k2 < 12; ++k2) {
    if ((k2 & 1) == 0) continue;
    out[(t + k2 * 32 + 5) & 8191].b = acc;
    #pragma unroll 1
    for (unsigned k3 = 32; k3 > 0; k3 >>= 1) {
      switch (m) {
        case 0:
          acc -= clampTo(tile[(t / 3 - col % 16 + k2) & 511], -1.0f, 8.0f) * 0.1f;
          break;
        case 1:
          acc += (keys[(col + k3 * 32) & 8191] > 20 ? weights[((col & 7) + row * m + k2) & 63] : tile[(col * 33 - i + k2) & 511]);
          break;
        case 2:
          out[(threadIdx.x + col * 4 + k3 * m) & 8191].d = tile[(row + row + k2 * 32) & 511];
          break;
        case 3:
          acc += tile[((row >> 3) + (row >> 1) + k3 * 32) & 511] * weights[m];
          break;
        default:
          out[((size_t)(col) * m + threadIdx.x % (n + 1) + k2 * blockDim.x) & 8191] = Cell{i, acc, 1, 2.0};
      }
      out[(t + k2 * m) & 8191].b = real[((i & 3) + k2 * 32) & 8191];
    }
  }
  acc -= tile[((row ^ 1)) & 511] * 2.0f;
  out[((i >> 3) + (row ^ 5)) & 8191].d = acc;
}

__global__ void k2(const double* in, unsigned* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(threadIdx.x) & 8191];
  __syncthreads();
  for (int k1 = threadIdx.x; k1 < 100; k1 += blockDim.x) {
    out[hashOf(threadIdx.x + k1 * 32)] = (unsigned)clampTo(acc, 0.0f, 100.0f);
    if (i >= 1 && i < n - 1) break;
  }
  out[(threadIdx.x % 4) & 8191] = (unsigned)clampTo(weights[(t + t) & 63], 0.0f, 100.0f);
}

__global__ void k3(const unsigned char* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  if (__all_sync(0xffffffffu, i >= 5 && i < n - 1)) acc += (float)in[(threadIdx.x + 1) & 8191];
  if (t % 3 == 0) return;
  for (int k2 = 0; k2 < 12; ++k2) {
    if (threadIdx.x < 8) continue;
    if (keys[(i * m + threadIdx.x * m) & 8191] > 40) {
      acc = fmaxf(acc, __expf(clampTo((float)t, -1.0f, 8.0f)));
    } else {
      acc += (float)keys[(threadIdx.x * m - (t >> 5) + k2) & 8191];
    }
    for (int k3 = 1; k3 < n & 7; k3 += 2) {
      acc -= (float)in[(t * m + threadIdx.x / 2 + k2 * m) & 8191] * 2.0f;
    }
  }
  out[(t - (threadIdx.x & 28)) & 8191] = make_float2(clampTo((float)in[(t * 33 - i % 4) & 8191], -1.0f, 8.0f), 1.0f);
}

__global__ void k4(const float4* in, float* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 128) tile[j] = (float)in[(threadIdx.x + threadIdx.x + 1) & 8191].x;
  __syncthreads();
  int x1 = t;
  while (x1 > 0) {
    out[((size_t)(i * 3) * m + threadIdx.x) & 8191] += (float)(acc);
    x1 = x1 / m;
  }
  out[(t + i * 33 + 1) & 8191] += (float)(acc);
}

__global__ void k5(const long long* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  for (int k1 = 0; k1 < 2; k1 += 2) {
    out[(t + k1) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
    if (i >= 5 && i < n - 5) {
      out[((i ^ 16) + i / 8 + k1 * 3) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
      out[hashOf((row & 28) + col + k1)] = (unsigned char)clampTo((float)__ldg(&in[(row + k1) & 8191]), 0.0f, 100.0f);
    }
  }
  out[(row % (n + 1)) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k6(const long long* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float square[16][17];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 17] = square[(i * 8) & 15][threadIdx.x % 17];
  __syncthreads();
  if (i >= 1 && i < n - 5) {
    if (i < n) {
      acc += real[hashOf(row % 3)];
      for (int k1 = 1; k1 < 2; k1 += 2) {
        acc = acc * 0.5f + sinf(sumOf<2>(real, i % 4 + k1 * 3));
        if (col < n) break;
      }
    } else {
      acc += (real[keys[(t) & 8191]] < 2.0f ? (threadIdx.x < n ? real[(threadIdx.x + col + 2) & 8191] : acc) : square[threadIdx.x % 16][threadIdx.y % 17]);
    }
    for (int k2 = 0; k2 < m; ++k2) {
      acc -= square[(t + k2 * m) & 15][threadIdx.x % 17] * 2.0f;
    }
  } else {
    for (int k3 = 0; k3 < 2; ++k3) {
      for (int k4 = threadIdx.x; k4 < 100; k4 += blockDim.x) {
        out[(i * 3 + k3 * m) & 8191] = (long long)clampTo(square[threadIdx.x % 16][threadIdx.y % 17], 0.0f, 100.0f);
      }
    }
  }
  acc += square[(i) & 15][threadIdx.x % 17];
  out[((t & 15) - t * 3) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k7(const short* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.5f;
  __shared__ float tile[256];
  tile[((i ^ 1)) & 255] = real[((size_t)(threadIdx.x) * m + row * m) & 8191];
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  __syncthreads();
  acc -= tanhf(floorf(tile[(t * 4) & 255])) * 0.1f;
  int at1 = (col * 4 + col * m + 2) & 8191;
  advance(acc, at1, 1);
  advance(acc, at1, 1);
  advance(acc, at1, 1);
  out[(at1 * m) & 8191] += (float)(acc);
}

__global__ void k8(const float* in, unsigned char* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 32) tile[j] = (float)in[(threadIdx.x * m + (i >> 1)) & 8191];
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[((t & 15)) & 31], 1);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  float w1 = acc + tile[(t) & 255];
  for (int d = 16; d > 0; d >>= 1) w1 += __shfl_down_sync(0xffffffffu, w1, d);
  acc = w1;
  switch (keys[((size_t)(t / 8) * m + threadIdx.x * m) & 8191] % 5) {
    case 0:
      out[(t * 4 + 100) & 8191] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
      break;
    case 1:
      acc += (float)in[hashOf(i * 3)];
      break;
    case 2:
      acc += tile[(threadIdx.x) & 255];
      break;
    case 3:
      acc = fmaxf(acc, ((threadIdx.x & 3) != 0 ? clampTo(1.5f, -1.0f, 8.0f) : tile[(threadIdx.x) & 255] * 3.0f));
      break;
    case 4:
      acc = acc * 0.5f + (float)__ldg(&in[(threadIdx.x * m) & 8191]);
      break;
    default:
      acc += tile[((threadIdx.x ^ 1) + 5) & 255];
  }
  int x2 = n;
  while (x2 > 0) {
    acc = fmaxf(acc, tile[(threadIdx.x % (n + 1) + t * 8 + x2) & 255]);
    x2 = x2 / m;
  }
  out[hashOf((t & 3) + i * 3 + 2)] = (unsigned char)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k9(const int* __restrict__ in, unsigned char* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  int w1 = __shfl_sync(0xffffffffu, (threadIdx.x >> 3), t & 7);
  if (threadIdx.x < 8) {
    acc += logf(1.0f + fabsf((float)keys[((size_t)(threadIdx.x * 16) * m + row) & 8191]));
    out[(row * m + col) & 8191] = (unsigned char)clampTo((float)in[keys[((w1 ^ 5)) & 8191]], 0.0f, 100.0f);
  }
  out[((threadIdx.x ^ 16) + row * 17) & 8191] = (unsigned char)clampTo(logf(1.0f + fabsf(sumOf<3>(real, i * 3 + i * 33))), 0.0f, 100.0f);
}

__global__ void k10(const short* in, Pair* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)__ldg(&in[keys[(threadIdx.x - i) & 8191]]);
  __syncthreads();
  #pragma unroll 1
  for (int k1 = 0; k1 < m; ++k1) {
    if (k1 == m) break;
    out[(i + k1) & 8191].value = tile[(i * m + t + k1 * 3) & 511];
    if (threadIdx.x * 33 > threadIdx.x) {
      acc += floorf(fmaf(sumOf<2>(real, i + threadIdx.x / 2 + k1 * 3 + 2), 0.5f, 1.0f));
      for (int k2 = 0; k2 < 2; ++k2) {
        if ((k2 & 1) == 0) break;
        out[hashOf(i % 4 - i + k2 + 1)] = blend(Pair{t, acc}, Pair{m, (float)in[(threadIdx.x - threadIdx.x + k1 * blockDim.x) & 8191]}, 0.5f);
        if (i >= 5 && i < n - 5) break;
      }
    } else {
      acc = fmaxf(acc, (float)in[(i + t * m + k1 * m) & 8191]);
    }
  }
  acc += tile[(threadIdx.x) & 511];
  out[(i + t * 16) & 8191] = Pair{i, acc};
}

__global__ void k11(const long long* in, Cell* out, const int* keys, const float* real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 1.0f;
  float a1[8];
  for (int k = 0; k < 8; ++k) a1[k] = real[(t * 8 + k) & 8191];
  for (int k = 0; k < 8; ++k) acc += a1[k] * 0.5f;
  out[((size_t)(i % 3) * m + threadIdx.x * 33 + 100) & 8191].b = ((t & 3) != 0 ? a1[(threadIdx.x * 17 + (i >> 2)) & 7] : (float)in[((size_t)(t * 16) * m + threadIdx.x / 8 + i * 17) & 8191]);
  int low2 = 0, high3 = 64;
  while (low2 < high3) {
    int mid4 = (low2 + high3) / 2;
    if (keys[mid4 & 8191] < (i & 63)) low2 = mid4 + 1; else high3 = mid4;
  }
  acc += (float)low2;
  out[(i % 3 - t * m) & 8191].d = acc;
}

__global__ void k12(const float* in, Pair* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  Range r1 = around(i, m, n);
  for (int k = r1.low; k < r1.high; ++k) acc += real[k & 8191];
  if (i >= 5 && i < n - 1) {
    acc -= fmaf((float)in[(t - threadIdx.x) & 8191], 0.5f, 1.0f) * 2.0f;
  } else {
    acc = acc * 0.5f + (float)in[(t * 8) & 8191];
  }
  out[((size_t)(i) * m + t + 1) & 8191] = blend(Pair{t, acc}, Pair{m, sumOf<3>(real, (t ^ 1) - i)}, 0.5f);
}

__global__ void k13(const unsigned char* in, double* out, const int* keys, const float* real, Shape shape) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  int m = shape.width, n = shape.height;
  float acc = real[m];
  int w1 = __shfl_sync(0xffffffffu, t / 2, 0);
  for (int k2 = 0; k2 < 16; ++k2) {
    if (i >= 5 && i < n - 1) break;
    out[((size_t)((w1 >> 1)) * m + (w1 >> 3) + k2) & 8191] += (double)(acc);
  }
  out[(t * 3) & 8191] = (double)(acc);
}

__global__ void k14(const short* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.0f;
  __shared__ float tile[256];
  tile[t] = (float)in[(t * m) & 8191];
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, real[((threadIdx.x ^ 16) + threadIdx.x * m) & 8191] < 1.0f);
  acc += (float)__popc(w1);
  for (int k2 = threadIdx.x; k2 < 200; k2 += blockDim.x) {
    if ((k2 & 1) == 0) continue;
    for (int k3 = 0; k3 < n & 7; ++k3) {
      if (k3 == m) continue;
      acc -= (float)in[((size_t)(threadIdx.x) * m + i * 3 + k2 * 3) & 8191] * 0.1f;
      if (threadIdx.x < 8) break;
    }
    acc = acc * 0.5f + clampTo((float)__ldg(&in[hashOf(threadIdx.x - (i & 28))]), -1.0f, 8.0f);
  }
  for (unsigned k4 = 32; k4 > 0; k4 >>= 1) {
    acc -= tile[(t % m - threadIdx.x + k4 * 3 + 5) & 255] * 0.1f;
    for (int k5 = 4; k5 > 0; --k5) {
      out[((i >> 1) + i + k4 * blockDim.x) & 8191] = Cell{i, tile[(t + k5 * 32) & 255], 1, 2.0};
    }
  }
  out[(t / 32 + threadIdx.x / 8) & 8191].b = acc;
}

__global__ void k15(const Cell* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float square[16][17];
  for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % 17] = (float)in[hashOf(threadIdx.x + 1)].a;
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, i % 2 == 0);
  acc += (float)__popc(w1);
  acc -= square[((col ^ 1)) & 15][threadIdx.x % 17] * 0.1f;
  for (int k2 = threadIdx.x; k2 < 200; k2 += blockDim.x) {
    acc -= (keys[(col * m + k2 * 32) & 8191] > 20 ? square[(row + k2 * m) & 15][threadIdx.x % 17] : square[threadIdx.x % 16][threadIdx.y % 17]) * 3.0f * 0.1f;
  }
  out[(row + row * m) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k16(const float* in, float* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 1.0f;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 32) tile[j] = (float)in[(i % 7 + 100) & 8191];
  __syncthreads();
  if (threadIdx.x > 40) return;
  switch (keys[(t / 8 - t) & 8191] % 3) {
    case 0:
      acc = fmaxf(acc, tile[(threadIdx.x) & 255]);
      break;
    case 1:
      out[(i) & 8191] = (float)((float)in[((i ^ 1)) & 8191]);
    case 2:
      out[(t) & 8191] = (float)(acc);
      break;
    default:
      out[keys[(threadIdx.x * 8) & 8191]] = (float)((float)keys[keys[(t + (threadIdx.x >> 3)) & 8191]]);
  }
  switch (m) {
    case 0:
      acc = fmaxf(acc, clampTo(tile[(i * 8) & 255], -1.0f, 8.0f));
      break;
    case 1:
      acc += (float)__ldg(&in[((t ^ 1)) & 8191]);
      break;
    case 2:
      acc = fmaxf(acc, (float)in[(threadIdx.x * 8 + i % m) & 8191]);
    case 3:
      acc += sumOf<4>(real, (threadIdx.x & 15) - i * 8 + 1);
      break;
    default:
      acc += sumOf<7>(real, i * 2);
  }
  out[(threadIdx.x / 32) & 8191] = (float)(acc);
}

__global__ void k17(const long long* in, Cell* out, const int* keys, const float* real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = real[m];
  if (threadIdx.x > 40) return;
  for (int k1 = 0; k1 < 4; ++k1) {
    acc -= (float)__ldg(&in[((size_t)(t) * m + threadIdx.x * 4) & 8191]) * 2.0f;
  }
  out[hashOf(i)].d = acc;
}

__global__ void k18(const double* __restrict__ in, float2* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  Range r1 = around(i, 2, n);
  for (int k = r1.low; k < r1.high; ++k) acc += weights[(k - r1.low) & 63] * real[k & 8191];
  out[((i & 15)) & 8191] = make_float2(acc, 1.0f);
}

__global__ void k19(const float* __restrict__ in, float* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float acc = 0.5f;
  if (i < 3) return;
  if ((i & 3) != 0) {
    acc = fmaxf(acc, (float)in[(threadIdx.x * 33) & 8191]);
  }
  for (int k1 = 0; k1 < 7; ++k1) {
    if ((k1 & 1) == 0) continue;
    acc -= (float)in[keys[(t % 32 + (t & 7) + k1 * 32 + 1) & 8191]] * 2.0f;
  }
  out[((i >> 1) - i) & 8191] += (float)(acc);
}

__global__ void k20(const float* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  float u1 = (float)__ldg(&in[(row) & 8191]), v2 = (threadIdx.x < 8 ? sumOf<7>(real, i * 4) : expf(-fabsf(real[((t ^ 5)) & 8191])));
  swapIf(u1, v2, u1 > v2);
  acc += u1 - v2 * 0.5f;
  switch (m) {
    case 0:
      out[(t % m) & 8191].z = acc;
      break;
    case 1:
      acc -= (float)keys[((size_t)(row / 3) * m + i % 3 + t + 100) & 8191] * 2.0f;
    case 2:
      out[(row / 8 + 5) & 8191].z = acc;
      break;
    default:
      acc += sumOf<4>(real, t % 4 - threadIdx.x * 4);
  }
  out[((col ^ 5) + 2) & 8191].z = acc;
}

__global__ void k21(const float4* __restrict__ in, float4* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 0.0f;
  unsigned w1 = __ballot_sync(0xffffffffu, (i & 3) != 0);
  acc += (float)__popc(w1);
  float a2[8];
  for (int k = 0; k < 8; ++k) a2[k] = 0.0f;
  for (int k = 0; k < m; ++k) a2[keys[(i + k) & 8191] & 7] += 1.0f;
  for (int k3 = 0; k3 < 4; ++k3) {
    for (int k4 = 0; k4 < 32; ++k4) {
      acc = fmaxf(acc, (float)in[hashOf((threadIdx.x ^ 16) - (col ^ 1) + k3 * 32)].x);
      out[((col ^ 5) - threadIdx.x) & 8191] = make_float4(acc, 0.0f, acc, 2.0f);
    }
    if (keys[(col % m + k3 * 32) & 8191] > 40) {
      acc -= a2[2] * 2.0f;
    } else {
      for (int k5 = 0; k5 < m; ++k5) {
        acc = acc * 0.5f + fminf(real[(i - col + k3) & 8191], 4.0f) * 3.0f;
      }
    }
  }
  for (unsigned k6 = 32; k6 > 0; k6 >>= 1) {
    acc += floorf(sumOf<2>(real, row + k6 * 3));
  }
  out[((size_t)(threadIdx.x) * m + (row ^ 1) + col * 8 + 5) & 8191] = make_float4(acc, 0.0f, acc, 2.0f);
}

__global__ void k22(const float4* __restrict__ in, short* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = shape.scale;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)in[(threadIdx.x * 8) & 8191].z;
  __shared__ int counts[32];
  if (t < 32) counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[((t >> 3) + 5) & 31], t);
  __syncthreads();
  acc += (float)counts[t & 31];
  __syncthreads();
  if (__all_sync(0xffffffffu, real[(i % 32 + (threadIdx.x ^ 1)) & 8191] < 0.5f)) acc += (float)in[(threadIdx.x + (threadIdx.x & 15) + 2) & 8191].y;
  if (real[(threadIdx.x / 2) & 8191] < 0.5f) {
    for (int k2 = 0; k2 < m; ++k2) {
      if (i >= 5 && i < n - 1) {
        acc -= tile[(threadIdx.x * 8 + k2 * 3) & 511] * 0.1f;
      }
      int x3 = keys[keys[((i & 15) - (threadIdx.x & 7) + k2 + 2) & 8191]];
      do {
        acc += tile[(threadIdx.x + 100) & 511];
        x3 -= x3 & -x3;
      } while (x3 > 0);
    }
    #pragma unroll
    for (int k4 = 12; k4 > 0; --k4) {
      acc = acc * 0.5f + tile[(t - i * 3 + k4) & 511];
      int x5 = t;
      while (x5 > 0) {
        acc += tile[(threadIdx.x * 16 - (i >> 1) + k4) & 511];
        x5 = x5 / m;
      }
    }
  } else {
    if (i % 2 == 0) {
      for (int k6 = threadIdx.x; k6 < 64; k6 += blockDim.x) {
        out[(t + (threadIdx.x >> 5) + k6) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
      }
      #pragma unroll 4
      for (int k7 = 0; k7 < 12; ++k7) {
        if ((k7 & 1) == 0) continue;
        out[((size_t)(i * 4) * m + i * 17 + threadIdx.x + k7 * 3) & 8191] = (short)clampTo(real[((t >> 2) + k7 * m) & 8191], 0.0f, 100.0f);
        acc = fmaxf(acc, real[(threadIdx.x % 7 + k7 * 3) & 8191]);
      }
    }
  }
  out[(t) & 8191] = (short)clampTo(acc, 0.0f, 100.0f);
}

__global__ void k23(const float2* __restrict__ in, Cell* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, Shape shape) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int m = shape.width, n = shape.height;
  float acc = 0.0f;
  int w1 = __shfl_sync(0xffffffffu, threadIdx.x / m, 31);
  switch (threadIdx.x % 4) {
    case 0:
      out[(i + (w1 >> 1)) & 8191] = Cell{i, acc, 1, 2.0};
      break;
    case 1:
      out[((size_t)((threadIdx.x >> 1)) * m + i * 17 + (t & 3)) & 8191] = Cell{i, acc, 1, 2.0};
      break;
    case 2:
      acc += (float)in[keys[(t * 17 + w1) & 8191]].x;
      break;
    case 3:
      acc += __expf(expf(-fabsf(1.5f)));
      break;
    default:
      out[((w1 ^ 16)) & 8191] = Cell{i, (float)in[((t ^ 16) + threadIdx.x * 8) & 8191].x, 1, 2.0};
  }
  acc += visit(0, 4, [&](int k) { return real[(t * m + k * 1) & 8191] * acc; });
  out[(threadIdx.x) & 8191].d = acc;
}

__global__ void k24(const int* __restrict__ in, long long* __restrict__ out, const int* __restrict__ keys, const float* __restrict__ real, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float acc = 1.0f;
  __shared__ float tile[512];
  tile[(row * 4) & 511] = sumOf<7>(real, t % 7 + (threadIdx.x >> 5));
  __syncthreads();
  unsigned w1 = __ballot_sync(0xffffffffu, i >= 1 && i < n - 5);
  acc += (float)__popc(w1);
  if (row >= m) return;
  for (int k2 = t & 1; k2 < m; k2 += 2) {
    switch (m) {
      case 0:
        out[hashOf(threadIdx.x * 16 - t * 8 + k2 * 32)] = (long long)clampTo(acc, 0.0f, 100.0f);
        break;
      case 1:
        acc = acc * 0.5f + sqrtf(fabsf(tile[((col >> 3) - t + k2 * m) & 511]));
      case 2:
        acc += sinf(fmaf(tile[(threadIdx.x % 32 - t + k2) & 511], 0.5f, 1.0f));
        break;
      case 3:
        acc = fmaxf(acc, (i >= 1 && i < n - 5 ? sumOf<7>(real, row - row * m + k2 * m) : (float)keys[keys[((col & 15) + (row >> 2) + k2 * blockDim.x + 2) & 8191]]));
        break;
      case 4:
        acc = fmaxf(acc, __expf(tile[((threadIdx.x >> 5) + k2 * 3) & 511]));
        break;
      default:
        acc += real[(col + k2 * 3) & 8191];
    }
  }
  out[((i & 28) - t / m) & 8191] = (long long)clampTo(acc, 0.0f, 100.0f);
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
  k0<<<dim3(1, 2), dim3(32, 8)>>>((const float*)in, (float2*)out, keys, real, 77, 9);
  k1<<<dim3(2, 1), dim3(16, 2)>>>((const unsigned*)in, (Cell*)out, keys, real, 500, 5);
  k2<<<dim3(2, 1), dim3(256, 1)>>>((const double*)in, (unsigned*)out, keys, real, 333, 6);
  k3<<<dim3(1, 1), dim3(128, 1)>>>((const unsigned char*)in, (float2*)out, keys, real, 333, 9);
  k4<<<dim3(3, 1), dim3(128, 1)>>>((const float4*)in, (float*)out, keys, real, 77, 4);
  k5<<<dim3(5, 2), dim3(16, 16)>>>((const long long*)in, (unsigned char*)out, keys, real, 2560, 5);
  k6<<<dim3(1, 2), dim3(8, 8)>>>((const long long*)in, (long long*)out, keys, real, 500, 4);
  k7<<<dim3(2, 2), dim3(32, 4)>>>((const short*)in, (float*)out, keys, real, 500, 6);
  k8<<<dim3(1, 1), dim3(32, 1)>>>((const float*)in, (unsigned char*)out, keys, real, 77, 7);
  k9<<<dim3(2, 2), dim3(32, 8)>>>((const int*)in, (unsigned char*)out, keys, real, 333, 3);
  k10<<<dim3(5, 1), dim3(32, 1)>>>((const short*)in, (Pair*)out, keys, real, Shape{7, 77, 0.5f});
  k11<<<dim3(2, 1), dim3(128, 1)>>>((const long long*)in, (Cell*)out, keys, real, Shape{2, 100, 0.5f});
  k12<<<dim3(5, 1), dim3(128, 1)>>>((const float*)in, (Pair*)out, keys, real, 500, 5);
  k13<<<dim3(1, 1), dim3(16, 2)>>>((const unsigned char*)in, (double*)out, keys, real, Shape{5, 333, 0.5f});
  k14<<<dim3(1, 1), dim3(96, 1)>>>((const short*)in, (Cell*)out, keys, real, 77, 3);
  k15<<<dim3(3, 1), dim3(32, 4)>>>((const Cell*)in, (long long*)out, keys, real, 384, 9);
  k16<<<dim3(2, 1), dim3(32, 1)>>>((const float*)in, (float*)out, keys, real, 333, 4);
  k17<<<dim3(5, 1), dim3(64, 1)>>>((const long long*)in, (Cell*)out, keys, real, 77, 4);
  k18<<<dim3(3, 1), dim3(8, 8)>>>((const double*)in, (float2*)out, keys, real, 100, 5);
  k19<<<dim3(5, 1), dim3(256, 1)>>>((const float*)in, (float*)out, keys, real, 100, 2);
  k20<<<dim3(2, 2), dim3(32, 4)>>>((const float*)in, (float4*)out, keys, real, 512, 3);
  k21<<<dim3(3, 1), dim3(32, 4)>>>((const float4*)in, (float4*)out, keys, real, 384, 5);
  k22<<<dim3(3, 1), dim3(32, 1)>>>((const float4*)in, (short*)out, keys, real, Shape{4, 96, 0.5f});
  k23<<<dim3(5, 1), dim3(128, 1)>>>((const float2*)in, (Cell*)out, keys, real, Shape{7, 640, 0.5f});
  k24<<<dim3(1, 1), dim3(4, 16)>>>((const int*)in, (long long*)out, keys, real, 333, 7);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
