#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const long long* in, float4* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += tile[(row / 4 + k * n) & 1023];
    out[((col ^ 16)) & 16383].y = sum;
  }
}

__global__ void k1(const short* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x < 20) {
    for (int k = 0; k < 4; ++k) out[(t * 4 + i + k) & 16383] = make_float2((float)in[(i * 2 + (t >> 2) + k * 3 + 8) & 16383], 1.0f);
  }
}

__global__ void k2(const int* __restrict__ in, short* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (blockIdx.x > 0) {
    float sum = 1.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += (float)in[(threadIdx.y % 20 + k) & 16383];
    out[(threadIdx.y * 64 + 1) & 16383] = (short)(sum);
  }
}

__global__ void k3(const long long* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[((threadIdx.x >> 5) + 100) & 16383] = (float)((float)in[(i + (i & 15)) & 16383] + (float)in[(t / 16 + (i ^ 21)) & 16383]);
}

__global__ void k4(const short* in, float* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x % 32] = (float)in[(threadIdx.y * 32) & 16383];
  __syncthreads();
  if (i < n) {
    out[(i * 5 + 8) & 16383] += (float)(tile[threadIdx.y][threadIdx.x % 32] + (float)in[(threadIdx.x / 4 + i) & 16383]);
    out[(threadIdx.y * 8 + (threadIdx.x ^ 1)) & 16383] = (float)((float)in[(threadIdx.y) & 16383]);
  }
}

__global__ void k5(const long long* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 4; ++k) out[(threadIdx.x * 4 + k * 3) & 16383].b = (float)in[((threadIdx.x >> 5) + i * 32 + k) & 16383];
}

__global__ void k6(const long long* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  for (int k = 0; k < m; ++k) out[(threadIdx.x % 2 + k * 3 + 8) & 16383].b = (float)in[(i * 3 + threadIdx.x % 8 + k) & 16383];
}

__global__ void k7(const Vec3* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i >= 5 && i < n - 5) {
    atomicAdd(&out[(row) & 16383], (float)((float)in[((threadIdx.x ^ 8) - (row ^ 8)) & 16383].x));
    out[(threadIdx.y * 5 + col * 16) & 16383] = (float)((float)in[((threadIdx.x >> 3) + (threadIdx.y & 31)) & 16383].z + (float)in[(threadIdx.y) & 16383].x);
  }
}

__global__ void k8(const int* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[((i >> 3) + k * n + 2) & 16383];
    out[(threadIdx.x / 16 + i + 5) & 16383].b = sum;
  }
}

__global__ void k9(const Rec* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383].b;
  __syncthreads();
  if (threadIdx.x >= 8) {
    float sum = 0.0f;
    for (int k = 0; k < m; ++k) sum += tile[((i >> 2) - (threadIdx.x >> 3) + k) & 511];
    out[(t) & 16383] = make_float2(sum, 1.0f);
  }
}

__global__ void k10(const long long* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 100) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  for (int k = 0; k < m; ++k) out[((t >> 2) - threadIdx.x) & 16383] = make_float4(tile[(i + k + 8) & 1023], 0.0f, 1.0f, 2.0f);
}

__global__ void k11(const float2* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i * 2) & 16383] += (float)((float)in[(i * 4 + t * 33) & 16383].x);
}

__global__ void k12(const float4* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 4; ++k) out[((t & 15) + t * 16 + k * 32) & 16383] = (short)((float)in[(threadIdx.x + t % 4 + k) & 16383].x);
}

__global__ void k13(const unsigned char* __restrict__ in, short* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[((threadIdx.x ^ 8) + threadIdx.x % 48 + k * n + 5) & 16383];
  out[(t * 4 + (i & 28)) & 16383] += (short)(sum);
}

__global__ void k14(const int* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 8; ++k) out[(i / 32 + threadIdx.x / 8 + k) & 16383] = (short)((float)in[((i ^ 1) + (threadIdx.x ^ 16) + k * 3 + 2) & 16383]);
}

__global__ void k15(const Rec* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(threadIdx.x / 16 + k * n) & 16383].b;
  out[((t ^ 21) - i % 7 + 2) & 16383] = (float)(sum);
}

__global__ void k16(const float* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k) sum += (float)in[((threadIdx.x >> 1) + k * n + 8) & 16383];
    out[(i / 2 + i % 3) & 16383] = Vec3{sum, 1.0f, 2.0f};
  }
}

__global__ void k17(const unsigned char* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(col / 16) & 16383].y = (float)in[(row % 8) & 16383];
}

__global__ void k18(const float* in, double* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < 8; ++k) out[(i * 32 + i + k * 32) & 16383] += (double)((float)in[(col % 7 + t / 3 + k) & 16383]);
}

__global__ void k19(const float4* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].x;
  __syncthreads();
  out[(t * 3 + 5) & 16383] = make_float2(tile[((i >> 1) + 8) & 255] + tile[(i + threadIdx.x / 3) & 255], 1.0f);
}

__global__ void k20(const unsigned char* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += tile[(threadIdx.x + k * blockDim.x + 5) & 511];
  out[((t >> 2) + i % 16 + 5) & 16383] = (float)(sum);
}

__global__ void k21(const Vec3* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (threadIdx.x >= 8) {
    out[(threadIdx.y / 4 + (threadIdx.x >> 3) + 8) & 16383] = (long long)((float)in[(t % 32 - t) & 16383].z);
    out[(threadIdx.z + 5) & 16383] = (long long)((float)in[((i ^ 16)) & 16383].z);
  }
}

__global__ void k22(const float2* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x * 4 + (threadIdx.x & 1)) & 16383].y = (float)in[(t % 3) & 16383].y;
  out[(threadIdx.x / 16) & 16383].y = (float)in[(threadIdx.x % 3 + threadIdx.x) & 16383].x;
}

__global__ void k23(const Rec* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) sum += (float)in[(i * 64 + k) & 16383].d;
  out[(threadIdx.x - threadIdx.x % 3) & 16383] += (short)(sum);
}

__global__ void k24(const float2* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k) sum += (float)in[(threadIdx.x % 8 + threadIdx.x / 2) & 16383].x;
    out[(threadIdx.x * 3 + 2) & 16383] = make_float2(sum, 1.0f);
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(3, 1), dim3(32, 4, 1)>>>((const long long*)in, (float4*)out, 384, 2);
  k1<<<dim3(2, 1), dim3(32, 1, 1)>>>((const short*)in, (float2*)out, 100, 3);
  k2<<<dim3(3, 2), dim3(12, 5, 1)>>>((const int*)in, (short*)out, 100, 2);
  k3<<<dim3(1, 1), dim3(33, 1, 1)>>>((const long long*)in, (float*)out, 333, 2);
  k4<<<dim3(3, 2), dim3(32, 4, 1)>>>((const short*)in, (float*)out, 333, 3);
  k5<<<dim3(1, 1), dim3(64, 1, 1)>>>((const long long*)in, (Rec*)out, 100, 6);
  k6<<<dim3(4, 1), dim3(33, 1, 1)>>>((const long long*)in, (Rec*)out, 500, 8);
  k7<<<dim3(6, 1), dim3(4, 16, 1)>>>((const Vec3*)in, (float*)out, 500, 2);
  k8<<<dim3(2, 1), dim3(100, 1, 1)>>>((const int*)in, (Rec*)out, 200, 3);
  k9<<<dim3(2, 1), dim3(128, 1, 1)>>>((const Rec*)in, (float2*)out, 256, 3);
  k10<<<dim3(2, 1), dim3(100, 1, 1)>>>((const long long*)in, (float4*)out, 200, 2);
  k11<<<dim3(4, 1), dim3(96, 1, 1)>>>((const float2*)in, (float*)out, 100, 3);
  k12<<<dim3(4, 1), dim3(32, 1, 1)>>>((const float4*)in, (short*)out, 500, 5);
  k13<<<dim3(3, 2), dim3(16, 16, 1)>>>((const unsigned char*)in, (short*)out, 1536, 6);
  k14<<<dim3(4, 1), dim3(128, 1, 1)>>>((const int*)in, (short*)out, 333, 8);
  k15<<<dim3(3, 1), dim3(64, 1, 1)>>>((const Rec*)in, (float*)out, 100, 6);
  k16<<<dim3(2, 1), dim3(32, 1, 1)>>>((const float*)in, (Vec3*)out, 100, 8);
  k17<<<dim3(1, 1), dim3(16, 16, 1)>>>((const unsigned char*)in, (float4*)out, 100, 6);
  k18<<<dim3(4, 1), dim3(16, 16, 1)>>>((const float*)in, (double*)out, 333, 8);
  k19<<<dim3(6, 1), dim3(100, 1, 1)>>>((const float4*)in, (float2*)out, 333, 3);
  k20<<<dim3(4, 1), dim3(48, 1, 1)>>>((const unsigned char*)in, (float*)out, 500, 2);
  k21<<<dim3(4, 2), dim3(4, 4, 4)>>>((const Vec3*)in, (long long*)out, 333, 2);
  k22<<<dim3(1, 1), dim3(128, 1, 1)>>>((const float2*)in, (float4*)out, 128, 3);
  k23<<<dim3(3, 1), dim3(32, 1, 1)>>>((const Rec*)in, (short*)out, 96, 6);
  k24<<<dim3(3, 1), dim3(256, 1, 1)>>>((const float2*)in, (float2*)out, 333, 2);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
