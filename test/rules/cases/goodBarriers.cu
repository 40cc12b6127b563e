#include <cuda_runtime.h>

// Conditions that a whole block shares.
__global__ void byBlock(float* data, int n, bool twice) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (blockIdx.x & 1) __syncthreads();
    if (twice) {
        __syncthreads();
        s[threadIdx.x] *= 2;
    }
    for (int k = 0; k < n; ++k) {
        __syncthreads();
        s[threadIdx.x] += s[(threadIdx.x + k) % 256];
        __syncthreads();
        if (k % 3 == 0) __syncthreads();
    }
    data[threadIdx.x] = s[threadIdx.x];
}

// A flag in shared memory is one value for the block.
__global__ void flag(float* data) {
    __shared__ int go;
    if (threadIdx.x == 0) go = data[0] > 0;
    __syncthreads();
    while (go) {
        __syncthreads();
        if (threadIdx.x == 0) go--;
        __syncthreads();
    }
}

__global__ void reduce(const float* in, float* out) {
    extern __shared__ float s[];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

// All threads run the same number of iterations: 1024 is a multiple of the block.
__global__ void stride(float* data) {
    __shared__ float s[256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
        s[threadIdx.x] = data[i];
        __syncthreads();
        data[i] = s[255 - threadIdx.x];
        __syncthreads();
    }
}

// The guard holds for every thread of this launch.
__global__ void covered(float* data, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        s[threadIdx.x] = data[i];
        __syncthreads();
        data[i] = s[255 - threadIdx.x];
    }
}

void run(float* a, float* b) {
    reduce<<<8, 256, 256 * sizeof(float)>>>(a, b);
    stride<<<1, 256>>>(a);
    covered<<<16, 256>>>(a, 4096);
}
