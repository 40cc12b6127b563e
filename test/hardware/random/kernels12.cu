#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const double* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (t % 2 == 0) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[((threadIdx.y >> 1) + (threadIdx.x >> 2) + k) & 16383];
    out[(threadIdx.x) & 16383] = (unsigned char)(sum);
  }
}

__global__ void k1(const float4* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].z;
  __syncthreads();
  for (int k = 0; k < 5; ++k) out[(i + (i >> 5) + k * n) & 16383] = (float)(tile[((i & 3) + (t & 1) + k + 8) & 255]);
}

__global__ void k2(const long long* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[256];
  tile[(threadIdx.y * 3 + 1) & 255] = (float)in[(t * 2 + i / 32 + 2) & 16383];
  __syncthreads();
  if (i % 3 == 1) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += tile[(threadIdx.x % 48 + (i >> 1) + k * 32) & 255];
    out[((t ^ 1) + threadIdx.z) & 16383] += (double)(sum);
  }
}

__global__ void k3(const float* in, double* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x + 1) & 16383] = (double)((float)in[(i + i * 3) & 16383]);
  out[((threadIdx.x >> 3) + i) & 16383] = (double)((float)in[(i + i % 7) & 16383]);
}

__global__ void k4(const float* __restrict__ in, int* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < 8; ++k) out[(threadIdx.x * 8 - (threadIdx.y & 1) + k * n) & 16383] = (int)(tile[(i * 16 + k * 32 + 8) & 511]);
  }
}

__global__ void k5(const double* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(i * 16) & 16383] = make_float4((float)in[(row * 2) & 16383] + (float)in[(threadIdx.y / 16) & 16383], 0.0f, 1.0f, 2.0f);
  out[(row / 8) & 16383] = make_float4((float)in[(threadIdx.x / 3 + row % 7) & 16383] + (float)in[(threadIdx.x / 2 + (row ^ 16)) & 16383], 0.0f, 1.0f, 2.0f);
}

__global__ void k6(const float* in, double* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(threadIdx.x % 2 + k * blockDim.x) & 16383];
  out[(i * 8 + threadIdx.x * 33) & 16383] = (double)(sum);
}

__global__ void k7(const short* in, unsigned char* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 128) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  out[(threadIdx.x % 48 + threadIdx.x * 16) & 16383] = (unsigned char)((float)in[((i & 7) + (threadIdx.x >> 3) + 100) & 16383]);
  out[(threadIdx.x) & 16383] = (unsigned char)(tile[((i ^ 16) + 2) & 511]);
}

__global__ void k8(const Vec3* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i + (threadIdx.x & 1)) & 16383] = (int)((float)in[(threadIdx.x * 8) & 16383].y);
}

__global__ void k9(const float* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 4; ++k) sum += (float)in[((threadIdx.x >> 5) + k * blockDim.x + 5) & 16383];
  out[(threadIdx.x) & 16383] = (int)(sum);
}

__global__ void k10(const unsigned char* in, float4* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(t * 8 + (threadIdx.x & 28) + k * n) & 16383];
  out[((i & 1) + (t ^ 1)) & 16383].y = sum;
}

__global__ void k11(const long long* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[((i ^ 21) + i + 8) & 511] = (float)in[(threadIdx.x * 16) & 16383];
  __syncthreads();
  for (int k = 0; k < m; ++k) out[((threadIdx.x & 1) + k * blockDim.x + 5) & 16383] += (float)(tile[((i ^ 16) + (i & 28) + k + 8) & 511]);
}

__global__ void k12(const int* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y][threadIdx.x % 16] = (float)in[(threadIdx.x / 8 + threadIdx.x / 8 + 100) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 8; ++k) sum += tile[(i / 8 + (threadIdx.y >> 5) + k * blockDim.x) & 31][threadIdx.x % 16];
  out[(i + threadIdx.y % 32) & 16383].b = sum;
}

__global__ void k13(const int* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[((i ^ 16) - threadIdx.x * 5) & 255] = (float)in[(i / 4 + 1) & 16383];
  __syncthreads();
  if (i < n) {
    for (int k = 0; k < 4; ++k) atomicAdd(&out[(i + (t & 31) + k * n + 5) & 16383], (float)((float)in[(threadIdx.x + threadIdx.x + 8) & 16383]));
  }
}

__global__ void k14(const Vec3* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[((i & 31) + i * 17 + k * 32 + 5) & 16383].z;
    out[(t * 64 + (i ^ 8)) & 16383] = (double)(sum);
  }
}

__global__ void k15(const float2* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(i) & 255] = (float)in[(i * 16 + i) & 16383].y;
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += tile[(threadIdx.x * 33 + k * 3) & 255];
  out[(threadIdx.x * 4 + threadIdx.x) & 16383] = (float)(sum);
}

__global__ void k16(const float4* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    for (int k = 0; k < 3; ++k) out[(i + k * 3) & 16383] = (float)((float)in[(threadIdx.x % 3 + k * 32) & 16383].z);
  }
}

__global__ void k17(const long long* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  tile[((col >> 1) + threadIdx.y + 5) & 1023] = (float)in[(row * 32 - threadIdx.x % 7) & 16383];
  __syncthreads();
  out[(threadIdx.x % 16 + i / 16) & 16383] = make_float2(tile[((threadIdx.x & 28)) & 1023], 1.0f);
  out[(row * 4 + row) & 16383] = make_float2(tile[((threadIdx.x >> 3) + 1) & 1023] + tile[(threadIdx.y * 64 - col * 2) & 1023], 1.0f);
}

__global__ void k18(const int* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(i + k) & 16383];
  out[(threadIdx.x / 2) & 16383].b = sum;
}

__global__ void k19(const int* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    atomicAdd(&out[(threadIdx.x % 20) & 16383], (int)((float)in[((i ^ 21) + i % 2) & 16383] + (float)in[((threadIdx.x ^ 16) - t / 16) & 16383]));
  }
}

__global__ void k20(const float4* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    out[(t % 3 + (threadIdx.x >> 5)) & 16383] = (float)((float)in[(i + (threadIdx.x >> 1)) & 16383].x);
  }
}

__global__ void k21(const int* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (blockIdx.x > 0) {
    for (int k = 0; k < 4; ++k) out[(threadIdx.x + i / 3 + k * blockDim.x + 2) & 16383] = make_float2((float)in[(threadIdx.x / 32 + i / 32 + k * 32) & 16383], 1.0f);
  }
}

__global__ void k22(const short* in, unsigned char* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (threadIdx.x >= 8) {
    for (int k = 0; k < 5; ++k) out[(threadIdx.x * 8 + k * n) & 16383] += (unsigned char)((float)in[(col * 16 + k * blockDim.x) & 16383]);
  }
}

__global__ void k23(const float4* in, float4* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (threadIdx.x >= 8) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[(row + k * blockDim.x) & 16383].x;
    out[(col * 16 + 8) & 16383] = make_float4(sum, 0.0f, 1.0f, 2.0f);
  }
}

__global__ void k24(const Vec3* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(i * 33 + t + k * 32) & 16383].y = (float)in[(i % 32 + i + k) & 16383].x;
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(1, 2), dim3(32, 8, 1)>>>((const double*)in, (unsigned char*)out, 100, 6);
  k1<<<dim3(3, 1), dim3(128, 1, 1)>>>((const float4*)in, (float*)out, 333, 6);
  k2<<<dim3(6, 1), dim3(3, 5, 4)>>>((const long long*)in, (double*)out, 500, 5);
  k3<<<dim3(4, 1), dim3(64, 1, 1)>>>((const float*)in, (double*)out, 256, 5);
  k4<<<dim3(6, 1), dim3(12, 5, 1)>>>((const float*)in, (int*)out, 100, 8);
  k5<<<dim3(6, 1), dim3(16, 16, 1)>>>((const double*)in, (float4*)out, 1536, 8);
  k6<<<dim3(4, 1), dim3(3, 5, 4)>>>((const float*)in, (double*)out, 100, 8);
  k7<<<dim3(3, 1), dim3(128, 1, 1)>>>((const short*)in, (unsigned char*)out, 100, 8);
  k8<<<dim3(4, 1), dim3(128, 1, 1)>>>((const Vec3*)in, (int*)out, 512, 5);
  k9<<<dim3(4, 1), dim3(32, 1, 1)>>>((const float*)in, (int*)out, 333, 6);
  k10<<<dim3(6, 1), dim3(32, 1, 1)>>>((const unsigned char*)in, (float4*)out, 192, 6);
  k11<<<dim3(6, 1), dim3(33, 1, 1)>>>((const long long*)in, (float*)out, 100, 2);
  k12<<<dim3(3, 2), dim3(32, 8, 1)>>>((const int*)in, (Rec*)out, 1536, 6);
  k13<<<dim3(6, 1), dim3(33, 1, 1)>>>((const int*)in, (float*)out, 100, 2);
  k14<<<dim3(1, 1), dim3(96, 1, 1)>>>((const Vec3*)in, (double*)out, 96, 2);
  k15<<<dim3(4, 1), dim3(128, 1, 1)>>>((const float2*)in, (float*)out, 100, 8);
  k16<<<dim3(3, 1), dim3(64, 1, 1)>>>((const float4*)in, (float*)out, 333, 8);
  k17<<<dim3(6, 2), dim3(8, 8, 1)>>>((const long long*)in, (float2*)out, 100, 5);
  k18<<<dim3(4, 1), dim3(100, 1, 1)>>>((const int*)in, (Rec*)out, 500, 6);
  k19<<<dim3(4, 1), dim3(48, 1, 1)>>>((const int*)in, (int*)out, 333, 3);
  k20<<<dim3(4, 1), dim3(96, 1, 1)>>>((const float4*)in, (float*)out, 384, 6);
  k21<<<dim3(3, 1), dim3(256, 1, 1)>>>((const int*)in, (float2*)out, 333, 5);
  k22<<<dim3(6, 1), dim3(4, 16, 1)>>>((const short*)in, (unsigned char*)out, 384, 8);
  k23<<<dim3(3, 1), dim3(8, 8, 1)>>>((const float4*)in, (float4*)out, 100, 8);
  k24<<<dim3(3, 1), dim3(256, 1, 1)>>>((const Vec3*)in, (float4*)out, 333, 3);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
