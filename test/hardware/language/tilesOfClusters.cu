// Tiles that several blocks of a cluster get and that leave their tensor: what is filled in, and the sectors that it costs.
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
__device__ void prepare(uint64_t* bar, int bytes) {
    ptx::mbarrier_init(bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    if (bytes) ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, bytes);
}
__device__ void await(uint64_t* bar) {
    while (!ptx::mbarrier_try_wait_parity(bar, 0)) {
    }
}

// A tile to the blocks of a mask, which copy it out.
__global__ void __cluster_dims__(4, 1, 1) tilesToMany(const __grid_constant__ CUtensorMap map, int x, int y, int z, int bytes, int mask, char* out) {
    extern __shared__ __align__(1024) char tile[];
    __shared__ uint64_t bar;
    const unsigned rank = rankOfBlock();
    const bool gets = mask >> rank & 1;
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) ((int*)tile)[i] = 1;
    ptx::fence_proxy_async(ptx::space_shared);
    if (threadIdx.x == 0) prepare(&bar, gets ? bytes : 0);
    waitForCluster();
    const int32_t at[] = {x, y, z};
    if (threadIdx.x == 0 && rank == 0) ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at, &bar, (uint16_t)mask);
    if (gets) {
        await(&bar);
        for (int i = threadIdx.x; i < 16384; i += blockDim.x) out[16384 * rank + i] = tile[i];
    }
    waitForCluster();
}

static unsigned state = 2026;
static int below(int n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

constexpr int N = 1 << 16;

struct Tile {
    CUtensorMap map;
    int x, y, z, bytes;
};

// A tile of a tensor of three dimensions, which it mostly leaves.
static Tile randomTile(int* in) {
    const struct { CUtensorMapDataType type; int bytes; } elements[] = {{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1}, {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2}, {CU_TENSOR_MAP_DATA_TYPE_INT32, 4}, {CU_TENSOR_MAP_DATA_TYPE_UINT64, 8}};
    for (;;) {
        const auto [type, size] = elements[below(4)];
        const int units = 1 + below(8), unit = 16 / size, width = units * unit, height = 1 + below(4), depth = 1 + below(3);
        const bool isTight = below(4) == 0;
        const int pitch = isTight ? units * 16 : 16 * (20 + below(9)), plane = pitch * 12, step = below(4) == 0 ? 2 : 1;
        const int columns = pitch / size - (isTight ? 0 : below(24)), rows = 8 + below(4), planes = 3 + below(4);
        Tile tile;
        tile.x = isTight ? 0 : unit * below(8);
        if (below(3)) tile.x = below(2) ? -unit * below(units + 1) : (columns / unit - below(units + 1)) * unit;
        tile.y = below(3) ? below(6) : below(2) ? -below(height) : rows - below(height);
        tile.z = below(3) ? below(2) : planes - below(depth);
        const int swizzle = below(3) ? 0 : units <= 2 ? 1 : units <= 4 ? 2 : 3;
        cuuint64_t sizes[] = {(cuuint64_t)columns, (cuuint64_t)rows, (cuuint64_t)planes}, strides[] = {(cuuint64_t)pitch, (cuuint64_t)plane};
        cuuint32_t box[] = {(cuuint32_t)width, (cuuint32_t)height, (cuuint32_t)depth}, steps[] = {1, (cuuint32_t)step, 1};
        if (cuTensorMapEncodeTiled(&tile.map, type, 3, in + 4 * below(4), sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)) continue;
        tile.bytes = width * ((height + step - 1) / step) * depth * size;
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
    for (int n = 0; n < 40; n++) {
        const Tile t = randomTile(in);
        const int mask = 1 + below(15);
        CHECK(cudaMemset(out, 0, N * 4));
        tilesToMany<<<4, 32, 16384>>>(t.map, t.x, t.y, t.z, t.bytes, mask, (char*)out);
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess) e = cudaMemcpy(r.data(), out, N * 4, cudaMemcpyDeviceToHost);
        unsigned long long sum = 0;
        for (int one : r) sum = sum * 31 + (unsigned)one;
        printf("%s, %llu\n", cudaGetErrorString(e), sum);
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
