// CUB's collectives: reductions and scans of warps and blocks and differences of neighbours have bodies, the others are declared. A kernel that calls one of
// those compiles, and what it does itself is analysed; the call is unknown to the analysis, and stops a simulation by its
// name. The sizes of their temporary storage are ours.
#pragma once

#include "cub_base.h"
#include "cub_warp.h"
#include "cub_block.h"

namespace cub {

// What every collective without a body here has: temporary storage, and constructors that take it.
#define __WL_COLLECTIVE(name, bytes)                                     \
  struct alignas(16) TempStorage { char storage[(bytes) < 16 ? 16 : (bytes)]; }; \
  __device__ __forceinline__ name() {}                                  \
  __device__ __forceinline__ name(TempStorage&) {}

template <typename T, int X, int N, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
struct BlockLoad {
  __WL_COLLECTIVE(BlockLoad, X * Y * Z * N * sizeof(T))
  template <typename IT, typename... REST> __device__ void Load(IT from, T (&items)[N], REST&&...);
};
template <typename T, int X, int N, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
struct BlockStore {
  __WL_COLLECTIVE(BlockStore, X * Y * Z * N * sizeof(T))
  template <typename IT, typename... REST> __device__ void Store(IT to, T (&items)[N], REST&&...);
};
template <typename T, int N, WarpLoadAlgorithm = WARP_LOAD_DIRECT, int LANES = 32, int = 0>
struct WarpLoad {
  __WL_COLLECTIVE(WarpLoad, LANES * N * sizeof(T))
  template <typename IT, typename... REST> __device__ void Load(IT from, T (&items)[N], REST&&...);
};
template <typename T, int N, WarpStoreAlgorithm = WARP_STORE_DIRECT, int LANES = 32, int = 0>
struct WarpStore {
  __WL_COLLECTIVE(WarpStore, LANES * N * sizeof(T))
  template <typename IT, typename... REST> __device__ void Store(IT to, T (&items)[N], REST&&...);
};

template <typename KEY, int X, int N, typename VALUE = NullType, int RADIX_BITS = 4, bool MEMOIZE = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int CONFIG = 0, int Y = 1, int Z = 1, int = 0>
struct BlockRadixSort {
  __WL_COLLECTIVE(BlockRadixSort, X * Y * Z * N * sizeof(KEY))
  template <typename... REST> __device__ void Sort(KEY (&keys)[N], REST&&...);
  template <typename... REST> __device__ void SortDescending(KEY (&keys)[N], REST&&...);
  template <typename... REST> __device__ void SortBlockedToStriped(KEY (&keys)[N], REST&&...);
  template <typename... REST> __device__ void SortDescendingBlockedToStriped(KEY (&keys)[N], REST&&...);
};
template <typename KEY, int X, int N, typename VALUE = NullType, int Y = 1, int Z = 1>
struct BlockMergeSort {
  __WL_COLLECTIVE(BlockMergeSort, X * Y * Z * N * sizeof(KEY))
  template <typename... REST> __device__ void Sort(KEY (&keys)[N], REST&&...);
  template <typename... REST> __device__ void StableSort(KEY (&keys)[N], REST&&...);
};
template <typename T, int X, int N, int BINS, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int = 0>
struct BlockHistogram {
  __WL_COLLECTIVE(BlockHistogram, BINS * sizeof(int))
  template <typename COUNTER> __device__ void InitHistogram(COUNTER (&histogram)[BINS]);
  template <typename COUNTER> __device__ void Histogram(T (&items)[N], COUNTER (&histogram)[BINS]);
  template <typename COUNTER> __device__ void Composite(T (&items)[N], COUNTER (&histogram)[BINS]);
};
template <typename T, int X, int N, bool TIMESLICED = false, int Y = 1, int Z = 1, int = 0>
struct BlockExchange {
  __WL_COLLECTIVE(BlockExchange, X * Y * Z * N * sizeof(T))
  template <typename... REST> __device__ void StripedToBlocked(T (&in)[N], REST&&...);
  template <typename... REST> __device__ void BlockedToStriped(T (&in)[N], REST&&...);
  template <typename... REST> __device__ void WarpStripedToBlocked(T (&in)[N], REST&&...);
  template <typename... REST> __device__ void BlockedToWarpStriped(T (&in)[N], REST&&...);
  template <typename... REST> __device__ void ScatterToBlocked(T (&in)[N], REST&&...);
  template <typename... REST> __device__ void ScatterToStriped(T (&in)[N], REST&&...);
};
template <typename T, int X, int Y = 1, int Z = 1, int = 0>
struct BlockDiscontinuity {
  __WL_COLLECTIVE(BlockDiscontinuity, X * Y * Z * sizeof(T))
  template <int N, typename FLAG, typename OP, typename... REST>
  __device__ void FlagHeads(FLAG (&flags)[N], T (&in)[N], OP op, REST&&...);
  template <int N, typename FLAG, typename OP, typename... REST>
  __device__ void FlagTails(FLAG (&flags)[N], T (&in)[N], OP op, REST&&...);
};
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

__device__ inline unsigned int LaneId() { return threadIdx.x % 32; }
template <CacheLoadModifier MODIFIER, typename IT> __device__ typename std::iterator_traits<IT>::value_type ThreadLoad(IT at);
template <CacheStoreModifier MODIFIER, typename IT, typename T> __device__ void ThreadStore(IT at, T value);
template <int X, typename IT, typename T, int N> __device__ void LoadDirectStriped(int thread, IT from, T (&items)[N]);
template <int X, typename IT, typename T, int N> __device__ void StoreDirectStriped(int thread, IT to, T (&items)[N]);
template <typename IT, typename T, int N, typename... REST> __device__ void LoadDirectBlocked(int thread, IT from, T (&items)[N], REST&&...);
template <typename IT, typename T, int N, typename... REST> __device__ void StoreDirectBlocked(int thread, IT to, T (&items)[N], REST&&...);

}  // namespace cub

#undef __WL_COLLECTIVE
