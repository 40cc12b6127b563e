#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const float2* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383].y;
  __syncthreads();
  atomicAdd(&out[(i + (threadIdx.x >> 3)) & 16383], (float)(tile[(t % 48 + t / 32 + 1) & 1023]));
}

__global__ void k1(const Vec3* __restrict__ in, short* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i % 3 == 1) {
    for (int k = 0; k < m; ++k) out[(threadIdx.y) & 16383] += (short)((float)in[((threadIdx.y ^ 3)) & 16383].y);
  }
}

__global__ void k2(const float* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[((threadIdx.x >> 5) + k * n + 1) & 16383].b = (float)in[(i / 4 + k * 32) & 16383];
}

__global__ void k3(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 64) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += tile[(t % 8 - (i >> 5)) & 1023];
    atomicAdd(&out[(threadIdx.x * 16 + (threadIdx.x & 7)) & 16383], (float)(sum));
  }
}

__global__ void k4(const float2* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 64) tile[j] = (float)in[(j + blockIdx.x) & 16383].x;
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k) sum += tile[(t + threadIdx.x * 33 + k * blockDim.x) & 511];
    out[(i + (threadIdx.y >> 5)) & 16383].x = sum;
  }
}

__global__ void k5(const short* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  tile[((threadIdx.x >> 2)) & 1023] = (float)in[(row / 32 - threadIdx.y / 4) & 16383];
  __syncthreads();
  out[(i) & 16383] += (unsigned char)(tile[((threadIdx.y >> 5) + 2) & 1023] + (float)in[((threadIdx.x >> 2)) & 16383]);
}

__global__ void k6(const Vec3* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(i + i % 8 + k * 32) & 16383].y;
  out[((threadIdx.x ^ 1) + (i >> 5)) & 16383] = (float)(sum);
}

__global__ void k7(const short* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i * 17 - i) & 16383].y = (float)in[((threadIdx.x ^ 21) + (threadIdx.x >> 3)) & 16383];
}

__global__ void k8(const long long* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (blockIdx.x > 0) {
    for (int k = 0; k < 5; ++k) out[((threadIdx.x ^ 21) + t + k * n) & 16383] = (int)((float)in[(threadIdx.x % 4 + t + k * 3) & 16383]);
  }
}

__global__ void k9(const float2* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i) & 511] = (float)in[(t + 100) & 16383].x;
  __syncthreads();
  if (blockIdx.x > 0) {
    for (int k = 0; k < m; ++k) out[(threadIdx.x / 4 + i % 20 + k) & 16383] += (float)((float)in[(threadIdx.x * 3 + (i ^ 21) + k * n) & 16383].y);
  }
}

__global__ void k10(const double* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (blockIdx.x > 0) {
    out[(i + t % 20) & 16383] = (int)((float)in[((i >> 3) + (i >> 3)) & 16383]);
  }
}

__global__ void k11(const float* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][16];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 16] = (float)in[(i + t) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 4; ++k) sum += tile[threadIdx.y][threadIdx.x % 16];
  out[(threadIdx.x * 3 + i % 16) & 16383].b = sum;
}

__global__ void k12(const float2* in, float2* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(i - (i & 28)) & 255] = (float)in[(i * 5 + 100) & 16383].x;
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += tile[((threadIdx.x & 1) + k + 1) & 255];
  out[((t >> 3) + i) & 16383] = make_float2(sum, 1.0f);
}

__global__ void k13(const Vec3* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t % 2 == 0) {
    for (int k = 0; k < 8; ++k) out[((threadIdx.x >> 5) + (t & 15) + k * 32) & 16383].x = (float)in[(i * 16 + k * 3) & 16383].x;
  }
}

__global__ void k14(const Vec3* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += (float)in[((row ^ 21) + threadIdx.y / 4 + k * 32) & 16383].y;
  out[((threadIdx.x ^ 1)) & 16383] = Vec3{sum, 1.0f, 2.0f};
}

__global__ void k15(const unsigned char* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    for (int k = 0; k < 4; ++k) out[((threadIdx.x ^ 1) - threadIdx.x / 8 + 100) & 16383].y = (float)in[(i * 33 + threadIdx.x + k) & 16383];
  }
}

__global__ void k16(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i * 3) & 511] = (float)in[(t % 8 + i + 8) & 16383];
  __syncthreads();
  if (i < n) {
    out[((i & 3) - threadIdx.x * 5 + 5) & 16383] += (float)(tile[((threadIdx.x >> 2) + (i >> 3)) & 511]);
  }
}

__global__ void k17(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i < n) {
    for (int k = 0; k < 8; ++k) out[(t * 16 - row * 16 + k * n) & 16383] += (long long)((float)in[(col * 64) & 16383]);
  }
}

__global__ void k18(const Rec* in, Rec* out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  out[(threadIdx.x * 32) & 16383].b = (float)in[((threadIdx.x >> 1) + (threadIdx.x ^ 1) + 2) & 16383].d + (float)in[((i >> 2) + (threadIdx.z ^ 21)) & 16383].a;
}

__global__ void k19(const unsigned char* in, Rec* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][33];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 33] = (float)in[(i + i % 3) & 16383];
  __syncthreads();
  if (t % 2 == 0) {
    out[(threadIdx.y * 64 + row * 3) & 16383].b = (float)in[(col / 32) & 16383];
  }
}

__global__ void k20(const float* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x % 2 - t * 8) & 16383] = (float)((float)in[(threadIdx.x * 32 + (t >> 5)) & 16383]);
}

__global__ void k21(const double* in, long long* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if ((t & 3) != 0) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[(i * 17 - i + 1) & 16383];
    out[(threadIdx.x * 64 + threadIdx.x) & 16383] += (long long)(sum);
  }
}

__global__ void k22(const int* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(i % 20 + i % 2 + 5) & 255] = (float)in[(threadIdx.x + i) & 16383];
  __syncthreads();
  out[(i % 3) & 16383] = (long long)(tile[(t * 2 - t * 64) & 255] + tile[(i) & 255]);
  out[(i * 32 + (t & 15)) & 16383] = (long long)(tile[(t * 5) & 255] + tile[(i) & 255]);
}

__global__ void k23(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  for (int j = t; j < 1024; j += 64) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(row - (i >> 3)) & 16383] = (float)((float)in[(i * 33 - (threadIdx.y >> 1)) & 16383]);
    out[(threadIdx.x * 17 - i * 5) & 16383] = (float)(tile[((threadIdx.y & 31) + i / 32 + 2) & 1023]);
  }
}

__global__ void k24(const float* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(threadIdx.x + i) & 16383] = make_float2((float)in[(t * 5 - i / 8 + 8) & 16383], 1.0f);
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(3, 1), dim3(256, 1, 1)>>>((const float2*)in, (float*)out, 100, 3);
  k1<<<dim3(3, 1), dim3(12, 5, 1)>>>((const Vec3*)in, (short*)out, 180, 2);
  k2<<<dim3(4, 1), dim3(256, 1, 1)>>>((const float*)in, (Rec*)out, 500, 6);
  k3<<<dim3(3, 1), dim3(64, 1, 1)>>>((const float*)in, (float*)out, 192, 6);
  k4<<<dim3(2, 1), dim3(4, 4, 4)>>>((const float2*)in, (Vec3*)out, 500, 8);
  k5<<<dim3(2, 1), dim3(20, 3, 1)>>>((const short*)in, (unsigned char*)out, 120, 8);
  k6<<<dim3(6, 1), dim3(100, 1, 1)>>>((const Vec3*)in, (float*)out, 100, 3);
  k7<<<dim3(1, 1), dim3(48, 1, 1)>>>((const short*)in, (float4*)out, 500, 6);
  k8<<<dim3(2, 1), dim3(256, 1, 1)>>>((const long long*)in, (int*)out, 512, 6);
  k9<<<dim3(2, 1), dim3(100, 1, 1)>>>((const float2*)in, (float*)out, 200, 6);
  k10<<<dim3(4, 1), dim3(32, 1, 1)>>>((const double*)in, (int*)out, 333, 8);
  k11<<<dim3(3, 1), dim3(8, 8, 1)>>>((const float*)in, (Rec*)out, 100, 2);
  k12<<<dim3(2, 1), dim3(64, 1, 1)>>>((const float2*)in, (float2*)out, 100, 3);
  k13<<<dim3(2, 1), dim3(32, 1, 1)>>>((const Vec3*)in, (Vec3*)out, 100, 8);
  k14<<<dim3(4, 1), dim3(12, 5, 1)>>>((const Vec3*)in, (Vec3*)out, 333, 8);
  k15<<<dim3(6, 1), dim3(96, 1, 1)>>>((const unsigned char*)in, (float4*)out, 576, 5);
  k16<<<dim3(4, 1), dim3(256, 1, 1)>>>((const short*)in, (float*)out, 333, 6);
  k17<<<dim3(4, 1), dim3(32, 4, 1)>>>((const float*)in, (long long*)out, 512, 5);
  k18<<<dim3(6, 1), dim3(3, 5, 4)>>>((const Rec*)in, (Rec*)out, 333, 2);
  k19<<<dim3(3, 2), dim3(12, 5, 1)>>>((const unsigned char*)in, (Rec*)out, 360, 3);
  k20<<<dim3(6, 1), dim3(96, 1, 1)>>>((const float*)in, (float*)out, 500, 3);
  k21<<<dim3(2, 2), dim3(20, 3, 1)>>>((const double*)in, (long long*)out, 240, 6);
  k22<<<dim3(3, 1), dim3(96, 1, 1)>>>((const int*)in, (long long*)out, 288, 5);
  k23<<<dim3(6, 1), dim3(4, 16, 1)>>>((const float*)in, (float*)out, 384, 8);
  k24<<<dim3(1, 1), dim3(8, 8, 1)>>>((const float*)in, (float2*)out, 500, 2);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
