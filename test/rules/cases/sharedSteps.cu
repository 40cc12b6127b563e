// Barriers that a learner forgets: before a loop's first iteration, of the grid, and in global memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void firstIteration(const float* in, float* out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
//                         ^^^^^^^^ expect: missing-barrier "reads here what thread 128 writes with `s[t]` in line 7, with no barrier between"
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void afterLoad(const float* in, float* out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void barrierFirst(const float* in, float* out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        __syncthreads();
        if (t < k) s[t] += s[t + k];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void shift(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) a[i] = a[i + 1];
//                 ^^^^ expect: missing-barrier "overwrites here what thread 31 reads with `a[i + 1]` in line 38"
}
__global__ void reverse(int* d) {
    int t = threadIdx.x, v = d[63 - t];
    d[t] = v;
//  ^^^^ expect: missing-barrier "overwrites here what thread"
}
__global__ void reverseInTwoSteps(int* d) {
    int t = threadIdx.x, v = d[63 - t];
    __syncthreads();
    d[t] = v;
}
__global__ void own(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + 1;
}
__global__ void apart(int* to, const int* from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) to[i] = from[i + 1];
}
__global__ void allStore(int* a) {
    a[0] = threadIdx.x;
//  ^^^^ expect: missing-barrier "Threads 0 and 1 of a block store different values at one address here."
}
__global__ void oneStores(int* a) {
    if (threadIdx.x == 0) a[0] = threadIdx.x + 7;
}
__global__ void flag(int* found, const int* in) {
    if (in[threadIdx.x] == 7) *found = 1;
}
__global__ void sameValue(int* a, int n) { a[0] = n + blockIdx.x; }
__global__ void wholeGrid(float* x, int n) {
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 1;
        grid.sync();
//      ^^^^^^^^^^^ expect: divergent-barrier "grid.sync may not reach every thread of the grid: `if (i < n)` differs"
    }
}
__global__ void wholeGridOfAll(float* x, int n) {
    cg::grid_group grid = cg::this_grid();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 1;
    grid.sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) x[0] = 2;
}
__global__ void tileOfOdd(float* x) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    float v = x[threadIdx.x];
    if (threadIdx.x & 1) {
        tile.sync();
//      ^^^^^^^^^^^ expect: divergent-barrier "tile.sync does not reach every thread of the warp: `if (threadIdx.x & 1)` differs"
    }
    x[threadIdx.x] = v;
}
__global__ void boundFromL2(int* x, const int* n) {
    int most = __ldcg(n);
    for (int i = 0; i < most; i++) {
        x[threadIdx.x] += i;
        __syncthreads();
    }
}
void launches(float* f, float* g, int* a, int n) {
    firstIteration<<<4, 256>>>(f, g);
    afterLoad<<<4, 256>>>(f, g);
    barrierFirst<<<4, 256>>>(f, g);
    shift<<<4, 256>>>(a, n);
    reverse<<<1, 64>>>(a);
    reverseInTwoSteps<<<1, 64>>>(a);
    own<<<4, 256>>>(a, n);
    apart<<<4, 256>>>(a, a + n, n);
    allStore<<<1, 64>>>(a);
    oneStores<<<1, 64>>>(a);
    flag<<<1, 64>>>(a, a + n);
    sameValue<<<4, 64>>>(a, n);
    wholeGrid<<<2, 64>>>(f, n);
    wholeGridOfAll<<<2, 64>>>(f, n);
    tileOfOdd<<<1, 64>>>(f);
    boundFromL2<<<1, 64>>>(a, a + n);
}
