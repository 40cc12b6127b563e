#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const unsigned char* in, float* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[1024];
  tile[(threadIdx.x * 5) & 1023] = (float)in[((t >> 5)) & 16383];
  __syncthreads();
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += tile[((threadIdx.y >> 2) + k * 3) & 1023];
    out[((threadIdx.y ^ 8) - (t >> 5)) & 16383] = (float)(sum);
  }
}

__global__ void k1(const Rec* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(threadIdx.z % 16) & 16383].b;
  out[(threadIdx.y * 5 + (i ^ 8)) & 16383] = make_float2(sum, 1.0f);
}

__global__ void k2(const Vec3* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x < 20) {
    for (int k = 0; k < 8; ++k) atomicAdd(&out[(t * 4 + k) & 16383], (int)((float)in[((i >> 1) + i * 4 + k + 1) & 16383].z));
  }
}

__global__ void k3(const Rec* in, long long* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (threadIdx.x < 20) {
    out[(i) & 16383] += (long long)((float)in[((i >> 5)) & 16383].d);
  }
}

__global__ void k4(const double* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 100) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += tile[(threadIdx.x % 7 + (i ^ 1) + k * blockDim.x) & 1023];
    out[(threadIdx.x * 17 + threadIdx.x * 2) & 16383] = Vec3{sum, 1.0f, 2.0f};
  }
}

__global__ void k5(const unsigned char* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k) sum += (float)in[(threadIdx.x + threadIdx.x + k * 3 + 100) & 16383];
    out[(t * 3 - i) & 16383] = (float)(sum);
  }
}

__global__ void k6(const float* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y][threadIdx.x % 16] = (float)in[((row ^ 16) - (t ^ 8)) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(i + threadIdx.y * 33) & 16383] = Vec3{tile[threadIdx.x % 32][threadIdx.y % 16], 1.0f, 2.0f};
    out[((threadIdx.y ^ 21)) & 16383] = Vec3{tile[threadIdx.x % 32][threadIdx.y % 16], 1.0f, 2.0f};
  }
}

__global__ void k7(const double* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i < n) {
    out[(threadIdx.x % 3 - (threadIdx.x & 31) + 100) & 16383] += (short)((float)in[(i * 64 - threadIdx.x) & 16383]);
  }
}

__global__ void k8(const float* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(threadIdx.x / 3 + k * n + 100) & 16383].x = (float)in[(t % 4 - (threadIdx.x >> 3) + k * 32) & 16383];
}

__global__ void k9(const double* in, Rec* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  tile[(i / 3 + col % 8 + 8) & 255] = (float)in[(col + i % 20) & 16383];
  __syncthreads();
  if (t % 2 == 0) {
    for (int k = 0; k < m; ++k) out[((threadIdx.y ^ 8) + (threadIdx.y ^ 8) + k * n) & 16383].b = tile[((i & 15) + t * 4 + k * blockDim.x) & 255];
  }
}

__global__ void k10(const unsigned char* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    for (int k = 0; k < 8; ++k) out[(t * 32 + i * 4 + k * 32 + 2) & 16383] = make_float2((float)in[(i + threadIdx.x + k * blockDim.x) & 16383], 1.0f);
  }
}

__global__ void k11(const Rec* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i >= 5 && i < n - 5) {
    out[(row / 4 + col / 8) & 16383].x = (float)in[(t * 64) & 16383].b;
  }
}

__global__ void k12(const float* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i * 32 - i + 1) & 16383] = make_float2((float)in[(i + t) & 16383], 1.0f);
  out[(i % 7 + t * 4) & 16383] = make_float2((float)in[(i % 48 + (threadIdx.x >> 3)) & 16383] + (float)in[(threadIdx.x + i / 32) & 16383], 1.0f);
}

__global__ void k13(const float* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (threadIdx.x < 20) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[(t % 3 + threadIdx.x + k * n + 1) & 16383];
    out[((threadIdx.x & 28) + i) & 16383] = make_float2(sum, 1.0f);
  }
}

__global__ void k14(const float* in, unsigned char* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  for (int k = 0; k < 4; ++k) out[(threadIdx.y * 17 + (threadIdx.y ^ 3) + k * 3) & 16383] = (unsigned char)((float)in[((threadIdx.y & 31) + k * n) & 16383]);
}

__global__ void k15(const float2* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 64) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  if (threadIdx.x >= 8) {
    for (int k = 0; k < 3; ++k) out[(threadIdx.x % 32 + t / 3 + k * n) & 16383] = make_float2(tile[(t + k * n) & 255], 1.0f);
  }
}

__global__ void k16(const int* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][17];
  tile[threadIdx.y][threadIdx.x % 17] = (float)in[((threadIdx.y & 1)) & 16383];
  __syncthreads();
  if (blockIdx.x > 0) {
    out[(row % 7 + row) & 16383].b = (float)in[(col % 2 - threadIdx.y) & 16383];
  }
}

__global__ void k17(const float* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(threadIdx.x % 2 + threadIdx.x + k * 32) & 16383];
  out[(t * 8) & 16383].b = sum;
}

__global__ void k18(const unsigned char* in, Rec* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[((i & 1)) & 1023] = (float)in[(threadIdx.x * 5 + 1) & 16383];
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[(i - (threadIdx.x >> 2) + k) & 16383].b = tile[(i + k * 32) & 1023];
}

__global__ void k19(const float2* in, short* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 60) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.y / 16 + t * 16 + k * blockDim.x) & 16383].x;
  out[(threadIdx.z % 32 - threadIdx.z / 32) & 16383] = (short)(sum);
}

__global__ void k20(const float2* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 128) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  for (int k = 0; k < m; ++k) out[((threadIdx.x >> 5) + k) & 16383] = make_float2(tile[(threadIdx.x + k * 3) & 1023], 1.0f);
}

__global__ void k21(const Vec3* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 48) tile[j] = (float)in[(j + blockIdx.x) & 16383].y;
  __syncthreads();
  for (int k = 0; k < 5; ++k) out[(i + i * 64 + 1) & 16383] = (long long)(tile[((threadIdx.x >> 5) + k) & 255]);
}

__global__ void k22(const float* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(t * 2 + threadIdx.x * 8) & 16383] = make_float2((float)in[(i * 32 + (t >> 2) + k + 5) & 16383], 1.0f);
}

__global__ void k23(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < 5; ++k) out[((i & 1) - threadIdx.y % 32 + k * 32 + 2) & 16383] = (double)((float)in[(t * 17 + k * blockDim.x) & 16383]);
}

__global__ void k24(const Vec3* in, Rec* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(t % 20 + threadIdx.x / 32) & 16383].b = (float)in[((threadIdx.x ^ 1)) & 16383].z + (float)in[(threadIdx.y * 32) & 16383].z;
  out[(threadIdx.y * 2 + t * 3) & 16383].b = (float)in[(i / 16 + 100) & 16383].x + (float)in[(row % 32 + i * 17 + 1) & 16383].z;
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(1, 1), dim3(4, 4, 4)>>>((const unsigned char*)in, (float*)out, 100, 5);
  k1<<<dim3(6, 1), dim3(3, 5, 4)>>>((const Rec*)in, (float2*)out, 500, 2);
  k2<<<dim3(3, 1), dim3(32, 1, 1)>>>((const Vec3*)in, (int*)out, 500, 3);
  k3<<<dim3(3, 2), dim3(4, 4, 4)>>>((const Rec*)in, (long long*)out, 100, 8);
  k4<<<dim3(3, 1), dim3(100, 1, 1)>>>((const double*)in, (Vec3*)out, 100, 8);
  k5<<<dim3(4, 1), dim3(64, 1, 1)>>>((const unsigned char*)in, (float*)out, 333, 6);
  k6<<<dim3(1, 1), dim3(32, 8, 1)>>>((const float*)in, (Vec3*)out, 100, 3);
  k7<<<dim3(4, 1), dim3(32, 1, 1)>>>((const double*)in, (short*)out, 333, 6);
  k8<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float*)in, (Vec3*)out, 33, 5);
  k9<<<dim3(3, 2), dim3(32, 8, 1)>>>((const double*)in, (Rec*)out, 333, 5);
  k10<<<dim3(3, 1), dim3(128, 1, 1)>>>((const unsigned char*)in, (float2*)out, 500, 3);
  k11<<<dim3(3, 1), dim3(16, 16, 1)>>>((const Rec*)in, (Vec3*)out, 500, 6);
  k12<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float*)in, (float2*)out, 100, 5);
  k13<<<dim3(1, 2), dim3(20, 3, 1)>>>((const float*)in, (float2*)out, 500, 2);
  k14<<<dim3(3, 1), dim3(8, 2, 4)>>>((const float*)in, (unsigned char*)out, 100, 6);
  k15<<<dim3(2, 2), dim3(4, 16, 1)>>>((const float2*)in, (float2*)out, 333, 8);
  k16<<<dim3(6, 1), dim3(32, 4, 1)>>>((const int*)in, (Rec*)out, 500, 5);
  k17<<<dim3(6, 1), dim3(32, 1, 1)>>>((const float*)in, (Rec*)out, 500, 2);
  k18<<<dim3(1, 1), dim3(48, 1, 1)>>>((const unsigned char*)in, (Rec*)out, 333, 2);
  k19<<<dim3(2, 2), dim3(3, 5, 4)>>>((const float2*)in, (short*)out, 333, 3);
  k20<<<dim3(4, 1), dim3(128, 1, 1)>>>((const float2*)in, (float2*)out, 333, 3);
  k21<<<dim3(6, 1), dim3(48, 1, 1)>>>((const Vec3*)in, (long long*)out, 288, 8);
  k22<<<dim3(1, 1), dim3(48, 1, 1)>>>((const float*)in, (float2*)out, 500, 3);
  k23<<<dim3(1, 1), dim3(8, 8, 1)>>>((const float*)in, (double*)out, 64, 2);
  k24<<<dim3(2, 1), dim3(32, 8, 1)>>>((const Vec3*)in, (Rec*)out, 100, 6);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
