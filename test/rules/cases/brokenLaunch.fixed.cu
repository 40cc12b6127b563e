// broken
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[threadIdx.x] *= 2.0f;

void run(float* data, cudaStream_t stream) {
    scale<<<16, 256, 0, stream>>>(data);
    float* host;
    cudaMallocHost(&host, 1024);
    cudaMemcpyAsync(data, host, 1024, cudaMemcpyHostToDevice, stream);
    int x = ;
}
