// Barriers of a warp in loops whose limit is rounded down, where that does not keep whole warps together.
#include <cuda_runtime.h>
__global__ void halfWarps(float* out, const float* in, int n) {
    int limit = n / 16 * 16;
    float sum = 0;
    for (int i = threadIdx.x; i < limit; i += blockDim.x) {
        sum += in[i];
        __syncwarp();
//      ^^^^^^^^^^^^ expect: divergent-barrier "__syncwarp may not reach every thread of the warp"
    }
    out[threadIdx.x] = sum;
}
__global__ void oneMore(float* out, const float* in, int n) {
    int limit = n / 32 * 32;
    float sum = 0;
    for (int i = threadIdx.x; i <= limit; i += blockDim.x) {
        sum += in[i];
        __syncwarp();
//      ^^^^^^^^^^^^ expect: divergent-barrier "__syncwarp may not reach every thread of the warp"
    }
    out[threadIdx.x] = sum;
}
__global__ void fromTheMiddle(float* out, const float* in, int n) {
    int limit = n & ~31;
    float sum = 0;
    for (int i = threadIdx.x + 16; i < limit; i += blockDim.x) {
        sum += in[i];
        __syncwarp();
//      ^^^^^^^^^^^^ expect: divergent-barrier "__syncwarp may not reach every thread of the warp"
    }
    out[threadIdx.x] = sum;
}
__global__ void wholeBlock(float* out, const float* in, int n) {
    int limit = n / 32 * 32;
    float sum = 0;
    for (int i = threadIdx.x; i < limit; i += blockDim.x) {
        sum += in[i];
        __syncthreads();
//      ^^^^^^^^^^^^^^^ expect: divergent-barrier "__syncthreads may not reach every thread of the block"
    }
    out[threadIdx.x] = sum;
}
