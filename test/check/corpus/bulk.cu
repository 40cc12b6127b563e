// Bulk copies: what is on its way may not be touched, what a barrier object has counted may.
#include <cstdint>
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

//$ grid=2 block=64
__global__ void waitsForItsBytes(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, b + 64 * blockIdx.x, sizeof(s), &bar);
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  a[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=64
__global__ void readsTooEarly(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, b, sizeof(s), &bar);  //! unawaited-copy
  }
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];  //! unawaited-copy
}

//$ grid=2 block=64
__global__ void expectsAfterwards(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, b, cuda::aligned_size_t<16>(sizeof(s)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(s));
  } else {
    token = bar.arrive();
  }
  bar.wait(static_cast<Barrier::arrival_token&&>(token));
  a[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=64
__global__ void twoStages(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[2][64];
  __shared__ uint64_t full[2];
  if (threadIdx.x < 2) ptx::mbarrier_init(&full[threadIdx.x], 1);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i % 2], sizeof(s[0]));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s[i % 2], b + 64 * i, sizeof(s[0]), &full[i % 2]);
    }
    while (!ptx::mbarrier_try_wait_parity(&full[i % 2], i / 2)) {
    }
    sum += s[i % 2][63 - threadIdx.x];
    __syncthreads();
  }
  a[threadIdx.x] = sum;
}

//$ grid=1 block=64
__global__ void overwritesWhatOthersRead(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, b + 64 * i, sizeof(s), &bar);  //! data-race
    }
    // Who has not looked when the next phase is over, too, waits for one that is not to come.
    while (!ptx::mbarrier_try_wait_parity(&bar, i)) {  //! deadlock
    }
    sum += s[63 - threadIdx.x];  //! data-race
  }
  a[threadIdx.x] = sum;
}

//$ grid=1 block=64
__global__ void storesAfterABarrier(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=1 block=64
__global__ void storesWithoutABarrier(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];  //! data-race
  if (threadIdx.x == 32) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));  //! data-race
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=1 block=64
__global__ void storesToWhatOthersWrite(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));  //! data-race
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
  if (threadIdx.x >= 32) a[threadIdx.x] = 0;  //! data-race
}

//$ grid=2 block=64
__global__ void addsOfBlocks(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, a, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=1 block=64
__global__ void storesWhatNobodyWrote(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));  //! uninitialised-read
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=2 block=64 cluster=2
__global__ void toTheNextBlock(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int mine[64], others[64];
  __shared__ uint64_t bar;
  mine[threadIdx.x] = b[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(others));
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    uint32_t next = ptx::get_sreg_cluster_ctarank() ^ 1;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::mapa(ptx::space_cluster, others, next), mine, sizeof(mine),
                       ptx::mapa(ptx::space_cluster, &bar, next));
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  a[64 * blockIdx.x + threadIdx.x] = others[threadIdx.x];
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

//$ grid=1 block=64
__global__ void reusesItsSource(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  for (int i = 0; i < 2; i++) {
    s[threadIdx.x] = b[64 * i + threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a + 64 * i, s, sizeof(s));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}

//$ grid=1 block=64
__global__ void overwritesItsSource(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  for (int i = 0; i < 2; i++) {
    s[threadIdx.x] = b[64 * i + threadIdx.x];  //! unawaited-copy
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a + 64 * i, s, sizeof(s));  //! unawaited-copy
      ptx::cp_async_bulk_commit_group();
    }
    __syncthreads();
  }
}

//$ grid=1 block=64
__global__ void waitsAndDoesNotSay(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));  //! data-race
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
  if (threadIdx.x >= 32) s[threadIdx.x] = 1;  //! data-race
}

//$ grid=1 block=64
__global__ void twoSources(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[2][64];
  for (int i = 0; i < 6; i++) {
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    __syncthreads();
    s[i % 2][threadIdx.x] = b[64 * i + threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a + 64 * i, s[i % 2], sizeof(s[0]));
      ptx::cp_async_bulk_commit_group();
    }
  }
}

//$ grid=1 block=64
__global__ void waitsForOneTooFew(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[2][64];
  for (int i = 0; i < 6; i++) {
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<2>());
    __syncthreads();
    s[i % 2][threadIdx.x] = b[64 * i + threadIdx.x];  //! unawaited-copy
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a + 64 * i, s[i % 2], sizeof(s[0]));  //! unawaited-copy
      ptx::cp_async_bulk_commit_group();
    }
  }
}

//$ grid=1 block=64
__global__ void loadsOverItsSource(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  s[threadIdx.x] = b[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));  //! unawaited-copy
    ptx::cp_async_bulk_commit_group();
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, b + 64, sizeof(s), &bar);  //! unawaited-copy
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  a[64 + threadIdx.x] = s[threadIdx.x];
}

//$ grid=2 block=64
__global__ void storesWithoutAFence(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];  //! missing-proxy-fence
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a + 64 * blockIdx.x, s, sizeof(s));  //! missing-proxy-fence
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=1 block=64
__global__ void fencesBeforeItWrites(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  ptx::fence_proxy_async(ptx::space_shared);
  s[threadIdx.x] = b[threadIdx.x];  //! missing-proxy-fence
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));  //! missing-proxy-fence
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=1 block=64
__global__ void fencesAfterTheBarrier(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

//$ grid=1 block=64
__global__ void storesWhatItLoaded(int* a, int* b, int* c, int n) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, b, sizeof(s), &bar);
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, a, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
