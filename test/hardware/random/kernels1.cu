#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const long long* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    float sum = 1.0f;
    for (int k = 0; k < t % 4 + 1; ++k) sum += (float)in[(i) & 16383];
    out[(threadIdx.x * 17) & 16383] += (float)(sum);
  }
}

__global__ void k1(const long long* in, unsigned char* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    float sum = 1.0f;
    for (int k = 0; k < m; ++k) sum += (float)in[((i & 28) + (i >> 3)) & 16383];
    out[(i / 3) & 16383] += (unsigned char)(sum);
  }
}

__global__ void k2(const int* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 100) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(i % 4 + 1) & 16383] = make_float4((float)in[(t - i) & 16383], 0.0f, 1.0f, 2.0f);
  }
}

__global__ void k3(const Rec* in, Vec3* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 33) tile[j] = (float)in[(j + blockIdx.x) & 16383].a;
  __syncthreads();
  if (threadIdx.x < 20) {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k) sum += tile[(i + k) & 511];
    out[(i + i * 3) & 16383] = Vec3{sum, 1.0f, 2.0f};
  }
}

__global__ void k4(const float2* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (i < n) {
    out[((threadIdx.y & 1) + 100) & 16383] = (long long)((float)in[(threadIdx.x % 8 + (i ^ 1)) & 16383].x);
  }
}

__global__ void k5(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 8; ++k) sum += (float)in[(i - i + k * 32) & 16383];
  atomicAdd(&out[(t + i + 1) & 16383], (float)(sum));
}

__global__ void k6(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x + 5) & 16383] = (long long)((float)in[(i) & 16383] + (float)in[(threadIdx.x + 1) & 16383]);
}

__global__ void k7(const int* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < m; ++k) out[(threadIdx.y * 5 + k * n) & 16383] += (float)((float)in[((t & 15) + (threadIdx.x & 15) + k * 3) & 16383]);
}

__global__ void k8(const int* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[((i & 1) + (threadIdx.x & 28)) & 1023] = (float)in[(i % 2 + (i & 31)) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    out[(threadIdx.x % 48 - i * 33) & 16383].b = (float)in[(i % 48) & 16383];
  }
}

__global__ void k9(const float* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i - threadIdx.x / 32 + 8) & 16383] = make_float4((float)in[(threadIdx.x * 17 + i / 3) & 16383], 0.0f, 1.0f, 2.0f);
  out[(threadIdx.x * 64 + t) & 16383].y = (float)in[(t + (t & 7)) & 16383] + (float)in[(i / 2) & 16383];
}

__global__ void k10(const double* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  out[((threadIdx.z & 7)) & 16383] = (unsigned char)((float)in[(t * 32 + threadIdx.x / 16) & 16383] + (float)in[(t + threadIdx.y * 64) & 16383]);
}

__global__ void k11(const double* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(t * 5) & 255] = (float)in[(threadIdx.x * 17 + t) & 16383];
  __syncthreads();
  if (i < n) {
    out[(threadIdx.x % 32 + (threadIdx.x >> 5)) & 16383] += (float)(tile[(t + (threadIdx.x & 7) + 8) & 255]);
  }
}

__global__ void k12(const double* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[(threadIdx.y / 3 + 5) & 16383].y = (float)in[(threadIdx.y + t * 33 + 2) & 16383];
  out[((col >> 2) - threadIdx.y / 4) & 16383].y = (float)in[(row * 33 + row * 17) & 16383] + (float)in[(threadIdx.y * 4) & 16383];
}

__global__ void k13(const float4* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i % 3 == 1) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[(threadIdx.x * 64 + k * blockDim.x) & 16383].x;
    out[((i & 3)) & 16383] = (int)(sum);
  }
}

__global__ void k14(const long long* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    float sum = 0.0f;
    for (int k = 0; k < 3; ++k) sum += tile[((threadIdx.x >> 3) + (i >> 5) + k) & 1023];
    out[((threadIdx.x >> 1) - threadIdx.x % 4) & 16383] += (float)(sum);
  }
}

__global__ void k15(const Rec* in, long long* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[(threadIdx.x / 8 + threadIdx.x / 3) & 511] = (float)in[(i % 3 - i * 32 + 8) & 16383].b;
  __syncthreads();
  out[((t >> 3) + (i & 15) + 100) & 16383] += (long long)(tile[(i * 33) & 511]);
}

__global__ void k16(const Vec3* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(t / 8 + i / 4) & 16383] += (int)((float)in[(threadIdx.x - i) & 16383].x);
}

__global__ void k17(const unsigned char* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(i / 16 + (t >> 3)) & 16383] = (float)((float)in[((t >> 2) + i) & 16383] + (float)in[(i * 3 - (i ^ 21) + 2) & 16383]);
}

__global__ void k18(const Rec* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 8; ++k) out[(t * 2 + i + k * n) & 16383] += (unsigned char)((float)in[((threadIdx.x >> 2) + i % 2 + 8) & 16383].b);
}

__global__ void k19(const double* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k) sum += (float)in[(threadIdx.x - i + k * n) & 16383];
  out[(t) & 16383].y = sum;
}

__global__ void k20(const double* in, double* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 3; ++k) out[(i * 2 + k * 3 + 8) & 16383] = (double)((float)in[(t * 33 + k) & 16383]);
}

__global__ void k21(const double* in, long long* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[((threadIdx.x ^ 8) + threadIdx.x * 2) & 16383] += (long long)((float)in[(threadIdx.x * 8) & 16383] + (float)in[(i * 17 - (i ^ 8)) & 16383]);
  out[(i * 17 - (t ^ 16)) & 16383] = (long long)((float)in[(i * 32) & 16383] + (float)in[(threadIdx.x / 32 - i % 48) & 16383]);
}

__global__ void k22(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[((i >> 1)) & 16383] += (long long)((float)in[(threadIdx.x % 20 + threadIdx.x * 32) & 16383]);
}

__global__ void k23(const Rec* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[(threadIdx.x * 5) & 16383] = (float)((float)in[(threadIdx.x % 3) & 16383].b);
}

__global__ void k24(const unsigned char* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    for (int k = 0; k < m; ++k) out[(i - t * 3) & 16383] += (float)((float)in[(threadIdx.x + (threadIdx.x & 15) + k) & 16383]);
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(1, 1), dim3(48, 1, 1)>>>((const long long*)in, (float*)out, 333, 8);
  k1<<<dim3(6, 1), dim3(48, 1, 1)>>>((const long long*)in, (unsigned char*)out, 500, 8);
  k2<<<dim3(2, 1), dim3(100, 1, 1)>>>((const int*)in, (float4*)out, 200, 2);
  k3<<<dim3(4, 1), dim3(33, 1, 1)>>>((const Rec*)in, (Vec3*)out, 500, 8);
  k4<<<dim3(1, 1), dim3(8, 8, 1)>>>((const float2*)in, (long long*)out, 500, 2);
  k5<<<dim3(4, 1), dim3(128, 1, 1)>>>((const float*)in, (float*)out, 512, 6);
  k6<<<dim3(6, 1), dim3(48, 1, 1)>>>((const float*)in, (long long*)out, 500, 5);
  k7<<<dim3(1, 1), dim3(20, 3, 1)>>>((const int*)in, (float*)out, 333, 2);
  k8<<<dim3(4, 1), dim3(96, 1, 1)>>>((const int*)in, (Rec*)out, 500, 8);
  k9<<<dim3(6, 1), dim3(128, 1, 1)>>>((const float*)in, (float4*)out, 500, 3);
  k10<<<dim3(6, 1), dim3(4, 4, 4)>>>((const double*)in, (unsigned char*)out, 384, 2);
  k11<<<dim3(1, 1), dim3(96, 1, 1)>>>((const double*)in, (float*)out, 333, 3);
  k12<<<dim3(4, 1), dim3(20, 3, 1)>>>((const double*)in, (float4*)out, 500, 8);
  k13<<<dim3(1, 1), dim3(33, 1, 1)>>>((const float4*)in, (int*)out, 333, 2);
  k14<<<dim3(1, 1), dim3(48, 1, 1)>>>((const long long*)in, (float*)out, 333, 8);
  k15<<<dim3(6, 1), dim3(96, 1, 1)>>>((const Rec*)in, (long long*)out, 333, 6);
  k16<<<dim3(2, 1), dim3(32, 1, 1)>>>((const Vec3*)in, (int*)out, 333, 2);
  k17<<<dim3(1, 1), dim3(48, 1, 1)>>>((const unsigned char*)in, (float*)out, 48, 5);
  k18<<<dim3(2, 1), dim3(32, 1, 1)>>>((const Rec*)in, (unsigned char*)out, 500, 3);
  k19<<<dim3(4, 2), dim3(16, 16, 1)>>>((const double*)in, (float4*)out, 100, 2);
  k20<<<dim3(2, 1), dim3(32, 1, 1)>>>((const double*)in, (double*)out, 100, 5);
  k21<<<dim3(6, 1), dim3(100, 1, 1)>>>((const double*)in, (long long*)out, 600, 5);
  k22<<<dim3(3, 1), dim3(96, 1, 1)>>>((const float*)in, (long long*)out, 333, 5);
  k23<<<dim3(1, 1), dim3(48, 1, 1)>>>((const Rec*)in, (float*)out, 500, 8);
  k24<<<dim3(4, 1), dim3(33, 1, 1)>>>((const unsigned char*)in, (float*)out, 333, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
