#include <cuda_runtime.h>

__global__ void addSwapped(const int* a, const int* b, int* c, int columns) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    int x = blockIdx.y * blockDim.y + threadIdx.y;
    c[y * columns + x] = a[y * columns + x] + b[y * columns + x];
}

void run(const int* a, const int* b, int* c) { addSwapped<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, 64); }

__global__ void copyColumns(const float* in, float* out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * width + y] = in[x * width + y] * 2;
}

void launchColumns(const float* in, float* out) {
    dim3 block(32, 8);
    dim3 grid(1024 / block.x, 1024 / block.y);
    copyColumns<<<grid, block>>>(in, out, 1024);
}

__global__ void scaleColumns(float* data) {
    int row = blockIdx.x * 16 + threadIdx.x;
    int column = blockIdx.y * 32 + threadIdx.y;
    data[row * 256 + column] *= 3;
}

void launchScale(float* data) {
    scaleColumns<<<dim3(16, 8), dim3(16, 32)>>>(data);
}
