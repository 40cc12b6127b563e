// Barrier objects: arrivals of the next phase order nothing in this one.
#include <cuda/barrier>

//$ grid=1 block=96
__global__ void twoPhasesEach(int* a, int* b, int* c, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[96];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    s[threadIdx.x] = b[threadIdx.x] + i;
    bar.arrive_and_wait();
    int x = s[95 - threadIdx.x];
    bar.arrive_and_wait();
    a[threadIdx.x] = x;
  }
}

//$ grid=1 block=96
__global__ void onePhaseEach(int* a, int* b, int* c, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[96];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    s[threadIdx.x] = b[threadIdx.x] + i;  //! data-race
    bar.arrive_and_wait();
    a[threadIdx.x] = s[95 - threadIdx.x];  //! data-race
  }
}

//$ grid=1 block=96
__global__ void twoBuffersOnePhaseEach(int* a, int* b, int* c, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[2][96];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    s[i % 2][threadIdx.x] = b[threadIdx.x] + i;
    bar.arrive_and_wait();
    a[threadIdx.x] = s[i % 2][95 - threadIdx.x];
  }
}

//$ grid=1 block=64
__global__ void producersAndConsumers(int* a, int* b, int* c, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
  __shared__ int s[32];
  if (threadIdx.x == 0) init(&full, 64), init(&empty, 64);
  __syncthreads();
  int lane = threadIdx.x % 32;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x < 32) {
      empty.arrive_and_wait();
      s[lane] = b[32 * i + lane];
      full.arrive();
    } else {
      empty.arrive();
      full.arrive_and_wait();
      a[32 * i + lane] = s[31 - lane];
    }
  }
}

//$ grid=1 block=64
__global__ void consumersLeaveTooEarly(int* a, int* b, int* c, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  __shared__ int s[32];
  if (threadIdx.x == 0) init(&full, 64);
  __syncthreads();
  int lane = threadIdx.x % 32;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x < 32) {
      s[lane] = b[32 * i + lane];  //! data-race
      full.arrive_and_wait();
    } else {
      full.arrive_and_wait();
      a[32 * i + lane] = s[31 - lane];  //! data-race
    }
  }
}

//$ grid=1 block=64
__global__ void usedBeforeItIsMade(int* a, int* b, int* c, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);  //! data-race:first data-race:second
  auto token = bar.arrive();  //! data-race:first
  a[threadIdx.x] = 1;
  bar.wait(static_cast<cuda::barrier<cuda::thread_scope_block>::arrival_token&&>(token));  //! data-race:second
}
