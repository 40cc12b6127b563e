#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const Rec* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x % 33] = (float)in[(threadIdx.x + 8) & 16383].b;
  __syncthreads();
  for (int k = 0; k < m; ++k) out[(i * 16 + k * blockDim.x + 5) & 16383] = make_float2(tile[threadIdx.x % 32][threadIdx.y % 33], 1.0f);
}

__global__ void k1(const int* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x >= 8) {
    for (int k = 0; k < 3; ++k) out[(i - (threadIdx.x & 3) + k) & 16383] = (long long)((float)in[(threadIdx.x * 64 + k + 8) & 16383]);
  }
}

__global__ void k2(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  out[(threadIdx.x * 2 + i + 8) & 16383] += (long long)((float)in[(threadIdx.x - t % 16 + 1) & 16383]);
  out[(i * 16) & 16383] = (long long)((float)in[((threadIdx.x >> 2) + i * 32) & 16383]);
}

__global__ void k3(const long long* __restrict__ in, double* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < m; ++k) out[((t >> 2) + threadIdx.x % 48 + 100) & 16383] = (double)((float)in[(i * 2 + k * 32 + 100) & 16383]);
  }
}

__global__ void k4(const int* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    out[(i % 16 + i / 2) & 16383] = (short)((float)in[(threadIdx.x / 8 + i + 1) & 16383]);
  }
}

__global__ void k5(const long long* in, float* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  out[((threadIdx.y ^ 3) + threadIdx.z) & 16383] = (float)((float)in[(threadIdx.x / 2 + threadIdx.x * 64) & 16383]);
}

__global__ void k6(const short* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(threadIdx.x) & 511] = (float)in[((i ^ 16) + threadIdx.x * 8 + 8) & 16383];
  __syncthreads();
  for (int k = 0; k < 5; ++k) out[(threadIdx.x + i + k) & 16383] = make_float4(tile[(threadIdx.x * 2 + (threadIdx.x ^ 8) + k + 100) & 511], 0.0f, 1.0f, 2.0f);
}

__global__ void k7(const float4* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  if ((t & 3) != 0) {
    out[(threadIdx.x + threadIdx.x) & 16383] = (float)((float)in[(threadIdx.x % 32) & 16383].z);
  }
}

__global__ void k8(const Rec* in, float* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 60) tile[j] = (float)in[(j + blockIdx.x) & 16383].b;
  __syncthreads();
  if (i < n) {
    out[((i & 28) + threadIdx.y + 2) & 16383] = (float)((float)in[((threadIdx.y ^ 8) - threadIdx.x / 2) & 16383].b);
  }
}

__global__ void k9(const double* in, double* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x >= 8) {
    for (int k = 0; k < 4; ++k) out[(threadIdx.x * 8 + t * 17 + k * 3 + 2) & 16383] = (double)((float)in[(t / 32 + k * blockDim.x) & 16383]);
  }
}

__global__ void k10(const unsigned char* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += tile[(i * 3 + k) & 511];
  out[((threadIdx.x >> 3) + threadIdx.x) & 16383] += (int)(sum);
}

__global__ void k11(const short* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  out[(i * 16 - t * 3) & 16383].b = (float)in[((threadIdx.x & 31)) & 16383];
}

__global__ void k12(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  atomicAdd(&out[(t / 2 - (threadIdx.x >> 3) + 5) & 16383], (float)((float)in[(row + threadIdx.x) & 16383] + (float)in[(row / 2 + i / 4) & 16383]));
}

__global__ void k13(const unsigned char* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  for (int k = 0; k < 4; ++k) out[(threadIdx.y * 8 + (threadIdx.x >> 3) + k * n + 1) & 16383] = make_float2((float)in[(i + k * 32) & 16383], 1.0f);
}

__global__ void k14(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i + threadIdx.x * 3) & 511] = (float)in[(threadIdx.x) & 16383];
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[(i * 16 + i + k) & 16383].y = tile[(t * 64 + threadIdx.x / 2 + k + 2) & 511];
}

__global__ void k15(const float4* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < m; ++k) out[(i / 8 + (threadIdx.x ^ 3)) & 16383].b = (float)in[((threadIdx.y >> 3) + k * 3 + 1) & 16383].z;
  }
}

__global__ void k16(const Rec* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383].d;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) sum += tile[(threadIdx.y / 3 + k * 3 + 5) & 511];
  out[((threadIdx.x ^ 3)) & 16383] = (double)(sum);
}

__global__ void k17(const float* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  out[(threadIdx.y + 100) & 16383] += (int)((float)in[((threadIdx.y ^ 3) + threadIdx.y % 3 + 100) & 16383] + tile[(threadIdx.y * 32 + threadIdx.y * 64) & 255]);
}

__global__ void k18(const Rec* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].d;
  __syncthreads();
  if (threadIdx.x >= 8) {
    out[(i % 8 - col / 8 + 1) & 16383] = Vec3{tile[(i - (row ^ 21)) & 255] + tile[(col + (i ^ 8)) & 255], 1.0f, 2.0f};
  }
}

__global__ void k19(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) sum += (float)in[(threadIdx.x + k) & 16383];
  out[(t * 3 - i) & 16383] = (float)(sum);
}

__global__ void k20(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i < n) {
    for (int k = 0; k < 3; ++k) out[(i + threadIdx.x % 16 + k * blockDim.x) & 16383] = (unsigned char)(tile[(threadIdx.x + i % 48 + k) & 511]);
  }
}

__global__ void k21(const double* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (threadIdx.x < 20) {
    out[((threadIdx.y >> 2)) & 16383].y = (float)in[(t + 1) & 16383] + (float)in[((threadIdx.y & 15)) & 16383];
  }
}

__global__ void k22(const double* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(threadIdx.x * 3 - (threadIdx.x >> 1) + k) & 16383] = (double)((float)in[((threadIdx.x ^ 1) + (i & 7) + k) & 16383]);
}

__global__ void k23(const float4* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x >= 8) {
    out[(threadIdx.x * 33 + (i >> 3) + 5) & 16383] = make_float2((float)in[(threadIdx.x / 32 + t / 16) & 16383].x + (float)in[(i) & 16383].z, 1.0f);
    out[(threadIdx.x % 32) & 16383] = make_float2((float)in[(t * 4) & 16383].z, 1.0f);
  }
}

__global__ void k24(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (t % 2 == 0) {
    float sum = 1.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += tile[(i % 3 + i / 16 + k * 32) & 255];
    out[(threadIdx.x / 16) & 16383] += (unsigned char)(sum);
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(4, 2), dim3(8, 8, 1)>>>((const Rec*)in, (float2*)out, 500, 2);
  k1<<<dim3(6, 1), dim3(96, 1, 1)>>>((const int*)in, (long long*)out, 333, 6);
  k2<<<dim3(4, 1), dim3(33, 1, 1)>>>((const float*)in, (long long*)out, 333, 3);
  k3<<<dim3(4, 2), dim3(16, 16, 1)>>>((const long long*)in, (double*)out, 500, 2);
  k4<<<dim3(2, 1), dim3(256, 1, 1)>>>((const int*)in, (short*)out, 333, 5);
  k5<<<dim3(1, 1), dim3(8, 2, 4)>>>((const long long*)in, (float*)out, 333, 2);
  k6<<<dim3(6, 1), dim3(100, 1, 1)>>>((const short*)in, (float4*)out, 600, 8);
  k7<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float4*)in, (float*)out, 500, 3);
  k8<<<dim3(4, 2), dim3(12, 5, 1)>>>((const Rec*)in, (float*)out, 100, 3);
  k9<<<dim3(3, 1), dim3(33, 1, 1)>>>((const double*)in, (double*)out, 99, 2);
  k10<<<dim3(4, 1), dim3(64, 1, 1)>>>((const unsigned char*)in, (int*)out, 500, 2);
  k11<<<dim3(1, 1), dim3(33, 1, 1)>>>((const short*)in, (Rec*)out, 100, 8);
  k12<<<dim3(1, 2), dim3(12, 5, 1)>>>((const float*)in, (float*)out, 500, 6);
  k13<<<dim3(3, 1), dim3(4, 4, 4)>>>((const unsigned char*)in, (float2*)out, 500, 2);
  k14<<<dim3(6, 1), dim3(33, 1, 1)>>>((const float*)in, (float4*)out, 333, 2);
  k15<<<dim3(1, 1), dim3(32, 4, 1)>>>((const float4*)in, (Rec*)out, 128, 2);
  k16<<<dim3(2, 1), dim3(8, 2, 4)>>>((const Rec*)in, (double*)out, 100, 3);
  k17<<<dim3(6, 1), dim3(8, 2, 4)>>>((const float*)in, (int*)out, 333, 2);
  k18<<<dim3(4, 2), dim3(8, 8, 1)>>>((const Rec*)in, (Vec3*)out, 100, 5);
  k19<<<dim3(1, 1), dim3(100, 1, 1)>>>((const float*)in, (float*)out, 100, 3);
  k20<<<dim3(4, 1), dim3(100, 1, 1)>>>((const unsigned char*)in, (unsigned char*)out, 333, 8);
  k21<<<dim3(2, 1), dim3(3, 5, 4)>>>((const double*)in, (float4*)out, 120, 5);
  k22<<<dim3(2, 1), dim3(33, 1, 1)>>>((const double*)in, (double*)out, 66, 8);
  k23<<<dim3(1, 1), dim3(256, 1, 1)>>>((const float4*)in, (float2*)out, 333, 8);
  k24<<<dim3(3, 1), dim3(33, 1, 1)>>>((const float*)in, (unsigned char*)out, 99, 2);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
