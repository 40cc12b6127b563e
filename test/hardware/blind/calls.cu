// Halos, buffers in turn, walks by pointers, and functions that stay calls.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

#define RADIUS 3

__global__ void haloLoad(const int* in, int* out, int n) {
    __shared__ int tile[128 + 2 * RADIUS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + RADIUS;
    tile[t] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        tile[t - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
        tile[t + 128] = i + 128 < n ? in[i + 128] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) sum += tile[t + k];
    if (i < n) out[i] = sum;
}

__global__ void halo2d(const int* in, int* out, int width) {
    __shared__ int tile[10][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int flat = threadIdx.y * 16 + threadIdx.x; flat < 180; flat += 128)
        tile[flat / 18][flat % 18] = in[(blockIdx.y * 8 + flat / 18) * width + blockIdx.x * 16 + flat % 18];
    __syncthreads();
    out[y * width + x] = tile[threadIdx.y][threadIdx.x + 1] + tile[threadIdx.y + 2][threadIdx.x + 1] - tile[threadIdx.y + 1][threadIdx.x];
}

__noinline__ __device__ int pick(const int* data, int at) { return data[at]; }

__global__ void calledOnce(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pick(in, i);
}

__noinline__ __device__ void put(int* data, int at, int value) { data[at] = value; }

__global__ void calledWithStride(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put(out, 4 * i, in[i]);
}

__noinline__ __device__ int either(const int* data, int at) { return data[at] * 3; }

__global__ void calledTwice(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = either(in, i) + either(in, 16 * i);
}

__noinline__ __device__ void fill(int* tile, const int* in, int width) {
    for (int row = threadIdx.y; row < 32; row += 8) tile[row * 32 + threadIdx.x] = in[row * width + threadIdx.x];
    __syncthreads();
}

__global__ void calledWithTile(const int* in, int* out) {
    __shared__ int tile[32 * 32];
    fill(tile, in, 40);
    for (int row = threadIdx.y; row < 32; row += 8) out[row * 32 + threadIdx.x] = tile[threadIdx.x * 32 + row];
}

__device__ int depthSum(const int* data, int at, int depth) {
    if (depth == 0) return data[at];
    return data[at] + depthSum(data, at / 2, depth - 1) + depthSum(data, at / 2 + 1, depth - 1);
}

__global__ void recursive(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = depthSum(in, 8 * i, 3);
}

struct Grid {
    const int* cells;
    int width;
    __noinline__ __device__ int at(int row, int column) const { return cells[row * width + column]; }
};

__global__ void memberCalled(Grid grid, int* out) {
    int x = threadIdx.x, y = blockIdx.x;
    out[y * 64 + x] = grid.at(x, y) + grid.at(y, x);
}

__global__ void doubleBuffer(const int* in, int* out, int rounds) {
    __shared__ int buffers[2][64];
    int t = threadIdx.x;
    buffers[0][t] = in[t];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int from = round & 1;
        buffers[1 - from][t] = buffers[from][(t + 1) & 63] + round;
    }
    __syncthreads();
    out[t] = buffers[rounds & 1][t];
}

__global__ void unrolledByFour(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int at = i + k * blockDim.x;
        if (at < n) out[at] = in[at] * k;
    }
}

__global__ void columnWalk(const int* in, int* out, int rows, int width) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    int best = 0;
    const int* at = in + column;
    for (int row = 0; row < rows; row++, at += width) best = max(best, *at);
    out[column] = best;
}

__global__ void rowWalk(const int* in, int* out, int rows, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int best = 0;
    const int* at = in + row * width;
    for (const int* end = at + width; at != end; ++at) best = max(best, *at);
    out[row] = best;
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
    haloLoad<<<4, 128>>>((const int*)in, (int*)out, 500);
    report("haloLoad");
    halo2d<<<dim3(3, 2), dim3(16, 8)>>>((const int*)in, (int*)out, 50);
    report("halo2d");
    calledOnce<<<4, 128>>>((const int*)in, (int*)out);
    report("calledOnce");
    calledWithStride<<<4, 128>>>((const int*)in, (int*)out);
    report("calledWithStride");
    calledTwice<<<4, 128>>>((const int*)in, (int*)out);
    report("calledTwice");
    calledWithTile<<<1, dim3(32, 8)>>>((const int*)in, (int*)out);
    report("calledWithTile");
    recursive<<<2, 64>>>((const int*)in, (int*)out);
    report("recursive");
    memberCalled<<<8, 64>>>(Grid{(const int*)in, 64}, (int*)out);
    report("memberCalled");
    doubleBuffer<<<1, 64>>>((const int*)in, (int*)out, 9);
    report("doubleBuffer");
    unrolledByFour<<<2, 128>>>((const int*)in, (int*)out, 1000);
    report("unrolledByFour");
    columnWalk<<<2, 128>>>((const int*)in, (int*)out, 20, 200);
    report("columnWalk");
    rowWalk<<<1, 128>>>((const int*)in, (int*)out, 100, 24);
    report("rowWalk");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
