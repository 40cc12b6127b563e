// Scopes and orders of atomic operations.
#include <cuda/atomic>

//$ grid=4 block=64
__global__ void blockScopeBetweenBlocks(int* a, int* b, int* c, int n) {
  atomicAdd_block(&a[threadIdx.x % 8], 1);  //! narrow-scope
}

//$ grid=4 block=64
__global__ void blockScopeWithinBlock(int* a, int* b, int* c, int n) {
  atomicAdd_block(&a[blockIdx.x * 8 + threadIdx.x % 8], 1);
}

//$ grid=1 block=64
__global__ void blockScopeInShared(int* a, int* b, int* c, int n) {
  __shared__ int h[8];
  if (threadIdx.x < 8) h[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd_block(&h[threadIdx.x % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) a[threadIdx.x] = h[threadIdx.x];
}

//$ grid=4 block=64
__global__ void deviceScope(int* a, int* b, int* c, int n) {
  atomicAdd(&a[threadIdx.x % 8], 1);
}

//$ grid=4 block=64
__global__ void systemScope(int* a, int* b, int* c, int n) {
  atomicAdd_system(&a[threadIdx.x % 8], 1);
}

//$ grid=2 block=32
__global__ void mixedScopes(int* a, int* b, int* c, int n) {
  if (blockIdx.x == 0) atomicAdd_block(&a[0], 1);  //! narrow-scope
  else atomicAdd(&a[0], 1);  //! narrow-scope
}

//$ grid=2 block=32
__global__ void casOfBlockScope(int* a, int* b, int* c, int n) {
  if (threadIdx.x == 0) atomicCAS_block(&a[0], 0, 1 + blockIdx.x);  //! narrow-scope
}

//$ grid=2 block=32
__global__ void atomicAgainstPlainStore(int* a, int* b, int* c, int n) {
  if (blockIdx.x == 0) atomicAdd(&a[threadIdx.x], 1);  //! data-race
  else a[threadIdx.x] = 5;  //! data-race
}

//$ grid=2 block=32
__global__ void releaseAndAcquire(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    a[1] = a[0];
  }
}

//$ grid=2 block=32
__global__ void relaxedStore(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! missing-fence
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    a[1] = a[0];  //! missing-fence
  }
}

//$ grid=2 block=32
__global__ void relaxedLoad(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! missing-fence
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    a[1] = a[0];  //! missing-fence
  }
}

//$ grid=2 block=32
__global__ void relaxedWithFences(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    a[1] = a[0];
  }
}

//$ grid=2 block=32
__global__ void sequentiallyConsistent(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;
    flag = 1;
  } else {
    while (flag == 0) {
    }
    a[1] = a[0];
  }
}

//$ grid=2 block=32
__global__ void releaseOfBlockScope(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! narrow-scope:a
    flag.store(1, cuda::memory_order_release);  //! narrow-scope:b
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {  //! narrow-scope:b
    }
    a[1] = a[0];  //! narrow-scope:a
  }
}

//$ grid=1 block=64
__global__ void releaseOfBlockScopeWithinBlock(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(c[0]);
  if (threadIdx.x == 0) {
    a[0] = 42;
    flag.store(1, cuda::memory_order_release);
  }
  if (threadIdx.x == 32) {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    a[1] = a[0];
  }
}

//$ grid=3 block=32
__global__ void transitiveRelease(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> first(c[0]), second(c[64]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;
    first.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (first.load(cuda::memory_order_acquire) == 0) {
    }
    second.store(1, cuda::memory_order_release);
  } else {
    while (second.load(cuda::memory_order_acquire) == 0) {
    }
    a[1] = a[0];
  }
}

//$ grid=4 block=32
__global__ void releaseSequenceOfAdditions(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> count(c[0]);
  if (threadIdx.x != 0) return;
  a[blockIdx.x] = b[blockIdx.x];
  if (count.fetch_add(1, cuda::memory_order_acq_rel) == 3) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += a[i];
    a[8] = sum;
  }
}

//$ grid=4 block=32
__global__ void relaxedAdditions(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> count(c[0]);
  if (threadIdx.x != 0) return;
  a[blockIdx.x] = b[blockIdx.x];  //! missing-fence
  if (count.fetch_add(1, cuda::memory_order_relaxed) == 3) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += a[i];  //! missing-fence
    a[8] = sum;
  }
}

//$ grid=2 block=32
__global__ void flagBeforeData(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    flag.store(1, cuda::memory_order_release);
    a[0] = 42;  //! data-race
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    a[1] = a[0];  //! data-race
  }
}

//$ grid=2 block=32
__global__ void dataReadBeforeFlag(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    a[0] = 42;  //! data-race
    flag.store(1, cuda::memory_order_release);
  } else {
    int early = a[0];  //! data-race
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    a[1] = early;
  }
}

//$ grid=4 block=32
__global__ void onlyAtomicLoadsAndStores(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> value(c[0]);
  value.store(blockIdx.x, cuda::memory_order_relaxed);
  a[blockIdx.x * 32 + threadIdx.x] = value.load(cuda::memory_order_relaxed);
}

//$ grid=2 block=64
__global__ void releaseByOneOfTheBlock(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (blockIdx.x == 0) {
    a[threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) flag.store(1, cuda::memory_order_release);
  } else {
    if (threadIdx.x == 0) {
      while (flag.load(cuda::memory_order_acquire) == 0) {
      }
    }
    __syncthreads();
    c[64 + threadIdx.x] = a[threadIdx.x];
  }
}

//$ grid=2 block=64
__global__ void releaseByOneWithoutBarrier(int* a, int* b, int* c, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(c[0]);
  if (blockIdx.x == 0) {
    a[threadIdx.x] = b[threadIdx.x];  //! data-race
    if (threadIdx.x == 0) flag.store(1, cuda::memory_order_release);
  } else {
    if (threadIdx.x == 0) {
      while (flag.load(cuda::memory_order_acquire) == 0) {
      }
    }
    __syncthreads();
    c[64 + threadIdx.x] = a[threadIdx.x];  //! data-race
  }
}

__device__ float atomicMultiply(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value * __int_as_float(assumed)));
  } while (assumed != old);
  return __int_as_float(old);
}

//$ grid=4 block=32
__global__ void loopOfCompareAndSwap(int* a, int* b, int* c, int n) {
  atomicMultiply((float*)&a[threadIdx.x % 4], 2.0f);
}

//$ grid=4 block=32
__global__ void guessAgainstPlainStore(int* a, int* b, int* c, int n) {
  if (blockIdx.x == 0) a[0] = threadIdx.x == 0 ? 1 : 1;  //! data-race data-race:swap
  else if (threadIdx.x == 0) {
    int old = a[0], assumed;  //! data-race
    do {
      assumed = old;
      old = atomicCAS(a, assumed, assumed + 1);  //! data-race:swap
    } while (assumed != old);
  }
}
