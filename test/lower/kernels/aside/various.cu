// Atomics, constants, local arrays, control flow.
#include <cuda_runtime.h>

__constant__ float weights[64];
__constant__ int2 offsets[8];
__device__ unsigned counter;
__device__ float totals[256];

__global__ void histogram256(const unsigned char* in, unsigned* out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__global__ void weighted(const unsigned char* in, const float* w, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], w[i]);
}
__global__ void ticket(int* order, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) order[atomicAdd(&counter, 1u)] = i;
}
__global__ void lastBlock(const float* in, float* out) {
    __shared__ bool last;
    totals[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (threadIdx.x == 0) last = atomicInc(&counter, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last) out[threadIdx.x] = totals[threadIdx.x];
}
__global__ void lockFree(int* head, int* next) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, old = *head, seen;
    do { seen = old; next[i] = seen; old = atomicCAS(head, seen, i); } while (old != seen);
}
__global__ void maxFloat(const float* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(out, __float_as_int(in[i]));
}
__global__ void sharedMax(const int* in, int* out, int n) {
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(&best, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(out, best);
}
__global__ void doubles(double* out, const int* index) { atomicAdd(&out[index[threadIdx.x]], 1.0); }
__global__ void marks(unsigned* bits, const int* index) { atomicOr(&bits[index[threadIdx.x] >> 5], 1u << (index[threadIdx.x] & 31)); }
__global__ void convolve(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += weights[k] * in[i + k];
    out[i] = sum;
}
__global__ void weightsByThread(float* out) { out[threadIdx.x] = weights[threadIdx.x & 63]; }
__global__ void neighbours(const int* in, int* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, sum = 0;
    for (int k = 0; k < 8; ++k) sum += in[(y + offsets[k].y) * width + x + offsets[k].x];
    out[y * width + x] = sum;
}
__global__ void polynomial(float* x, int n) {
    const float c[5] = {1.0f, 0.5f, 0.25f, 0.125f, 0.0625f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], sum = 0;
    for (int k = 4; k >= 0; --k) sum = sum * v + c[k];
    x[i] = sum;
}
__global__ void topFour(const float* in, float* out) {
    float best[4] = {0, 0, 0, 0};
    for (int i = threadIdx.x; i < 1024; i += 32) {
        float v = in[i];
        for (int k = 0; k < 4; ++k) if (v > best[k]) { float t = best[k]; best[k] = v; v = t; }
    }
    for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = best[k];
}
__global__ void selectByRemainder(const float* a, const float* b, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float* from = i % 3 ? a : b;
    out[i] = from[i];
}
__global__ void early(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || x[i] < 0) return;
    x[i] = sqrtf(x[i]);
}
__global__ void cases(const int* kind, float* x) {
    int i = threadIdx.x;
    switch (kind[i]) {
        case 0: x[i] += 1; break;
        case 1: x[i] *= 2; break;
        case 7: x[i] = -x[i]; break;
        default: break;
    }
}
__global__ void collatzSteps(unsigned* x) {
    unsigned v = x[threadIdx.x], n = 0;
    while (v > 1) { v = v & 1 ? 3 * v + 1 : v / 2; ++n; }
    x[threadIdx.x] = n;
}
__global__ void twoDimensional(float* a, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) { float* row = (float*)((char*)a + y * pitch); row[x] += 1; }
}
template <typename T, int N> __global__ void addN(T* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < N; ++k) x[i * N + k] += (T)k;
}
template __global__ void addN<float, 4>(float*);
template __global__ void addN<double, 2>(double*);
template __global__ void addN<char, 8>(char*);
__device__ float mix(const float* p, int i, float w) { return p[i] * (1 - w) + p[i + 1] * w; }
__global__ void interpolate(const float* in, const float* at, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float a = at[i]; int k = (int)a; out[i] = mix(in, k, a - k); }
}
__global__ void readOnce(const int* __restrict__ in, int* __restrict__ out) { out[threadIdx.x] = __ldg(in + threadIdx.x) + in[threadIdx.x + 32]; }
__global__ void spin(volatile int* flag, int* out) {
    while (*flag == 0) {}
    out[threadIdx.x] = *flag;
}
__global__ void broadcastFirst(const float* in, float* out) { out[threadIdx.x] = __shfl_sync(~0u, in[threadIdx.x], 0); }
__global__ void prefetchAsync(const float4* in, float4* out) {
    __shared__ float4 s[64];
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(&s[threadIdx.x])), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
