// Distributed shared memory of clusters.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//$ grid=4 block=32 cluster=2
__global__ void clusterExchange(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = b[threadIdx.x];
  cluster.sync();
  int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  a[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x];
  cluster.sync();
}

//$ grid=4 block=32 cluster=2
__global__ void clusterReadTooEarly(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = b[threadIdx.x];
  cluster.sync();
  s[threadIdx.x] = b[threadIdx.x] + 1;  //! data-race
  __syncthreads();
  int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  a[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x];  //! data-race
  cluster.sync();
}

//$ grid=4 block=32 cluster=2
__global__ void clusterHistogram(int* a, int* b, int* c, int n) {
  __shared__ int h[8];
  auto cluster = cg::this_cluster();
  if (threadIdx.x < 8) h[threadIdx.x] = 0;
  cluster.sync();
  int* to = cluster.map_shared_rank(h, threadIdx.x % 2);
  atomicAdd(to + threadIdx.x % 8, 1);
  cluster.sync();
  if (threadIdx.x < 8) a[blockIdx.x * 8 + threadIdx.x] = h[threadIdx.x];
}

//$ grid=4 block=32 cluster=2
__global__ void clusterHistogramClearedTooLate(int* a, int* b, int* c, int n) {
  __shared__ int h[8];
  auto cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x < 8) h[threadIdx.x] = 0;  //! data-race
  __syncthreads();
  int* to = cluster.map_shared_rank(h, threadIdx.x % 2);
  atomicAdd(to + threadIdx.x % 8, 1);  //! data-race
  cluster.sync();
  if (threadIdx.x < 8) a[blockIdx.x * 8 + threadIdx.x] = h[threadIdx.x];
}

//$ grid=4 block=32 cluster=2
__global__ void clusterOrdersGlobalMemory(int* a, int* b, int* c, int n) {
  auto cluster = cg::this_cluster();
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = b[threadIdx.x];
  cluster.sync();
  c[i] = a[i ^ 32];
}

//$ grid=4 block=32 cluster=2
__global__ void clusterDoesNotOrderOthers(int* a, int* b, int* c, int n) {
  auto cluster = cg::this_cluster();
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = b[threadIdx.x];  //! data-race
  cluster.sync();
  c[i] = a[i ^ 64];  //! data-race
}

//$ grid=4 block=32 cluster=2
__global__ void clusterWritesOneWord(int* a, int* b, int* c, int n) {
  __shared__ int total;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  cluster.sync();
  int* first = cluster.map_shared_rank(&total, 0);
  if (threadIdx.x == 0) *first += b[blockIdx.x];  //! data-race
  cluster.sync();
  if (threadIdx.x == 0) a[blockIdx.x] = total;
}

//$ grid=4 block=32 cluster=2
__global__ void clusterAddsAtomically(int* a, int* b, int* c, int n) {
  __shared__ int total;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) total = 0;
  cluster.sync();
  int* first = cluster.map_shared_rank(&total, 0);
  if (threadIdx.x == 0) atomicAdd(first, b[blockIdx.x]);
  cluster.sync();
  if (threadIdx.x == 0) a[blockIdx.x] = total;
}

//$ grid=4 block=32 cluster=2
__global__ void clusterArriveAndWait(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = b[threadIdx.x];
  cluster.barrier_arrive();
  int own = b[threadIdx.x + 32];
  cluster.barrier_wait();
  int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  a[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x] + own;
  cluster.sync();
}

//$ grid=4 block=32 cluster=2
__global__ void clusterWriteAfterArrive(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = 0;
  cluster.barrier_arrive();
  s[threadIdx.x] = b[threadIdx.x];  //! data-race
  cluster.barrier_wait();
  int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  a[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x];  //! data-race
  cluster.sync();
}

//$ grid=4 block=32 cluster=2
__global__ void clusterUninitialised(int* a, int* b, int* c, int n) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  if (threadIdx.x < 16) s[threadIdx.x] = b[threadIdx.x];
  cluster.sync();
  int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  a[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];  //! uninitialised-read
  cluster.sync();
}
