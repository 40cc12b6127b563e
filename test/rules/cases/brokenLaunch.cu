// broken
#include <cuda_runtime.h>

__global__ void scale(float* data) { data[threadIdx.x] *= 2.0f;

void run(float* data, cudaStream_t stream) {
    scale<<<16, 256, stream>>>(data);
//                   ^^^^^^ expect: launch-config-order "Insert 0 before it"
    float* host = (float*)malloc(1024);
    cudaMemcpyAsync(data, host, 1024, cudaMemcpyHostToDevice, stream);
//                        ^^^^ expect: pageable-async-copy "pageable memory (malloc)"
    int x = ;
}
