#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.x + 100) & 16383];
  out[(t / 4 - t) & 16383] = (float)(sum);
}

__global__ void k1(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(threadIdx.x * 17) & 255] = (float)in[(i + i % 8) & 16383];
  __syncthreads();
  for (int k = 0; k < m; ++k) out[(t + (threadIdx.x & 1)) & 16383].y = tile[(t + (i >> 1) + k) & 255];
}

__global__ void k2(const float2* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i) & 16383] = (float)((float)in[(i * 32 + (i & 31) + 2) & 16383].y);
}

__global__ void k3(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if ((t & 3) != 0) {
    for (int k = 0; k < 3; ++k) out[(i * 32 + k * 32) & 16383] += (float)((float)in[(i / 8 + (i >> 3) + k * blockDim.x) & 16383]);
  }
}

__global__ void k4(const int* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(t / 4 + i * 5) & 511] = (float)in[(i + i * 16) & 16383];
  __syncthreads();
  if (i < n) {
    atomicAdd(&out[(threadIdx.x % 2) & 16383], (float)(tile[(threadIdx.x * 33) & 511] + tile[((threadIdx.x ^ 3)) & 511]));
  }
}

__global__ void k5(const Rec* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (blockIdx.x > 0) {
    for (int k = 0; k < 3; ++k) out[((i >> 2) + (threadIdx.x >> 2) + k * n) & 16383] = (double)((float)in[(i / 32 - t) & 16383].d);
  }
}

__global__ void k6(const double* in, unsigned char* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.x + k * blockDim.x) & 16383];
  out[(i / 3) & 16383] = (unsigned char)(sum);
}

__global__ void k7(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i < n) {
    for (int k = 0; k < 3; ++k) out[(threadIdx.y + i * 16 + k) & 16383] = (double)((float)in[(i + k * n) & 16383]);
  }
}

__global__ void k8(const Rec* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383].d;
  __syncthreads();
  if (blockIdx.x > 0) {
    float sum = 1.0f;
    for (int k = 0; k < 4; ++k) sum += tile[(i - i * 32 + k * blockDim.x) & 1023];
    out[(i * 64) & 16383] = (short)(sum);
  }
}

__global__ void k9(const Rec* in, Vec3* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < 4; ++k) out[((i ^ 3) - threadIdx.y * 33 + k * 32 + 100) & 16383].x = (float)in[((threadIdx.x >> 5)) & 16383].a;
}

__global__ void k10(const Vec3* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 64) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  out[((threadIdx.z ^ 16)) & 16383].y = tile[(threadIdx.z + 100) & 255] + tile[(threadIdx.y - (threadIdx.z >> 5)) & 255];
}

__global__ void k11(const unsigned char* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[((t ^ 8) + threadIdx.x / 2 + 5) & 1023] = (float)in[(threadIdx.x / 4 - (i & 3) + 100) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(t / 4 + k * 3) & 16383];
  out[(i / 32 + 1) & 16383] = Vec3{sum, 1.0f, 2.0f};
}

__global__ void k12(const Vec3* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (i < n) {
    out[((threadIdx.x ^ 21)) & 16383] = (double)((float)in[(threadIdx.x * 33 - t * 16) & 16383].y);
    out[(t * 64 + threadIdx.x) & 16383] = (double)((float)in[(i * 32) & 16383].y + (float)in[(threadIdx.y) & 16383].y);
  }
}

__global__ void k13(const float2* __restrict__ in, short* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y][threadIdx.x % 16] = (float)in[(t * 8) & 16383].y;
  __syncthreads();
  if (t % 2 == 0) {
    float sum = 1.0f;
    for (int k = 0; k < 3; ++k) sum += tile[(i + i / 4 + k * blockDim.x + 1) & 31][threadIdx.x % 16];
    out[(i * 17) & 16383] = (short)(sum);
  }
}

__global__ void k14(const float* in, float2* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if ((t & 3) != 0) {
    out[(row - t * 32) & 16383] = make_float2((float)in[((col & 28)) & 16383] + (float)in[((col >> 5)) & 16383], 1.0f);
  }
}

__global__ void k15(const long long* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 8; ++k) out[(threadIdx.x + k * n) & 16383] = (float)((float)in[(t % 20 + k) & 16383]);
}

__global__ void k16(const float2* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[(i / 2 + (i & 7)) & 1023] = (float)in[((threadIdx.x >> 3) + threadIdx.x) & 16383].y;
  __syncthreads();
  if (i % 3 == 1) {
    out[(threadIdx.x + t % 4) & 16383] += (double)((float)in[(i / 16 - threadIdx.x + 5) & 16383].x);
  }
}

__global__ void k17(const float* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i + (threadIdx.x ^ 1) + 1) & 511] = (float)in[((t & 31) + 5) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(i * 17 + (i & 15)) & 16383] = Vec3{tile[(i * 2 + i) & 511], 1.0f, 2.0f};
    out[(i * 2 + (threadIdx.x >> 2)) & 16383].x = (float)in[((i ^ 8) + i) & 16383] + (float)in[((threadIdx.x ^ 1)) & 16383];
  }
}

__global__ void k18(const short* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < 8; ++k) out[(threadIdx.x + (threadIdx.x ^ 21) + k + 1) & 16383] = (int)((float)in[(threadIdx.x + t * 2 + k) & 16383]);
  }
}

__global__ void k19(const float2* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x % 8 + i * 64) & 16383].y = (float)in[(threadIdx.x - t + 1) & 16383].x;
  out[((i ^ 1) + 1) & 16383].y = (float)in[(threadIdx.x + t * 64) & 16383].y + (float)in[(threadIdx.x) & 16383].y;
}

__global__ void k20(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[(i % 16) & 1023] = (float)in[(threadIdx.x * 64 - t * 33) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += tile[((threadIdx.x >> 1) + k * 32) & 1023];
  out[(i * 64 + t % 2) & 16383] = (float)(sum);
}

__global__ void k21(const float2* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[((i ^ 21)) & 16383] = (float)((float)in[(threadIdx.x * 8 + 5) & 16383].x);
}

__global__ void k22(const float4* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 96) tile[j] = (float)in[(j + blockIdx.x) & 16383].z;
  __syncthreads();
  out[((threadIdx.x >> 2) + 100) & 16383] += (float)((float)in[(i * 4) & 16383].z);
  out[((i ^ 1) + threadIdx.x % 48) & 16383] = (float)(tile[((threadIdx.x ^ 1) + 1) & 511] + tile[(i * 16) & 511]);
}

__global__ void k23(const int* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[1024];
  tile[(threadIdx.y / 8 + threadIdx.y * 8) & 1023] = (float)in[(i * 5 - (threadIdx.y ^ 16)) & 16383];
  __syncthreads();
  if (i < n) {
    for (int k = 0; k < m; ++k) atomicAdd(&out[(threadIdx.x - (threadIdx.x & 3) + k) & 16383], (float)(tile[(threadIdx.z * 16 + k * 3) & 1023]));
  }
}

__global__ void k24(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  for (int k = 0; k < 5; ++k) atomicAdd(&out[((threadIdx.y ^ 3) + row / 8 + k * blockDim.x) & 16383], (float)(tile[(threadIdx.x * 4 + i + k * n) & 255]));
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(3, 1), dim3(32, 1, 1)>>>((const float*)in, (float*)out, 333, 3);
  k1<<<dim3(3, 1), dim3(32, 1, 1)>>>((const float*)in, (float4*)out, 100, 5);
  k2<<<dim3(1, 1), dim3(100, 1, 1)>>>((const float2*)in, (float*)out, 333, 2);
  k3<<<dim3(4, 1), dim3(128, 1, 1)>>>((const float*)in, (float*)out, 500, 2);
  k4<<<dim3(6, 1), dim3(256, 1, 1)>>>((const int*)in, (float*)out, 333, 2);
  k5<<<dim3(3, 1), dim3(48, 1, 1)>>>((const Rec*)in, (double*)out, 144, 6);
  k6<<<dim3(6, 1), dim3(128, 1, 1)>>>((const double*)in, (unsigned char*)out, 768, 3);
  k7<<<dim3(6, 1), dim3(32, 4, 1)>>>((const float*)in, (double*)out, 768, 6);
  k8<<<dim3(6, 1), dim3(4, 4, 4)>>>((const Rec*)in, (short*)out, 100, 3);
  k9<<<dim3(2, 1), dim3(8, 8, 1)>>>((const Rec*)in, (Vec3*)out, 100, 3);
  k10<<<dim3(3, 2), dim3(8, 2, 4)>>>((const Vec3*)in, (float4*)out, 333, 6);
  k11<<<dim3(2, 1), dim3(96, 1, 1)>>>((const unsigned char*)in, (Vec3*)out, 100, 6);
  k12<<<dim3(2, 1), dim3(3, 5, 4)>>>((const Vec3*)in, (double*)out, 100, 2);
  k13<<<dim3(4, 2), dim3(4, 16, 1)>>>((const float2*)in, (short*)out, 100, 6);
  k14<<<dim3(4, 1), dim3(8, 8, 1)>>>((const float*)in, (float2*)out, 100, 3);
  k15<<<dim3(2, 1), dim3(48, 1, 1)>>>((const long long*)in, (float*)out, 96, 8);
  k16<<<dim3(6, 1), dim3(256, 1, 1)>>>((const float2*)in, (double*)out, 100, 8);
  k17<<<dim3(3, 1), dim3(64, 1, 1)>>>((const float*)in, (Vec3*)out, 333, 5);
  k18<<<dim3(3, 1), dim3(64, 1, 1)>>>((const short*)in, (int*)out, 192, 8);
  k19<<<dim3(3, 1), dim3(256, 1, 1)>>>((const float2*)in, (float4*)out, 768, 5);
  k20<<<dim3(1, 1), dim3(32, 1, 1)>>>((const float*)in, (float*)out, 100, 5);
  k21<<<dim3(1, 1), dim3(64, 1, 1)>>>((const float2*)in, (float*)out, 64, 3);
  k22<<<dim3(2, 1), dim3(96, 1, 1)>>>((const float4*)in, (float*)out, 192, 6);
  k23<<<dim3(2, 2), dim3(3, 5, 4)>>>((const int*)in, (float*)out, 333, 2);
  k24<<<dim3(4, 1), dim3(32, 8, 1)>>>((const short*)in, (float*)out, 500, 6);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
