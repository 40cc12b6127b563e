#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i < n) {
    for (int k = 0; k < 4; ++k) out[(threadIdx.x * 17 + k * 32) & 16383] = (long long)((float)in[(col * 32 + (col >> 3) + k * 32) & 16383]);
  }
}

__global__ void k1(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(threadIdx.x / 4) & 511] = (float)in[(t % 2) & 16383];
  __syncthreads();
  out[((t ^ 3) + (t >> 2)) & 16383].y = tile[(t % 4 + threadIdx.x * 4) & 511];
  out[(threadIdx.x * 17) & 16383].y = tile[(threadIdx.x / 8) & 511] + (float)in[(threadIdx.x + threadIdx.x * 2) & 16383];
}

__global__ void k2(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x % 32] = (float)in[(i * 4) & 16383];
  __syncthreads();
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < 3; ++k) sum += (float)in[(i * 33 + threadIdx.x / 2 + k * 32) & 16383];
    out[((col ^ 21)) & 16383] += (double)(sum);
  }
}

__global__ void k3(const unsigned char* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  out[((threadIdx.y ^ 16) + (i >> 5)) & 16383] = (long long)((float)in[(threadIdx.x + i % 3) & 16383]);
}

__global__ void k4(const long long* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    atomicAdd(&out[(i) & 16383], (float)((float)in[((t ^ 21)) & 16383]));
  }
}

__global__ void k5(const float4* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i < n) {
    out[(col * 8 - threadIdx.y / 3 + 5) & 16383] = (float)((float)in[(threadIdx.y / 2 - i * 32) & 16383].z);
    out[((threadIdx.x >> 2)) & 16383] = (float)((float)in[(col * 64 + 2) & 16383].x);
  }
}

__global__ void k6(const int* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += tile[((i & 3) + t * 3 + k * 32) & 1023];
  out[(threadIdx.x % 3) & 16383] = (long long)(sum);
}

__global__ void k7(const Vec3* in, Rec* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383].x;
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 4; ++k) sum += tile[(i % 7 + 100) & 511];
  out[(t - i) & 16383].b = sum;
}

__global__ void k8(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x % 32] = (float)in[((threadIdx.y >> 2) + i * 17) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < m; ++k) out[((threadIdx.x & 31) + 8) & 16383] += (float)(tile[threadIdx.x % 32][threadIdx.y % 32]);
  }
}

__global__ void k9(const Rec* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(t * 3 + 5) & 16383] = (float)((float)in[(threadIdx.x - i * 8 + 2) & 16383].d + (float)in[((t >> 1) + i) & 16383].a);
}

__global__ void k10(const long long* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i < n) {
    out[(i * 16 + threadIdx.x) & 16383] = (float)(tile[(threadIdx.x) & 1023] + tile[(i % 16 - i % 8) & 1023]);
  }
}

__global__ void k11(const Vec3* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    for (int k = 0; k < 8; ++k) out[((i >> 2) - threadIdx.x * 4 + k * n) & 16383] = (double)((float)in[((i >> 3) + i % 7 + k * blockDim.x) & 16383].y);
  }
}

__global__ void k12(const Rec* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i * 4 + threadIdx.x * 2) & 511] = (float)in[(threadIdx.x + t + 2) & 16383].b;
  __syncthreads();
  if (t % 2 == 0) {
    for (int k = 0; k < 8; ++k) atomicAdd(&out[(i * 5 + i * 32 + k * 32) & 16383], (float)(tile[(threadIdx.x % 48 + k * 3) & 511]));
  }
}

__global__ void k13(const float* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    for (int k = 0; k < 4; ++k) out[(t * 5 + i / 16 + 1) & 16383] = (short)((float)in[((i & 3) - (threadIdx.x >> 5)) & 16383]);
  }
}

__global__ void k14(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i + t * 17) & 16383] = (float)((float)in[(i * 5) & 16383]);
}

__global__ void k15(const long long* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (threadIdx.x < 20) {
    float sum = 1.0f;
    for (int k = 0; k < 3; ++k) sum += (float)in[(t + (threadIdx.x >> 5) + k * 3) & 16383];
    out[(col % 2) & 16383].x = sum;
  }
}

__global__ void k16(const long long* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[((threadIdx.x & 28)) & 16383].x = (float)in[(i - (threadIdx.x >> 2) + 5) & 16383];
}

__global__ void k17(const float2* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(t + 1) & 16383] = (float)((float)in[(threadIdx.x * 16) & 16383].y);
  atomicAdd(&out[(row * 2) & 16383], (float)((float)in[(threadIdx.x * 3 + 2) & 16383].x + (float)in[(threadIdx.y / 4 + 2) & 16383].y));
}

__global__ void k18(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[((threadIdx.x & 15) - t) & 16383].y = (float)in[((t ^ 3) + i % 3) & 16383];
}

__global__ void k19(const unsigned char* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x >= 8) {
    for (int k = 0; k < m; ++k) out[(threadIdx.x * 8 + (threadIdx.x & 1) + k * blockDim.x) & 16383].b = (float)in[(threadIdx.x % 20 + k * 32) & 16383];
  }
}

__global__ void k20(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][33];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 33] = (float)in[(threadIdx.y + i / 2 + 8) & 16383];
  __syncthreads();
  out[(t + threadIdx.y * 3) & 16383] = (float)(tile[threadIdx.y][threadIdx.x % 33]);
}

__global__ void k21(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += (float)in[(i * 33 + (t & 28) + k) & 16383];
  out[(threadIdx.x - t / 32 + 100) & 16383] = (unsigned char)(sum);
}

__global__ void k22(const float* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(threadIdx.x % 2 + (threadIdx.x ^ 21) + k * 32) & 16383] = (double)((float)in[((threadIdx.x & 1)) & 16383]);
}

__global__ void k23(const float4* in, long long* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if ((t & 3) != 0) {
    float sum = 1.0f;
    for (int k = 0; k < 4; ++k) sum += (float)in[(col * 5 + k * n + 1) & 16383].z;
    out[(row * 33) & 16383] += (long long)(sum);
  }
}

__global__ void k24(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 100) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i % 3 == 1) {
    float sum = 0.0f;
    for (int k = 0; k < m; ++k) sum += tile[((i ^ 16)) & 255];
    out[(threadIdx.x / 16) & 16383] = (float)(sum);
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(2, 2), dim3(32, 8, 1)>>>((const float*)in, (long long*)out, 500, 6);
  k1<<<dim3(2, 1), dim3(128, 1, 1)>>>((const float*)in, (float4*)out, 500, 5);
  k2<<<dim3(6, 1), dim3(4, 16, 1)>>>((const float*)in, (double*)out, 500, 3);
  k3<<<dim3(2, 1), dim3(4, 4, 4)>>>((const unsigned char*)in, (long long*)out, 500, 5);
  k4<<<dim3(4, 1), dim3(256, 1, 1)>>>((const long long*)in, (float*)out, 500, 5);
  k5<<<dim3(3, 1), dim3(32, 8, 1)>>>((const float4*)in, (float*)out, 333, 5);
  k6<<<dim3(6, 1), dim3(32, 1, 1)>>>((const int*)in, (long long*)out, 333, 5);
  k7<<<dim3(4, 1), dim3(32, 1, 1)>>>((const Vec3*)in, (Rec*)out, 500, 8);
  k8<<<dim3(4, 1), dim3(20, 3, 1)>>>((const short*)in, (float*)out, 333, 8);
  k9<<<dim3(4, 1), dim3(256, 1, 1)>>>((const Rec*)in, (float*)out, 1024, 3);
  k10<<<dim3(6, 1), dim3(256, 1, 1)>>>((const long long*)in, (float*)out, 333, 3);
  k11<<<dim3(2, 1), dim3(48, 1, 1)>>>((const Vec3*)in, (double*)out, 500, 2);
  k12<<<dim3(4, 1), dim3(33, 1, 1)>>>((const Rec*)in, (float*)out, 132, 3);
  k13<<<dim3(2, 1), dim3(48, 1, 1)>>>((const float*)in, (short*)out, 96, 6);
  k14<<<dim3(6, 1), dim3(32, 1, 1)>>>((const float*)in, (float*)out, 100, 8);
  k15<<<dim3(6, 1), dim3(16, 16, 1)>>>((const long long*)in, (Vec3*)out, 500, 5);
  k16<<<dim3(4, 1), dim3(64, 1, 1)>>>((const long long*)in, (Vec3*)out, 333, 5);
  k17<<<dim3(2, 1), dim3(20, 3, 1)>>>((const float2*)in, (float*)out, 100, 8);
  k18<<<dim3(2, 1), dim3(4, 16, 1)>>>((const float*)in, (float4*)out, 128, 3);
  k19<<<dim3(1, 1), dim3(128, 1, 1)>>>((const unsigned char*)in, (Rec*)out, 128, 5);
  k20<<<dim3(3, 1), dim3(32, 4, 1)>>>((const float*)in, (float*)out, 333, 3);
  k21<<<dim3(4, 1), dim3(32, 1, 1)>>>((const float*)in, (unsigned char*)out, 128, 3);
  k22<<<dim3(3, 1), dim3(96, 1, 1)>>>((const float*)in, (double*)out, 333, 8);
  k23<<<dim3(4, 1), dim3(12, 5, 1)>>>((const float4*)in, (long long*)out, 240, 8);
  k24<<<dim3(2, 1), dim3(100, 1, 1)>>>((const short*)in, (float*)out, 100, 2);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
