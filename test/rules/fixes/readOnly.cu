#include <cuda_runtime.h>
__global__ void accumulate(const float* scale, float *in, float* sums, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k) sums[t] += scale[t] * in[k];
}
void run(int n) {
    float *a, *b, *c;
    cudaMalloc(&a, 1024); cudaMalloc(&b, 1024); cudaMalloc(&c, 1024);
    accumulate<<<1, 256>>>(a, b, c, n);
}
