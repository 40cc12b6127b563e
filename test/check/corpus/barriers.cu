// Barriers that part of a block or warp does not come to, and masks that name the wrong lanes.

//$ grid=1 block=64
__global__ void barrierForHalfTheBlock(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 32) __syncthreads();  //! divergent-barrier
  a[threadIdx.x] = 1;
}

//$ grid=1 block=64
__global__ void barrierForHalfAWarp(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 16) __syncthreads();  //! divergent-barrier
  a[threadIdx.x] = 1;
}

//$ grid=1 block=64
__global__ void barrierAfterReturn(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= 40) return;
  s[t] = b[t];
  __syncthreads();  //! divergent-barrier
  a[t] = s[39 - t];
}

//$ grid=1 block=64
__global__ void returnAfterLastBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  if (t >= 50) return;
  a[t] = s[63 - t];
}

//$ grid=2 block=64
__global__ void wholeBlockReturns(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  if (blockIdx.x == 1) return;
  s[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=64
__global__ void twoBarriersByWarp(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 32) {
    a[threadIdx.x] = 1;
    __syncthreads();  //! divergent-barrier
  } else {
    a[threadIdx.x] = 2;
    __syncthreads();  //! divergent-barrier
  }
}

//$ grid=1 block=32
__global__ void twoBarriersInAWarp(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 16) {
    __syncthreads();  //! deadlock
    a[threadIdx.x] = 1;
  } else {
    __syncthreads();
    a[threadIdx.x] = 2;
  }
}

//$ grid=1 block=64
__global__ void barrierInLoopOfUnequalLength(int* a, int* b, int* c, int n) {
  for (int i = 0; i < (threadIdx.x < 32 ? 2 : 3); ++i) {
    a[threadIdx.x] = i;
    __syncthreads();  //! divergent-barrier
  }
}

//$ grid=1 block=64
__global__ void barrierInUniformBranch(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  if (n > 0) __syncthreads();
  a[t] = s[63 - t];
}

//$ grid=1 block=64
__global__ void barrierInUniformLoop(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n % 5; ++i) {
    s[t] = b[t] + i;
    __syncthreads();
    a[t] += s[63 - t];
    __syncthreads();
  }
}

__device__ void sync() { __syncthreads(); }

//$ grid=1 block=64
__global__ void barrierInAFunction(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  sync();
  a[t] = s[63 - t];
}

//$ grid=1 block=64
__global__ void namedBarriers(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = b[t];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[t] = s[t - 32];
  }
}

//$ grid=1 block=96
__global__ void namedBarrierOfTwoWarps(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = b[t];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[t] = s[63 - t];
  }
}

//$ grid=1 block=96
__global__ void namedBarrierThatLeavesOneOut(int* a, int* b, int* c, int n) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  a[t] = s[95 - t];  //! data-race
}

//$ grid=1 block=64
__global__ void twoNamedBarriers(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
  else asm volatile("bar.sync 2, 32;" ::: "memory");
  a[t] = s[63 - t];  //! data-race
}

//$ grid=1 block=64
__global__ void namedBarrierNobodyElseComesTo(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory");  //! deadlock
  a[threadIdx.x] = 1;
}

//$ grid=1 block=32
__global__ void callerNotInMask(int* a, int* b, int* c, int n) {
  if (threadIdx.x < 16) __syncwarp(0x0000fff0u);  //! lane-mask
  a[threadIdx.x] = 1;
}

//$ grid=1 block=32
__global__ void callerNotInShuffleMask(int* a, int* b, int* c, int n) {
  int v = __shfl_down_sync(0x0000ffffu, b[threadIdx.x], 1);  //! lane-mask
  a[threadIdx.x] = v;
}

//$ grid=1 block=32
__global__ void callerNotInVoteMask(int* a, int* b, int* c, int n) {
  a[threadIdx.x] = __ballot_sync(0xfffffffeu, b[threadIdx.x] > 3);  //! lane-mask
}

//$ grid=1 block=32
__global__ void maskOfAnExitedHalf(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, v = b[t];
  if (t >= 16) return;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);  //! absent-lane
  if (t == 0) a[0] = v;
}

//$ grid=1 block=32
__global__ void maskOfTheHalfThatIsThere(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, v = b[t];
  if (t >= 16) return;
  for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0x0000ffffu, v, d, 16);
  if (t == 0) a[0] = v;
}

//$ grid=1 block=20
__global__ void shuffleBeyondTheBlock(int* a, int* b, int* c, int n) {
  int v = b[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);  //! absent-lane
  if (threadIdx.x == 0) a[0] = v;
}

//$ grid=1 block=32
__global__ void activeMaskInABranch(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  if (t % 2 == 0) {
    unsigned mask = __activemask();
    int leader = __ffs(mask) - 1;
    int base = 0;
    if (t == leader) base = atomicAdd(c, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    a[base + __popc(mask & ((1u << t) - 1))] = t;
  }
}

//$ grid=1 block=32
__global__ void differentMasksInOneShuffle(int* a, int* b, int* c, int n) {
  unsigned mask = threadIdx.x < 16 ? 0xffffffffu : 0xffff0000u;
  a[threadIdx.x] = __shfl_sync(mask, b[threadIdx.x], 16);  //! lane-mask
}

//$ grid=1 block=32
__global__ void masksByHalf(int* a, int* b, int* c, int n) {
  unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  a[threadIdx.x] = __shfl_sync(mask, b[threadIdx.x], 0, 16);
}

//$ grid=1 block=64
__global__ void barrierBesideEarlyExitOfAWarp(int* a, int* b, int* c, int n) {
  if (threadIdx.x / 32 == 1) return;
  a[threadIdx.x] = b[threadIdx.x];
  __syncthreads();  //! divergent-barrier
  c[threadIdx.x] = a[31 - threadIdx.x];
}
