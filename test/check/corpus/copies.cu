// Asynchronous copies: what has not been waited for may not be touched, by nobody.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

//$ grid=1 block=64
__global__ void ownCopyTooEarly(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);  //! unawaited-copy
  __pipeline_commit();
  a[threadIdx.x] = s[threadIdx.x];  //! unawaited-copy
  __pipeline_wait_prior(0);
}

//$ grid=1 block=64
__global__ void barrierWithoutWait(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);  //! unawaited-copy
  __pipeline_commit();
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];  //! unawaited-copy
}

//$ grid=1 block=64
__global__ void waitAfterTheBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);  //! unawaited-copy
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  a[threadIdx.x] = s[63 - threadIdx.x];  //! unawaited-copy
}

//$ grid=1 block=64
__global__ void waitWithoutBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);  //! data-race
  __pipeline_commit();
  if (threadIdx.x >= 32) __pipeline_wait_prior(0);
  __pipeline_wait_prior(0);
  a[threadIdx.x] = s[threadIdx.x ^ 1];  //! data-race
}

//$ grid=1 block=64
__global__ void waitAndBarrier(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  int own = s[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x] + own;
}

//$ grid=1 block=64
__global__ void twoStages(int* a, int* b, int* c, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 2; i++) {
    __pipeline_memcpy_async(&s[i][t], &b[i * 64 + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < 8; i++) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
    if (i + 2 < 8) __pipeline_memcpy_async(&s[i % 2][t], &b[(i + 2) * 64 + t], 4);
    __pipeline_commit();
  }
  a[t] = sum;
}

//$ grid=1 block=64
__global__ void oneGroupTooFew(int* a, int* b, int* c, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 8; i++) {
    __pipeline_memcpy_async(&s[i % 2][t], &b[i * 64 + t], 4);  //! unawaited-copy
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][63 - t];  //! unawaited-copy
    __syncthreads();
  }
  a[t] = sum;
}

//$ grid=1 block=64
__global__ void uncommitted(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);  //! unawaited-copy
  __pipeline_wait_prior(0);
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];  //! unawaited-copy
}

//$ grid=1 block=64
__global__ void waitAllByAssembly(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=64
__global__ void storeOverACopy(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &b[threadIdx.x], 4);  //! unawaited-copy
  __pipeline_commit();
  if (b[threadIdx.x] > 5) s[threadIdx.x] = 0;  //! unawaited-copy
  __pipeline_wait_prior(0);
  a[threadIdx.x] = s[threadIdx.x];
}

//$ grid=1 block=64
__global__ void groupWaits(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto group = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(group, s, b, sizeof(s));
  cooperative_groups::wait(group);
  a[threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=64
__global__ void groupOnlySynchronises(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto group = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(group, s, b, sizeof(s));  //! unawaited-copy
  group.sync();
  a[threadIdx.x] = s[63 - threadIdx.x];  //! unawaited-copy
}

//$ grid=1 block=64
__global__ void pipelineWaits(int* a, int* b, int* c, int n) {
  __shared__ int s[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 2; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[i][t], &b[64 * i + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  for (int i = 0; i < 6; i++) {
    pipe.consumer_wait();
    __syncthreads();
    sum += s[i % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
    pipe.producer_acquire();
    cuda::memcpy_async(&s[i % 2][t], &b[64 * (i + 2) + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  pipe.consumer_wait();
  pipe.consumer_wait();
  a[t] = sum;
}

//$ grid=1 block=64
__global__ void pipelineDoesNotWait(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &b[threadIdx.x], sizeof(int), pipe);  //! unawaited-copy
  pipe.producer_commit();
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];  //! unawaited-copy
  pipe.consumer_wait();
}

//$ grid=1 block=64
__global__ void objectWaits(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &b[threadIdx.x], sizeof(int), bar);
  bar.arrive_and_wait();
  a[threadIdx.x] = s[63 - threadIdx.x];
}

//$ grid=1 block=64
__global__ void objectDoesNotWait(int* a, int* b, int* c, int n) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &b[threadIdx.x], sizeof(int), bar);  //! unawaited-copy
  auto token = bar.arrive();
  a[threadIdx.x] = s[threadIdx.x];  //! unawaited-copy
  bar.wait(static_cast<cuda::barrier<cuda::thread_scope_block>::arrival_token&&>(token));
}
