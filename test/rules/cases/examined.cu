#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Both sides of a branch on data: whichever side lanes are on, those that meet in a bank take a wavefront each.
__global__ void bothSides(const float* x, float* out, float a, float b) {
    __shared__ float s[2048];
    int t = threadIdx.x;
    if (x[t] > 0) s[t * 32] = a; else s[t * 32 + 1] = b;
//                ^^^^^^^^^ expect: shared-bank-conflict "Bank conflicts on both sides: this shared store and that of"
    __syncthreads();
    if (x[t] > 1) s[t] = a; else s[t + 64] = b;
    __syncthreads();
    out[t] = s[t];
}

// One store, whose address data choose.
__global__ void chosen(const float* x, float* out, float a) {
    __shared__ float s[2048];
    int t = threadIdx.x;
    if (x[t] > 0) s[t * 32] = a; else s[t * 32 + 1] = a;
//                ^^^^^^^^^ expect: shared-bank-conflict "16-way bank conflict: this shared store takes 16 wavefronts or more, w"
    __syncthreads();
    if (x[t] > 1) s[t] = a; else s[t + 65] = a;
    __syncthreads();
    out[t] = s[t];
}

// No padding is perfect for rows of 16 under blocks of 16 by 16; one is best.
__global__ void sixteen(const float* in, float* out, int n) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
//                                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "8-way bank conflict: this shared load takes 8 wavefronts per request w"
}

__global__ void sixteenPadded(const float* in, float* out, int n) {
    __shared__ float tile[16][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void conflicts(const float* in, float* out) {
    bothSides<<<1, 64>>>(in, out, 1, 2);
    chosen<<<1, 64>>>(in, out, 1);
    sixteen<<<dim3(16, 16), dim3(16, 16)>>>(in, out, 256);
    sixteenPadded<<<dim3(16, 16), dim3(16, 16)>>>(in, out, 256);
}

// A pointer in a structure that is passed by value.
struct Points { float* a; int n; };
__global__ void unguarded(Points p) { int i = blockIdx.x * blockDim.x + threadIdx.x; p.a[i] = 1; }
//                                                                                   ^^^^^^ expect: threads-past-end "The"
__global__ void guarded(Points p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) p.a[i] = 1; }
__global__ void fits(Points p) { int i = blockIdx.x * blockDim.x + threadIdx.x; p.a[i] = 1; }
void structures() {
    Points p, q;
    p.n = 1000;
    cudaMalloc(&p.a, 1000 * sizeof(float));
    cudaMalloc(&q.a, 1024 * sizeof(float));
    unguarded<<<4, 256>>>(p);
    guarded<<<4, 256>>>(p);
    fits<<<4, 256>>>(q);
    cudaFree(p.a);
    cudaFree(q.a);
}

// Elements past what the launch gives.
__global__ void twoHalves(float* a) {
    extern __shared__ float half[];
    half[threadIdx.x] = a[threadIdx.x];
    half[threadIdx.x + 256] = a[threadIdx.x];
//  ^^^^^^^^^^^^^^^^^^^^^^^ expect: threads-past-end "Element 511 of half is past the end: the"
    __syncthreads();
    a[threadIdx.x] = half[255 - threadIdx.x];
}
__global__ void halo(float* a) {
    __shared__ float row[257];
    row[threadIdx.x + 1] = a[threadIdx.x];
    if (threadIdx.x == 0) row[0] = 0;
    __syncthreads();
    a[threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + 1] + row[threadIdx.x + 2];
//                                                             ^^^^^^^^^^^^^^^^^^^^ expect: threads-past-end "Element 257 of row is past the end: it has 257 elements"
}
void dynamic(float* a, int blocks) {
    twoHalves<<<1, 256, 256 * sizeof(float)>>>(a);
    halo<<<blocks, 256>>>(a);
}
__global__ void twoHalvesGiven(float* a) {
    extern __shared__ float both[];
    both[threadIdx.x] = a[threadIdx.x];
    both[threadIdx.x + 256] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = both[255 - threadIdx.x];
}
void enough(float* a) { twoHalvesGiven<<<1, 256, 2 * 256 * sizeof(float)>>>(a); }

// Memory without the factor: one finding at the allocation, and threads are counted past what is meant.
__global__ void fill(int* a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = 1; }
//                                                                            ^^^^ expect: threads-past-end "The last 24 of 1024 threads"
__global__ void fillWhole(int* a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = 1; }
void withoutFactor() {
    const int N = 1000, M = 1024;
    int *d, *e;
    cudaMalloc(&d, N);
//                 ^ expect: copy-size "cudaMalloc allocates N bytes, but d is used with as many elements of t"
    fill<<<(N + 255) / 256, 256>>>(d);
    cudaMalloc(&e, M);
//                 ^ expect: copy-size "cudaMalloc allocates M bytes, but e is used with as many elements of t"
    fillWhole<<<(M + 255) / 256, 256>>>(e);
    cudaFree(d);
    cudaFree(e);
}

// A warp's barrier that lanes pass by on their way out waits for none of them.
__global__ void lastBarrier(float* a) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    a[threadIdx.x] += 1;
    if (tile.thread_rank() < 8) tile.sync();
//                              ^^^^^^^^^^^ expect: divergent-barrier "tile.sync does not reach every thread of the warp: `if (tile.thread_ra"
}
__global__ void guardedBarrier(float* a, int n) {
    if (threadIdx.x >= n) return;
    a[threadIdx.x] += 1;
    __syncwarp();
}
__global__ void gridBarrier(float* a) {
    a[threadIdx.x] += 1;
    if (threadIdx.x < 8) cg::this_grid().sync();
//                       ^^^^^^^^^^^^^^^^^^^^^^ expect: divergent-barrier "cg::this_grid().sync does not reach every thread of the grid: `if (thr"
}

// A helper that has the whole race; an element that a pointer into the array reaches.
__device__ float blockSum(float v, float* cache) {
    cache[threadIdx.x] = v;
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) cache[threadIdx.x] += cache[threadIdx.x + k];
//                                                 ^^^^^^^^^^^^^^^^^^^^^^ expect: missing-barrier "Thread 0 reads here what thread 128 writes with `cache[threadIdx.x]` i"
        __syncthreads();
    }
    return cache[0];
}
__global__ void sums(const float* in, float* out) {
    __shared__ float cache[256];
    float r = blockSum(in[blockIdx.x * blockDim.x + threadIdx.x], cache);
    if (threadIdx.x == 0) out[blockIdx.x] = r;
}
__global__ void throughPointer(float* g) {
    extern __shared__ double ws[];
    double* hi = ws + blockDim.x;
    ws[threadIdx.x] = g[threadIdx.x];
    hi[threadIdx.x] = 1;
//  ^^^^^^^^^^^^^^^ expect: threads-past-end "Element 511 of ws is past the end: the"
    __syncthreads();
    g[threadIdx.x] = ws[0] + hi[0];
//                           ^^^^^ expect: threads-past-end "Element 256 of ws is past the end: the"
}
void helpers(const float* in, float* out, int blocks) {
    sums<<<4, 256>>>(in, out);
    throughPointer<<<blocks, 256, 256 * sizeof(double)>>>(out);
}

// Reuse behind helpers and variables of the index; loops under a condition that splits warps.
__device__ __forceinline__ int globalId() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void derivative(const float* in, float* out, int n) {
    int i = globalId();
    if (i >= 2 && i < n - 2) out[i] = in[i - 2] - 8 * in[i - 1] + 8 * in[i + 1] - in[i + 2] + in[i];
//                                    ^^^^^^^^^ expect: missed-reuse "Each element of in is loaded 5 times in a block. Load a tile with its "
}
__global__ void convolution(const float* img, const float* k, float* out, int w, int h, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
            int xx = x + dx, yy = y + dy;
            if (xx >= 0 && yy >= 0 && xx < w && yy < h) s += img[yy * w + xx] * k[(dy + r) * (2 * r + 1) + dx + r];
//                                                           ^^^^^^^^^^^^^^^^ expect: missed-reuse "Each element of img is loaded by all its neighbours in a block. Load a"
        }
    out[y * w + x] = s;
}
__global__ void everyOther(float* d, int n) {
    float v = d[globalId()];
    if (!(threadIdx.x & 1))
//      ^^^^^^^^^^^^^^^^^^ expect: divergent-branch "if (!(threadIdx.x & 1)) splits every warp: 30 instructions run with a "
        for (int k = 0; k < n; ++k) v = fmaf(v, v, 0.25f) + __expf(v);
    d[globalId()] = v;
}
__global__ void everyOtherWarp(float* d, int n) {
    float v = d[globalId()];
    if (!(threadIdx.x / 32 & 1))
        for (int k = 0; k < n; ++k) v = fmaf(v, v, 0.25f) + __expf(v);
    d[globalId()] = v;
}

// Barriers of tiles that are smaller than a warp.
__global__ void tileOfEight(float* a) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    float v = a[block.thread_rank()];
    if (tile.thread_rank() < 4) { v *= 2; tile.sync(); }
//                                        ^^^^^^^^^^^ expect: divergent-barrier "tile.sync does not reach every thread of the tile: `if (tile.thread_ra"
    a[block.thread_rank()] = v + tile.shfl(v, 0);
}
__global__ void wholeTiles(float* a) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    auto wide = cg::tiled_partition<16>(block);
    float v = a[block.thread_rank()];
    if (tile.meta_group_rank() % 2 == 0) { v *= 2; tile.sync(); }
    if (wide.any(v > 3)) { v = 1; wide.sync(); }
    a[block.thread_rank()] = v + tile.shfl(v, 0);
}

// One element that every thread stores, through a conversion and a product that keep the threads' values apart.
__global__ void lastOneWins(float* out) {
    *out = threadIdx.x * 0.5f;
//  ^^^^ expect: missing-barrier "Threads 0 and 1 of a block store different values at one address"
}
__global__ void allAgree(float* out, float* zero) {
    *out = blockDim.x * 0.5f;
    *zero = threadIdx.x * 0.0f;
}
void stores(float* out) {
    lastOneWins<<<1, 64>>>(out);
    allAgree<<<1, 64>>>(out, out + 1);
}
