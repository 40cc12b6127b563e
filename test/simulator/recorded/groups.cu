// Cooperative groups: scans, reductions, partitions, one member for all, barriers in memory, pipelines.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <stdio.h>

namespace cg = cooperative_groups;

#define PUT(x) out[128 * row++ + i] = (int)(x)
__global__ void scans(int* out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp);
    int i = block.thread_rank(), row = 0, v = i * 7 % 13 - 5;
    PUT(cg::inclusive_scan(warp, v)); PUT(cg::exclusive_scan(warp, v)); PUT(cg::inclusive_scan(eight, v, cg::greater<int>())); PUT(cg::exclusive_scan(eight, v, cg::plus<int>()));
    PUT(cg::reduce(warp, v, cg::plus<int>())); PUT(cg::reduce(eight, v, cg::less<int>())); PUT(cg::reduce(warp, v & 1023, cg::bit_xor<int>()));
    PUT(cg::reduce(eight, (float)v * 0.5f, cg::greater<float>()) * 2); PUT(cg::reduce(warp, (double)v, cg::plus<double>())); PUT(cg::reduce(warp, (long long)v << 20, cg::plus<long long>()) >> 20);
    PUT(warp.meta_group_rank() * 100 + warp.meta_group_size()); PUT(eight.meta_group_rank() * 100 + eight.meta_group_size());
    PUT(eight.thread_rank() + 10 * eight.num_threads()); PUT(block.thread_index().x + block.dim_threads().x);
    PUT(eight.shfl(v, 3)); PUT(eight.shfl_up(v, 2)); PUT(eight.shfl_down(v, 3)); PUT(eight.shfl_xor(v, 5)); PUT(eight.any(v == 2)); PUT(eight.all(v > -6)); PUT(eight.ballot(v > 0)); PUT(eight.match_any(v > 0));
    if (i % 3 != 1) {
        auto together = cg::coalesced_threads();
        PUT(cg::inclusive_scan(together, v)); PUT(cg::reduce(together, v, cg::plus<int>())); PUT(together.thread_rank()); PUT(together.size()); PUT(together.shfl_up(v, 1)); PUT(together.shfl(v, 2));
        PUT(together.ballot(v > 0)); PUT(cg::exclusive_scan(together, 1));
    } else row += 8;
    auto labelled = cg::labeled_partition(warp, v & 3);
    PUT(labelled.size() * 100 + labelled.thread_rank()); PUT(labelled.meta_group_rank());
    auto halves = cg::binary_partition(warp, v > 0);
    PUT(halves.size() * 100 + halves.thread_rank()); PUT(cg::reduce(halves, v, cg::plus<int>())); PUT(halves.meta_group_rank() * 10 + halves.meta_group_size());
    PUT(cg::invoke_one_broadcast(warp, [&] { return warp.meta_group_rank() * 5 + 1; }));
    __shared__ int ones;
    if (i == 0) ones = 0;
    block.sync();
    cg::invoke_one(eight, [&] { atomicAdd(&ones, 1); });
    block.sync();
    PUT(ones);
    cg::thread_group four = cg::tiled_partition(block, 4);
    PUT(four.thread_rank() * 10 + four.size());
    auto token = block.barrier_arrive();
    block.barrier_wait(cuda::std::move(token));
    PUT(cg::this_grid().thread_rank()); PUT(cg::this_grid().num_blocks());
}
__global__ void waiting(const int* in, int* out) {
    __shared__ __align__(16) int s[512];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    int i = threadIdx.x, row = 0;
    if (i == 0) init(&barrier, 128);
    block.sync();
    cuda::memcpy_async(block, s, in, sizeof(int) * 128, barrier);
    barrier.arrive_and_wait();
    PUT(s[127 - i]);
    auto token = barrier.arrive();
    s[128 + i] = i;
    barrier.wait(cuda::std::move(token));
    cg::memcpy_async(block, s + 256, in + 128, cuda::aligned_size_t<16>(512));
    cg::wait(block);
    PUT(s[256 + (i ^ 5)]);
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(block, s, in + 256, 512, pipe);
    pipe.producer_commit();
    for (int k = 1; k < 5; ++k) {
        if (k < 4) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s + k % 2 * 128, in + 256 + 128 * k, 512, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[(k - 1) % 2 * 128 + (i + k) % 128];
        pipe.consumer_release();
    }
    PUT(sum);
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(out[128 * 10]);
    shared.fetch_add(i, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_block> most(out[128 * 10 + 1]);
    most.fetch_max(i * 37 % 101);
    block.sync();
    PUT(shared.load()); PUT(most.load(cuda::std::memory_order_acquire));
}
__global__ void standard(int* out) {
    int i = threadIdx.x, row = 0;
    cuda::std::array<int, 4> a = {1, 2, 3, 4};
    a[i & 3] += i;
    int sum = 0;
    for (int v : a) sum += v;
    PUT(sum);
    cuda::std::tuple<int, float, char> t(i, i * 0.5f, 'c');
    PUT(cuda::std::get<0>(t) + (int)(4 * cuda::std::get<1>(t)) + cuda::std::get<2>(t));
    cuda::std::pair<int, int> p = cuda::std::make_pair(i, 3);
    cuda::std::swap(p.first, p.second);
    PUT(p.first * 1000 + p.second);
    PUT(cuda::std::numeric_limits<int>::max() / (i + 1)); PUT(cuda::std::numeric_limits<float>::epsilon() * 1e9f);
    PUT((cuda::std::is_same<cuda::std::remove_reference_t<int&>, int>::value)); PUT(cuda::std::is_integral_v<unsigned char>);
    cuda::std::complex<float> z(i, 1.0f), w(2.0f, -3.0f);
    z = z * w + cuda::std::complex<float>(0.5f, 0.25f);
    PUT(z.real() * 4); PUT(z.imag() * 4); PUT(cuda::std::norm(z));
    cuda::std::uint16_t narrow = (cuda::std::uint16_t)(i * 1000);
    PUT(narrow);
    PUT((cuda::std::conditional_t<true, short, int>)(i * 70000));
}

int main() {
    int *out, *in, host[1024];
    cudaMalloc(&out, 48 * 512);
    cudaMalloc(&in, 4096);
    for (int i = 0; i < 1024; ++i) host[i] = i * 48271 % 65521;
    cudaMemcpy(in, host, 4096, cudaMemcpyHostToDevice);
#define RUN(NAME, ROWS, BLOCKS, ...)                                                \
    cudaMemset(out, 0, 48 * 512);                                                   \
    NAME<<<BLOCKS, 128>>>(__VA_ARGS__);                                             \
    for (int r = 0; r < ROWS; ++r) {                                                \
        cudaMemcpy(host, out + r * 128, 512, cudaMemcpyDeviceToHost);               \
        printf("%s %d", #NAME, r);                                                  \
        for (int i = 0; i < 128; i += 9) printf(" %d", host[i]);                    \
        printf("\n");                                                               \
    }
    RUN(scans, 42, 1, out)
    RUN(waiting, 5, 1, in, out)
    RUN(standard, 12, 1, out)
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
