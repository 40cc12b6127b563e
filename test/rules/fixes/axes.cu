#include <cuda_runtime.h>

__global__ void addSwapped(const int* a, const int* b, int* c, int columns) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    int x = blockIdx.y * blockDim.y + threadIdx.y;
    c[y * columns + x] = a[y * columns + x] + b[y * columns + x];
}

void run(const int* a, const int* b, int* c) { addSwapped<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, 64); }
