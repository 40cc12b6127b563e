#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  for (int k = 0; k < 3; ++k) out[((t & 3) + threadIdx.x + k * blockDim.x) & 16383] = (unsigned char)(tile[(i + t + k * blockDim.x) & 1023]);
}

__global__ void k1(const float4* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 128) tile[j] = (float)in[(j + blockIdx.x) & 16383].z;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += tile[(threadIdx.x * 5 + k * 3 + 8) & 511];
  out[(col * 8) & 16383] = make_float2(sum, 1.0f);
}

__global__ void k2(const int* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (blockIdx.x > 0) {
    out[(threadIdx.x * 4 + i) & 16383] += (float)((float)in[(threadIdx.x / 8 + i % 4) & 16383] + (float)in[((threadIdx.x ^ 21) + threadIdx.x * 33) & 16383]);
  }
}

__global__ void k3(const unsigned char* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x / 8 + i * 16) & 16383] = (float)((float)in[((threadIdx.x ^ 21) + (i >> 1) + 100) & 16383]);
}

__global__ void k4(const Rec* in, float* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  tile[(row * 4 + (i ^ 3)) & 255] = (float)in[(i + col * 4) & 16383].b;
  __syncthreads();
  out[(threadIdx.y * 4) & 16383] = (float)((float)in[(threadIdx.y * 64 + row / 2) & 16383].b);
}

__global__ void k5(const short* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(row * 17 + 2) & 16383] = Vec3{(float)in[(t % 4 + threadIdx.y * 32) & 16383] + (float)in[((col >> 2) + 2) & 16383], 1.0f, 2.0f};
}

__global__ void k6(const double* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[(i + (threadIdx.x & 3)) & 1023] = (float)in[((t & 31) + t % 16) & 16383];
  __syncthreads();
  for (int k = 0; k < 5; ++k) out[(i * 16 - (i ^ 8) + k + 2) & 16383] += (int)((float)in[((i ^ 1) + (threadIdx.x & 28) + k) & 16383]);
}

__global__ void k7(const unsigned char* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x + threadIdx.x % 48) & 16383] = make_float2((float)in[((threadIdx.x ^ 8) + threadIdx.x / 2 + 8) & 16383], 1.0f);
}

__global__ void k8(const Rec* in, double* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 96) tile[j] = (float)in[(j + blockIdx.x) & 16383].b;
  __syncthreads();
  if (i < n) {
    out[(threadIdx.x / 32 + 5) & 16383] = (double)(tile[(i - (i ^ 8)) & 255]);
  }
}

__global__ void k9(const int* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 5; ++k) out[(threadIdx.x + threadIdx.x * 33) & 16383] += (short)((float)in[((threadIdx.x ^ 3) + t / 2 + k * blockDim.x) & 16383]);
}

__global__ void k10(const float* in, long long* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (i < n) {
    out[(i * 33 - threadIdx.y * 64 + 1) & 16383] += (long long)((float)in[(threadIdx.x + i + 2) & 16383]);
    out[(threadIdx.z * 64 + threadIdx.z * 17) & 16383] = (long long)((float)in[(threadIdx.y * 33 - threadIdx.y * 4) & 16383]);
  }
}

__global__ void k11(const double* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[((threadIdx.x >> 2) + t % 2 + k) & 16383];
    out[(i / 32) & 16383].x = sum;
  }
}

__global__ void k12(const Rec* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(t / 3) & 16383] = (float)((float)in[(i % 32 + threadIdx.y / 3 + 5) & 16383].a);
}

__global__ void k13(const float* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[(i - t * 4) & 1023] = (float)in[(threadIdx.x / 16 + threadIdx.x % 2) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(i % 4 + (threadIdx.x >> 2) + 1) & 16383];
  out[(threadIdx.x + (t >> 2)) & 16383].x = sum;
}

__global__ void k14(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[((i >> 5) + 100) & 255] = (float)in[(threadIdx.x * 4 + t / 4) & 16383];
  __syncthreads();
  if (blockIdx.x > 0) {
    float sum = 1.0f;
    for (int k = 0; k < 16; ++k) sum += (float)in[(t * 33 - (i ^ 21) + k * blockDim.x + 8) & 16383];
    out[(t + i) & 16383] = (long long)(sum);
  }
}

__global__ void k15(const float4* in, long long* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 16] = (float)in[((i & 7) + threadIdx.y * 17 + 100) & 16383].x;
  __syncthreads();
  if ((t & 3) != 0) {
    for (int k = 0; k < 5; ++k) out[(threadIdx.y + row + k * 3) & 16383] = (long long)(tile[(i * 17) & 31][threadIdx.x % 16]);
  }
}

__global__ void k16(const long long* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(t + i + k) & 16383];
  out[(t - threadIdx.x * 17 + 100) & 16383] = Vec3{sum, 1.0f, 2.0f};
}

__global__ void k17(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  for (int k = 0; k < 5; ++k) out[(i + i) & 16383] += (unsigned char)((float)in[((threadIdx.y >> 3) + k * 32 + 8) & 16383]);
}

__global__ void k18(const long long* __restrict__ in, short* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 128) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (blockIdx.x > 0) {
    float sum = 1.0f;
    for (int k = 0; k < 16; ++k) sum += (float)in[((i & 31) + threadIdx.y + k * 3 + 100) & 16383];
    out[(t / 2 - threadIdx.y) & 16383] = (short)(sum);
  }
}

__global__ void k19(const short* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 5; ++k) out[((threadIdx.x ^ 16)) & 16383].x = (float)in[((i & 7) + (threadIdx.x ^ 8) + k) & 16383];
}

__global__ void k20(const unsigned char* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  for (int k = 0; k < 4; ++k) atomicAdd(&out[((row ^ 1) + threadIdx.x * 5 + k + 8) & 16383], (float)(tile[(col * 3 + k * n) & 255]));
}

__global__ void k21(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (blockIdx.x > 0) {
    float sum = 1.0f;
    for (int k = 0; k < 4; ++k) sum += (float)in[((i & 28) + threadIdx.x * 33 + k * 32) & 16383];
    out[((threadIdx.x >> 5) + (threadIdx.x & 31)) & 16383] += (double)(sum);
  }
}

__global__ void k22(const float2* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383].x;
  __syncthreads();
  if (i % 3 == 1) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += tile[((i & 1) + k) & 1023];
    out[(threadIdx.x * 17 + t) & 16383].x = sum;
  }
}

__global__ void k23(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(t % 48 + 1) & 16383] += (unsigned char)((float)in[(threadIdx.x * 8 - (t >> 1) + 2) & 16383] + (float)in[(threadIdx.x % 20 + 8) & 16383]);
  out[(threadIdx.x * 17 + threadIdx.x % 8) & 16383] = (unsigned char)((float)in[(i + 5) & 16383]);
}

__global__ void k24(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    out[(t * 16) & 16383] = (float)((float)in[(threadIdx.x % 3 + i) & 16383]);
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(6, 1), dim3(33, 1, 1)>>>((const float*)in, (unsigned char*)out, 100, 2);
  k1<<<dim3(6, 1), dim3(32, 4, 1)>>>((const float4*)in, (float2*)out, 768, 6);
  k2<<<dim3(2, 1), dim3(33, 1, 1)>>>((const int*)in, (float*)out, 100, 5);
  k3<<<dim3(3, 1), dim3(33, 1, 1)>>>((const unsigned char*)in, (float*)out, 333, 5);
  k4<<<dim3(4, 1), dim3(8, 8, 1)>>>((const Rec*)in, (float*)out, 333, 3);
  k5<<<dim3(2, 2), dim3(12, 5, 1)>>>((const short*)in, (Vec3*)out, 100, 3);
  k6<<<dim3(6, 1), dim3(128, 1, 1)>>>((const double*)in, (int*)out, 500, 8);
  k7<<<dim3(4, 1), dim3(48, 1, 1)>>>((const unsigned char*)in, (float2*)out, 100, 3);
  k8<<<dim3(3, 1), dim3(96, 1, 1)>>>((const Rec*)in, (double*)out, 100, 6);
  k9<<<dim3(3, 1), dim3(64, 1, 1)>>>((const int*)in, (short*)out, 500, 5);
  k10<<<dim3(4, 1), dim3(8, 2, 4)>>>((const float*)in, (long long*)out, 500, 5);
  k11<<<dim3(4, 1), dim3(48, 1, 1)>>>((const double*)in, (Vec3*)out, 500, 5);
  k12<<<dim3(2, 2), dim3(12, 5, 1)>>>((const Rec*)in, (float*)out, 333, 5);
  k13<<<dim3(1, 1), dim3(48, 1, 1)>>>((const float*)in, (Vec3*)out, 333, 8);
  k14<<<dim3(6, 1), dim3(100, 1, 1)>>>((const float*)in, (long long*)out, 500, 8);
  k15<<<dim3(3, 1), dim3(4, 16, 1)>>>((const float4*)in, (long long*)out, 500, 5);
  k16<<<dim3(3, 1), dim3(96, 1, 1)>>>((const long long*)in, (Vec3*)out, 100, 6);
  k17<<<dim3(2, 2), dim3(4, 4, 4)>>>((const unsigned char*)in, (unsigned char*)out, 100, 2);
  k18<<<dim3(6, 2), dim3(32, 4, 1)>>>((const long long*)in, (short*)out, 1536, 3);
  k19<<<dim3(2, 1), dim3(256, 1, 1)>>>((const short*)in, (Vec3*)out, 512, 8);
  k20<<<dim3(1, 1), dim3(16, 16, 1)>>>((const unsigned char*)in, (float*)out, 256, 6);
  k21<<<dim3(2, 1), dim3(96, 1, 1)>>>((const float*)in, (double*)out, 100, 8);
  k22<<<dim3(2, 1), dim3(256, 1, 1)>>>((const float2*)in, (Vec3*)out, 512, 6);
  k23<<<dim3(3, 1), dim3(48, 1, 1)>>>((const float*)in, (unsigned char*)out, 500, 2);
  k24<<<dim3(6, 1), dim3(96, 1, 1)>>>((const short*)in, (float*)out, 576, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
