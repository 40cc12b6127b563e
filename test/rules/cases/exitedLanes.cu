// Shuffles after lanes have exited: what a lane reads of them is undefined, and an error where a lane stores it.
#include <cuda_runtime.h>
__inline__ __device__ float warpSum(float v) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}
__global__ void neutralValue(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.f;
    v = warpSum(v);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
__global__ void partOfLastWarp(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = warpSum(in[i]);
//            ^^^^^^^ expect: warp-mask "__shfl_down_sync in warpSum reads lanes 8 to 23, which have exited: the value is undefined."
    if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
__global__ void wholeWarps(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = warpSum(in[i]);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
__global__ void discarded(const float* in, float* out) {
    if (threadIdx.x % 32 >= 16) return;
//      ^^^^^^^^^^^^^^^^^^^^^^ expect: divergent-branch "if (threadIdx.x % 32 >= 16) splits every warp"
    float v = in[threadIdx.x];
    for (int d = 8; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0) *out = v;
}
__global__ void sumOfAll(const float* in, float* out) {
    if (threadIdx.x >= 52) return;
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
//                                        ^^^^^^^^^^^^^^^ expect: warp-mask "__shfl_xor_sync reads lanes 20 to 31, which have exited"
    out[threadIdx.x] = v;
}
__global__ void scan(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i], lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += o;
    }
    out[i] = v + __shfl_sync(0xffffffffu, v, 0);
}
__global__ void lastLane(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __shfl_sync(0xffffffffu, in[i], 31);
//           ^^^^^^^^^^^ expect: warp-mask "__shfl_sync reads lane 31, which has exited: the value is undefined."
}
__global__ void votes(unsigned* out) {
    if (threadIdx.x >= 52) return;
    unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x & 1);
    __syncwarp();
    out[threadIdx.x] = odd;
}
void launchAll(float* a, float* s, int* ia, int* o, unsigned* u) {
    neutralValue<<<4, 256>>>(a, s, 1000);
    partOfLastWarp<<<4, 256>>>(a, s, 1000);
    wholeWarps<<<4, 256>>>(a, s, 992);
    discarded<<<1, 64>>>(a, s);
    sumOfAll<<<1, 64>>>(a, s);
    scan<<<4, 256>>>(ia, o, 1000);
    lastLane<<<4, 256>>>(ia, o, 1000);
    votes<<<1, 64>>>(u);
}
