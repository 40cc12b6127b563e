// Bulk asynchronous copies: to shared memory with a barrier object that counts their bytes, from it in bulk groups, between blocks.
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); return 1; } } while (0)

constexpr int TILE = 1024;

// The first thread copies and expects the bytes, all threads arrive.
__global__ void copiesThenArrives(const int* in, int* out) {
    __shared__ alignas(128) int tile[TILE];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(tile, in + blockIdx.x * TILE, sizeof(tile), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) out[blockIdx.x * TILE + i] = tile[TILE - 1 - i] + 1;
}

// As the guide has it: the copy of known alignment is a bulk copy on this device.
__global__ void memcpyOfOneThread(const int* in, int* out) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 0) cuda::memcpy_async(tile, in + blockIdx.x * TILE, cuda::aligned_size_t<16>(sizeof(tile)), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) out[blockIdx.x * TILE + i] = tile[i] * 3;
}

__global__ void memcpyOfTheBlock(const int* in, int* out) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ Barrier bar;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, tile, in + blockIdx.x * TILE, cuda::aligned_size_t<16>(sizeof(tile)), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) out[blockIdx.x * TILE + i] = tile[i] * 5;
}

// Without a promise of alignment.
__global__ void memcpyOfUnknownAlignment(const int* in, int* out) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ Barrier bar;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, tile, in + blockIdx.x * TILE, sizeof(tile), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) out[blockIdx.x * TILE + i] = tile[i] * 7;
}

__global__ void memcpyTx(const int* in, int* out) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, in + blockIdx.x * TILE, cuda::aligned_size_t<16>(sizeof(tile)), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive(1);
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) out[blockIdx.x * TILE + i] = tile[i] * 9;
}

// Of shared memory to global memory, in bulk groups.
__global__ void storesInGroups(int* out, int seed) {
    __shared__ alignas(128) int tile[TILE];
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) tile[i] = seed + blockIdx.x * TILE + i;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(out + blockIdx.x * TILE, tile, sizeof(tile) / 2);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_shared_to_global(out + blockIdx.x * TILE + TILE / 2, tile + TILE / 2, sizeof(tile) / 2);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

// Two stages by inline assembly: one barrier a stage, waited for by parity.
__device__ void waitParity(uint64_t* bar, uint32_t parity) {
    uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(bar));
    asm volatile(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@!done bra again;\n"
        "}\n" ::"r"(at), "r"(parity) : "memory");
}

__global__ void twoStages(const float* in, float* out, int tiles) {
    constexpr int SIZE = 256;
    __shared__ alignas(128) float stage[2][SIZE];
    __shared__ uint64_t full[2];
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; ++s)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((uint32_t)__cvta_generic_to_shared(&full[s])), "r"(1));
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    __syncthreads();
    auto load = [&](int t) {
        uint32_t bar = (uint32_t)__cvta_generic_to_shared(&full[t % 2]);
        uint32_t to = (uint32_t)__cvta_generic_to_shared(stage[t % 2]);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"((uint32_t)sizeof(stage[0])) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(in + (blockIdx.x * tiles + t) * SIZE), "r"((uint32_t)sizeof(stage[0])), "r"(bar) : "memory");
    };
    if (threadIdx.x == 0) load(0);
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
        if (threadIdx.x == 0 && t + 1 < tiles) load(t + 1);
        waitParity(&full[t % 2], (t / 2) & 1);
        sum += stage[t % 2][threadIdx.x] * (t + 1);
        __syncthreads();
    }
    out[blockIdx.x * SIZE + threadIdx.x] = sum;
}

// The functions of cuda::ptx; bytes are expected apart from the arrival.
__global__ void byPtxFunctions(const int* in, int* out) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + blockIdx.x * TILE, sizeof(tile) / 4, &bar);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile + TILE / 4, in + blockIdx.x * TILE + TILE / 4, sizeof(tile) * 3 / 4, &bar);
    }
    uint64_t state = ptx::mbarrier_arrive(&bar);
    while (!ptx::mbarrier_try_wait(&bar, state)) {
    }
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) tile[i] = tile[i] * 2 + 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * TILE, tile, sizeof(tile));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

// Additions to global memory by a bulk copy.
__global__ void reduces(const int* in, int* sums, float* totals) {
    __shared__ alignas(16) int counts[256];
    __shared__ alignas(16) float parts[256];
    counts[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x] & 15;
    parts[threadIdx.x] = threadIdx.x * 0.5f;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(sums), "r"((uint32_t)__cvta_generic_to_shared(counts)), "r"((uint32_t)sizeof(counts)) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(totals), "r"((uint32_t)__cvta_generic_to_shared(parts)), "r"((uint32_t)sizeof(parts)) : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// To the shared memory of the next block of the cluster, completing there.
__global__ void __cluster_dims__(2, 1, 1) toTheNextBlock(const int* in, int* out) {
    __shared__ alignas(16) int mine[256];
    __shared__ alignas(16) int others[256];
    __shared__ uint64_t bar;
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x] + 1000 * blockIdx.x;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(others));
    }
    ptx::fence_proxy_async(ptx::space_shared);
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned next = cluster.block_rank() ^ 1;
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, cluster.map_shared_rank(others, next), mine, sizeof(mine), cluster.map_shared_rank(&bar, next));
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    out[blockIdx.x * 256 + threadIdx.x] = others[threadIdx.x];
    cluster.sync();
}

// One copy for both blocks of the cluster.
__global__ void __cluster_dims__(2, 1, 1) multicast(const int* in, int* out) {
    __shared__ alignas(16) int tile[256];
    __shared__ uint64_t bar;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
    }
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"((uint32_t)__cvta_generic_to_shared(tile)), "l"(in + blockIdx.x / 2 * 256), "r"((uint32_t)sizeof(tile)), "r"((uint32_t)__cvta_generic_to_shared(&bar)), "h"((uint16_t)3) : "memory");
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    out[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x];
    cluster.sync();
}

static unsigned long long mix(const std::vector<int>& all) {
    unsigned long long sum = 0;
    for (int one : all) sum = sum * 31 + (unsigned)one;
    return sum;
}

int main() {
    constexpr int N = 8 * TILE;
    std::vector<int> h(N), r(N);
    std::vector<float> f(N), g(N);
    for (int i = 0; i < N; ++i) {
        h[i] = (i * 7919) % 1009;
        f[i] = (i % 97) * 0.25f;
    }
    int *in, *out, *sums;
    float *fin, *fout;
    CHECK(cudaMalloc(&in, N * 4));
    CHECK(cudaMalloc(&out, N * 4));
    CHECK(cudaMalloc(&sums, N * 4));
    CHECK(cudaMalloc(&fin, N * 4));
    CHECK(cudaMalloc(&fout, N * 4));
    CHECK(cudaMemcpy(in, h.data(), N * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(fin, f.data(), N * 4, cudaMemcpyHostToDevice));
    auto show = [&](const char* name) {
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess) e = cudaMemcpy(r.data(), out, N * 4, cudaMemcpyDeviceToHost);
        printf("%s: %s, %llu\n", name, cudaGetErrorString(e), mix(r));
        cudaMemset(out, 0, N * 4);
    };
    copiesThenArrives<<<8, 128>>>(in, out);
    show("copies then arrives");
    memcpyOfOneThread<<<8, 128>>>(in, out);
    show("memcpy_async of one thread");
    memcpyOfTheBlock<<<8, 128>>>(in, out);
    show("memcpy_async of the block");
    memcpyOfUnknownAlignment<<<8, 128>>>(in, out);
    show("memcpy_async of unknown alignment");
    memcpyTx<<<8, 128>>>(in, out);
    show("memcpy_async_tx");
    storesInGroups<<<8, 128>>>(out, 5);
    show("stores in groups");
    twoStages<<<4, 256>>>(fin, fout, 8);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(g.data(), fout, 4 * 256 * 4, cudaMemcpyDeviceToHost));
    double total = 0;
    for (int i = 0; i < 1024; ++i) total += g[i] * (i % 13 + 1);
    printf("two stages: %.3f\n", total);
    byPtxFunctions<<<8, 128>>>(in, out);
    show("by functions of cuda::ptx");
    CHECK(cudaMemset(sums, 0, N * 4));
    CHECK(cudaMemset(fout, 0, N * 4));
    reduces<<<16, 256>>>(in, sums, fout);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), sums, N * 4, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(g.data(), fout, N * 4, cudaMemcpyDeviceToHost));
    total = 0;
    for (int i = 0; i < 256; ++i) total += g[i];
    printf("reduces: %llu, %.1f\n", mix(r), total);
    toTheNextBlock<<<8, 256>>>(in, out);
    show("to the next block");
    multicast<<<8, 256>>>(in, out);
    show("multicast");
}
