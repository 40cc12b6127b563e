#include <cuda_runtime.h>

__global__ void columnsOfInts(const int* in, int* out) {
    __shared__ int tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void columnsOfFloats(const float* in, float* out, int n) {
    __shared__ float columns[16][16];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    columns[threadIdx.x][threadIdx.y] = in[y * n + x];
    __syncthreads();
    out[y * n + x] = columns[threadIdx.x][threadIdx.y] + columns[threadIdx.x][15 - threadIdx.y];
}

__global__ void rowSums(const float* in, float* out) {
    __shared__ float rows[64][64];
    for (int r = 0; r < 64; ++r) rows[r][threadIdx.x] = in[(blockIdx.x * 64 + r) * 64 + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int c = 0; c < 64; ++c) sum += rows[threadIdx.x][c];
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

#define SIDE 32

__device__ void fill(float (&tile)[SIDE][SIDE], const float* in) {
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * SIDE + threadIdx.x];
}

__device__ float columnAt(const float tile[][SIDE], int x, int y) {
    return tile[x][y];
}

__global__ void inFunctions(const float* in, float* out) {
    __shared__ float handed[SIDE][SIDE];
    fill(handed, in);
    __syncthreads();
    out[threadIdx.y * SIDE + threadIdx.x] = columnAt(handed, threadIdx.x, threadIdx.y);
}

void run(const int* a, int* b, const float* in, float* out) {
    columnsOfInts<<<1, dim3(32, 32)>>>(a, b);
    columnsOfFloats<<<dim3(4, 4), dim3(16, 16)>>>(in, out, 64);
    inFunctions<<<1, dim3(SIDE, SIDE)>>>(in, out);
    rowSums<<<4, 64>>>(in, out);
}
