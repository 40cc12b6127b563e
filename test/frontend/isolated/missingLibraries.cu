// Host code of libraries that are not there, around kernels that need none of them.
#include <stdio.h>
#include <assert.h>
#include <cuda_runtime.h>
#include <sys/time.h>
#include <omp.h>
#include <mpi.h>
#include <boost/numeric/interval.hpp>
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cusparse.h>
#include <nvml.h>
#include "no_such_header.h"
#define CHECK(call) { const cudaError_t error = call; if (error != cudaSuccess) { fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__); exit(1);} }
template <int BLOCK_THREADS, int ITEMS_PER_THREAD>
__global__ void BlockSortKernel(int *d_in, int *d_out) {
  typedef cub::BlockLoad<int, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_LOAD_TRANSPOSE> BlockLoadT;
  typedef cub::BlockRadixSort<int, BLOCK_THREADS, ITEMS_PER_THREAD> BlockRadixSortT;
  __shared__ union TempStorage { typename BlockLoadT::TempStorage load; typename BlockRadixSortT::TempStorage sort; } temp_storage;
  int items[ITEMS_PER_THREAD];
  BlockLoadT(temp_storage.load).Load(d_in + blockIdx.x * (BLOCK_THREADS * ITEMS_PER_THREAD), items);
  __syncthreads();
  BlockRadixSortT(temp_storage.sort).Sort(items);
  d_out[threadIdx.x] = items[0];
}
__global__ void blockReduceCub(const float *in, float *out) {
  typedef cub::BlockReduce<float, 256> BlockReduce;
  __shared__ typename BlockReduce::TempStorage temp_storage;
  float s = BlockReduce(temp_storage).Sum(in[threadIdx.x]);
  float m = BlockReduce(temp_storage).Reduce(in[threadIdx.x], cub::Max());
  if (threadIdx.x == 0) out[blockIdx.x] = s + m;
}
__global__ void warpReduceCub(const int *in, int *out) {
  typedef cub::WarpReduce<int> WarpReduce;
  __shared__ typename WarpReduce::TempStorage temp_storage[4];
  int agg = WarpReduce(temp_storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
  typedef cub::BlockScan<int, 128> BlockScan;
  __shared__ typename BlockScan::TempStorage ts;
  int x; BlockScan(ts).ExclusiveSum(in[0], x);
  out[0] = agg + x;
}
__global__ void plain(float *x, unsigned long long *y) { x[threadIdx.x] = __fdividef(x[0], 2.0f); atomicCAS(y, 0ull, 1ull); atomicExch(x, 1.f); }
__global__ void testKernel(int N) { int gtid = blockIdx.x * blockDim.x + threadIdx.x; assert(gtid < N); }
__global__ void timedReduction(const float *input, float *output, clock_t *timer) {
  extern __shared__ float shared[];
  const int tid = threadIdx.x;
  if (tid == 0) timer[blockIdx.x] = clock();
  shared[tid] = input[tid];
  for (int d = blockDim.x; d > 0; d /= 2) { __syncthreads(); if (tid < d) { float f0 = shared[tid]; if (shared[tid + d] < f0) shared[tid] = f0; } }
  if (tid == 0) output[blockIdx.x] = shared[0];
}
struct Functor { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? a : b; } };
class Container { public: __device__ Container() {} virtual __device__ ~Container() {} virtual __device__ void push(int e) = 0; };
class Stack : public Container { int *d; public: __device__ Stack() { d = new int[4]; } virtual __device__ ~Stack() { delete[] d; } virtual __device__ void push(int e) { d[0] = e; } };
__device__ Container *d_object;
__global__ void createStack() { d_object = new Stack(); }
__global__ void pushk() { int i = threadIdx.x; d_object->push(i); delete d_object; }
#define FN(name, op) __global__ void name(int *a) { a[threadIdx.x] = a[threadIdx.x] op 2; }
FN(addTwo, +)
FN(mulTwo, *)
double timer() { struct timeval tp; gettimeofday(&tp, NULL); return tp.tv_sec; }
int main(int argc, char *argv[]) {
  MPI_Init(&argc, &argv);
  int n; CHECK(cudaGetDeviceCount(&n));
#pragma omp parallel
  { unsigned int cpu = omp_get_thread_num(); plain<<<1, 32>>>(nullptr, nullptr); }
  BlockSortKernel<128, 4><<<1, 128>>>(nullptr, nullptr);
  cub::DeviceReduce::Sum(nullptr, n, nullptr, nullptr, 3);
  cublasHandle_t h; cublasCreate(&h);
  float a = 1; CHECK(cudaDeviceSynchronize());
  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &a, 0, 1, 0, 1, &a, 0, 1);
  boost::numeric::interval<float> i;
}
