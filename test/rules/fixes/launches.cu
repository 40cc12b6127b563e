// broken: a stream is no size
#include <cuda_runtime.h>

#define THREADS 2048
#define ELEMENTS 1000
#define BLOCKS (ELEMENTS / 256)

__global__ void scale(float* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= 2.0f;
}

__global__ void deep(float* data) { data[threadIdx.z * 2] = blockDim.z; }

__global__ void tall(float* data) { data[blockIdx.y] = 1; }

void run(float* data, int n, cudaStream_t stream) {
    scale<<<(n + THREADS - 1) / THREADS, THREADS>>>(data, n);
    scale<<<(n + 1535) / 1536, 1536>>>(data, n);
    const int threads = 4096;
    const int blocks = (ELEMENTS - 1) / threads + 1;
    scale<<<blocks, threads>>>(data, ELEMENTS);
    deep<<<1, dim3(1, 1, 128)>>>(data);
    tall<<<dim3(1, 100000), 1>>>(data);
    scale<<<BLOCKS, 256>>>(data, ELEMENTS);
    scale<<<100 / 256, 256>>>(data, 100);
    scale<<<n / 128, 128>>>(data, n);
    scale<<<128, (n + 127) / 128>>>(data, n);
    scale<<<8, 256, stream>>>(data, n);
    scale<<<8, 256, stream, 0>>>(data, n);
}
