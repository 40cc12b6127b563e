#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };

__global__ void k0(const float* in, double* out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  for (int k = 0; k < m; ++k) out[((threadIdx.y & 31) + k) & 16383] = (double)((float)in[(threadIdx.x * 3 - threadIdx.x * 17 + k + 8) & 16383]);
}

__global__ void k1(const long long* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[((threadIdx.x ^ 3) + 5) & 511] = (float)in[(i + t) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    float sum = 0.0f;
    for (int k = 0; k < 8; ++k) sum += tile[(i - t / 16 + k) & 511];
    out[(i % 48 + (t >> 2) + 2) & 16383] = (int)(sum);
  }
}

__global__ void k2(const double* in, int* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[(t % 3 - i) & 255] = (float)in[(threadIdx.x) & 16383];
  __syncthreads();
  if (t % 2 == 0) {
    out[((i ^ 21) + 2) & 16383] = (int)(tile[(i % 2 + i * 32) & 255]);
  }
}

__global__ void k3(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) sum += tile[(threadIdx.x - (threadIdx.x & 1) + k + 100) & 1023];
  out[(i * 2 + i % 2 + 5) & 16383] = (float)(sum);
}

__global__ void k4(const int* __restrict__ in, float2* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < 3; ++k) out[(threadIdx.x * 5 + i * 33 + k) & 16383] = make_float2((float)in[(t + threadIdx.x) & 16383], 1.0f);
}

__global__ void k5(const short* __restrict__ in, int* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < 16; ++k) sum += (float)in[(threadIdx.x + k * blockDim.x) & 16383];
  out[(i + 100) & 16383] += (int)(sum);
}

__global__ void k6(const float4* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x < 20) {
    out[(i % 8 + threadIdx.x / 8) & 16383] = (float)((float)in[(i * 16) & 16383].z + (float)in[(threadIdx.x - threadIdx.x + 1) & 16383].z);
  }
}

__global__ void k7(const short* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  for (int k = 0; k < m; ++k) atomicAdd(&out[(i + k * blockDim.x) & 16383], (float)((float)in[((threadIdx.x ^ 21) + k) & 16383]));
}

__global__ void k8(const unsigned char* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (threadIdx.x >= 8) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[(i % 16 + (threadIdx.y ^ 8) + k) & 16383];
    out[(threadIdx.y % 16 + (threadIdx.y ^ 3)) & 16383] = make_float4(sum, 0.0f, 1.0f, 2.0f);
  }
}

__global__ void k9(const Rec* __restrict__ in, int* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x % 33] = (float)in[(threadIdx.x) & 16383].a;
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[((threadIdx.y >> 2) - i * 16) & 16383] = (int)(tile[((threadIdx.x ^ 16)) & 31][threadIdx.x % 16]);
    out[((t >> 5) + threadIdx.x / 8) & 16383] = (int)(tile[threadIdx.x % 32][threadIdx.y % 33]);
  }
}

__global__ void k10(const unsigned char* __restrict__ in, float* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  out[((col & 7) - threadIdx.y % 20) & 16383] = (float)((float)in[((i & 1)) & 16383]);
}

__global__ void k11(const long long* in, float* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(i * 5 - threadIdx.x * 4) & 16383] = (float)((float)in[(threadIdx.x) & 16383] + (float)in[(threadIdx.x - (t & 28)) & 16383]);
  }
}

__global__ void k12(const float* __restrict__ in, long long* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  out[(threadIdx.y * 3 + 2) & 16383] = (long long)((float)in[(t / 8) & 16383] + (float)in[(threadIdx.x * 17 - t) & 16383]);
}

__global__ void k13(const float* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < t % 4 + 1; ++k) sum += (float)in[(i / 8 + (threadIdx.x ^ 16)) & 16383];
  out[((threadIdx.x ^ 3) + (t & 3)) & 16383] = (unsigned char)(sum);
}

__global__ void k14(const float* __restrict__ in, float* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < 3; ++k) sum += tile[(threadIdx.x % 8 + i + k * 32) & 1023];
  out[(i) & 16383] += (float)(sum);
}

__global__ void k15(const short* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(i + i + 100) & 16383];
  out[(i / 4 + (i ^ 8)) & 16383] += (short)(sum);
}

__global__ void k16(const int* in, unsigned char* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (threadIdx.x < 20) {
    out[(t + i / 3) & 16383] = (unsigned char)((float)in[(i * 16 + threadIdx.x * 17) & 16383]);
    out[(threadIdx.x % 4 + t) & 16383] = (unsigned char)((float)in[((threadIdx.x & 7) + t * 3) & 16383] + (float)in[(threadIdx.x % 4 + i) & 16383]);
  }
}

__global__ void k17(const short* __restrict__ in, unsigned char* __restrict__ out, int n, int m) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  __shared__ float tile[256];
  tile[(i * 64 + threadIdx.z * 3) & 255] = (float)in[(threadIdx.y % 32 - (threadIdx.y ^ 16)) & 16383];
  __syncthreads();
  for (int k = 0; k < 3; ++k) out[(threadIdx.x) & 16383] = (unsigned char)(tile[((i >> 1) + threadIdx.y + k) & 255]);
}

__global__ void k18(const Rec* __restrict__ in, short* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[1024];
  tile[t] = (float)in[(i) & 16383].d;
  __syncthreads();
  if (i >= 5 && i < n - 5) {
    out[(i * 16 + i / 8) & 16383] = (short)((float)in[(i + 1) & 16383].d + tile[(threadIdx.x * 5) & 1023]);
    out[((i >> 5) - threadIdx.x) & 16383] = (short)((float)in[(t + threadIdx.x) & 16383].b + tile[(threadIdx.x + i % 48) & 1023]);
  }
}

__global__ void k19(const Vec3* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  for (int j = t; j < 512; j += 32) tile[j] = (float)in[(j + blockIdx.x) & 16383].y;
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[(threadIdx.x * 32 + (threadIdx.x ^ 21) + k) & 16383] += (short)(tile[((threadIdx.x >> 3) + k * n + 8) & 511]);
}

__global__ void k20(const int* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  for (int j = t; j < 256; j += 256) tile[j] = (float)in[(j + blockIdx.x) & 16383];
  __syncthreads();
  if (i < n) {
    out[((threadIdx.x ^ 1)) & 16383] = (short)(tile[(i % 20 - i) & 255]);
  }
}

__global__ void k21(const Rec* in, short* out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[256];
  tile[t] = (float)in[(i) & 16383].a;
  __syncthreads();
  float sum = 1.0f;
  for (int k = 0; k < m; ++k) sum += (float)in[(threadIdx.x % 32 + i / 2 + k * n) & 16383].d;
  out[(t - i * 8) & 16383] = (short)(sum);
}

__global__ void k22(const float4* __restrict__ in, float4* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  if (threadIdx.x < 20) {
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k) sum += (float)in[(col * 3 - i * 17 + k) & 16383].z;
    out[(i * 3) & 16383].y = sum;
  }
}

__global__ void k23(const float* __restrict__ in, Rec* __restrict__ out, int n, int m) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ float tile[512];
  tile[t] = (float)in[(i) & 16383];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) sum += (float)in[(t / 3 + i / 3) & 16383];
  out[((threadIdx.x & 1) - threadIdx.x + 1) & 16383].b = sum;
}

__global__ void k24(const long long* __restrict__ in, int* __restrict__ out, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;
  __shared__ float tile[32][17];
  tile[threadIdx.y * 2 % 32][threadIdx.x % 17] = (float)in[(threadIdx.x / 32 + row / 4) & 16383];
  __syncthreads();
  if (threadIdx.x < 20) {
    float sum = 1.0f;
    for (int k = 0; k < 8; ++k) sum += (float)in[(t * 33 + col + k * 32 + 100) & 16383];
    atomicAdd(&out[(row + (i >> 2)) & 16383], (int)(sum));
  }
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 16384 * sizeof(Rec)); cudaMalloc(&out, 16384 * sizeof(Rec));
  cudaMemset(in, 0, 16384 * sizeof(Rec)); cudaMemset(out, 0, 16384 * sizeof(Rec));
  k0<<<dim3(3, 1), dim3(16, 16, 1)>>>((const float*)in, (double*)out, 333, 5);
  k1<<<dim3(1, 1), dim3(256, 1, 1)>>>((const long long*)in, (int*)out, 500, 6);
  k2<<<dim3(6, 1), dim3(96, 1, 1)>>>((const double*)in, (int*)out, 333, 2);
  k3<<<dim3(2, 1), dim3(32, 1, 1)>>>((const float*)in, (float*)out, 64, 2);
  k4<<<dim3(3, 1), dim3(100, 1, 1)>>>((const int*)in, (float2*)out, 100, 3);
  k5<<<dim3(2, 1), dim3(96, 1, 1)>>>((const short*)in, (int*)out, 192, 5);
  k6<<<dim3(3, 1), dim3(64, 1, 1)>>>((const float4*)in, (float*)out, 100, 8);
  k7<<<dim3(6, 1), dim3(256, 1, 1)>>>((const short*)in, (float*)out, 1536, 5);
  k8<<<dim3(1, 1), dim3(16, 16, 1)>>>((const unsigned char*)in, (float4*)out, 100, 2);
  k9<<<dim3(6, 1), dim3(4, 16, 1)>>>((const Rec*)in, (int*)out, 333, 6);
  k10<<<dim3(4, 2), dim3(4, 16, 1)>>>((const unsigned char*)in, (float*)out, 500, 6);
  k11<<<dim3(2, 1), dim3(96, 1, 1)>>>((const long long*)in, (float*)out, 333, 8);
  k12<<<dim3(4, 2), dim3(8, 2, 4)>>>((const float*)in, (long long*)out, 100, 3);
  k13<<<dim3(4, 1), dim3(32, 1, 1)>>>((const float*)in, (unsigned char*)out, 100, 8);
  k14<<<dim3(3, 1), dim3(64, 1, 1)>>>((const float*)in, (float*)out, 500, 3);
  k15<<<dim3(1, 1), dim3(33, 1, 1)>>>((const short*)in, (short*)out, 33, 5);
  k16<<<dim3(1, 1), dim3(32, 1, 1)>>>((const int*)in, (unsigned char*)out, 32, 3);
  k17<<<dim3(6, 2), dim3(3, 5, 4)>>>((const short*)in, (unsigned char*)out, 100, 8);
  k18<<<dim3(1, 1), dim3(64, 1, 1)>>>((const Rec*)in, (short*)out, 500, 8);
  k19<<<dim3(3, 1), dim3(32, 1, 1)>>>((const Vec3*)in, (short*)out, 333, 3);
  k20<<<dim3(2, 1), dim3(256, 1, 1)>>>((const int*)in, (short*)out, 100, 3);
  k21<<<dim3(6, 1), dim3(256, 1, 1)>>>((const Rec*)in, (short*)out, 100, 8);
  k22<<<dim3(3, 1), dim3(8, 8, 1)>>>((const float4*)in, (float4*)out, 333, 8);
  k23<<<dim3(6, 1), dim3(32, 1, 1)>>>((const float*)in, (Rec*)out, 192, 3);
  k24<<<dim3(3, 1), dim3(16, 16, 1)>>>((const long long*)in, (int*)out, 100, 3);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
