// Device-side printf, assert, trap, clocks, malloc and new.
#include <assert.h>
#include <stdio.h>
__global__ void testKernel(int N) {
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    printf("[%d, %d]:\t\tValue is:%d %s %f\n", blockIdx.y * gridDim.x + blockIdx.x, threadIdx.x, N, "text", 1.5);
    assert(gtid < N);
    if (gtid == 12345) __trap();
}
struct List { int value; List *next; };
__global__ void allocate(List **heads, int depth) {
    List *head = nullptr;
    for (int i = 0; i < depth; i++) {
        List *l = new List;
        l->value = i;
        l->next = head;
        head = l;
    }
    int *scratch = (int *)malloc(sizeof(int) * depth);
    if (scratch) {
        memset(scratch, 0, sizeof(int) * depth);
        free(scratch);
    }
    heads[blockIdx.x * blockDim.x + threadIdx.x] = head;
}
__global__ static void timedReduction(const float *input, float *output, clock_t *timer) {
    extern __shared__ float shared[];
    const int tid = threadIdx.x, bid = blockIdx.x;
    if (tid == 0) timer[bid] = clock();
    shared[tid] = input[tid];
    for (int d = blockDim.x; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) shared[tid] = fminf(shared[tid], shared[tid + d]);
    }
    if (tid == 0) output[bid] = shared[0];
    __syncthreads();
    if (tid == 0) timer[bid + gridDim.x] = clock64();
    __nanosleep(100);
}
int main() {
    testKernel<<<2, 32>>>(60);
    List **heads;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20);
    cudaMalloc(&heads, 64 * sizeof(List *));
    allocate<<<2, 32>>>(heads, 10);
    timedReduction<<<64, 256, sizeof(float) * 2 * 256>>>((float *)heads, (float *)heads, (clock_t *)heads);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaErrorAssert) printf("Device assert failed as expected, CUDA error message is: %s\n\n", cudaGetErrorString(error));
    return error == cudaSuccess ? 0 : 1;
}
