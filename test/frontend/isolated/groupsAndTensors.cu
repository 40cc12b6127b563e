// Asynchronous pipelines, barriers, tensor cores of every type, groups and clusters in one file.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <mma.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <thrust/host_vector.h>
#include <thrust/device_vector.h>
#include <climits>
namespace cg = cooperative_groups;
using namespace nvcuda;
#define BLOCK_SIZE 16
template <int BLOCK_SIZE_X>
__global__ void MatrixMulAsyncCopyMultiStageLargeChunk(float* __restrict__ C, const float* __restrict__ A, const float* __restrict__ B, int wA, int wB) {
  constexpr size_t maxPipelineStages = 4;
  __shared__ alignas(alignof(float4)) float As[maxPipelineStages][BLOCK_SIZE_X][BLOCK_SIZE_X];
  __shared__ alignas(alignof(float4)) float Bs[maxPipelineStages][BLOCK_SIZE_X][BLOCK_SIZE_X];
  float Csub = 0.0;
  const int aBegin = wA * (BLOCK_SIZE_X) * blockIdx.y;
  const int t4x = threadIdx.x * 4;
  const auto shape4 = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int a = aBegin, i = 0, aStage = aBegin, iStage = 0; a <= aBegin + wA - 1; a += 16, ++i) {
    for (; aStage <= a + 16 * maxPipelineStages; aStage += 16, ++iStage) {
      pipe.producer_acquire();
      if (aStage <= wA && t4x < BLOCK_SIZE_X) {
        const int j = iStage % maxPipelineStages;
        cuda::memcpy_async(&As[j][threadIdx.y][t4x], &A[aStage + wA * threadIdx.y + t4x], shape4, pipe);
        cuda::memcpy_async(&Bs[j][threadIdx.y][t4x], &B[aStage + wA * threadIdx.y + t4x], shape4, pipe);
      }
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    const int j = i % maxPipelineStages;
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE_X; ++k) Csub += As[j][threadIdx.y][k] * Bs[j][k][threadIdx.x];
    pipe.consumer_release();
  }
  C[threadIdx.x] = Csub;
}
__global__ void normVecByDotProductAWBarrier(float *vecA, float *vecB, double *partialSums, int size) {
#if __CUDA_ARCH__ >= 700
#pragma diag_suppress static_var_with_dynamic_init
  auto cta = cg::this_thread_block();
  const auto tile32 = cg::tiled_partition<32>(cta);
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  extern __shared__ double tmp[];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  cg::sync(cta);
  cuda::barrier<cuda::thread_scope_block>::arrival_token token = barrier.arrive();
  double threadSum = 0;
  for (int i = cta.thread_rank(); i < size; i += cta.size()) threadSum += vecA[i] * vecB[i];
  barrier.wait(std::move(token));
  threadSum = cg::reduce(tile32, threadSum, cg::plus<double>());
  if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = threadSum;
  auto grid = cg::this_grid();
  cg::sync(grid);
  if (grid.thread_rank() == 0) partialSums[0] = tmp[0];
#endif
}
__global__ void simple_wmma_gemm(half *a, half *b, float *c, float *d, int m_ld, int n_ld, int k_ld, float alpha, float beta) {
  int lda = k_ld;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_frag;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_frag;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc_frag;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c_frag;
  wmma::fill_fragment(acc_frag, 0.0f);
  wmma::load_matrix_sync(a_frag, a, lda);
  wmma::load_matrix_sync(b_frag, b, lda);
  wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
  wmma::load_matrix_sync(c_frag, c, n_ld, wmma::mem_row_major);
#pragma unroll
  for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
  wmma::store_matrix_sync(d, c_frag, n_ld, wmma::mem_row_major);
}
__global__ void imma(const uint8_t *A, const uint8_t *B, const int *C, int *D) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, uint8_t, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, uint8_t, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c[2][4];
  wmma::load_matrix_sync(a, A, 32);
  wmma::load_matrix_sync(b, B, 32);
  wmma::load_matrix_sync(c[0][1], C, 32, wmma::mem_row_major);
  wmma::mma_sync(c[0][0], a, b, c[0][1]);
  wmma::store_matrix_sync(D, c[0][0], 16, wmma::mem_row_major);
}
__global__ void dmma(double *A, double *B, double *C) {
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> b;
  wmma::load_matrix_sync(a, A, 8); wmma::load_matrix_sync(b, B, 8);
  wmma::fill_fragment(c, 0.0);
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(C, c, 8, wmma::mem_row_major);
}
__global__ void tf32(float *A, float *B, float *C) {
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b;
  wmma::load_matrix_sync(a, A, 8); wmma::load_matrix_sync(b, B, 8);
  for (int t = 0; t < a.num_elements; t++) a.x[t] = wmma::__float_to_tf32(a.x[t]);
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(C, c, 8, wmma::mem_row_major);
}
__global__ void bf16k(__nv_bfloat16 *A, float *C) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> b;
  wmma::load_matrix_sync(a, A, 8); wmma::load_matrix_sync(b, A, 8);
  wmma::mma_sync(c, a, b, c);
  typedef union { int4 vec; __nv_bfloat16 h[8]; } u;
  wmma::store_matrix_sync(C, c, 8, wmma::mem_row_major);
}
__device__ int dgroup(cg::thread_group g, int *x, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    x[lane] = val; g.sync();
    if (lane < i) val += x[lane + i];
    g.sync();
  }
  return g.thread_rank() == 0 ? val : -1;
}
__global__ void cgkernel() {
  cg::thread_block threadBlockGroup = cg::this_thread_block();
  int threadBlockGroupSize = threadBlockGroup.size();
  extern __shared__ int workspace[];
  int out = dgroup(threadBlockGroup, workspace, threadBlockGroup.thread_rank());
  if (threadBlockGroup.thread_rank() == 0) printf(" Sum %d of %d\n", out, threadBlockGroupSize);
  cg::thread_block_tile<16> tiledPartition16 = cg::tiled_partition<16>(threadBlockGroup);
  int off = threadBlockGroup.thread_rank() - tiledPartition16.thread_rank();
  out = dgroup(tiledPartition16, workspace + off, tiledPartition16.thread_rank());
  cg::thread_group tg = cg::tiled_partition(threadBlockGroup, 8);
  cg::coalesced_group active = cg::coalesced_threads();
  auto sub = cg::binary_partition(active, out & 1);
  auto lab = cg::labeled_partition(active, out & 3);
  auto red = cg::reduce(sub, 1, cg::plus<int>());
  printf("%d %d", red, lab.size());
}
__global__ void cluster() {
#if __CUDA_ARCH__ >= 900
  cg::cluster_group c = cg::this_cluster();
  extern __shared__ int smem[];
  c.sync();
  int *dst = c.map_shared_rank(smem, 0);
  atomicAdd(dst, 1);
  c.sync();
#endif
}
int main(int argc, char **argv) {
  int dev = findCudaDevice(argc, (const char **)argv);
  cudaDeviceProp props;
  checkCudaErrors(cudaGetDeviceProperties(&props, dev));
  checkCudaErrors(cudaFuncSetAttribute(MatrixMulAsyncCopyMultiStageLargeChunk<16>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  MatrixMulAsyncCopyMultiStageLargeChunk<16><<<1, dim3(16, 16)>>>(0, 0, 0, 1, 1);
  void *args[] = {0};
  cudaLaunchCooperativeKernel((void *)normVecByDotProductAWBarrier, dim3(1), dim3(1), args, 0, 0);
}
