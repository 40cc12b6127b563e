#include <cuda_runtime.h>

__device__ void meet() { __syncthreads(); }

__global__ void known(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x < 128) {
        s[threadIdx.x] += s[threadIdx.x + 128];
//                        ^^^^^^^^^^^^^^^^^^^^ expect: missing-barrier "reads here what thread 128 writes"
        __syncthreads();
//      ^^^^^^^^^^^^^^^ expect: divergent-barrier "`if (threadIdx.x < 128)` differs by the thread index"
    }
    data[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void firstInIf(float* data, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x < n) {
        __syncthreads();
//      ^^^^^^^^^^^^^^^ expect: divergent-barrier "`if (threadIdx.x < n)`"
        data[threadIdx.x] = s[255 - threadIdx.x];
    }
}

__global__ void earlyReturn(const float* in, float* out, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = in[i];
    __syncthreads();
//  ^^^^^^^^^^^^^^^ expect: divergent-barrier "devices before compute capability 7.0 hang"
    out[i] = s[(threadIdx.x + 1) % 256];
}

__global__ void loopTrips(float* data, int n) {
    __shared__ float s[256];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = data[i];
        __syncthreads();
//      ^^^^^^^^^^^^^^^ expect: divergent-barrier "the iterations of `"
        data[i] = s[255 - threadIdx.x];
    }
}

__global__ void inFunction(float* data) {
    if (data[threadIdx.x] > 0) meet();
//                             ^^^^^^ expect: divergent-barrier "`if (data[threadIdx.x] > 0)` differs by a loaded value"
}

void run(float* a, float* b) {
    known<<<1, 256>>>(a);
    inFunction<<<1, 256>>>(a);
}
