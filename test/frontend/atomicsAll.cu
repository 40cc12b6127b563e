// Every atomic, with scopes, and cuda::atomic.
#include <cuda/atomic>
#include <cuda_fp16.h>
__device__ cuda::atomic<int, cuda::thread_scope_device> ticket{0};
__global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d, half2 *h) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, 1);
    atomicAdd(i, 10);
    atomicSub(i + 1, 10);
    atomicExch(i + 2, threadIdx.x);
    atomicMax(i + 3, threadIdx.x);
    atomicMin(i + 4, threadIdx.x);
    atomicInc(u + 5, 17);
    atomicDec(u + 6, 137);
    atomicCAS(i + 7, (int)threadIdx.x - 1, threadIdx.x);
    atomicAnd(i + 8, 2 * threadIdx.x + 7);
    atomicOr(i + 9, 1 << threadIdx.x);
    atomicXor(i + 10, threadIdx.x);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.5);
    atomicAdd(l, 1ull);
    atomicAdd(h, __float2half2_rn(1.0f));
    atomicAdd_block(i + 11, s);
    atomicAdd_system(f + 1, 1.0f);
    int mine = ticket.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_system> flag(u[7]);
    if (mine == 31) flag.store(1, cuda::memory_order_release);
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    __threadfence();
    i[12] = atomicAdd(i + 13, 1) + mine;
}
__device__ unsigned int count = 0;
__shared__ bool isLastBlockDone;
__global__ void threadFenceSum(const float *array, unsigned int N, volatile float *result) {
    float partialSum = array[blockIdx.x * blockDim.x + threadIdx.x];
    if (threadIdx.x == 0) {
        result[blockIdx.x] = partialSum;
        __threadfence();
        unsigned int value = atomicInc(&count, gridDim.x);
        isLastBlockDone = (value == (gridDim.x - 1));
    }
    if (__syncthreads_or(isLastBlockDone) && threadIdx.x == 0) count = 0;
}
void run(void *p) {
    atomics<<<1, 32>>>((int *)p, (unsigned *)p, (unsigned long long *)p, (float *)p, (double *)p, (half2 *)p);
    threadFenceSum<<<8, 128>>>((float *)p, 1024, (float *)p);
}
