// Warps and lanes with roles of their own: early returns, loops from the lane's number, bits of indices.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void specialised(const int* in, int* out, int n) {
    __shared__ int stage[64];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int base = blockIdx.x * 64;
    if (warp == 0) {
        stage[2 * lane] = in[base + lane];
        stage[2 * lane + 1] = in[base + 32 + lane];
    }
    __syncthreads();
    if (warp == 1) {
        out[base + lane] = stage[lane];
        out[base + 32 + lane] = stage[32 + lane];
    } else if (warp == 2) {
        out[n + base + lane] = stage[63 - lane];
    }
}

__global__ void quitEarly(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (threadIdx.x % 4 == 3) return;
    out[i] = in[i] + 1;
}

__global__ void laneStarts(const int* in, int* out, int columns) {
    int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int sum = 0;
    for (int column = lane; column < columns; column += 32) sum += in[row * columns + column];
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) out[row] = sum;
}

__global__ void reversedBits(const int* in, int* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned turned = __brev(i) >> 23;
    out[turned] = in[i];
}

__device__ unsigned spread(unsigned v) {
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
}

__global__ void mortonOrder(const int* in, int* out, int width) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[spread(x) | (spread(y) << 1)] = in[y * width + x];
}

__global__ void triangularLoop(const int* in, int* out, int n) {
    int i = threadIdx.x;
    int sum = 0;
    for (int j = i; j < n; j++) sum += in[j * 8];
    out[i] = sum;
}

__global__ void pairwise(int* data, int n) {
    extern __shared__ int values[];
    int t = threadIdx.x;
    values[t] = data[t];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        if (t % (2 * stride) == 0) values[t] += values[t + stride];
    }
    if (t == 0) data[n] = values[0];
}

__global__ void halving(int* data, int n) {
    extern __shared__ int values[];
    int t = threadIdx.x;
    values[t] = data[t];
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        if (t < stride) values[t] += values[t + stride];
    }
    if (t == 0) data[n] = values[0];
}

__global__ void interleavedIndex(int* data, int n) {
    extern __shared__ int values[];
    int t = threadIdx.x;
    values[t] = data[t];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int at = 2 * stride * t;
        if (at < blockDim.x) values[at] += values[at + stride];
    }
    if (t == 0) data[n] = values[0];
}

__global__ void bitonicStep(int* data, int j, int k) {
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned other = i ^ j;
    if (other > i) {
        int a = data[i], b = data[other];
        if (((i & k) == 0) == (a > b)) {
            data[i] = b;
            data[other] = a;
        }
    }
}

__global__ void oneLanePerWarp(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((threadIdx.x & 31) == 0) {
        for (int k = 0; k < 32; k++) out[i + k] = in[i + k];
    }
}

__global__ void gray(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i ^ (i >> 1)] = in[i];
}

static unsigned char *in, *out;
static const size_t bytes = 1 << 18;

// Prints a checksum of what the kernel wrote and clears it for the next one.
static void report(const char* name) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned* host = (unsigned*)malloc(bytes);
    CHECK(cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost));
    unsigned sum = 2166136261u;
    for (size_t i = 0; i < bytes / 4; i++) sum = (sum ^ host[i]) * 16777619u;
    printf("%s %08x\n", name, sum);
    free(host);
    CHECK(cudaMemset(out, 0, bytes));
}

static void prepare() {
    unsigned* host = (unsigned*)malloc(bytes);
    for (size_t i = 0; i < bytes / 4; i++) host[i] = (unsigned)(i * 7 % 251);
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, bytes));
    free(host);
}

int main() {
    prepare();
    specialised<<<3, 96>>>((const int*)in, (int*)out, 256);
    report("specialised");
    quitEarly<<<4, 128>>>((const int*)in, (int*)out, 450);
    report("quitEarly");
    laneStarts<<<4, 128>>>((const int*)in, (int*)out, 75);
    report("laneStarts");
    reversedBits<<<4, 128>>>((const int*)in, (int*)out);
    report("reversedBits");
    mortonOrder<<<dim3(2, 4), dim3(16, 8)>>>((const int*)in, (int*)out, 32);
    report("mortonOrder");
    triangularLoop<<<1, 64>>>((const int*)in, (int*)out, 64);
    report("triangularLoop");
    pairwise<<<1, 128, 128 * sizeof(int)>>>((int*)out, 128);
    report("pairwise");
    halving<<<1, 128, 128 * sizeof(int)>>>((int*)out, 128);
    report("halving");
    interleavedIndex<<<1, 128, 128 * sizeof(int)>>>((int*)out, 128);
    report("interleavedIndex");
    CHECK(cudaMemcpy(out, in, 1024, cudaMemcpyDeviceToDevice));
    bitonicStep<<<2, 128>>>((int*)out, 4, 8);
    report("bitonicStep4");
    CHECK(cudaMemcpy(out, in, 1024, cudaMemcpyDeviceToDevice));
    bitonicStep<<<2, 128>>>((int*)out, 64, 128);
    report("bitonicStep64");
    oneLanePerWarp<<<2, 128>>>((const int*)in, (int*)out);
    report("oneLanePerWarp");
    gray<<<4, 128>>>((const int*)in, (int*)out);
    report("gray");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
