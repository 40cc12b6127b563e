#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 1.0f;
  for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.y * 3 - col + k * 32 + 2) & 16383];
  out[((row >> 3) + 1) & 16383].y = sum;
}

__global__ void k1(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    for (int k = 0; k < m; ++k) out[((threadIdx.x >> 5) + k * 3 + 2) & 16383].y = (float)in[(threadIdx.x + k * 32) & 16383];
  }
}

__global__ void k2(const Vec3* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(i + (threadIdx.x ^ 1)) & 16383] = make_float2((float)in[(threadIdx.y % 3 - row * 64) & 16383].y, 1.0f);
}

__global__ void k3(const double* in, double* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i < n) {
    float sum = 1.0f;
    for (int k = 0; k < 4; ++k) sum += (float)in[(col * 4 + (i ^ 8) + k * 3) & 16383];
    out[(row * 2 - i * 8 + 2) & 16383] = (double)(sum);
  }
}

__global__ void k4(const unsigned char* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 5 && i < n - 5) {
    float sum = 1.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += (float)in[(t % 4 - (t ^ 21) + k) & 16383];
    out[(threadIdx.x + 2) & 16383] = make_float2(sum, 1.0f);
  }
}

__global__ void k5(const short* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x * 33 + (i & 1) + 5) & 16383] += (int)((float)in[(i % 8 + threadIdx.x / 2) & 16383] + (float)in[((i ^ 3)) & 16383]);
  out[((i ^ 3) - i * 32 + 2) & 16383] = (int)((float)in[(threadIdx.x / 16 - t) & 16383]);
}

__global__ void k6(const Rec* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][33];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 33] = (float)in[(threadIdx.x * 2) & 16383].d;
  __syncthreads();
  if (i < n) {
    out[(threadIdx.x * 5) & 16383] = make_float2(tile[threadIdx.x % 32][threadIdx.y % 33], 1.0f);
    out[(threadIdx.x + row + 100) & 16383] = make_float2((float)in[(i % 3 + threadIdx.y * 32) & 16383].d + (float)in[(threadIdx.y * 2 + row + 8) & 16383].a, 1.0f);
  }
}

__global__ void k7(const long long* in, float* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][32];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 32] = (float)in[(i * 33 + i * 32) & 16383];
  __syncthreads();
  for (int k = 0; k < m; ++k) out[((i ^ 16) - row) & 16383] = (float)((float)in[(threadIdx.x * 4 + k + 5) & 16383]);
}

__global__ void k8(const float* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  if (i < n) {
    out[(i % 20) & 16383] = (int)((float)in[(i) & 16383] + (float)in[(threadIdx.x / 8 + threadIdx.z) & 16383]);
  }
}

__global__ void k9(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(threadIdx.y * 32 + i * 64 + 2) & 16383] = (float)((float)in[((threadIdx.y >> 3)) & 16383]);
}

__global__ void k10(const float* in, short* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[((t >> 2) - t % 32) & 16383] = (short)((float)in[((threadIdx.y >> 3) + t * 2) & 16383]);
}

__global__ void k11(const long long* __restrict__ in, Vec3* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i < n) {
    for (int k = 0; k < 4; ++k) out[((col ^ 21) - col * 16 + k * 3) & 16383].x = (float)in[(i % 20 - i * 3 + k * blockDim.x) & 16383];
  }
}

__global__ void k12(const Rec* __restrict__ in, double* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(j + blockIdx.x) & 16383].a;
  __syncthreads();
  out[(i + (t & 28)) & 16383] = (double)((float)in[((threadIdx.x ^ 1) + (i >> 3)) & 16383].b + tile[(i % 48 + t + 100) & 255]);
}

__global__ void k13(const long long* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(threadIdx.x) & 255] = (float)in[((i ^ 8) + 100) & 16383];
  __syncthreads();
  out[((t ^ 21) + t * 17) & 16383] = make_float2(tile[((t >> 3) + threadIdx.x / 3) & 255], 1.0f);
}

__global__ void k14(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if ((t & 3) != 0) {
    float sum = 0.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[(t + threadIdx.x + k * blockDim.x) & 16383];
    out[((i & 28) - (threadIdx.x >> 1) + 1) & 16383] = (unsigned char)(sum);
  }
}

__global__ void k15(const unsigned char* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(threadIdx.x + threadIdx.x + k) & 16383];
  out[(t) & 16383].b = sum;
}

__global__ void k16(const float* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) sum += tile[(i / 4 - i * 5 + k + 5) & 255];
  out[((t ^ 21) + (i ^ 16)) & 16383] = make_float2(sum, 1.0f);
}

__global__ void k17(const float2* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(i + i * 32 + 5) & 16383].y;
  out[(i) & 16383] += (unsigned char)(sum);
}

__global__ void k18(const int* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (threadIdx.x >= 8) {
    float sum = 0.0f;
    for (int k = 0; k < 8; ++k) sum += tile[(i * 5 + (i ^ 8) + k * 3) & 1023];
    out[((i >> 3) + threadIdx.x + 100) & 16383] = (long long)(sum);
  }
}

__global__ void k19(const float* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(i % 7 + 5) & 511] = (float)in[(threadIdx.x % 48 + 8) & 16383];
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[(threadIdx.x) & 16383] = (short)(tile[((t >> 2)) & 511]);
}

__global__ void k20(const long long* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[((threadIdx.y >> 5) + k * 32 + 5) & 16383];
  out[(threadIdx.y % 48 - (threadIdx.x >> 5) + 1) & 16383] = make_float2(sum, 1.0f);
}

__global__ void k21(const double* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) out[(threadIdx.x % 7 - i * 3 + k * 3 + 100) & 16383] += (float)((float)in[(threadIdx.x / 3) & 16383]);
}

__global__ void k22(const short* in, Vec3* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (threadIdx.x >= 8) {
    for (int k = 0; k < m; ++k) out[(i / 4 + k * 3) & 16383] = Vec3{tile[(col % 48 + (threadIdx.x ^ 8) + k) & 511], 1.0f, 2.0f};
  }
}

__global__ void k23(const float* in, float* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if ((t & 3) != 0) {
    float sum = 0.0f;
    for (int k = 0; k < 3; ++k) sum += (float)in[(row + k * 32 + 5) & 16383];
    out[(threadIdx.y / 16) & 16383] = (float)(sum);
  }
}

__global__ void k24(const float* in, short* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < 3; ++k) out[(i * 33 - (threadIdx.x >> 2) + 5) & 16383] = (short)((float)in[(threadIdx.y + t + k * 32 + 8) & 16383]);
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(6, 2), dim3(16, 16, 1)>>>((const float*)in, (float4*)out, 500, 8);
  k1<<<dim3(1, 1), dim3(100, 1, 1)>>>((const float*)in, (float4*)out, 100, 8);
  k2<<<dim3(1, 2), dim3(16, 16, 1)>>>((const Vec3*)in, (float2*)out, 333, 3);
  k3<<<dim3(4, 2), dim3(20, 3, 1)>>>((const double*)in, (double*)out, 100, 5);
  k4<<<dim3(4, 1), dim3(33, 1, 1)>>>((const unsigned char*)in, (float2*)out, 132, 3);
  k5<<<dim3(4, 1), dim3(128, 1, 1)>>>((const short*)in, (int*)out, 333, 3);
  k6<<<dim3(4, 1), dim3(4, 16, 1)>>>((const Rec*)in, (float2*)out, 100, 3);
  k7<<<dim3(6, 1), dim3(8, 8, 1)>>>((const long long*)in, (float*)out, 500, 8);
  k8<<<dim3(4, 1), dim3(3, 5, 4)>>>((const float*)in, (int*)out, 333, 5);
  k9<<<dim3(4, 1), dim3(32, 4, 1)>>>((const float*)in, (float*)out, 333, 5);
  k10<<<dim3(3, 1), dim3(20, 3, 1)>>>((const float*)in, (short*)out, 500, 8);
  k11<<<dim3(6, 1), dim3(8, 8, 1)>>>((const long long*)in, (Vec3*)out, 384, 8);
  k12<<<dim3(2, 1), dim3(256, 1, 1)>>>((const Rec*)in, (double*)out, 333, 6);
  k13<<<dim3(1, 1), dim3(100, 1, 1)>>>((const long long*)in, (float2*)out, 100, 3);
  k14<<<dim3(2, 1), dim3(96, 1, 1)>>>((const float*)in, (unsigned char*)out, 333, 8);
  k15<<<dim3(2, 1), dim3(33, 1, 1)>>>((const unsigned char*)in, (Rec*)out, 100, 2);
  k16<<<dim3(3, 1), dim3(256, 1, 1)>>>((const float*)in, (float2*)out, 100, 6);
  k17<<<dim3(3, 1), dim3(48, 1, 1)>>>((const float2*)in, (unsigned char*)out, 333, 3);
  k18<<<dim3(2, 1), dim3(32, 1, 1)>>>((const int*)in, (long long*)out, 100, 5);
  k19<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float*)in, (short*)out, 100, 2);
  k20<<<dim3(4, 1), dim3(12, 5, 1)>>>((const long long*)in, (float2*)out, 500, 6);
  k21<<<dim3(4, 1), dim3(256, 1, 1)>>>((const double*)in, (float*)out, 500, 6);
  k22<<<dim3(2, 1), dim3(12, 5, 1)>>>((const short*)in, (Vec3*)out, 100, 5);
  k23<<<dim3(1, 2), dim3(16, 16, 1)>>>((const float*)in, (float*)out, 512, 2);
  k24<<<dim3(1, 2), dim3(20, 3, 1)>>>((const float*)in, (short*)out, 333, 8);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
