#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const long long* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[((t >> 1) + k * 3) & 16383];
  out[(i - (i >> 5)) & 16383] += (float)(sum);
}

__global__ void k1(const Vec3* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 100) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  out[(i + i + 2) & 16383] += (float)((float)in[(i - threadIdx.x) & 16383].z);
  out[(threadIdx.x) & 16383] = (float)(tile[((i ^ 21) + threadIdx.x * 32) & 1023] + tile[(i * 64 + t) & 1023]);
}

__global__ void k2(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 48) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 8; ++k) sum += tile[(i % 4 - threadIdx.x + k * 32) & 511];
  out[(threadIdx.x + threadIdx.x) & 16383] = make_float4(sum, 0.0f, 1.0f, 2.0f);
}

__global__ void k3(const short* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 8; ++k) out[(i / 3 + threadIdx.x + k * n + 100) & 16383] = (unsigned char)((float)in[(i / 2 + (i ^ 21) + k) & 16383]);
}

__global__ void k4(const Vec3* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 32) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += (float)in[((t ^ 1) + (t & 7) + k * 3) & 16383].y;
  out[(threadIdx.x * 32 + i * 5) & 16383].b = sum;
}

__global__ void k5(const float2* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k) sum += (float)in[(i / 16 + t / 16 + k * blockDim.x) & 16383].y;
  out[(t % 32 + (i & 7)) & 16383] = (float)(sum);
}

__global__ void k6(const float* in, float4* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 16] = (float)in[(i * 3 + (threadIdx.y ^ 21) + 1) & 16383];
  __syncthreads();
  if ((t & 3) != 0) {
    for (int k = 0; k < m; ++k) out[(threadIdx.x * 64 + 5) & 16383].y = (float)in[((i >> 2) + (threadIdx.y ^ 1)) & 16383];
  }
}

__global__ void k7(const float* in, float* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < m; ++k) out[(threadIdx.y - i * 16 + k * blockDim.x) & 16383] = (float)((float)in[((threadIdx.x ^ 21) + row * 64) & 16383]);
}

__global__ void k8(const Rec* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (threadIdx.x >= 8) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.x + i + k * blockDim.x) & 16383].b;
    out[(col + threadIdx.y * 16) & 16383] = (float)(sum);
  }
}

__global__ void k9(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(t * 16) & 255] = (float)in[(i - (i & 28)) & 16383];
  __syncthreads();
  atomicAdd(&out[((t ^ 21)) & 16383], (float)(tile[(i * 8 - threadIdx.x) & 255] + (float)in[(t * 8 + i) & 16383]));
  out[(threadIdx.x * 33 + (t ^ 3)) & 16383] = (float)(tile[(threadIdx.x / 3 - (t ^ 3) + 100) & 255]);
}

__global__ void k10(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i < n) {
    out[(i - i / 2) & 16383] = (double)((float)in[(threadIdx.x - i / 4) & 16383] + (float)in[((t & 1) + threadIdx.x * 17) & 16383]);
  }
}

__global__ void k11(const Rec* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 64) tile[j] = (float)in[(j + blockIdx.x) & 16383].d;
  __syncthreads();
  out[(threadIdx.y / 32 + threadIdx.x) & 16383] = (unsigned char)((float)in[(i * 16 + 100) & 16383].d + (float)in[(threadIdx.y % 7 + threadIdx.x % 16) & 16383].d);
}

__global__ void k12(const unsigned char* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][32];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 32] = (float)in[(t * 2 + row * 8 + 100) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    out[((threadIdx.x & 1) + (threadIdx.y ^ 16) + 5) & 16383] = make_float2(tile[(col % 8 + threadIdx.x) & 31][threadIdx.x % 16] + tile[threadIdx.y][threadIdx.x % 32], 1.0f);
    out[((threadIdx.y & 1) - (threadIdx.y >> 2)) & 16383] = make_float2(tile[threadIdx.x % 32][threadIdx.y % 32], 1.0f);
  }
}

__global__ void k13(const float2* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[((threadIdx.x >> 5) + threadIdx.x + k * n) & 16383].x;
    out[(threadIdx.x * 64 + i / 16) & 16383] = (int)(sum);
  }
}

__global__ void k14(const unsigned char* in, float4* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x >= 8) {
    out[(threadIdx.x * 33 + 100) & 16383].y = (float)in[(threadIdx.x / 16 + (threadIdx.x & 1) + 8) & 16383] + (float)in[(threadIdx.x * 33 + threadIdx.x + 100) & 16383];
    out[((i >> 5)) & 16383].y = (float)in[(t / 4 - threadIdx.x / 8) & 16383];
  }
}

__global__ void k15(const Vec3* in, double* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(threadIdx.x * 4) & 16383] = (double)((float)in[(t * 3 - (i ^ 16) + 5) & 16383].x + (float)in[((i >> 3) + 2) & 16383].y);
}

__global__ void k16(const float2* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383].y;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 16; ++k) sum += (float)in[(t % 4 + i + 1) & 16383].x;
  out[(threadIdx.x % 48 + i * 16) & 16383] = (float)(sum);
}

__global__ void k17(const float2* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383].y;
  __syncthreads();
  out[(threadIdx.x + threadIdx.x) & 16383].y = (float)in[(t + 8) & 16383].y;
  out[(threadIdx.x) & 16383].y = tile[(i * 8 - threadIdx.x) & 511] + tile[(threadIdx.x - threadIdx.x) & 511];
}

__global__ void k18(const short* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (t % 2 == 0) {
    float sum = 0.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[(threadIdx.x + k) & 16383];
    out[((t ^ 21) + t * 4 + 100) & 16383] = make_float2(sum, 1.0f);
  }
}

__global__ void k19(const double* in, int* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  out[(i * 2 + (i & 15)) & 16383] = (int)((float)in[(threadIdx.x * 16 - i / 32) & 16383] + (float)in[(threadIdx.x * 8 + i) & 16383]);
  out[((threadIdx.x ^ 1) - threadIdx.y) & 16383] = (int)((float)in[(threadIdx.x + 100) & 16383]);
}

__global__ void k20(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(t % 7 + t * 16 + 5) & 511] = (float)in[(threadIdx.x * 3) & 16383];
  __syncthreads();
  if (i % 3 == 1) {
    out[(i / 3 + threadIdx.x / 2) & 16383] += (float)(tile[(threadIdx.x + i) & 511]);
  }
}

__global__ void k21(const long long* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  out[(threadIdx.x + i * 32) & 16383] = (double)((float)in[((i >> 2)) & 16383] + tile[(threadIdx.x * 8 + i) & 511]);
}

__global__ void k22(const Vec3* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.x / 4 + k * blockDim.x) & 16383].x;
    out[((i >> 5)) & 16383] += (unsigned char)(sum);
  }
}

__global__ void k23(const int* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(t % 48 + k * blockDim.x + 100) & 16383];
  out[(i * 16 + 100) & 16383] = make_float4(sum, 0.0f, 1.0f, 2.0f);
}

__global__ void k24(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 100) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += tile[(i % 3 - i / 8 + k + 1) & 1023];
  out[((i & 1) - threadIdx.x) & 16383] = (float)(sum);
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(2, 1), dim3(20, 3, 1)>>>((const long long*)in, (float*)out, 120, 2);
  k1<<<dim3(2, 1), dim3(100, 1, 1)>>>((const Vec3*)in, (float*)out, 100, 3);
  k2<<<dim3(1, 1), dim3(48, 1, 1)>>>((const float*)in, (float4*)out, 100, 6);
  k3<<<dim3(4, 1), dim3(64, 1, 1)>>>((const short*)in, (unsigned char*)out, 500, 8);
  k4<<<dim3(1, 1), dim3(32, 1, 1)>>>((const Vec3*)in, (Rec*)out, 32, 3);
  k5<<<dim3(1, 1), dim3(48, 1, 1)>>>((const float2*)in, (float*)out, 333, 6);
  k6<<<dim3(6, 1), dim3(20, 3, 1)>>>((const float*)in, (float4*)out, 333, 5);
  k7<<<dim3(4, 2), dim3(32, 4, 1)>>>((const float*)in, (float*)out, 100, 3);
  k8<<<dim3(6, 1), dim3(8, 8, 1)>>>((const Rec*)in, (float*)out, 500, 6);
  k9<<<dim3(1, 1), dim3(96, 1, 1)>>>((const float*)in, (float*)out, 333, 6);
  k10<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float*)in, (double*)out, 500, 3);
  k11<<<dim3(2, 2), dim3(4, 4, 4)>>>((const Rec*)in, (unsigned char*)out, 333, 3);
  k12<<<dim3(4, 2), dim3(4, 16, 1)>>>((const unsigned char*)in, (float2*)out, 512, 2);
  k13<<<dim3(4, 1), dim3(48, 1, 1)>>>((const float2*)in, (int*)out, 192, 8);
  k14<<<dim3(6, 1), dim3(256, 1, 1)>>>((const unsigned char*)in, (float4*)out, 500, 3);
  k15<<<dim3(3, 1), dim3(8, 8, 1)>>>((const Vec3*)in, (double*)out, 192, 6);
  k16<<<dim3(1, 1), dim3(100, 1, 1)>>>((const float2*)in, (float*)out, 333, 6);
  k17<<<dim3(3, 1), dim3(128, 1, 1)>>>((const float2*)in, (float4*)out, 333, 8);
  k18<<<dim3(6, 1), dim3(20, 3, 1)>>>((const short*)in, (float2*)out, 100, 2);
  k19<<<dim3(1, 1), dim3(8, 2, 4)>>>((const double*)in, (int*)out, 100, 3);
  k20<<<dim3(2, 1), dim3(128, 1, 1)>>>((const float*)in, (float*)out, 100, 8);
  k21<<<dim3(4, 1), dim3(256, 1, 1)>>>((const long long*)in, (double*)out, 100, 3);
  k22<<<dim3(2, 1), dim3(33, 1, 1)>>>((const Vec3*)in, (unsigned char*)out, 333, 6);
  k23<<<dim3(3, 1), dim3(32, 1, 1)>>>((const int*)in, (float4*)out, 100, 5);
  k24<<<dim3(6, 1), dim3(100, 1, 1)>>>((const float*)in, (float*)out, 500, 2);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
