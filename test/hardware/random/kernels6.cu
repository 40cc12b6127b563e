#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const int* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 8; ++k) sum += tile[(threadIdx.z * 32 + k * blockDim.x) & 511];
  out[(i * 5 + threadIdx.z / 16) & 16383] = (long long)(sum);
}

__global__ void k1(const long long* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[((threadIdx.x & 7)) & 511] = (float)in[((i ^ 16) + i / 8) & 16383];
  __syncthreads();
  if (i % 3 == 1) {
    float sum = 1.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += (float)in[(threadIdx.x * 33 + (threadIdx.x ^ 16) + k) & 16383];
    atomicAdd(&out[(t - threadIdx.x % 2) & 16383], (float)(sum));
  }
}

__global__ void k2(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(threadIdx.x / 2 + k * blockDim.x + 2) & 16383];
  out[(col + threadIdx.y) & 16383] = (float)(sum);
}

__global__ void k3(const short* __restrict__ in, int* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[512];
  tile[(i * 8 - threadIdx.x / 8) & 511] = (float)in[(threadIdx.x * 3) & 16383];
  __syncthreads();
  if ((t & 3) != 0) {
    for (int k = 0; k < 4; ++k) out[(row * 16 + (threadIdx.y >> 5) + k * 3 + 5) & 16383] = (int)(tile[((t ^ 21) - threadIdx.y) & 511]);
  }
}

__global__ void k4(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i % 3 == 1) {
    for (int k = 0; k < 3; ++k) out[(threadIdx.x * 17 + k) & 16383] = (float)(tile[(threadIdx.x * 5 + i * 3 + k * blockDim.x) & 511]);
  }
}

__global__ void k5(const float2* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x >= 8) {
    out[(threadIdx.x / 2) & 16383] += (unsigned char)((float)in[((i >> 5)) & 16383].x + (float)in[(threadIdx.x + (threadIdx.x & 31) + 100) & 16383].y);
    out[(i + threadIdx.x * 32 + 2) & 16383] = (unsigned char)((float)in[(i * 2) & 16383].x);
  }
}

__global__ void k6(const long long* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    for (int k = 0; k < 8; ++k) out[(threadIdx.x * 64 + k) & 16383] = (double)((float)in[((t & 28) + i / 4 + k * blockDim.x) & 16383]);
  }
}

__global__ void k7(const long long* in, double* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(threadIdx.y * 33 + threadIdx.x + 2) & 16383] = (double)((float)in[((row ^ 3)) & 16383] + (float)in[(i * 5 + 100) & 16383]);
  out[(threadIdx.y * 4 + i * 8) & 16383] = (double)((float)in[((i ^ 21) + threadIdx.x / 3 + 100) & 16383]);
}

__global__ void k8(const Rec* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 4; ++k) sum += (float)in[((threadIdx.x & 1) - (threadIdx.x ^ 8) + k * 32 + 8) & 16383].d;
  out[(threadIdx.x + i / 4) & 16383] += (float)(sum);
}

__global__ void k9(const int* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  out[((threadIdx.x ^ 16)) & 16383] = (unsigned char)(tile[((threadIdx.y >> 1) - i) & 255]);
}

__global__ void k10(const Vec3* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].z;
  __syncthreads();
  if (i < n) {
    out[(t / 16 - threadIdx.x * 4) & 16383] = make_float2((float)in[(t % 16 - (t ^ 16) + 100) & 16383].y + tile[(i % 7 + (threadIdx.x & 28) + 100) & 255], 1.0f);
  }
}

__global__ void k11(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i - threadIdx.x + 5) & 16383] = (float)((float)in[(threadIdx.x - (i ^ 16)) & 16383]);
}

__global__ void k12(const long long* __restrict__ in, short* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y][threadIdx.x % 16] = (float)in[(i / 32 + i * 32) & 16383];
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[(t * 3 + threadIdx.x) & 16383] = (short)((float)in[(threadIdx.x / 2 + k * 32) & 16383]);
}

__global__ void k13(const float4* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t % 2 == 0) {
    for (int k = 0; k < 8; ++k) out[(threadIdx.x * 17 + threadIdx.x * 32 + k * 3 + 2) & 16383] = (float)((float)in[(i * 16 + k) & 16383].z);
  }
}

__global__ void k14(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    for (int k = 0; k < 4; ++k) out[(i * 2 + (threadIdx.x & 7) + k * 32) & 16383] += (double)((float)in[(t / 4 + k * blockDim.x + 8) & 16383]);
  }
}

__global__ void k15(const float2* in, unsigned char* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t % 2 == 0) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[(i * 16 + i / 3 + k * 32) & 16383].y;
    out[(i + threadIdx.x / 8) & 16383] = (unsigned char)(sum);
  }
}

__global__ void k16(const long long* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][33];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 33] = (float)in[((threadIdx.y ^ 3)) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(threadIdx.x + threadIdx.y * 4 + 100) & 16383] = (unsigned char)((float)in[((col >> 5) + (col >> 5) + 1) & 16383]);
  }
}

__global__ void k17(const Vec3* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    out[(threadIdx.x / 2 + threadIdx.x * 32) & 16383] += (double)((float)in[((t >> 2)) & 16383].y);
  }
}

__global__ void k18(const float4* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383].z;
  __syncthreads();
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += (float)in[(threadIdx.x % 8 + threadIdx.x + k * 32) & 16383].x;
    out[(i * 64) & 16383] = (int)(sum);
  }
}

__global__ void k19(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i < n) {
    for (int k = 0; k < 8; ++k) out[((t >> 3)) & 16383] = (unsigned char)((float)in[(i + k * 32 + 100) & 16383]);
  }
}

__global__ void k20(const float* in, unsigned char* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 5; ++k) out[(threadIdx.x * 2 + i % 8 + k * blockDim.x + 2) & 16383] += (unsigned char)((float)in[((i ^ 21) + i % 4 + k + 1) & 16383]);
}

__global__ void k21(const float* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(t % 32 + 1) & 511] = (float)in[(i * 64 + t / 16 + 1) & 16383];
  __syncthreads();
  out[(i % 8 + threadIdx.x / 3) & 16383] = make_float2(tile[(threadIdx.x / 3 + threadIdx.x) & 511], 1.0f);
}

__global__ void k22(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 96) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (t % 2 == 0) {
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k) sum += tile[((threadIdx.x & 15) - threadIdx.x + k) & 255];
    atomicAdd(&out[(t + (threadIdx.x >> 5)) & 16383], (float)(sum));
  }
}

__global__ void k23(const float2* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].x;
  __syncthreads();
  if (threadIdx.x >= 8) {
    float sum = 0.0f;
    for (int k = 0; k < m; ++k) sum += tile[(i / 32 + t / 8) & 255];
    out[((threadIdx.x & 28)) & 16383] = (short)(sum);
  }
}

__global__ void k24(const long long* in, Rec* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    out[(i + threadIdx.x) & 16383].b = (float)in[(i - threadIdx.x * 4) & 16383];
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(2, 2), dim3(4, 4, 4)>>>((const int*)in, (long long*)out, 333, 8);
  k1<<<dim3(2, 1), dim3(128, 1, 1)>>>((const long long*)in, (float*)out, 100, 8);
  k2<<<dim3(6, 2), dim3(12, 5, 1)>>>((const float*)in, (float*)out, 720, 3);
  k3<<<dim3(1, 1), dim3(12, 5, 1)>>>((const short*)in, (int*)out, 100, 6);
  k4<<<dim3(1, 1), dim3(32, 1, 1)>>>((const short*)in, (float*)out, 333, 8);
  k5<<<dim3(2, 1), dim3(96, 1, 1)>>>((const float2*)in, (unsigned char*)out, 333, 5);
  k6<<<dim3(6, 1), dim3(32, 1, 1)>>>((const long long*)in, (double*)out, 192, 8);
  k7<<<dim3(3, 1), dim3(8, 8, 1)>>>((const long long*)in, (double*)out, 333, 3);
  k8<<<dim3(4, 1), dim3(96, 1, 1)>>>((const Rec*)in, (float*)out, 333, 6);
  k9<<<dim3(1, 2), dim3(16, 16, 1)>>>((const int*)in, (unsigned char*)out, 100, 3);
  k10<<<dim3(2, 1), dim3(128, 1, 1)>>>((const Vec3*)in, (float2*)out, 500, 2);
  k11<<<dim3(4, 1), dim3(48, 1, 1)>>>((const float*)in, (float*)out, 100, 2);
  k12<<<dim3(1, 1), dim3(20, 3, 1)>>>((const long long*)in, (short*)out, 60, 2);
  k13<<<dim3(3, 1), dim3(128, 1, 1)>>>((const float4*)in, (float*)out, 333, 6);
  k14<<<dim3(2, 1), dim3(128, 1, 1)>>>((const float*)in, (double*)out, 100, 6);
  k15<<<dim3(4, 1), dim3(96, 1, 1)>>>((const float2*)in, (unsigned char*)out, 500, 2);
  k16<<<dim3(1, 2), dim3(8, 8, 1)>>>((const long long*)in, (unsigned char*)out, 128, 5);
  k17<<<dim3(1, 1), dim3(96, 1, 1)>>>((const Vec3*)in, (double*)out, 100, 8);
  k18<<<dim3(2, 1), dim3(33, 1, 1)>>>((const float4*)in, (int*)out, 66, 2);
  k19<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float*)in, (unsigned char*)out, 100, 2);
  k20<<<dim3(6, 1), dim3(48, 1, 1)>>>((const float*)in, (unsigned char*)out, 100, 8);
  k21<<<dim3(3, 1), dim3(96, 1, 1)>>>((const float*)in, (float2*)out, 288, 5);
  k22<<<dim3(1, 1), dim3(96, 1, 1)>>>((const float*)in, (float*)out, 500, 3);
  k23<<<dim3(6, 1), dim3(32, 1, 1)>>>((const float2*)in, (short*)out, 192, 3);
  k24<<<dim3(1, 1), dim3(128, 1, 1)>>>((const long long*)in, (Rec*)out, 333, 2);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
