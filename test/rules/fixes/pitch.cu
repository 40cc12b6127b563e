#include <cuda_runtime.h>

#define TILE 32

__global__ void transposeDynamic(const float* in, float* out, int width) {
    extern __shared__ float tile[];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y * TILE + threadIdx.x] = in[y * width + x];
    __syncthreads();
    out[x + y * width] = tile[threadIdx.x * TILE + threadIdx.y];
}

__global__ void rowsDynamic(const int* in, int* out) {
    extern __shared__ int rows[];
    const int pitch = 64;
    int t = threadIdx.x;
    for (int r = 0; r < 64; ++r) rows[r * pitch + t] = in[r * 64 + t];
    __syncthreads();
    int sum = 0;
    for (int c = 0; c < pitch; ++c) sum += rows[t * pitch + c];
    out[t] = sum;
}

__global__ void squareDynamic(const int* in, int* out) {
    extern __shared__ int square[];
    square[threadIdx.x + blockDim.x * threadIdx.y] = in[threadIdx.x + blockDim.x * threadIdx.y];
    __syncthreads();
    out[threadIdx.x + blockDim.x * threadIdx.y] = square[threadIdx.y + blockDim.x * threadIdx.x];
}

__global__ void flatTile(const float* in, float* out) {
    __shared__ float flat[TILE * TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    flat[ty * TILE + tx] = in[ty * TILE + tx];
    __syncthreads();
    out[ty * TILE + tx] = flat[tx * TILE + ty];
}

void run(const float* a, float* b, const int* in, int* out) {
    transposeDynamic<<<dim3(4, 4), dim3(TILE, TILE), TILE * TILE * sizeof(float)>>>(a, b, 128);
    size_t bytes = 64 * 64 * sizeof(int);
    rowsDynamic<<<1, 64, bytes>>>(in, out);
    flatTile<<<1, dim3(TILE, TILE)>>>(a, b);
    squareDynamic<<<1, dim3(16, 16), 1024>>>(in, out);
}
