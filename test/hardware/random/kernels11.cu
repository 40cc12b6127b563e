#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const short* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i % 48) & 16383] += (float)((float)in[(i * 17 + t % 2) & 16383] + (float)in[(i / 8 + t * 32 + 5) & 16383]);
}

__global__ void k1(const float* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 60) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if ((t & 3) != 0) {
    out[(row % 3 + col * 64) & 16383].x = tile[(threadIdx.y + (threadIdx.x ^ 1)) & 1023] + (float)in[((i & 28)) & 16383];
  }
}

__global__ void k2(const int* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(i % 2 + k * blockDim.x) & 16383] = (float)((float)in[((threadIdx.x ^ 1) + i * 32 + k) & 16383]);
}

__global__ void k3(const float* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < 5; ++k) out[((t ^ 21) + threadIdx.x * 5 + k * 3) & 16383] = (int)((float)in[(threadIdx.x) & 16383]);
  }
}

__global__ void k4(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  out[(t % 8) & 16383] = (unsigned char)((float)in[((i & 31) + i * 4) & 16383]);
}

__global__ void k5(const long long* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(t + t / 4 + k * 3) & 16383];
  out[((threadIdx.x & 31) - i * 16 + 2) & 16383].b = sum;
}

__global__ void k6(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 4; ++k) out[(i + (threadIdx.x >> 1) + k * 32) & 16383] = (unsigned char)((float)in[((threadIdx.x ^ 16) + k * blockDim.x) & 16383]);
}

__global__ void k7(const float* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[(threadIdx.x + threadIdx.x * 17) & 1023] = (float)in[((t ^ 16) + i % 2) & 16383];
  __syncthreads();
  for (int k = 0; k < m; ++k) out[(threadIdx.x / 16 + k * 32 + 1) & 16383] = (short)((float)in[(i / 8 + k) & 16383]);
}

__global__ void k8(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    out[(i) & 16383] = (float)((float)in[(threadIdx.x) & 16383]);
  }
}

__global__ void k9(const double* in, int* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < t % 4 + 1; ++k) sum += tile[(row * 4 + k * blockDim.x) & 1023];
  out[((threadIdx.y & 7) + 1) & 16383] = (int)(sum);
}

__global__ void k10(const float4* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i / 2) & 16383] += (float)((float)in[(i % 7 - i % 7) & 16383].z + (float)in[(i * 2) & 16383].x);
  out[(i - i * 2 + 2) & 16383] = (float)((float)in[(i * 8 - i * 8) & 16383].x + (float)in[(threadIdx.x + i * 8 + 2) & 16383].z);
}

__global__ void k11(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 96) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i % 3 == 1) {
    out[(i / 16) & 16383] += (float)(tile[((threadIdx.x & 1) - threadIdx.x % 48) & 1023]);
  }
}

__global__ void k12(const float* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 3; ++k) out[(i * 4 - threadIdx.x + k) & 16383].x = (float)in[(threadIdx.x % 2 + threadIdx.x) & 16383];
}

__global__ void k13(const Vec3* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x * 8 + (threadIdx.x >> 1) + 2) & 16383] += (double)((float)in[(threadIdx.x * 5) & 16383].z + (float)in[(i + (threadIdx.x >> 2)) & 16383].x);
  out[(threadIdx.x % 32) & 16383] = (double)((float)in[(threadIdx.x * 16 + i * 17 + 100) & 16383].y);
}

__global__ void k14(const float2* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    out[(threadIdx.x * 3 + t) & 16383] = (unsigned char)((float)in[(i / 16 + i * 3) & 16383].y);
  }
}

__global__ void k15(const unsigned char* in, float2* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  out[(threadIdx.y / 16 + 1) & 16383] = make_float2(tile[(i + i) & 511], 1.0f);
  out[((i ^ 3)) & 16383] = make_float2((float)in[((threadIdx.x ^ 16) + threadIdx.x % 48) & 16383], 1.0f);
}

__global__ void k16(const Vec3* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(t % 8 + threadIdx.x / 4) & 16383] = (float)((float)in[(i + 5) & 16383].z + (float)in[(i % 7) & 16383].z);
}

__global__ void k17(const float2* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(threadIdx.x) & 255] = (float)in[(i) & 16383].x;
  __syncthreads();
  if (t % 2 == 0) {
    out[(i % 48) & 16383].y = tile[(threadIdx.x % 20 + t) & 255];
  }
}

__global__ void k18(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 128) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += tile[((threadIdx.x ^ 1) - threadIdx.x % 2) & 255];
  out[(threadIdx.x / 4) & 16383] += (float)(sum);
}

__global__ void k19(const int* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i + threadIdx.x) & 511] = (float)in[((threadIdx.x >> 1)) & 16383];
  __syncthreads();
  if (i < n) {
    for (int k = 0; k < m; ++k) atomicAdd(&out[((threadIdx.x >> 2) + (i >> 5) + k * 32) & 16383], (float)((float)in[(t + k) & 16383]));
  }
}

__global__ void k20(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x < 20) {
    for (int k = 0; k < 4; ++k) out[(threadIdx.x * 17 + 5) & 16383] = (float)((float)in[(threadIdx.x) & 16383]);
  }
}

__global__ void k21(const Vec3* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (threadIdx.x >= 8) {
    out[((t & 7) + threadIdx.x / 16 + 5) & 16383].x = (float)in[((t & 7)) & 16383].y + (float)in[(threadIdx.x * 64 + (i & 28)) & 16383].z;
  }
}

__global__ void k22(const unsigned char* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[((threadIdx.x ^ 1)) & 16383];
  out[(t * 8) & 16383] = make_float2(sum, 1.0f);
}

__global__ void k23(const double* in, Rec* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[((i & 1) + i * 17 + k * blockDim.x + 8) & 16383];
    out[(i * 4) & 16383].b = sum;
  }
}

__global__ void k24(const float4* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].x;
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += tile[(i % 7 + k * 32) & 255];
  out[(threadIdx.x / 16 + (t >> 2)) & 16383].b = sum;
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(4, 1), dim3(256, 1, 1)>>>((const short*)in, (float*)out, 333, 3);
  k1<<<dim3(1, 1), dim3(20, 3, 1)>>>((const float*)in, (Vec3*)out, 100, 6);
  k2<<<dim3(1, 1), dim3(32, 1, 1)>>>((const int*)in, (float*)out, 333, 5);
  k3<<<dim3(3, 1), dim3(48, 1, 1)>>>((const float*)in, (int*)out, 100, 5);
  k4<<<dim3(2, 1), dim3(48, 1, 1)>>>((const float*)in, (unsigned char*)out, 100, 6);
  k5<<<dim3(4, 1), dim3(100, 1, 1)>>>((const long long*)in, (Rec*)out, 333, 6);
  k6<<<dim3(4, 1), dim3(96, 1, 1)>>>((const float*)in, (unsigned char*)out, 500, 8);
  k7<<<dim3(1, 1), dim3(64, 1, 1)>>>((const float*)in, (short*)out, 64, 6);
  k8<<<dim3(2, 1), dim3(128, 1, 1)>>>((const float*)in, (float*)out, 500, 3);
  k9<<<dim3(3, 1), dim3(16, 16, 1)>>>((const double*)in, (int*)out, 500, 2);
  k10<<<dim3(3, 1), dim3(48, 1, 1)>>>((const float4*)in, (float*)out, 500, 8);
  k11<<<dim3(6, 1), dim3(96, 1, 1)>>>((const float*)in, (float*)out, 333, 5);
  k12<<<dim3(4, 1), dim3(64, 1, 1)>>>((const float*)in, (Vec3*)out, 333, 2);
  k13<<<dim3(4, 1), dim3(256, 1, 1)>>>((const Vec3*)in, (double*)out, 1024, 6);
  k14<<<dim3(1, 1), dim3(32, 1, 1)>>>((const float2*)in, (unsigned char*)out, 500, 6);
  k15<<<dim3(3, 2), dim3(8, 2, 4)>>>((const unsigned char*)in, (float2*)out, 384, 3);
  k16<<<dim3(2, 1), dim3(128, 1, 1)>>>((const Vec3*)in, (float*)out, 500, 2);
  k17<<<dim3(6, 1), dim3(128, 1, 1)>>>((const float2*)in, (float4*)out, 333, 6);
  k18<<<dim3(3, 1), dim3(128, 1, 1)>>>((const short*)in, (float*)out, 500, 2);
  k19<<<dim3(4, 1), dim3(100, 1, 1)>>>((const int*)in, (float*)out, 100, 5);
  k20<<<dim3(4, 1), dim3(32, 1, 1)>>>((const float*)in, (float*)out, 100, 2);
  k21<<<dim3(3, 1), dim3(4, 4, 4)>>>((const Vec3*)in, (Vec3*)out, 500, 8);
  k22<<<dim3(2, 1), dim3(128, 1, 1)>>>((const unsigned char*)in, (float2*)out, 333, 5);
  k23<<<dim3(6, 1), dim3(48, 1, 1)>>>((const double*)in, (Rec*)out, 100, 6);
  k24<<<dim3(2, 1), dim3(32, 1, 1)>>>((const float4*)in, (Rec*)out, 64, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
