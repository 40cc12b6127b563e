// Arrays of characters that are used as another type, members of packed structures, copies of bytes.
#include <cuda_runtime.h>

__global__ void floatsInBytes(float* in, float* out) {
  __shared__ unsigned char raw[1024];
  ((float*)raw)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<float*>(raw)[threadIdx.x ^ 1];
}
__global__ void clearedByWords(unsigned int* out) {
  __shared__ unsigned char bins[4096];
#pragma unroll
  for (int i = 0; i < 4; ++i) ((unsigned int*)bins)[threadIdx.x + i * 256] = 0;
  __syncthreads();
  bins[out[threadIdx.x]]++;
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x * 4];
}
__global__ void doublesInShorts(double* out) {
  __shared__ short raw[512];
  ((double*)raw)[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = ((double*)raw)[threadIdx.x ^ 1];
}
struct __attribute__((packed)) Record { char kind; int value; };
__global__ void packedMember(const Record* in, int* out) { out[threadIdx.x] = in[threadIdx.x].value; }
__global__ void copiedBytes(const char* in, int* out) {
  __shared__ char raw[1024];
  raw[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int word;
  memcpy(&word, raw + 4 * threadIdx.x, 4);
  out[threadIdx.x] = word;
}
