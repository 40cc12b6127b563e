// Kernels of many kinds whose durations no peak was fitted to: what their bounds are worth.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status));         \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

__global__ void stencil7(const float* in, float* out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int z = 1; z < n - 1; z++) {
    int i = (z * n + y) * n + x;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
      out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
  }
}

__global__ void rows(const int* starts, const int* columns, const float* values, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

__global__ void bodies(const float4* at, float4* force, int n) {
  __shared__ float4 tile[256];
  float4 own = at[blockIdx.x * 256 + threadIdx.x];
  float fx = 0, fy = 0, fz = 0;
  for (int t = 0; t < n; t += 256) {
    tile[threadIdx.x] = at[t + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; i++) {
      float dx = tile[i].x - own.x, dy = tile[i].y - own.y, dz = tile[i].z - own.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = tile[i].w * r * r * r;
      fx += dx * s;
      fy += dy * s;
      fz += dz * s;
    }
    __syncthreads();
  }
  force[blockIdx.x * 256 + threadIdx.x] = make_float4(fx, fy, fz, 0);
}

__global__ void mandelbrot(int* out, int width, int most) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float cx = x * 3.0f / width - 2.2f, cy = y * 2.4f / width - 1.2f, a = 0, b = 0;
  int n = 0;
  while (n < most && a * a + b * b < 4) {
    float t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    n++;
  }
  out[y * width + x] = n;
}

__global__ void blockScan(const int* in, int* out, int* sums) {
  __shared__ int warps[32];
  int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += other;
  }
  if (lane == 31) warps[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int w = warps[lane];
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, w, d);
      if (lane >= d) w += other;
    }
    warps[lane] = w;
  }
  __syncthreads();
  v += warp ? warps[warp - 1] : 0;
  out[i] = v;
  if (threadIdx.x == 1023) sums[blockIdx.x] = v;
}

__global__ void bitonic(int* data, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other > i) {
    int a = data[i], b = data[other];
    if ((a > b) == ((i & k) == 0)) {
      data[i] = b;
      data[other] = a;
    }
  }
}

__global__ void softmax(const float* in, float* out, int width) {
  __shared__ float shared[8];
  const float* row = in + (size_t)blockIdx.x * width;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < width; i += 256) most = fmaxf(most, row[i]);
  for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = most;
  __syncthreads();
  for (int i = 0; i < 8; i++) most = fmaxf(most, shared[i]);
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += 256) sum += __expf(row[i] - most);
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int i = 0; i < 8; i++) sum += shared[i];
  for (int i = threadIdx.x; i < width; i += 256) out[(size_t)blockIdx.x * width + i] = __expf(row[i] - most) / sum;
}

__global__ void convolve(const float* in, const float* weights, float* out, int width) {
  __shared__ float tile[20][20];
  for (int y = threadIdx.y; y < 20; y += 16)
    for (int x = threadIdx.x; x < 20; x += 16) tile[y][x] = in[(blockIdx.y * 16 + y) * (width + 4) + blockIdx.x * 16 + x];
  __syncthreads();
  float sum = 0;
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 5; x++) sum += weights[y * 5 + x] * tile[threadIdx.y + y][threadIdx.x + x];
  out[(blockIdx.y * 16 + threadIdx.y) * width + blockIdx.x * 16 + threadIdx.x] = sum;
}

__global__ void randomGather(const float* in, const unsigned* index, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[i]];
}

__global__ void scatterAdd(float* out, const unsigned* index, const float* values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[index[i] & 0xffff], values[i]);
}

__global__ void countOne(unsigned* counter, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 3 == 0) atomicExch(counter, i);
}

__global__ void oneThread(const int* next, int* out, int steps) {
  int at = 0;
  for (int i = 0; i < steps; i++) at = next[at];
  *out = at;
}

__global__ void oneBlockSum(const float* in, float* out, int n) {
  __shared__ float sums[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 128; d; d /= 2) {
    if (threadIdx.x < d) sums[threadIdx.x] += sums[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = sums[0];
}

__global__ void monteCarlo(float* out, int paths) {
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
  float sum = 0;
  for (int i = 0; i < paths; i++) {
    state = state * 1664525u + 1013904223u;
    float u = (state >> 8) * 5.9604645e-8f + 1e-7f;
    state = state * 1664525u + 1013904223u;
    float v = (state >> 8) * 5.9604645e-8f;
    sum += __expf(0.1f * sqrtf(-2 * __logf(u)) * __cosf(6.2831853f * v));
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum / paths;
}

__global__ void tridiagonal(const double* a, const double* b, double* x, int n, int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  double last = 1;
  for (int i = 0; i < n; i++) {
    last = (b[i * systems + s] - a[i * systems + s] * last) / (2 + last * last);
    x[i * systems + s] = last;
  }
}

__global__ void crc(const unsigned char* in, const unsigned* table, unsigned* out, int bytes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = ~0u;
  for (int k = 0; k < bytes; k++) value = table[(value ^ in[k * gridDim.x * blockDim.x + i]) & 255] ^ (value >> 8);
  out[i] = value;
}

__global__ void layerNorm(const float4* in, float4* out, int width) {
  const float4* row = in + (size_t)(blockIdx.x * 8 + threadIdx.y) * width;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < width; i += 32) {
    float4 v = row[i];
    sum += v.x + v.y + v.z + v.w;
    squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  for (int d = 16; d; d /= 2) {
    sum += __shfl_xor_sync(~0u, sum, d);
    squares += __shfl_xor_sync(~0u, squares, d);
  }
  float mean = sum / (4 * width), scale = rsqrtf(squares / (4 * width) - mean * mean + 1e-5f);
  float4* to = out + (size_t)(blockIdx.x * 8 + threadIdx.y) * width;
  for (int i = threadIdx.x; i < width; i += 32) {
    float4 v = row[i];
    to[i] = make_float4((v.x - mean) * scale, (v.y - mean) * scale, (v.z - mean) * scale, (v.w - mean) * scale);
  }
}

__global__ void levenshtein(const char* a, const char* b, int* out, int n) {
  __shared__ int costs[3][130];
  for (int i = threadIdx.x; i <= n; i += blockDim.x) costs[0][i] = costs[1][i] = costs[2][i] = i;
  __syncthreads();
  for (int d = 0; d < 2 * n; d++) {
    int j = threadIdx.x + 1, i = d - threadIdx.x;
    if (i >= 0 && i < n && j <= n) {
      int same = a[blockIdx.x * n + i] == b[blockIdx.x * n + j - 1] ? 0 : 1;
      const int *last = costs[(d + 1) % 3], *before = costs[d % 3];
      costs[(d + 2) % 3][j] = min(min(last[j], last[j - 1]) + 1, before[j - 1] + same);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = costs[(2 * n + 1) % 3][n];
}

int main() {
  const int n = 1 << 23;
  float *in, *out;
  unsigned* index;
  int *starts, *next;
  CHECK(cudaMalloc(&in, n * sizeof(float) * 2));
  CHECK(cudaMalloc(&out, n * sizeof(float) * 2));
  CHECK(cudaMalloc(&index, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&starts, ((1 << 18) + 1) * sizeof(int)));
  CHECK(cudaMalloc(&next, (1 << 20) * sizeof(int)));
  CHECK(cudaMemset(in, 0, n * sizeof(float) * 2));
  unsigned* host = (unsigned*)malloc(n * sizeof(unsigned));
  unsigned state = 1;
  for (int i = 0; i < n; i++) host[i] = (state = state * 1664525u + 1013904223u) >> 9;
  CHECK(cudaMemcpy(index, host, n * sizeof(unsigned), cudaMemcpyHostToDevice));
  for (int i = 0; i < 1 << 20; i++) host[i] = (i * 40961u + 12345u) & 0xfffff;
  CHECK(cudaMemcpy(next, host, (1 << 20) * sizeof(int), cudaMemcpyHostToDevice));
  for (int i = 0; i <= 1 << 18; i++) host[i] = i * 8 + i % 7;
  CHECK(cudaMemcpy(starts, host, ((1 << 18) + 1) * sizeof(int), cudaMemcpyHostToDevice));

  stencil7<<<dim3(8, 32), dim3(32, 8)>>>(in, out, 252 + 4);
  rows<<<1024, 256>>>(starts, (const int*)index, in, in, out, 1 << 18);
  bodies<<<64, 256>>>((const float4*)in, (float4*)out, 16384);
  mandelbrot<<<dim3(64, 64), dim3(16, 16)>>>((int*)out, 1024, 256);
  blockScan<<<4096, 1024>>>((const int*)index, (int*)out, (int*)in);
  bitonic<<<n / 256, 256>>>((int*)index, 64, 128);
  softmax<<<2048, 256>>>(in, out, 4096);
  convolve<<<dim3(128, 128), dim3(16, 16)>>>(in, out, out + 64, 2048);
  randomGather<<<n / 256, 256>>>(in, index, out);
  scatterAdd<<<n / 8 / 256, 256>>>(out, index, in);
  countOne<<<1024, 256>>>((unsigned*)out, next);
  oneThread<<<1, 1>>>(next, (int*)out, 1024);
  oneBlockSum<<<1, 256>>>(in, out, 1 << 18);
  monteCarlo<<<264, 256>>>(out, 256);
  tridiagonal<<<64, 128>>>((const double*)in, (const double*)in, (double*)out, 128, 8192);
  crc<<<512, 256>>>((const unsigned char*)in, index, (unsigned*)out, 64);
  layerNorm<<<1024, dim3(32, 8)>>>((const float4*)in, (float4*)out, 256);
  levenshtein<<<1024, 128>>>((const char*)index, (const char*)index + 77, (int*)out, 128);
  CHECK(cudaDeviceSynchronize());
  puts("done");
  return 0;
}
