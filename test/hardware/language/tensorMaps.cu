// Bulk copies of tiles by a tensor map: out of bounds, strides of elements, swizzles.
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); return 1; } } while (0)

// Copies one tile of HEIGHT rows of WIDTH ints, and writes shared memory out as it lies.
template <int WIDTH, int HEIGHT>
__global__ void asItLies(const __grid_constant__ CUtensorMap map, int* out, int x, int y) {
    __shared__ alignas(1024) int tile[HEIGHT][WIDTH];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        const int32_t at[] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, at, &bar);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    for (int i = threadIdx.x; i < WIDTH * HEIGHT; i += blockDim.x) out[i] = (&tile[0][0])[i];
}

// Copies a tile, adds to it, and copies it back.
template <int WIDTH, int HEIGHT>
__global__ void addsInPlace(const __grid_constant__ CUtensorMap map, int x, int y) {
    __shared__ alignas(128) int tile[HEIGHT][WIDTH];
    __shared__ uint64_t bar;
    const int32_t at[] = {x + (int)blockIdx.x * WIDTH, y + (int)blockIdx.y * HEIGHT};
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, at, &bar);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    for (int i = threadIdx.x; i < WIDTH * HEIGHT; i += blockDim.x) tile[i / WIDTH][i % WIDTH] += i;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// Rows that are narrower than those of the swizzle, with room around; the last number says whether all bytes came that were expected.
__global__ void narrowRows(const __grid_constant__ CUtensorMap map, int* out, int x, int y, int bytes) {
    __shared__ alignas(1024) int tile[1024];
    __shared__ uint64_t bar;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = -7;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, bytes);
        const int32_t at[] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, at, &bar);
    }
    __syncthreads();
    int tries = 0;
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        if (++tries == 10) break;
    for (int i = threadIdx.x; i < 256; i += blockDim.x) out[i] = tile[i];
    if (threadIdx.x == 0) out[256] = tries == 10 ? -1 : 1;
}

// A transpose through a swizzled tile: no two lanes of a column meet in a bank.
__global__ void swizzledColumns(const __grid_constant__ CUtensorMap map, int4* out) {
    __shared__ alignas(1024) int4 tile[32][8];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
        const int32_t at[] = {0, 0};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, at, &bar);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    int row = threadIdx.x % 32, column = threadIdx.x / 32;
    out[column * 32 + row] = tile[row][column ^ (row % 8)];
}

constexpr int W = 200, H = 100, N = W * H;

// By the older functions of `cuda::device::experimental`: three dimensions, in place, with a barrier of the block.
__global__ void threeDimensions(const __grid_constant__ CUtensorMap map, int x, int y, int z) {
    __shared__ alignas(128) int tile[2][3][4];
    __shared__ Barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_3d_global_to_shared(&tile, &map, x, y, z, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    if (threadIdx.x < 24) (&tile[0][0][0])[threadIdx.x] = -(&tile[0][0][0])[threadIdx.x];
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_3d_shared_to_global(&map, x, y, z, &tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

// Elements of a row, and NaN past its end.
__global__ void oneDimension(const __grid_constant__ CUtensorMap map, int* out, int x) {
    __shared__ alignas(128) int row[16];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(row));
        const int32_t at[] = {x};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, row, &map, at, &bar);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    if (threadIdx.x < 16) out[threadIdx.x] = row[threadIdx.x];
}

// Tiles that are added to the tensor, swizzled in shared memory.
__global__ void addsTiles(const __grid_constant__ CUtensorMap map, int x, int y) {
    __shared__ alignas(1024) int tile[8][32];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) (&tile[0][0])[i] = i;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(x), "r"(y), "r"((uint32_t)__cvta_generic_to_shared(tile)) : "memory");
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

typedef CUresult (*Encode)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

int main() {

    std::vector<int> h(N), r(N);
    for (int i = 0; i < N; ++i) h[i] = i;
    int *in, *out;
    CHECK(cudaMalloc(&in, N * 4));
    CHECK(cudaMalloc(&out, N * 4));
    CHECK(cudaMemcpy(in, h.data(), N * 4, cudaMemcpyHostToDevice));
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult found;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found));
    Encode encode = (Encode)entry;
    auto mapOf = [&](CUtensorMap& map, int boxW, int boxH, int strideW, int strideH, CUtensorMapSwizzle swizzle, cuuint64_t pitch = W * 4, cuuint64_t width = W) {
        cuuint64_t sizes[] = {width, H}, strides[] = {pitch};
        cuuint32_t box[] = {(cuuint32_t)boxW, (cuuint32_t)boxH}, steps[] = {(cuuint32_t)strideW, (cuuint32_t)strideH};
        CUresult e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
        if (e != CUDA_SUCCESS) printf("encode: %d\n", (int)e);
    };
    auto show = [&](const char* name, int count) {
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess) e = cudaMemcpy(r.data(), out, N * 4, cudaMemcpyDeviceToHost);
        printf("%s: %s", name, cudaGetErrorString(e));
        for (int i = 0; i < count; ++i) printf(" %d", r[i]);
        printf("\n");
        cudaMemset(out, 0xff, N * 4);
    };
    CUtensorMap map;
    mapOf(map, 8, 4, 1, 1, CU_TENSOR_MAP_SWIZZLE_NONE);
    asItLies<8, 4><<<1, 128>>>(map, out, 16, 3);
    show("inside", 32);
    asItLies<8, 4><<<1, 128>>>(map, out, 196, 98);
    show("past the end", 32);
    asItLies<8, 4><<<1, 128>>>(map, out, -4, -1);
    show("before the start", 32);
    mapOf(map, 8, 4, 1, 3, CU_TENSOR_MAP_SWIZZLE_NONE);
    asItLies<8, 2><<<1, 128>>>(map, out, 8, 5);
    show("strides of elements", 16);
    mapOf(map, 8, 32, 1, 1, CU_TENSOR_MAP_SWIZZLE_32B);
    asItLies<8, 32><<<1, 128>>>(map, out, 0, 0);
    show("swizzle of 32 bytes", 256);
    mapOf(map, 16, 16, 1, 1, CU_TENSOR_MAP_SWIZZLE_64B);
    asItLies<16, 16><<<1, 128>>>(map, out, 0, 0);
    show("swizzle of 64 bytes", 256);
    mapOf(map, 32, 16, 1, 1, CU_TENSOR_MAP_SWIZZLE_128B);
    asItLies<32, 16><<<1, 128>>>(map, out, 0, 0);
    show("swizzle of 128 bytes", 512);
    mapOf(map, 32, 32, 1, 1, CU_TENSOR_MAP_SWIZZLE_128B);
    swizzledColumns<<<1, 256>>>(map, (int4*)out);
    show("swizzled columns", 64);
    mapOf(map, 32, 8, 1, 1, CU_TENSOR_MAP_SWIZZLE_NONE);
    addsInPlace<32, 8><<<dim3(7, 13), 128>>>(map, 0, 0);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), in, N * 4, cudaMemcpyDeviceToHost));
    unsigned long long sum = 0;
    for (int one : r) sum = sum * 31 + (unsigned)one;
    printf("adds in place: %llu\n", sum);
    auto whole = [&](const char* name) {
        cudaError_t e = cudaDeviceSynchronize();
        if (e == cudaSuccess) e = cudaMemcpy(r.data(), in, N * 4, cudaMemcpyDeviceToHost);
        unsigned long long sum = 0;
        for (int one : r) sum = sum * 31 + (unsigned)one;
        printf("%s: %s, %llu\n", name, cudaGetErrorString(e), sum);
    };
    mapOf(map, 16, 8, 1, 1, CU_TENSOR_MAP_SWIZZLE_128B);
    narrowRows<<<1, 128>>>(map, out, 4, 2, 16 * 8 * 4);
    show("narrow rows, swizzle of 128 bytes", 257);
    mapOf(map, 4, 16, 1, 1, CU_TENSOR_MAP_SWIZZLE_32B);
    narrowRows<<<1, 128>>>(map, out, 8, 0, 4 * 16 * 4);
    show("narrow rows, swizzle of 32 bytes", 257);
    mapOf(map, 8, 4, 1, 1, CU_TENSOR_MAP_SWIZZLE_64B);
    narrowRows<<<1, 128>>>(map, out, 8, 0, 8 * 4 * 4);
    show("narrow rows, swizzle of 64 bytes", 257);
    mapOf(map, 32, 8, 1, 1, CU_TENSOR_MAP_SWIZZLE_128B);
    addsTiles<<<1, 128>>>(map, 4, 1);
    whole("adds a tile");
    addsTiles<<<1, 128>>>(map, 180, 96);
    whole("adds a part of a tile");
    mapOf(map, 32, 8, 1, 2, CU_TENSOR_MAP_SWIZZLE_NONE);
    addsTiles<<<1, 128>>>(map, 4, 1);
    whole("adds every second row");
    cuuint64_t sizes[] = {20, 10, 100}, strides[] = {80, 800};
    cuuint32_t box[] = {4, 3, 2}, steps[] = {1, 1, 1};
    CUresult e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 3, in, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("three dimensions: %d\n", (int)e);
    threeDimensions<<<1, 32>>>(map, 8, 2, 3);
    whole("inside of a cuboid");
    threeDimensions<<<1, 32>>>(map, 16, 8, 99);
    whole("at the corner of a cuboid");
    threeDimensions<<<1, 32>>>(map, 16, 9, 98);
    whole("around a corner");
    cuuint64_t length[] = {1000};
    cuuint32_t row[] = {16};
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 1, in, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    printf("one dimension: %d\n", (int)e);
    oneDimension<<<1, 32>>>(map, out, 992);
    show("NaN past the end", 16);
    row[0] = 32;
    length[0] = 100;
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 1, in, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    printf("bfloat16: %d\n", (int)e);
    oneDimension<<<1, 32>>>(map, out, 80);
    show("NaN of 16 bits", 16);
    row[0] = 8;
    length[0] = 10;
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 1, in, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    printf("doubles: %d\n", (int)e);
    oneDimension<<<1, 32>>>(map, out, 8);
    show("NaN of 64 bits", 16);
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, in, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    printf("NaN of integers: %d\n", (int)e);
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, (char*)in + 8, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("an address that is not aligned: %d\n", (int)e);
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 6, in, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("six dimensions: %d\n", (int)e);
    length[0] = 0;
    e = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, in, length, strides, row, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    printf("no elements: %d\n", (int)e);
    CUtensorMap bad;
    mapOf(bad, 300, 4, 1, 1, CU_TENSOR_MAP_SWIZZLE_NONE);
    mapOf(bad, 64, 4, 1, 1, CU_TENSOR_MAP_SWIZZLE_128B);
    mapOf(bad, 7, 4, 1, 1, CU_TENSOR_MAP_SWIZZLE_NONE);
    mapOf(bad, 8, 4, 1, 1, CU_TENSOR_MAP_SWIZZLE_NONE, 196 * 4 + 4);
    mapOf(bad, 8, 4, 9, 1, CU_TENSOR_MAP_SWIZZLE_NONE);
}
