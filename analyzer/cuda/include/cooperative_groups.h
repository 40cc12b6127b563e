#pragma once
#include "warplens/define.h"
#include "cuda_runtime.h"
namespace cooperative_groups {
struct thread_block {
  __WL_D void sync() { __syncthreads(); }
  __WL_D unsigned int thread_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
  __WL_D unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  __WL_D dim3 group_index() { return blockIdx; }
};
__WL_D thread_block this_thread_block() { return thread_block(); }
template <unsigned int N, typename P = void> struct thread_block_tile {
  __WL_D unsigned int size() { return N; }
  __WL_D unsigned int thread_rank() { return thread_block::thread_rank() % N; }
  template <typename T> __WL_D T shfl_down(T v, unsigned int d) { return __shfl_down_sync(0xffffffffu, v, d, N); }
};
template <unsigned int N> __WL_D thread_block_tile<N> tiled_partition(thread_block) { return {}; }
}
