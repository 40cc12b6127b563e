// Mapped host memory, read and written by a kernel over the bus.
#include <cstdio>
__global__ void increment(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i]++; }
int main() {
    cudaDeviceProp prop;
    cudaSetDeviceFlags(cudaDeviceMapHost);
    cudaGetDeviceProperties(&prop, 0);
    if (!prop.canMapHostMemory) return 0;
    int *h, *d, n = 4096;
    cudaHostAlloc((void **)&h, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined | cudaHostAllocPortable);
    cudaHostGetDevicePointer((void **)&d, (void *)h, 0);
    increment<<<n / 256, 256>>>(d, n);
    cudaDeviceSynchronize();
    int *plain = (int *)malloc(n * sizeof(int));
    cudaHostRegister(plain, n * sizeof(int), cudaHostRegisterMapped);
    unsigned int flags;
    cudaHostGetFlags(&flags, plain);
    cudaHostUnregister(plain);
    free(plain);
    cudaFreeHost(h);
    return 0;
}
