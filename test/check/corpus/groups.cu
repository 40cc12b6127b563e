// Cooperative groups: tiles, coalesced groups, blocks, grids.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//$ grid=1 block=32
__global__ void tilesWithSync(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = b[t];
  tile.sync();
  a[t] = s[t ^ 15];
}

//$ grid=1 block=32
__global__ void tilesOverTheEdge(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  tile.sync();
  a[t] = s[t ^ 16];  //! data-race
}

//$ grid=1 block=64
__global__ void tilesOfFour(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    s[t] = b[t] + k;
    tile.sync();
    int v = s[t ^ 3];
    tile.sync();
    a[t] += v;
  }
}

//$ grid=1 block=64
__global__ void tilesOfFourOneSync(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    s[t] = b[t] + k;  //! data-race
    tile.sync();
    a[t] += s[t ^ 3];  //! data-race
  }
}

//$ grid=1 block=64
__global__ void blockGroupSync(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  s[block.thread_rank()] = b[block.thread_rank()];
  block.sync();
  a[block.thread_rank()] = s[63 - block.thread_rank()];
}

//$ grid=1 block=64
__global__ void blockGroupWithoutSync(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  s[block.thread_rank()] = b[block.thread_rank()];  //! data-race
  a[block.thread_rank()] = s[63 - block.thread_rank()];  //! data-race
}

//$ grid=4 block=64 cooperative
__global__ void gridSync(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i];
  cg::this_grid().sync();
  c[i] = a[255 - i];
}

//$ grid=4 block=64 cooperative
__global__ void gridWithoutSync(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i];  //! data-race
  __syncthreads();
  c[i] = a[255 - i];  //! data-race
}

//$ grid=4 block=64 cooperative
__global__ void gridSyncInLoop(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int* from = a;
  int* to = c;
  for (int k = 0; k < 3; ++k) {
    to[i] = from[(i + 1) % 256] + 1;
    cg::this_grid().sync();
    int* other = from;
    from = to;
    to = other;
  }
}

//$ grid=4 block=64 cooperative
__global__ void gridSyncMissingInPlace(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    int v = a[(i + 64) % 256];  //! data-race
    a[i] = v + 1;  //! data-race
    cg::this_grid().sync();
  }
}

__device__ void phase() { cg::this_grid().sync(); }

//$ grid=4 block=64 cooperative
__global__ void gridSyncInAFunction(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i];
  phase();
  c[i] = a[255 - i];
}

__device__ int exchange(int* a, int i, int v) {
  a[i] = v;
  cg::this_grid().sync();
  return a[255 - i];
}

//$ grid=4 block=64 cooperative
__global__ void gridSyncInAFunctionWithResult(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  c[i] = exchange(a, i, b[i]);
}

//$ grid=2 block=64 cooperative
__global__ void gridSyncThenOneBlockReads(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i];
  cg::this_grid().sync();
  if (blockIdx.x == 0) a[i] += a[i + 64];
}

//$ grid=1 block=32
__global__ void coalescedGroup(int* a, int* b, int* c, int n) {
  if (threadIdx.x % 3 == 0) {
    auto group = cg::coalesced_threads();
    int base = 0;
    if (group.thread_rank() == 0) base = atomicAdd(c, (int)group.size());
    base = group.shfl(base, 0);
    a[base + group.thread_rank()] = threadIdx.x;
  }
}

//$ grid=1 block=64
__global__ void dynamicTiles(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 8);
  int t = threadIdx.x;
  s[t] = b[t];
  tile.sync();
  a[t] = s[t ^ 7];
}

//$ grid=1 block=64
__global__ void dynamicTilesTooSmall(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 8);
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  tile.sync();
  a[t] = s[t ^ 8];  //! data-race
}
