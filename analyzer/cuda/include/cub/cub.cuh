// CUB as its documentation shows it: reductions and scans of warps and blocks have bodies, every other collective and
// algorithm is declared. A kernel that calls one of those compiles, and what it does itself is analysed; the call is unknown
// to the analysis, and stops a simulation by its name. The sizes of their temporary storage are ours.
#pragma once

#include <__functional/operations.h>
#include <iterator>
#include <type_traits>
#include <utility>

#define CUB_RUNTIME_FUNCTION
#define CubDebug(e) (e)
#define CubDebugExit(e) (e)
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define __WL_CUB __host__ __device__ __forceinline__

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

struct NullType {};
template <bool B, typename T, typename F> struct If { using Type = std::conditional_t<B, T, F>; };
template <typename A, typename B> struct Equals { enum { VALUE = std::is_same<A, B>::value }; };

struct Sum { template <typename T> __WL_CUB T operator()(const T& a, const T& b) const { return a + b; } };
struct Difference { template <typename T> __WL_CUB T operator()(const T& a, const T& b) const { return a - b; } };
struct Division { template <typename T> __WL_CUB T operator()(const T& a, const T& b) const { return a / b; } };
struct Max { template <typename T> __WL_CUB T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
struct Min { template <typename T> __WL_CUB T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
struct Equality { template <typename T> __WL_CUB bool operator()(const T& a, const T& b) const { return a == b; } };
struct Inequality { template <typename T> __WL_CUB bool operator()(const T& a, const T& b) const { return !(a == b); } };

template <typename KEY, typename VALUE>
struct KeyValuePair {
  typedef KEY Key;
  typedef VALUE Value;
  Key key;
  Value value;
  __WL_CUB KeyValuePair() {}
  __WL_CUB KeyValuePair(Key const& k, Value const& v) : key(k), value(v) {}
};
struct ArgMax {
  template <typename T, typename I>
  __WL_CUB KeyValuePair<I, T> operator()(const KeyValuePair<I, T>& a, const KeyValuePair<I, T>& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <typename T, typename I>
  __WL_CUB KeyValuePair<I, T> operator()(const KeyValuePair<I, T>& a, const KeyValuePair<I, T>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <typename T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  __WL_CUB DoubleBuffer() : selector(0) { d_buffers[0] = d_buffers[1] = nullptr; }
  __WL_CUB DoubleBuffer(T* current, T* alternate) : selector(0) { d_buffers[0] = current; d_buffers[1] = alternate; }
  __WL_CUB T* Current() { return d_buffers[selector]; }
  __WL_CUB T* Alternate() { return d_buffers[selector ^ 1]; }
};

}  // namespace cub

#include "../warplens/cub_warp.h"
#include "../warplens/cub_block.h"

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

// Algorithms over the whole device, called from the host in two steps.
#define __WL_ALGORITHM(name) \
  template <typename... ALL> static cudaError_t name(void* storage, size_t& bytes, ALL&&...);
struct DeviceReduce {
  __WL_ALGORITHM(Reduce) __WL_ALGORITHM(Sum) __WL_ALGORITHM(Min) __WL_ALGORITHM(Max) __WL_ALGORITHM(ArgMin)
  __WL_ALGORITHM(ArgMax) __WL_ALGORITHM(ReduceByKey) __WL_ALGORITHM(TransformReduce)
};
struct DeviceSegmentedReduce {
  __WL_ALGORITHM(Reduce) __WL_ALGORITHM(Sum) __WL_ALGORITHM(Min) __WL_ALGORITHM(Max) __WL_ALGORITHM(ArgMin) __WL_ALGORITHM(ArgMax)
};
struct DeviceScan {
  __WL_ALGORITHM(ExclusiveSum) __WL_ALGORITHM(InclusiveSum) __WL_ALGORITHM(ExclusiveScan) __WL_ALGORITHM(InclusiveScan)
  __WL_ALGORITHM(ExclusiveSumByKey) __WL_ALGORITHM(InclusiveSumByKey)
};
struct DeviceRadixSort {
  __WL_ALGORITHM(SortPairs) __WL_ALGORITHM(SortPairsDescending) __WL_ALGORITHM(SortKeys) __WL_ALGORITHM(SortKeysDescending)
};
struct DeviceSegmentedRadixSort {
  __WL_ALGORITHM(SortPairs) __WL_ALGORITHM(SortPairsDescending) __WL_ALGORITHM(SortKeys) __WL_ALGORITHM(SortKeysDescending)
};
struct DeviceSegmentedSort {
  __WL_ALGORITHM(SortPairs) __WL_ALGORITHM(SortPairsDescending) __WL_ALGORITHM(SortKeys) __WL_ALGORITHM(SortKeysDescending)
};
struct DeviceMergeSort { __WL_ALGORITHM(SortPairs) __WL_ALGORITHM(SortKeys) __WL_ALGORITHM(StableSortPairs) __WL_ALGORITHM(StableSortKeys) };
struct DeviceSelect { __WL_ALGORITHM(Flagged) __WL_ALGORITHM(If) __WL_ALGORITHM(Unique) __WL_ALGORITHM(UniqueByKey) };
struct DevicePartition { __WL_ALGORITHM(Flagged) __WL_ALGORITHM(If) };
struct DeviceRunLengthEncode { __WL_ALGORITHM(Encode) __WL_ALGORITHM(NonTrivialRuns) };
struct DeviceHistogram { __WL_ALGORITHM(HistogramEven) __WL_ALGORITHM(HistogramRange) __WL_ALGORITHM(MultiHistogramEven) };
struct DeviceSpmv { __WL_ALGORITHM(CsrMV) };

template <typename T, typename D = ptrdiff_t>
struct CountingInputIterator {
  typedef T value_type;
  T first;
  __WL_CUB CountingInputIterator(const T& value) : first(value) {}
  __WL_CUB T operator*() const { return first; }
  template <typename I> __WL_CUB T operator[](I n) const { return first + (T)n; }
  template <typename I> __WL_CUB CountingInputIterator operator+(I n) const { return CountingInputIterator(first + (T)n); }
};
template <typename T, typename OP, typename IT, typename D = ptrdiff_t>
struct TransformInputIterator {
  typedef T value_type;
  IT at;
  OP op;
  __WL_CUB TransformInputIterator(IT it, OP function) : at(it), op(function) {}
  __WL_CUB T operator*() const { return op(*at); }
  template <typename I> __WL_CUB T operator[](I n) const { return op(at[n]); }
  template <typename I> __WL_CUB TransformInputIterator operator+(I n) const { return TransformInputIterator(at + n, op); }
};

struct CachingDeviceAllocator {
  CachingDeviceAllocator(bool skipCleanup = false, bool debug = false);
  template <typename... SIZES> CachingDeviceAllocator(unsigned int growth, SIZES...);
  cudaError_t DeviceAllocate(void** p, size_t bytes, cudaStream_t stream = 0);
  cudaError_t DeviceFree(void* p);
};

}  // namespace cub

#undef __WL_CUB
#undef __WL_COLLECTIVE
#undef __WL_ALGORITHM
