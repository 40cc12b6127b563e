// Sectors of bulk copies: ranges and tiles of random sizes at random positions, to and from shared memory, to other blocks, to several.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda.h>
#include <cuda/ptx>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); return 1; } } while (0)

__device__ unsigned rankOfBlock() {
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ void waitForCluster() {
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}
__device__ uint32_t shared(const void* at) { return (uint32_t)__cvta_generic_to_shared(at); }
__device__ uint32_t atRank(uint32_t address, unsigned rank) {
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}
__device__ void prepare(uint64_t* bar, int bytes) {
    ptx::mbarrier_init(bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    if (bytes) ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, bytes);
}
__device__ void await(uint64_t* bar) {
    while (!ptx::mbarrier_try_wait_parity(bar, 0)) {
    }
}

// A range to shared memory, back, and added.
__global__ void ranges(int* global, int bytes, int shift) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    if (threadIdx.x != 0) return;
    prepare(&bar, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile + shift, global, bytes, &bar);
    await(&bar);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, global, tile + shift, bytes);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(global), "r"(shared(tile + shift)), "r"(bytes) : "memory");
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// A tile, likewise; `parts` as bits: load, store, addition.
__global__ void tiles(const __grid_constant__ CUtensorMap map, int x, int y, int z, int bytes, int parts) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    if (threadIdx.x != 0) return;
    const int32_t at[] = {x, y, z};
    prepare(&bar, bytes);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at, &bar);
    await(&bar);
    if (parts & 2) ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    if (parts & 4) asm volatile("cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2, %3}], [%4];" ::"l"(&map), "r"(x), "r"(y), "r"(z), "r"(shared(tile)) : "memory");
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// From one block's shared memory to the other's; `add` joins.
__global__ void __cluster_dims__(2, 1, 1) toTheOther(int* out, int bytes, int from, int to, int add) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    const unsigned rank = rankOfBlock();
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) ((int*)tile)[i] = i + 5000 * rank;
    ptx::fence_proxy_async(ptx::space_shared);
    if (threadIdx.x == 0) prepare(&bar, rank == 1 ? bytes : 0);
    waitForCluster();
    if (threadIdx.x == 0 && rank == 0) {
        const uint32_t there = atRank(shared(tile + to), 1), bars = atRank(shared(&bar), 1);
        if (add) asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];" ::"r"(there), "r"(shared(tile + from)), "r"(bytes), "r"(bars) : "memory");
        else asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(there), "r"(shared(tile + from)), "r"(bytes), "r"(bars) : "memory");
    }
    if (rank == 1) {
        await(&bar);
        for (int i = threadIdx.x; i < 4096; i += blockDim.x) out[i] = ((int*)tile)[i];
    }
    waitForCluster();
}

// A range to the blocks of a mask.
__global__ void __cluster_dims__(4, 1, 1) toMany(const int* in, int* out, int bytes, int to, int mask) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    const unsigned rank = rankOfBlock();
    const bool gets = mask >> rank & 1;
    if (threadIdx.x == 0) prepare(&bar, gets ? bytes : 0);
    waitForCluster();
    if (threadIdx.x == 0 && rank == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(shared(tile + to)), "l"(in), "r"(bytes), "r"(shared(&bar)), "h"((uint16_t)mask) : "memory");
    if (gets) {
        await(&bar);
        for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) out[rank * 4096 + i] = ((int*)(tile + to))[i];
    }
    waitForCluster();
}

// A tile to the blocks of a mask.
__global__ void __cluster_dims__(2, 1, 1) tilesToMany(const __grid_constant__ CUtensorMap map, int x, int y, int z, int bytes, int mask) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    const unsigned rank = rankOfBlock();
    const bool gets = mask >> rank & 1;
    if (threadIdx.x == 0) prepare(&bar, gets ? bytes : 0);
    waitForCluster();
    const int32_t at[] = {x, y, z};
    if (threadIdx.x == 0 && rank == 0) ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at, &bar, (uint16_t)mask);
    if (gets) await(&bar);
    waitForCluster();
}

// Every lane of some issues a copy: to rows of its own, and all the same one, which only a store does once; and copies of nothing.
__global__ void everyLane(int* out, int lanes, int step, int bytes, int kind) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) ((int*)tile)[i] = i;
    if (threadIdx.x == 0) prepare(&bar, lanes * bytes);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x >= lanes) return;
    int* there = out + step * threadIdx.x;
    char* here = tile + 4 * step * threadIdx.x;
    if (kind == 0) ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, there, here, bytes);
    if (kind == 1) asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(there), "r"(shared(here)), "r"(bytes) : "memory");
    if (kind == 2) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, here, there, bytes, &bar);
        await(&bar);
    }
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

static unsigned state = 2026;
static int below(int n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

constexpr int N = 1 << 16;

struct Tile {
    CUtensorMap map;
    int x, y, z, bytes, parts;
};

// A tile of a tensor of three dimensions; `inside` keeps it there.
static Tile randomTile(int* in, bool inside) {
    const struct { CUtensorMapDataType type; int bytes; } elements[] = {{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1}, {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2}, {CU_TENSOR_MAP_DATA_TYPE_INT32, 4}, {CU_TENSOR_MAP_DATA_TYPE_UINT64, 8}};
    for (;;) {
        const auto [type, size] = elements[below(4)];
        const int units = 1 + below(8), unit = 16 / size, width = units * unit, height = 1 + below(4), depth = 1 + below(3);
        const bool isTight = below(4) == 0;
        const int pitch = isTight ? units * 16 : 16 * (20 + below(9)), plane = pitch * 12, step = below(4) == 0 ? 2 : 1;
        const int columns = pitch / size - (isTight || inside ? 0 : below(24)), rows = 8 + below(4), planes = 3 + below(4);
        Tile tile;
        tile.x = isTight ? 0 : unit * below(8);
        if (!inside && below(2)) tile.x = below(2) ? -unit * below(units + 1) : (columns / unit - below(units + 1)) * unit;
        tile.y = inside ? 0 : below(3) ? below(6) : below(2) ? -below(height) : rows - below(height);
        tile.z = inside ? 0 : below(3) ? below(2) : planes - below(depth);
        const int swizzle = below(3) ? 0 : units <= 2 ? 1 : units <= 4 ? 2 : 3;
        cuuint64_t sizes[] = {(cuuint64_t)columns, (cuuint64_t)rows, (cuuint64_t)planes}, strides[] = {(cuuint64_t)pitch, (cuuint64_t)plane};
        cuuint32_t box[] = {(cuuint32_t)width, (cuuint32_t)height, (cuuint32_t)depth}, steps[] = {1, (cuuint32_t)step, 1};
        if (cuTensorMapEncodeTiled(&tile.map, type, 3, in + 4 * below(4), sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)) continue;
        const bool isBefore = tile.x < 0 || tile.y < 0 || tile.z < 0;
        tile.bytes = width * ((height + step - 1) / step) * depth * size;
        tile.parts = 1 | (isBefore ? 0 : 2) | (isBefore || size < 4 ? 0 : 4);
        return tile;
    }
}

int main() {
    std::vector<int> h(N), r(N);
    for (int i = 0; i < N; ++i) h[i] = i * 7 + i / 64;
    int *in, *out;
    CHECK(cudaMalloc(&in, N * 4));
    CHECK(cudaMalloc(&out, N * 4));
    CHECK(cudaMemcpy(in, h.data(), N * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, N * 4));
    auto show = [&](const char* name, const int* from) {
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess) e = cudaMemcpy(r.data(), from, N * 4, cudaMemcpyDeviceToHost);
        unsigned long long sum = 0;
        for (int one : r) sum = sum * 31 + (unsigned)one;
        printf("%s: %s, %llu\n", name, cudaGetErrorString(e), sum);
    };
    for (int n = 0; n < 16; n++) {
        const int base = 4 * below(64), bytes = 16 * (1 + below(n < 8 ? 10 : 500)), shift = 16 * below(16);
        ranges<<<1, 32, 16384>>>(in + base, bytes, shift);
        show("range", in);
    }
    for (int n = 0; n < 36; n++) {
        const Tile t = randomTile(in, n % 3 == 0);
        tiles<<<1, 32, 16384>>>(t.map, t.x, t.y, t.z, t.bytes, t.parts);
        show("tile", in);
    }
    for (int n = 0; n < 16; n++) {
        const int bytes = 16 * (1 + below(n % 8 < 5 ? 10 : 500)), from = 16 * below(16), to = 16 * below(16);
        toTheOther<<<2, 32, 16384>>>(out, bytes, from, to, n >= 8);
        show(n < 8 ? "to the other block" : "added to the other block", out);
    }
    for (int n = 0; n < 10; n++) {
        const int base = 4 * below(64), bytes = 16 * (1 + below(n < 6 ? 10 : 500)), to = 16 * below(16), mask = 1 + below(15);
        toMany<<<4, 32, 16384>>>(in + base, out, bytes, to, mask);
        show("to several blocks", out);
    }
    for (int n = 0; n < 8; n++) {
        const Tile t = randomTile(in, n < 6);
        const int mask = 1 + below(3);
        tilesToMany<<<2, 32, 16384>>>(t.map, t.x, t.y, t.z, t.bytes, mask);
        show("a tile to several blocks", out);
    }
    const char* kinds[] = {"stored", "added", "loaded"};
    for (int kind = 0; kind < 3; kind++) {
        printf("%s\n", kinds[kind]);
        everyLane<<<1, 32, 4096>>>(out, 5, 20, 64, kind);
        show("by five lanes", out);
        everyLane<<<2, 64, 4096>>>(out, 64, 0, 64, kind);
        show("by all lanes alike", out);
    }
    everyLane<<<1, 32, 4096>>>(out, 1, 0, 0, 0);
    show("nothing", out);
}
