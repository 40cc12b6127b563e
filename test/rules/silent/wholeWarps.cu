#include <cuda_runtime.h>

// Loops that whole warps run together, as their limit is a multiple of the warp's size; the rest comes by itself.
struct Sizes {
    long long of[2];
};
__device__ float ofNeighbour(float v) {
    __syncwarp();
    return __shfl_xor_sync(0xffffffffu, v, 1);
}
__global__ void limitOfInt(float* out, const float* in, int n) {
    int limit = n / 32 * 32;
    int i = threadIdx.x;
    float sum = 0;
    for (; i < limit; i += blockDim.x) sum += ofNeighbour(in[i]);
    if (i < n) sum += in[i];
    out[threadIdx.x] = sum;
}
__global__ void limitOfUnsigned(float* out, const float* in, unsigned n) {
    unsigned limit = n / 32 * 32;
    float sum = 0;
    for (unsigned i = threadIdx.x; i < limit; i += blockDim.x) sum += ofNeighbour(in[i]);
    out[threadIdx.x] = sum;
}
__global__ void limitByMask(float* out, const float* in, long long n) {
    long long limit = n & ~31LL;
    float sum = 0;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < limit; i += blockDim.x * gridDim.x)
        sum += ofNeighbour(in[i]);
    out[threadIdx.x] = sum;
}
__global__ void limitOfMember(float* out, const float* in, Sizes sizes) {
    long long limit = sizes.of[1] - sizes.of[1] % 32;
    float sum = 0;
    for (long long i = threadIdx.x; i < limit; i += blockDim.x) sum += ofNeighbour(in[i]);
    out[threadIdx.x] = sum;
}
__global__ void limitOfLoaded(float* out, const float* in, const int* offsets) {
    int start = offsets[blockIdx.x], num = offsets[blockIdx.x + 1] - start;
    int limit = num / 32 * 32;
    float sum = 0;
    for (int i = threadIdx.x; i < limit; i += blockDim.x) sum += ofNeighbour(in[start + i]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void upToLast(float* out, const float* in, int n) {
    int last = n / 32 * 32 - 1;
    float sum = 0;
    for (int i = threadIdx.x; i <= last; i += blockDim.x) sum += ofNeighbour(in[i]);
    out[threadIdx.x] = sum;
}
