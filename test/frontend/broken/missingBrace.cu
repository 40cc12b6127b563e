#include <cstdio>
__global__ void first(float *a) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = 1.0f;
    __syncthreads();
}

__global__ void second(float *a) {
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
int main() { second<<<1, 256>>>(nullptr); }
