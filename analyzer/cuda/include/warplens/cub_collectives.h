// CUB's collectives of warps and blocks, with the steps that its documentation describes for each. The sizes of their temporary
// storage are ours.
#pragma once

#include "cub_base.h"
#include "cub_warp.h"
#include "cub_look_back.h"
#include "cub_block.h"
#include "cub_tile.h"
#include "cub_block_sort.h"
#include "cub_neighbours.h"

namespace cub {

template <typename T, int X, int Y = 1, int Z = 1, int = 0>
class BlockAdjacentDifference {
  // The first and the last item of every thread, for its neighbours.
  struct Items { T first[X * Y * Z]; T last[X * Y * Z]; };
  Items& items;
  static __device__ __forceinline__ Items& own() {
    __shared__ Items storage;
    return storage;
  }
  static __device__ __forceinline__ int rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void left(T (&in)[N], OUT (&out)[N], OP op, const T* before, int valid) {
    const int thread = rank();
    items.last[thread] = in[N - 1];
    __syncthreads();
#pragma unroll
    for (int i = N - 1; i > 0; i--) out[i] = thread * N + i < valid ? op(in[i], in[i - 1]) : in[i];
    const bool has = thread * N < valid && (thread != 0 || before);
    if (has) out[0] = op(in[0], thread == 0 ? *before : items.last[thread - 1]);
    else out[0] = in[0];
  }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void right(T (&in)[N], OUT (&out)[N], OP op, const T* after, int valid) {
    const int thread = rank();
    items.first[thread] = in[0];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N - 1; i++) out[i] = thread * N + i + 1 < valid ? op(in[i], in[i + 1]) : in[i];
    const bool isLast = thread == X * Y * Z - 1;
    const bool has = (thread + 1) * N < valid || (isLast && after);
    if (has) out[N - 1] = op(in[N - 1], isLast ? *after : items.first[thread + 1]);
    else out[N - 1] = in[N - 1];
  }

 public:
  struct alignas(16) TempStorage { char storage[sizeof(Items)]; };
  __device__ __forceinline__ BlockAdjacentDifference() : items(own()) {}
  __device__ __forceinline__ BlockAdjacentDifference(TempStorage& given) : items(reinterpret_cast<Items&>(given)) {}
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractLeft(T (&in)[N], OUT (&out)[N], OP op) { left(in, out, op, nullptr, X * Y * Z * N); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractLeft(T (&in)[N], OUT (&out)[N], OP op, T before) { left(in, out, op, &before, X * Y * Z * N); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractLeftPartialTile(T (&in)[N], OUT (&out)[N], OP op, int valid) { left(in, out, op, nullptr, valid); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractLeftPartialTile(T (&in)[N], OUT (&out)[N], OP op, int valid, T before) { left(in, out, op, &before, valid); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractRight(T (&in)[N], OUT (&out)[N], OP op) { right(in, out, op, nullptr, X * Y * Z * N); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractRight(T (&in)[N], OUT (&out)[N], OP op, T after) { right(in, out, op, &after, X * Y * Z * N); }
  template <int N, typename OUT, typename OP>
  __device__ __forceinline__ void SubtractRightPartialTile(T (&in)[N], OUT (&out)[N], OP op, int valid) { right(in, out, op, nullptr, valid); }
};

}  // namespace cub
