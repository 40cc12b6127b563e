#include <cuda_runtime.h>
#define TILE 32

__global__ void naive(const float* in, float* out, int n) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    out[y * n + x] = in[x * n + y];
}

__global__ void tiled(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * TILE + threadIdx.y) * n + blockIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void run(const float* in, float* out) {
    const int n = 1024;
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    naive<<<grid, block>>>(in, out, n);
    tiled<<<grid, block>>>(in, out, n);
}
