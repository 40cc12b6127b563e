// A header of templates that nothing here instantiates.
#pragma once
#include <cuda_runtime.h>
#define WARP_SIZE 32
#define DIVUP(a, b) (((a) + (b) - 1) / (b))
template <typename T> __device__ __forceinline__ T warpSum(T v) {
#pragma unroll
    for (int m = WARP_SIZE / 2; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);
    return v;
}
template <typename T, int BLOCK> __global__ void rowSum(const T *__restrict__ in, T *__restrict__ out, int width) {
    __shared__ T partial[BLOCK / WARP_SIZE];
    T sum = T(0);
    for (int i = threadIdx.x; i < width; i += BLOCK) sum += in[(size_t)blockIdx.x * width + i];
    sum = warpSum(sum);
    if (threadIdx.x % WARP_SIZE == 0) partial[threadIdx.x / WARP_SIZE] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < BLOCK / WARP_SIZE; ++w) sum += partial[w];
        out[blockIdx.x] = sum;
    }
}
template <typename T> __global__ void fill(T *p, T v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = v; }
inline __host__ __device__ int nextPow2(int x) { --x; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; return ++x; }
