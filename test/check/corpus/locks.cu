// Spin locks, flags, tickets of the last block, look-back scans, work queues: with their fences and without.

__device__ void enter(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void leave(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

//$ grid=4 block=32
__global__ void spinLock(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    enter(c);
    a[0] += b[blockIdx.x];
    leave(c);
  }
}

//$ grid=4 block=32
__global__ void spinLockWithoutFences(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(c, 0, 1) != 0) {
    }
    a[0] += b[blockIdx.x];  //! missing-fence
    atomicExch(c, 0);
  }
}

//$ grid=4 block=32
__global__ void spinLockWithoutFenceAtTheEnd(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(c, 0, 1) != 0) {
    }
    __threadfence();
    a[0] += b[blockIdx.x];  //! missing-fence
    atomicExch(c, 0);
  }
}

//$ grid=4 block=32
__global__ void spinLockWithoutFenceAtTheBeginning(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(c, 0, 1) != 0) {
    }
    a[0] += b[blockIdx.x];  //! missing-fence
    __threadfence();
    atomicExch(c, 0);
  }
}

//$ grid=4 block=32
__global__ void spinLockWithBlockFences(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(c, 0, 1) != 0) {
    }
    __threadfence_block();
    a[0] += b[blockIdx.x];  //! narrow-scope
    __threadfence_block();
    atomicExch(c, 0);
  }
}

//$ grid=1 block=128
__global__ void spinLockOfWarpsWithBlockFences(int* a, int* b, int* c, int n) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(c, 0, 1) != 0) {
    }
    __threadfence_block();
    a[0] += b[threadIdx.x];
    __threadfence_block();
    atomicExch(c, 0);
  }
}

//$ grid=4 block=32
__global__ void spinLockLeftByPlainStore(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(c, 0, 1) != 0) {  //! data-race
    }
    __threadfence();
    a[64] = b[blockIdx.x];  //! data-race:d
    __threadfence();
    *c = 0;  //! data-race
  }
}

//$ grid=4 block=32
__global__ void spinLockOfBlockScope(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS_block(c, 0, 1) != 0) {  //! narrow-scope:both
    }
    __threadfence();
    a[0] += b[blockIdx.x];  //! narrow-scope:data
    __threadfence();
    atomicExch_block(c, 0);  //! narrow-scope:both
  }
}

//$ grid=4 block=32
__global__ void accessOutsideTheLock(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    enter(c);
    a[0] += b[blockIdx.x];  //! data-race
    leave(c);
    a[1 + blockIdx.x] = a[0];  //! data-race
  }
}

//$ grid=4 block=32
__global__ void twoLocksForOnePlace(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    int* lock = c + 64 * (blockIdx.x % 2);
    enter(lock);
    a[0] += b[blockIdx.x];  //! data-race
    leave(lock);
  }
}

//$ grid=2 block=32
__global__ void lockByEveryLane(int* a, int* b, int* c, int n) {
  bool done = false;
  while (!done) {
    if (atomicCAS(c, 0, 1) == 0) {
      __threadfence();
      a[0] += 1;
      __threadfence();
      atomicExch(c, 0);
      done = true;
    }
  }
}

//$ grid=4 block=64
__global__ void lockForTheBlock(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) enter(c);
  __syncthreads();
  a[threadIdx.x] += b[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) leave(c);
}

//$ grid=4 block=64
__global__ void lockForTheBlockLeftTooEarly(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) enter(c);
  __syncthreads();
  a[threadIdx.x] += b[threadIdx.x];  //! data-race
  if (threadIdx.x == 0) leave(c);
}

//$ grid=4 block=32
__global__ void ticketLock(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&c[0], 1);
    while (atomicAdd(&c[64], 0) != mine) {
    }
    __threadfence();
    a[0] += b[blockIdx.x];
    __threadfence();
    atomicAdd(&c[64], 1);
  }
}

//$ grid=4 block=64
__global__ void lastBlock(int* a, int* b, int* c, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    a[blockIdx.x] = b[blockIdx.x];
    __threadfence();
    last = atomicAdd(c, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += a[i];
    a[64] = sum;
  }
}

//$ grid=4 block=64
__global__ void lastBlockWithoutFence(int* a, int* b, int* c, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    a[blockIdx.x] = b[blockIdx.x];  //! missing-fence
    last = atomicAdd(c, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += a[i];  //! missing-fence
    a[64] = sum;
  }
}

//$ grid=4 block=64
__global__ void lastBlockWithBlockFence(int* a, int* b, int* c, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    a[blockIdx.x] = b[blockIdx.x];  //! narrow-scope
    __threadfence_block();
    last = atomicAdd(c, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += a[i];  //! narrow-scope
    a[64] = sum;
  }
}

//$ grid=4 block=64
__global__ void lastBlockAllThreadsWrite(int* a, int* b, int* c, int n) {
  __shared__ bool last;
  a[blockIdx.x * 64 + threadIdx.x] = b[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc((unsigned*)c, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += a[i * 64 + threadIdx.x];
    a[512 + threadIdx.x] = sum;
  }
}

//$ grid=4 block=64
__global__ void lastBlockFenceByOneThread(int* a, int* b, int* c, int n) {
  __shared__ bool last;
  a[blockIdx.x * 64 + threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(c, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += a[i * 64 + threadIdx.x];
    a[512 + threadIdx.x] = sum;
  }
}

//$ grid=4 block=64
__global__ void lastBlockMissingBarrier(int* a, int* b, int* c, int n) {
  __shared__ bool last;
  a[blockIdx.x * 64 + threadIdx.x] = b[threadIdx.x];  //! data-race
  __threadfence();
  if (threadIdx.x == 0) last = atomicAdd(c, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += a[i * 64 + threadIdx.x];  //! data-race
    a[512 + threadIdx.x] = sum;
  }
}

//$ grid=1 block=64
__global__ void lastThreadOfTheBlock(int* a, int* b, int* c, int n) {
  __shared__ int tickets;
  __shared__ int parts[64];
  int t = threadIdx.x;
  if (t == 0) tickets = 0;
  __syncthreads();
  parts[t] = b[t];
  __threadfence_block();
  if (atomicAdd(&tickets, 1) == 63) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += parts[i];
    a[0] = sum;
  }
}

//$ grid=4 block=32
__global__ void lookBackScan(int* a, int* b, int* c, int n) {
  volatile int* status = c;
  volatile int* sums = c + 512;
  __shared__ int before;
  int block = blockIdx.x;
  if (threadIdx.x == 0) {
    int sum = b[block];
    if (block > 0) {
      while (status[block - 1] == 0) {
      }
      __threadfence();
      before = sums[block - 1];
    } else {
      before = 0;
    }
    sums[block] = before + sum;
    __threadfence();
    status[block] = 1;
  }
  __syncthreads();
  a[block * 32 + threadIdx.x] = before + b[threadIdx.x];
}

//$ grid=6 block=32
__global__ void lookBackScanInOneWord(int* a, int* b, int* c, int n) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int block = blockIdx.x, sum = b[block], exclusive = 0;
    atomicExch(&c[block], (sum << 2) | (block == 0 ? 2 : 1));
    for (int look = block - 1; look >= 0;) {
      int seen = atomicAdd(&c[look], 0);
      if ((seen & 3) == 0) continue;
      exclusive += seen >> 2;
      if ((seen & 3) == 2) break;
      --look;
    }
    if (block > 0) atomicExch(&c[block], ((exclusive + sum) << 2) | 2);
    before = exclusive;
  }
  __syncthreads();
  a[blockIdx.x * 32 + threadIdx.x] = before;
}

//$ grid=4 block=32
__global__ void lookBackScanWithoutFence(int* a, int* b, int* c, int n) {
  volatile int* status = c;
  __shared__ int before;
  int block = blockIdx.x;
  if (threadIdx.x == 0) {
    before = 0;
    if (block > 0) {
      while (status[block - 1] == 0) {
      }
      before = a[512 + block - 1];  //! volatile-order
    }
    a[512 + block] = before + b[block];  //! volatile-order
    status[block] = 1;
  }
  __syncthreads();
  a[block * 32 + threadIdx.x] = before + b[threadIdx.x];
}

//$ grid=2 block=32
__global__ void volatileFlagWithFences(int* a, int* b, int* c, int n) {
  volatile int* flag = c;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    a[1] = a[0];
  }
}

//$ grid=2 block=32
__global__ void volatileFlagWithoutFences(int* a, int* b, int* c, int n) {
  volatile int* flag = c;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! volatile-order
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    a[1] = a[0];  //! volatile-order
  }
}

//$ grid=2 block=32
__global__ void volatileFlagWithBlockFence(int* a, int* b, int* c, int n) {
  volatile int* flag = c;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! narrow-scope
    __threadfence_block();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence_block();
    a[1] = a[0];  //! narrow-scope
  }
}

//$ grid=1 block=64
__global__ void volatileFlagInShared(int* a, int* b, int* c, int n) {
  __shared__ volatile int ready;
  __shared__ int value;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = b[3];
    __threadfence_block();
    ready = 1;
  }
  if (threadIdx.x == 32) {
    while (ready == 0) {
    }
    a[0] = value;
  }
}

//$ grid=1 block=32
__global__ void volatileLanes(int* a, int* b, int* c, int n) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = b[t];  //! volatile-order
  a[t] = s[31 - t];  //! volatile-order
}

//$ grid=1 block=64
__global__ void volatileWarps(int* a, int* b, int* c, int n) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = b[t];  //! volatile-order
  a[t] = s[63 - t];  //! volatile-order
}

//$ grid=1 block=64
__global__ void volatileWithBarrier(int* a, int* b, int* c, int n) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  a[t] = s[63 - t];
}

//$ grid=2 block=32
__global__ void atomicFlagWithoutFence(int* a, int* b, int* c, int n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! missing-fence
    atomicExch(c, 1);
  } else {
    while (atomicAdd(c, 0) == 0) {
    }
    a[1] = a[0];  //! missing-fence
  }
}

//$ grid=2 block=32
__global__ void atomicFlagWithFence(int* a, int* b, int* c, int n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;
    __threadfence();
    atomicExch(c, 1);
  } else {
    while (atomicAdd(c, 0) == 0) {
    }
    __threadfence();
    a[1] = a[0];
  }
}

//$ grid=2 block=32
__global__ void fenceAfterTheFlag(int* a, int* b, int* c, int n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! missing-fence
    atomicExch(c, 1);
    __threadfence();
  } else {
    while (atomicAdd(c, 0) == 0) {
    }
    __threadfence();
    a[1] = a[0];  //! missing-fence
  }
}

//$ grid=4 block=32
__global__ void workQueue(int* a, int* b, int* c, int n) {
  __shared__ int task;
  for (;;) {
    if (threadIdx.x == 0) task = atomicAdd(c, 1);
    __syncthreads();
    int mine = task;
    __syncthreads();
    if (mine >= 16) break;
    a[mine * 32 + threadIdx.x] = b[threadIdx.x] + mine;
  }
}

//$ grid=4 block=64
__global__ void workQueueWithOneBarrier(int* a, int* b, int* c, int n) {
  __shared__ int task;
  for (;;) {
    if (threadIdx.x == 0) task = atomicAdd(c, 1);  //! data-race data-race:b
    __syncthreads();
    if (task >= 16) break;  //! data-race
    a[task * 64 + threadIdx.x] = b[threadIdx.x];  //! data-race:b
  }
}

//$ grid=3 block=32
__global__ void producerConsumerQueue(int* a, int* b, int* c, int n) {
  int* head = c;
  int* ready = c + 64;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < 8; ++i) {
      a[i] = b[i] + i;
      __threadfence();
      atomicExch(&ready[i], 1);
    }
  } else {
    for (;;) {
      int mine = atomicAdd(head, 1);
      if (mine >= 8) break;
      while (atomicAdd(&ready[mine], 0) == 0) {
      }
      __threadfence();
      a[64 + mine] = a[mine];
    }
  }
}

//$ grid=4 block=32
__global__ void gridBarrierByHand(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = b[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(c, 1);
    while (atomicAdd(c, 0) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  a[512 + i] = a[127 - i];
}

//$ grid=4 block=32
__global__ void gridBarrierByHandWithoutFence(int* a, int* b, int* c, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = b[i];  //! missing-fence
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(c, 1);
    while (atomicAdd(c, 0) < gridDim.x) {
    }
  }
  __syncthreads();
  a[512 + i] = a[127 - i];  //! missing-fence
}

//$ grid=4 block=32
__global__ void ticketLockOfVolatile(int* a, int* b, int* c, int n) {
  volatile int* serving = c + 1;
  if (threadIdx.x == 0) {
    int mine = atomicAdd(c, 1);
    while (*serving != mine) {
    }
    __threadfence();
    a[0] += b[blockIdx.x];
    __threadfence();
    *serving = mine + 1;
  }
}

//$ grid=4 block=32
__global__ void ticketLockOfVolatileWithoutFences(int* a, int* b, int* c, int n) {
  volatile int* serving = c + 1;
  if (threadIdx.x == 0) {
    int mine = atomicAdd(c, 1);
    while (*serving != mine) {
    }
    a[0] += b[blockIdx.x];  //! volatile-order
    *serving = mine + 1;
  }
}

//$ grid=4 block=32
__global__ void volatileDataBesideAPolledFlag(int* a, int* b, int* c, int n) {
  volatile int* data = a;
  volatile int* flag = c;
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      *data = 7;  //! volatile-order
      *flag = 1;
    } else {
      while (*flag == 0) {
      }
      b[blockIdx.x] = *data;  //! volatile-order
    }
  }
}

//$ grid=4 block=32
__global__ void eachWaitsForTheNextBlock(int* a, int* b, int* c, int n) {
  if (threadIdx.x != 0) return;
  a[blockIdx.x] = 1;  //! missing-fence
  atomicExch(&c[blockIdx.x], 1);
  while (atomicCAS(&c[(blockIdx.x + 1) % gridDim.x], 1, 2) != 1) {
  }
  a[64 + blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x];  //! missing-fence
}

//$ grid=4 block=32
__global__ void eachWaitsForTheNextBlockWithFences(int* a, int* b, int* c, int n) {
  if (threadIdx.x != 0) return;
  a[blockIdx.x] = 1;
  __threadfence();
  atomicExch(&c[blockIdx.x], 1);
  while (atomicCAS(&c[(blockIdx.x + 1) % gridDim.x], 1, 2) != 1) {
  }
  __threadfence();
  a[64 + blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x];
}
