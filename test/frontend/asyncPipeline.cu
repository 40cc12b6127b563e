// Asynchronous copies into shared memory: primitives, cooperative groups, cuda::pipeline and cuda::barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
template <int STAGES> __global__ void staged(const float4 *in, float4 *out, int batches) {
    __shared__ float4 buffer[STAGES][128];
    int produced = 0;
    for (; produced < STAGES - 1 && produced < batches; ++produced) {
        __pipeline_memcpy_async(&buffer[produced][threadIdx.x], &in[produced * 128 + threadIdx.x], sizeof(float4));
        __pipeline_commit();
    }
    for (int b = 0; b < batches; ++b, ++produced) {
        if (produced < batches) __pipeline_memcpy_async(&buffer[produced % STAGES][threadIdx.x], &in[produced * 128 + threadIdx.x], sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        out[b * 128 + threadIdx.x] = buffer[b % STAGES][127 - threadIdx.x];
        __syncthreads();
    }
}
__global__ void groupCopy(const int *in, int *out) {
    extern __shared__ int s[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * block.size(), sizeof(int) * block.size());
    cg::wait(block);
    out[blockIdx.x * block.size() + block.thread_rank()] = s[block.size() - 1 - block.thread_rank()];
}
__global__ void withBarrier(const double *in, double *out) {
    __shared__ double s[256];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(double), bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void withPipeline(const int *in, int *out, size_t n) {
    extern __shared__ int shared[];
    auto group = cg::this_thread_block();
    constexpr auto scope = cuda::thread_scope_block;
    __shared__ cuda::pipeline_shared_state<scope, 2> state;
    auto pipeline = cuda::make_pipeline(group, &state);
    for (size_t batch = 0; batch < n; ++batch) {
        pipeline.producer_acquire();
        cuda::memcpy_async(group, shared, in + batch * group.size(), sizeof(int) * group.size(), pipeline);
        pipeline.producer_commit();
        pipeline.consumer_wait();
        out[batch * group.size() + group.thread_rank()] = shared[group.thread_rank()] + 1;
        pipeline.consumer_release();
    }
}
void run(void *in, void *out) {
    staged<3><<<1, 128>>>((const float4 *)in, (float4 *)out, 8);
    groupCopy<<<4, 128, 128 * sizeof(int)>>>((const int *)in, (int *)out);
    withBarrier<<<1, 256>>>((const double *)in, (double *)out);
    withPipeline<<<1, 128, 512>>>((const int *)in, (int *)out, 4);
}
