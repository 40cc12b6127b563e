// Which copies `memcpy_async` makes of a type, of a promised alignment, of threads and of groups.
#include <cstdio>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); return 1; } } while (0)
constexpr int BYTES = 4096;

template <typename T>
__device__ void finish(T* tile, char* out) {
    __syncthreads();
    for (int i = threadIdx.x; i < BYTES / 4; i += blockDim.x) reinterpret_cast<int*>(out)[i] = reinterpret_cast<int*>(tile)[i] + 1;
}

template <typename T>
__global__ void groupsOfTypes(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(tile));
    cg::wait(block);
    finish(tile, out);
}

template <typename T, int ALIGN>
__global__ void groupsOfPromises(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, cuda::aligned_size_t<ALIGN>(sizeof(tile)));
    cg::wait(block);
    finish(tile, out);
}

template <typename T>
__global__ void warpsOfTypes(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    constexpr int PART = BYTES / sizeof(T) / 4;
    cg::memcpy_async(warp, tile + warp.meta_group_rank() * PART, in + warp.meta_group_rank() * PART, sizeof(T) * PART);
    cg::wait(warp);
    finish(tile, out);
}

template <typename T>
__global__ void pipelinesOfThreads(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    for (int i = threadIdx.x; i < BYTES / sizeof(T); i += blockDim.x) cuda::memcpy_async(tile + i, in + i, sizeof(T), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    finish(tile, out);
}

template <typename T, int ALIGN>
__global__ void pipelinesOfPromises(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    auto pipe = cuda::make_pipeline();
    constexpr int PART = BYTES / 128;
    pipe.producer_acquire();
    cuda::memcpy_async(tile + threadIdx.x * PART / sizeof(T), in + threadIdx.x * PART / sizeof(T), cuda::aligned_size_t<ALIGN>(PART), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    finish(tile, out);
}

template <typename T>
__global__ void pipelinesOfBlocks(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, in, sizeof(tile), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    finish(tile, out);
    pipe.consumer_release();
}

template <typename T, int ALIGN>
__global__ void pipelinesOfBlocksWithPromises(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<ALIGN>(sizeof(tile)), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    finish(tile, out);
    pipe.consumer_release();
}

template <typename T>
__global__ void barriersOfTypes(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    __shared__ Barrier bar;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, tile, in, sizeof(tile), bar);
    bar.arrive_and_wait();
    finish(tile, out);
}

template <typename T, int ALIGN>
__global__ void barriersOfPromises(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    __shared__ Barrier bar;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<ALIGN>(sizeof(tile)), bar);
    bar.arrive_and_wait();
    finish(tile, out);
}

template <typename T>
__global__ void barriersOfThreads(const T* in, char* out) {
    __shared__ alignas(16) T tile[BYTES / sizeof(T)];
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    for (int i = threadIdx.x; i < BYTES / sizeof(T); i += blockDim.x) cuda::memcpy_async(tile + i, in + i, sizeof(T), bar);
    bar.arrive_and_wait();
    finish(tile, out);
}

__global__ void barriersOfVoid(const void* in, char* out) {
    __shared__ alignas(16) char tile[BYTES];
    __shared__ Barrier bar;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, (void*)tile, in, sizeof(tile), bar);
    bar.arrive_and_wait();
    finish(tile, out);
}

int main() {
    std::vector<unsigned char> h(BYTES), r(BYTES);
    for (int i = 0; i < BYTES; ++i) h[i] = i * 37 % 251;
    char *in, *out;
    CHECK(cudaMalloc(&in, BYTES));
    CHECK(cudaMalloc(&out, BYTES));
    CHECK(cudaMemcpy(in, h.data(), BYTES, cudaMemcpyHostToDevice));
    auto show = [&](const char* name) {
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess) e = cudaMemcpy(r.data(), out, BYTES, cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (unsigned char one : r) sum = sum * 31 + one;
        printf("%s: %s, %u\n", name, cudaGetErrorString(e), sum);
        cudaMemset(out, 0, BYTES);
    };
#define RUN(T, ...) do { __VA_ARGS__<<<1, 128>>>((const T*)in, out); show(#__VA_ARGS__); } while (0)
    RUN(char, groupsOfTypes<char>);
    RUN(short, groupsOfTypes<short>);
    RUN(int, groupsOfTypes<int>);
    RUN(double, groupsOfTypes<double>);
    RUN(int4, groupsOfTypes<int4>);
    RUN(char, groupsOfPromises<char, 4>);
    RUN(char, groupsOfPromises<char, 16>);
    RUN(int, groupsOfPromises<int, 8>);
    RUN(int, groupsOfPromises<int, 16>);
    RUN(int, warpsOfTypes<int>);
    RUN(int4, warpsOfTypes<int4>);
    RUN(int, pipelinesOfThreads<int>);
    RUN(double, pipelinesOfThreads<double>);
    RUN(int4, pipelinesOfThreads<int4>);
    RUN(short, pipelinesOfThreads<short>);
    RUN(int, pipelinesOfPromises<int, 4>);
    RUN(int, pipelinesOfPromises<int, 8>);
    RUN(int, pipelinesOfPromises<int, 16>);
    RUN(int, pipelinesOfBlocks<int>);
    RUN(double, pipelinesOfBlocks<double>);
    RUN(int4, pipelinesOfBlocks<int4>);
    RUN(char, pipelinesOfBlocksWithPromises<char, 4>);
    RUN(int, pipelinesOfBlocksWithPromises<int, 16>);
    RUN(char, barriersOfTypes<char>);
    RUN(int, barriersOfTypes<int>);
    RUN(double, barriersOfTypes<double>);
    RUN(int4, barriersOfTypes<int4>);
    RUN(char, barriersOfPromises<char, 4>);
    RUN(int, barriersOfPromises<int, 8>);
    RUN(int, barriersOfPromises<int, 16>);
    RUN(int, barriersOfThreads<int>);
    RUN(int4, barriersOfThreads<int4>);
    RUN(void, barriersOfVoid);
}
