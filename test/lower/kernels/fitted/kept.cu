// Values that are in a register already: which stores in between keep them from being used.
#include <cuda_runtime.h>

__global__ void windows(float* out, const float* weights) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 9; ++j) sum += weights[j] * s[threadIdx.x + i * 4 + j];
    out[threadIdx.x + i * 64] = sum;
  }
}
__global__ void storedBefore(float* out, float* other) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x] + 1;
  other[threadIdx.x] = 2;
  out[threadIdx.x] = s[threadIdx.x] * 3;
  __syncthreads();
  other[threadIdx.x + 64] = s[threadIdx.x ^ 1];
}
__global__ void globalAcrossShared(float* out, const float* in, int k) {
  __shared__ float s[256];
  const float a = in[k];
  s[threadIdx.x] = a;
  const float b = in[k];
  s[threadIdx.x + 1] = b * 2;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void mayBeTheSame(float* out, int k) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  const float a = s[threadIdx.x + 3];
  s[k] = 2;
  out[threadIdx.x] = a + s[threadIdx.x + 3];
}
__global__ void acrossBarrier(float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
  __syncthreads();
  out[threadIdx.x + 256] = s[threadIdx.x + 1];
}
__global__ void volatileShared(float* out) {
  __shared__ volatile float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
  out[threadIdx.x + 256] = s[threadIdx.x + 1];
}
__global__ void twoArrays(float* out, float v) {
  __shared__ float s[256], t[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  const float a = s[threadIdx.x + 1];
  t[threadIdx.x] = v;
  out[threadIdx.x] = a;
  out[threadIdx.x + 64] = s[threadIdx.x + 1];
  __syncthreads();
  out[threadIdx.x + 128] = t[threadIdx.x ^ 1];
}
__global__ void partOfAVector(float* out, float4* other) {
  __shared__ float4 s[64];
  s[threadIdx.x] = other[threadIdx.x];
  __syncthreads();
  const float4 v = s[threadIdx.x ^ 1];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
  out[threadIdx.x + 64] = s[threadIdx.x ^ 1].y;
}
