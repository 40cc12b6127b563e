// Managed memory lies where it was touched last: first by the host, then by the device, page by page, then by the host again.
#include <cstdio>
#include <cuda_runtime.h>

#define SIZE (1 << 18)

__global__ void twice(int* data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= 2;
}

int main() {
    int* data;
    cudaMallocManaged(&data, SIZE * sizeof(int));
    for (int i = 0; i < SIZE; i++) data[i] = i;
    twice<<<SIZE / 256, 256>>>(data);
    cudaDeviceSynchronize();
    // Only the first of the pages comes back.
    printf("%d\n", data[21]);
    cudaFree(data);
    return 0;
}
