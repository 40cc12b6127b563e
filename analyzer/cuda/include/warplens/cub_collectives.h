// CUB's collectives: reductions and scans of warps and blocks have bodies, the others are declared. A kernel that calls one of
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
struct BlockAdjacentDifference {
  __WL_COLLECTIVE(BlockAdjacentDifference, X * Y * Z * sizeof(T))
  template <int N, typename OUT, typename OP, typename... REST>
  __device__ void SubtractLeft(T (&in)[N], OUT (&out)[N], OP op, REST&&...);
  template <int N, typename OUT, typename OP, typename... REST>
  __device__ void SubtractRight(T (&in)[N], OUT (&out)[N], OP op, REST&&...);
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
