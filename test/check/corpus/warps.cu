// Orders within a warp: lanes run independently, and only what names them orders what they do to memory.

//$ grid=1 block=32
__global__ void loadBeforeStoreInLockstep(int* a, int* b, int* c, int n) {
  __shared__ int s[33];
  int t = threadIdx.x;
  s[t] = b[t];
  if (t == 0) s[32] = 7;
  __syncwarp();
  s[t] = s[t + 1];  //! data-race
  __syncwarp();
  a[t] = s[t];
}

//$ grid=1 block=32
__global__ void loadThenSyncThenStore(int* a, int* b, int* c, int n) {
  __shared__ int s[33];
  int t = threadIdx.x;
  s[t] = b[t];
  if (t == 0) s[32] = 7;
  __syncwarp();
  int v = s[t + 1];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  a[t] = s[t];
}

//$ grid=1 block=32
__global__ void globalShiftInLockstep(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  if (t < 31) b[t] = b[t + 1];  //! data-race
}

//$ grid=1 block=32
__global__ void tailWithoutSync(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  a[t] = s[(t + 1) % 32];  //! data-race
}

//$ grid=1 block=32
__global__ void tailWithSync(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncwarp();
  a[t] = s[(t + 1) % 32];
}

//$ grid=1 block=32
__global__ void halvesWithoutSync(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) s[t] = b[t];  //! data-race
  else a[t] = s[t - 16];  //! data-race
}

//$ grid=1 block=32
__global__ void halvesWithSync(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) s[t] = b[t];
  __syncwarp();
  if (t >= 16) a[t] = s[t - 16];
}

//$ grid=1 block=32
__global__ void syncOfTheWrongHalf(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  if (t < 16) __syncwarp(0xffffu);
  a[t] = s[(t + 16) % 32];  //! data-race
}

//$ grid=1 block=32
__global__ void syncOfEachHalf(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
  a[t] = s[t ^ 15];
}

//$ grid=1 block=64
__global__ void warpReductionInLockstep(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];  //! data-race:a
    s[t] += s[t + 16];  //! data-race:a data-race:b data-race:g
    s[t] += s[t + 8];  //! data-race:b data-race:h data-race:c
    s[t] += s[t + 4];  //! data-race:c data-race:i data-race:d
    s[t] += s[t + 2];  //! data-race:d data-race:j data-race:e
    s[t] += s[t + 1];  //! data-race:e data-race:f
  }
  if (t == 0) a[0] = s[0];
}

//$ grid=1 block=64
__global__ void warpReductionWithSync(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) {
      __syncwarp();
      s[t] = v;
      __syncwarp();
      v += s[(t + d) % 32];
    }
    if (t == 0) a[0] = v;
  }
}

//$ grid=1 block=32
__global__ void guardedReductionWithSync(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncwarp();
  }
  if (t == 0) a[0] = s[0];
}

//$ grid=1 block=32
__global__ void oneInstructionDifferentValues(int* a, int* b, int* c, int n) {
  a[0] = threadIdx.x;  //! conflicting-write
}

//$ grid=1 block=32
__global__ void oneInstructionPairsOfLanes(int* a, int* b, int* c, int n) {
  __shared__ int s[16];
  int t = threadIdx.x;
  s[t / 2] = t;  //! conflicting-write
  __syncwarp();
  a[t] = s[t / 2];
}

//$ grid=1 block=32
__global__ void oneInstructionSameValue(int* a, int* b, int* c, int n) {
  a[0] = n;
}

//$ grid=1 block=32
__global__ void oneInstructionSameLoadedValue(int* a, int* b, int* c, int n) {
  __shared__ int s[4];
  s[threadIdx.x / 8] = b[threadIdx.x / 8];
  __syncwarp();
  a[threadIdx.x] = s[threadIdx.x / 8];
}

//$ grid=1 block=32
__global__ void scatterWithCollisions(int* a, int* b, int* c, int n) {
  a[b[threadIdx.x]] = threadIdx.x;  //! conflicting-write
}

//$ grid=1 block=32
__global__ void scatterWithAtomics(int* a, int* b, int* c, int n) {
  atomicMax(&a[b[threadIdx.x]], (int)threadIdx.x);
}

//$ grid=1 block=32
__global__ void overlappingBytes(int* a, int* b, int* c, int n) {
  char* p = (char*)a + 2 * (threadIdx.x % 2);
  *(short*)p = (short)(threadIdx.x % 2);
}

//$ grid=1 block=32
__global__ void shuffleReduction(int* a, int* b, int* c, int n) {
  int v = b[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) a[0] = v;
}

//$ grid=1 block=32
__global__ void shuffleAfterLoads(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncwarp();
  int v = s[31 - t];
  v = __shfl_xor_sync(0xffffffffu, v, 1);
  s[t] = v;
  __syncwarp();
  a[t] = s[t];
}

//$ grid=1 block=32
__global__ void shuffleIsNoFence(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  int v = __shfl_xor_sync(0xffffffffu, t, 1);
  a[t] = s[v];  //! data-race
}

//$ grid=1 block=128
__global__ void warpsOfABlockApart(int* a, int* b, int* c, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, lane = t % 32, base = t - lane;
  s[t] = b[t];
  __syncwarp();
  a[t] = s[base + (31 - lane)];
}

//$ grid=1 block=128
__global__ void warpsOfABlockMixed(int* a, int* b, int* c, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = b[t];  //! data-race
  __syncwarp();
  a[t] = s[127 - t];  //! data-race
}

//$ grid=1 block=32
__global__ void ballotThenCompact(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  unsigned kept = __ballot_sync(0xffffffffu, b[t] > 3);
  int place = __popc(kept & ((1u << t) - 1));
  if (b[t] > 3) a[place] = b[t];
}

//$ grid=1 block=32
__global__ void leaderWritesOthersRead(int* a, int* b, int* c, int n) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(c, 32);  //! data-race
  a[base + threadIdx.x] = 1;  //! data-race
}

//$ grid=1 block=32
__global__ void leaderWritesSyncOthersRead(int* a, int* b, int* c, int n) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(c, 32);
  __syncwarp();
  a[base + threadIdx.x] = 1;
}

//$ grid=1 block=32
__global__ void leaderBroadcastsByShuffle(int* a, int* b, int* c, int n) {
  int base = 0;
  if (threadIdx.x == 0) base = atomicAdd(c, 32);
  base = __shfl_sync(0xffffffffu, base, 0);
  a[base + threadIdx.x] = 1;
}

//$ grid=1 block=20
__global__ void partialWarpWithSync(int* a, int* b, int* c, int n) {
  __shared__ int s[20];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncwarp();
  a[t] = s[19 - t];
}

//$ grid=1 block=32
__global__ void shuffleNamesLanesThatGoPast(int* a, int* b, int* c, int n) {
  int v = b[threadIdx.x];
  if (threadIdx.x < 16) v = __shfl_sync(0xffffffffu, v, 3);  //! lane-mask
  a[threadIdx.x] = v;
}

//$ grid=1 block=64
__global__ void syncwarpOfAPart(int* a, int* b, int* c, int n) {
  if (threadIdx.x % 32 < 16) __syncwarp();  //! lane-mask
  a[threadIdx.x] = 1;
}

//$ grid=1 block=32
__global__ void shufflesOfLanesWithFewerIterations(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, v = t;
  for (int i = t; i < 48; i += 32) v += __shfl_down_sync(0xffffffffu, v, 1);  //! lane-mask absent-lane
  a[t] = v;
}

//$ grid=1 block=32
__global__ void shuffleAfterOthersHaveExited(int* a, int* b, int* c, int n) {
  int t = threadIdx.x;
  if (t >= 16) return;
  a[t] = __shfl_sync(0xffffffffu, b[t], 3);
}

//$ grid=1 block=32
__global__ void shuffleThatOthersReachLater(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, v = b[t];
  if (t & 1) {
    for (int i = 0; i < 4; i++) c[t] += v * i;
  }
  v = __shfl_xor_sync(0xffffffffu, v, 1);
  a[t] = v;
}

//$ grid=1 block=32
__global__ void shuffleOfTheActiveLanes(int* a, int* b, int* c, int n) {
  int t = threadIdx.x, v = b[t];
  if (t < 12) v = __shfl_sync(__activemask(), v, 3);
  a[t] = v;
}
