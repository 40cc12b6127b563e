// Barriers with numbers and counts, and functions that are not inlined in which lanes wait.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void namedSync(int id, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");  //! deadlock@tooManyWarps
}
__device__ void namedArrive(int id, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

//$ grid=1 block=128
__global__ void halvesByNumber(int* a, int* b, int* c, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = b[t];
  namedSync(1 + t / 64, 64);
  a[t] = s[t ^ 63];
}

//$ grid=1 block=128
__global__ void acrossHalves(int* a, int* b, int* c, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  namedSync(1 + t / 64, 64);
  a[t] = s[127 - t];  //! data-race
}

//$ grid=1 block=128
__global__ void fullAndEmpty(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    if (t < 64) {
      if (i > 0) namedSync(2, 128);
      s[t] = b[t] + i;
      namedArrive(1, 128);
    } else {
      namedSync(1, 128);
      a[t + 64 * i] = s[127 - t];
      if (i < 3) namedArrive(2, 128);
    }
  }
}

//$ grid=1 block=128
__global__ void fullWithoutEmpty(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = b[t];
    namedArrive(1, 128);
    s[t] = b[t] + 1;  //! data-race
  } else {
    namedSync(1, 128);
    a[t] = s[127 - t];  //! data-race
  }
}

//$ grid=1 block=128
__global__ void tooManyWarps(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  a[t] = b[t];
  if (t < 96) namedSync(1, 64);
}

//$ grid=1 block=64
__global__ void countOfHalfAWarp(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 48) asm volatile("bar.sync 1, 48;" ::: "memory");  //! barrier-operands
  a[threadIdx.x] = 1;
}

//$ grid=1 block=64
__global__ void seventeenthBarrier(int* a, int* b, int* c, int n) {
  int number = n > 3 ? 16 : 15;
  asm volatile("bar.sync %0, 64;" ::"r"(number) : "memory");  //! barrier-operands
  a[threadIdx.x] = 1;
}

__device__ void step(cg::grid_group grid, cg::thread_block block, int* a, int* s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i];
  block.sync();
  int v = s[block.size() - 1 - threadIdx.x];
  grid.sync();
  a[i] = v;
  grid.sync();
}

//$ grid=2 block=64
__global__ void gridAndBlockInAFunction(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  for (int k = 0; k < 3; ++k) {
    step(grid, block, a, s);
    block.sync();
  }
  c[blockIdx.x * 64 + threadIdx.x] = a[127 - (blockIdx.x * 64 + threadIdx.x)];
}

__device__ __noinline__ void forgetful(int* a, int* c, int i) {
  cg::this_grid().sync();
  c[i] = a[127 - i];  //! data-race@gridInAFunctionThenRace
  a[i] = 2;           //! data-race@gridInAFunctionThenRace
}

//$ grid=2 block=64
__global__ void gridInAFunctionThenRace(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = b[i];
  forgetful(a, c, i);
}

//$ grid=2 block=64
__global__ void threadsLeaveBeforeTheGrid(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= 100) return;
  a[i] = b[i];
  cg::this_grid().sync();  //! divergent-barrier
  c[i] = a[99 - i];
}

//$ grid=2 block=64
__global__ void blockLeavesBeforeTheGrid(int* a, int* b, int* c, int n) {
  if (blockIdx.x == 1) return;
  a[threadIdx.x] = b[threadIdx.x];
  cg::this_grid().sync();  //! deadlock
  c[threadIdx.x] = a[63 - threadIdx.x];
}

__device__ int warpSum(int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);  //! lane-mask@sumsInTwoBranches absent-lane@sumsInTwoBranches
  return v;
}

//$ grid=1 block=128
__global__ void sumOfTheBlock(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, v = warpSum(b[t]);
  if (t % 32 == 0) s[t / 32] = v;
  __syncthreads();
  v = t < 4 ? s[t] : 0;
  if (t < 32) v = warpSum(v);
  if (t == 0) a[0] = v;
}

//$ grid=1 block=32
__global__ void sumsInTwoBranches(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, v;
  if (t < 16) v = warpSum(b[t]);
  else v = warpSum(b[t] + 1);
  a[t] = v;
}

struct Weights {
  int v[20];
};

__device__ int weighted(Weights w, cg::thread_block_tile<32> tile) {
  w.v[0]++;
  int sum = 0;
  for (int i = 0; i < 20; ++i) sum += w.v[i];
  tile.sync();
  return sum;
}

//$ grid=1 block=32
__global__ void structureByValue(int* a, int* b, int* c, int n) {
  Weights w;
  for (int i = 0; i < 20; ++i) w.v[i] = 1;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int sum = weighted(w, tile) + weighted(w, tile);
  if (sum != 42) a[4096] = 1;
  a[threadIdx.x] = sum;
}
