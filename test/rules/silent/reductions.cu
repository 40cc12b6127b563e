#include <cuda_runtime.h>

// Reductions, scans and warp operations that lose nothing.
__global__ void sequential(const float* in, float* out) {
    extern __shared__ float s[];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
template <int BLOCK>
__global__ void unrolled(const float* in, float* out) {
    __shared__ float s[BLOCK];
    s[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void firstAdd(const float* in, float* out) {
    __shared__ float s[256];
    int i = blockIdx.x * 512 + threadIdx.x;
    s[threadIdx.x] = in[i] + in[i + 256];
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__device__ float warpSum(float v) {
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
    return v;
}
__global__ void shuffled(const float* in, float* out, int n) {
    __shared__ float partial[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
        sum = warpSum(sum);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}
__global__ void warpOnly(const float* in, float* out) {
    float v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}
__global__ void butterfly(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int k = 1; k < 32; k *= 2) v += __shfl_xor_sync(0xffffffff, v, k);
    out[i] = v;
}
__global__ void rowPerWarp(const float* in, float* out, int width) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int x = lane; x < width; x += 32) sum += in[row * width + x];
    sum = warpSum(sum);
    if (lane == 0) out[row] = sum;
}
__global__ void rowPerBlock(const float* in, float* out, int width) {
    __shared__ float s[256];
    float sum = 0;
    for (int x = threadIdx.x; x < width; x += blockDim.x) sum += in[blockIdx.x * width + x];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void scanSimple(const float* in, float* out) {
    __shared__ float s[2][256];
    int now = 0;
    s[0][threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        now = 1 - now;
        s[now][threadIdx.x] = threadIdx.x >= k ? s[1 - now][threadIdx.x] + s[1 - now][threadIdx.x - k] : s[1 - now][threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = s[now][threadIdx.x];
}
#define CONFLICT_FREE(i) ((i) + ((i) >> 5))
__global__ void scanConflictFree(const float* in, float* out) {
    __shared__ float s[512 + 16];
    int t = threadIdx.x, offset = 1;
    int ai = t, bi = t + 256;
    s[CONFLICT_FREE(ai)] = in[ai];
    s[CONFLICT_FREE(bi)] = in[bi];
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[CONFLICT_FREE(offset * (2 * t + 2) - 1)] += s[CONFLICT_FREE(offset * (2 * t + 1) - 1)];
        offset *= 2;
    }
    if (t == 0) s[CONFLICT_FREE(511)] = 0;
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = CONFLICT_FREE(offset * (2 * t + 1) - 1), b = CONFLICT_FREE(offset * (2 * t + 2) - 1);
            float v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    out[ai] = s[CONFLICT_FREE(ai)];
    out[bi] = s[CONFLICT_FREE(bi)];
}
__global__ void scanWarp(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    for (int k = 1; k < 32; k *= 2) {
        int other = __shfl_up_sync(0xffffffff, v, k);
        if (threadIdx.x % 32 >= k) v += other;
    }
    out[i] = v;
}
__global__ void ballot(const int* in, unsigned* out) {
    unsigned votes = __ballot_sync(0xffffffff, in[blockIdx.x * blockDim.x + threadIdx.x] > 0);
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = votes;
}
__global__ void dot(const float* a, const float* b, float* out, int n) {
    __shared__ float s[256];
    float sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) sum += a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
__global__ void softmaxRow(const float* in, float* out, int width) {
    __shared__ float s[32];
    const float* row = in + blockIdx.x * width;
    float sum = 0;
    for (int x = threadIdx.x; x < width; x += blockDim.x) sum += expf(row[x]);
    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < blockDim.x / 32; ++k) sum += s[k];
    for (int x = threadIdx.x; x < width; x += blockDim.x) out[blockIdx.x * width + x] = expf(row[x]) / sum;
}
__global__ void sequenceSort(int* data) {
    __shared__ int s[256];
    s[threadIdx.x] = data[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int phase = 0; phase < 256; ++phase) {
        int partner = ((threadIdx.x + phase) & 1) ? threadIdx.x - 1 : threadIdx.x + 1;
        int mine = s[threadIdx.x], other = partner >= 0 && partner < 256 ? s[partner] : mine;
        __syncthreads();
        s[threadIdx.x] = partner > (int)threadIdx.x ? min(mine, other) : max(mine, other);
        __syncthreads();
    }
    data[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
// Half of the block makes, half takes: each named barrier counts the threads that it waits for.
__device__ void waitFor(int barrier, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory"); }
__global__ void madeAndTaken(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t] * 2;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        waitFor(2, 64);
    } else {
        waitFor(1, 128);
        out[t - 64] = s[127 - t];
    }
}

void run(const float* in, float* out) {
    sequential<<<16, 256, 256 * sizeof(float)>>>(in, out);
    unrolled<256><<<16, 256>>>(in, out);
    shuffled<<<16, 256>>>(in, out, 100000);
    scanConflictFree<<<1, 256>>>(in, out);
    rowPerBlock<<<16, 256>>>(in, out, 1024);
    madeAndTaken<<<1, 128>>>(nullptr, nullptr);
}
