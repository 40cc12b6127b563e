// Asynchronous copies whose alignment is promised: 16 bytes of each thread, one after the other, are ideal.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
__global__ void byThread(const float* in, float* out) {
    __shared__ float tile[4 * 128];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    const auto four = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x * 4], &in[(blockIdx.x * 128 + threadIdx.x) * 4], four, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 128];
    pipe.consumer_release();
}
