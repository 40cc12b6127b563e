// CUB's sorts of a block and of a warp: by digits of a key, ranked in shared memory, or by merging runs.
#pragma once

#include "cub_tile.h"
#include "cub_traits.h"

namespace cub {
namespace __wl {

// Ranks by one digit, stable. Every thread has a 16-bit counter for each digit, two in a word; the counters are summed up in the
// order digit, thread: each thread over a run of them, then the threads' totals by a scan of the block.
template <int X, int Y, int Z, int BITS> struct DigitRanks {
  enum { THREADS = X * Y * Z, ROWS = 1 << (BITS - 1) };
  typedef BlockScan<unsigned int, X, BLOCK_SCAN_WARP_SCANS, Y, Z> Scan;
  struct TempStorage {
    unsigned int counters[ROWS * THREADS];
    typename Scan::TempStorage scan;
  };
  template <int N, typename DIGIT> static __WL_TILE void rank(TempStorage& temp, DIGIT digitOf, int (&ranks)[N]) {
    const int thread = __wl::rank<X, Y, Z>();
    unsigned short* places[N];
#pragma unroll
    for (int row = 0; row < ROWS; row++) temp.counters[row * THREADS + thread] = 0;
#pragma unroll
    for (int i = 0; i < N; i++) {
      const unsigned int digit = digitOf(i);
      unsigned int& word = temp.counters[digit % ROWS * THREADS + thread];
      places[i] = reinterpret_cast<unsigned short*>(&word) + digit / ROWS;
      ranks[i] = *places[i];
      *places[i] = ranks[i] + 1;
    }
    __syncthreads();
    unsigned int* run = temp.counters + thread * ROWS;
    unsigned int counts[ROWS], sum = 0, before, total;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      counts[i] = run[i];
      sum += counts[i];
    }
    Scan(temp.scan).ExclusiveSum(sum, before, total);
    // Digits in upper halves come after all of those in lower ones.
    before += total << 16;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      run[i] = before;
      before += counts[i];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++) ranks[i] += *places[i];
  }
};

template <int THREADS, int N, typename KEY, typename VALUE> struct MergeStorage {
  union {
    Places<KEY, THREADS * N, 1> keys;
    Places<VALUE, THREADS * N, 1> values;
  };
};

// Every thread sorts its own items; then neighbouring runs are merged, twice as long each time, and each thread finds by bisection
// where its part of the result begins in both.
template <int THREADS, int N, typename KEY, typename VALUE> struct MergeSorter {
  typedef MergeStorage<THREADS, N, KEY, VALUE> Storage;
  enum { HAS_VALUES = !std::is_same<VALUE, NullType>::value };
  template <typename LESS> static __WL_TILE void sortOwn(KEY (&keys)[N], VALUE (&values)[N], LESS less) {
#pragma unroll
    for (int round = 0; round < N; round++) {
#pragma unroll
      for (int i = round & 1; i < N - 1; i += 2) {
        if (!less(keys[i + 1], keys[i])) continue;
        const KEY key = keys[i];
        keys[i] = keys[i + 1];
        keys[i + 1] = key;
        if constexpr (HAS_VALUES) {
          const VALUE value = values[i];
          values[i] = values[i + 1];
          values[i + 1] = value;
        }
      }
    }
  }
  template <typename LESS, typename SYNC>
  static __WL_TILE void sort(Storage& temp, int thread, KEY (&keys)[N], VALUE (&values)[N], LESS less, SYNC sync) {
    sortOwn(keys, values, less);
    for (int merged = 2; merged <= THREADS; merged *= 2) {
      sync();
#pragma unroll
      for (int i = 0; i < N; i++) temp.keys[thread * N + i] = keys[i];
      sync();
      const int half = N * (merged / 2), first = N * (thread & ~(merged - 1)), diagonal = N * (thread & (merged - 1));
      int low = diagonal > half ? diagonal - half : 0, high = diagonal < half ? diagonal : half;
      while (low < high) {
        const int middle = (low + high) / 2;
        if (less(temp.keys[first + half + diagonal - 1 - middle], temp.keys[first + middle])) high = middle;
        else low = middle + 1;
      }
      int a = first + low, b = first + half + diagonal - low;
      const int endA = first + half, endB = first + 2 * half;
      int from[N];
#pragma unroll
      for (int i = 0; i < N; i++) {
        const bool takesB = b < endB && (a >= endA || less(temp.keys[b], temp.keys[a]));
        from[i] = takesB ? b++ : a++;
        keys[i] = temp.keys[from[i]];
      }
      if constexpr (HAS_VALUES) {
        sync();
#pragma unroll
        for (int i = 0; i < N; i++) temp.values[thread * N + i] = values[i];
        sync();
#pragma unroll
        for (int i = 0; i < N; i++) values[i] = temp.values[from[i]];
      }
    }
  }
};

}  // namespace __wl

template <typename KEY, int X, int N, typename VALUE = NullType, int RADIX_BITS = 4, bool MEMOIZE = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int CONFIG = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort {
  enum { HAS_VALUES = !std::is_same<VALUE, NullType>::value, ALL_BITS = 8 * sizeof(KEY) };
  typedef typename Traits<KEY>::UnsignedBits Bits;
  typedef __wl::DigitRanks<X, Y, Z, RADIX_BITS> Ranks;
  typedef BlockExchange<KEY, X, N, false, Y, Z> Keys;
  typedef BlockExchange<VALUE, X, N, false, Y, Z> Values;
  static __WL_TILE Bits bitsOf(const KEY& key) {
    Bits bits;
    __builtin_memcpy(&bits, &key, sizeof(KEY));
    // Both zeros of a floating-point type are one key.
    if constexpr (Traits<KEY>::CATEGORY == FLOATING_POINT)
      if (bits == Bits(Bits(1) << (ALL_BITS - 1))) bits = 0;
    return Traits<KEY>::TwiddleIn(bits);
  }
  template <bool DESCENDING, bool STRIPED> __WL_TILE void sort(KEY (&keys)[N], VALUE (&values)[N], int begin, int end) {
    while (true) {
      const int count = end - begin < RADIX_BITS ? end - begin : RADIX_BITS;
      const unsigned int mask = (1u << count) - 1;
      int ranks[N];
      Ranks::rank(temp.ranks, [&](int i) {
        const unsigned int digit = (unsigned int)(bitsOf(keys[i]) >> begin) & mask;
        return DESCENDING ? mask - digit : digit;
      }, ranks);
      begin += RADIX_BITS;
      __syncthreads();
      const bool last = begin >= end;
      if (last && STRIPED) Keys(temp.keys).ScatterToStriped(keys, ranks);
      else Keys(temp.keys).ScatterToBlocked(keys, ranks);
      if constexpr (HAS_VALUES) {
        __syncthreads();
        if (last && STRIPED) Values(temp.values).ScatterToStriped(values, ranks);
        else Values(temp.values).ScatterToBlocked(values, ranks);
      }
      if (last) break;
      __syncthreads();
    }
  }

 public:
  union TempStorage {
    typename Ranks::TempStorage ranks;
    typename Keys::TempStorage keys;
    typename Values::TempStorage values;
  };
  __WL_TILE BlockRadixSort() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockRadixSort(TempStorage& given) : temp(given) {}
#define __WL_SORT(NAME, DESCENDING, STRIPED)                                                                        \
  __WL_TILE void NAME(KEY (&keys)[N], int begin = 0, int end = ALL_BITS) {                                          \
    NullType none[N];                                                                                               \
    static_assert(!HAS_VALUES, "this sort is declared with values: pass them as well");                             \
    sort<DESCENDING, STRIPED>(keys, none, begin, end);                                                              \
  }                                                                                                                 \
  __WL_TILE void NAME(KEY (&keys)[N], VALUE (&values)[N], int begin = 0, int end = ALL_BITS) {                      \
    sort<DESCENDING, STRIPED>(keys, values, begin, end);                                                            \
  }
  __WL_SORT(Sort, false, false)
  __WL_SORT(SortDescending, true, false)
  __WL_SORT(SortBlockedToStriped, false, true)
  __WL_SORT(SortDescendingBlockedToStriped, true, true)
#undef __WL_SORT

 private:
  TempStorage& temp;
};

#define __WL_MERGE_SORTS                                                                                            \
  template <typename LESS> __WL_TILE void Sort(KEY (&keys)[N], LESS less) {                                         \
    NullType none[N];                                                                                               \
    sort(keys, none, less);                                                                                         \
  }                                                                                                                 \
  template <typename LESS> __WL_TILE void Sort(KEY (&keys)[N], LESS less, int valid, KEY other) {                   \
    NullType none[N];                                                                                               \
    bound(keys, valid, other);                                                                                      \
    sort(keys, none, less);                                                                                         \
  }                                                                                                                 \
  template <typename LESS> __WL_TILE void Sort(KEY (&keys)[N], VALUE (&values)[N], LESS less) { sort(keys, values, less); } \
  template <typename LESS> __WL_TILE void Sort(KEY (&keys)[N], VALUE (&values)[N], LESS less, int valid, KEY other) { \
    bound(keys, valid, other);                                                                                      \
    sort(keys, values, less);                                                                                       \
  }                                                                                                                 \
  template <typename... REST> __WL_TILE void StableSort(KEY (&keys)[N], REST&&... rest) { Sort(keys, rest...); }    \
                                                                                                                    \
 private:                                                                                                           \
  __WL_TILE void bound(KEY (&keys)[N], int valid, const KEY& other) {                                               \
    _Pragma("unroll") for (int i = 0; i < N; i++) if (thread * N + i >= valid) keys[i] = other;                     \
  }

template <typename KEY, int X, int N, typename VALUE = NullType, int Y = 1, int Z = 1>
class BlockMergeSort {
  enum { THREADS = X * Y * Z };
  static_assert((THREADS & (THREADS - 1)) == 0, "a block that sorts by merging has a power of two of threads");
  typedef __wl::MergeSorter<THREADS, N, KEY, VALUE> Sorter;
  int thread = __wl::rank<X, Y, Z>();

 public:
  typedef typename Sorter::Storage TempStorage;
  __WL_TILE BlockMergeSort() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockMergeSort(TempStorage& given) : temp(given) {}
  __WL_TILE unsigned int get_linear_tid() const { return thread; }
  __WL_MERGE_SORTS
  TempStorage& temp;
  template <typename V, typename LESS> __WL_TILE void sort(KEY (&keys)[N], V (&values)[N], LESS less) {
    static_assert(std::is_same<V, VALUE>::value, "this sort is declared with values: pass them as well");
    Sorter::sort(temp, thread, keys, values, less, __wl::BlockSync());
  }
};

template <typename KEY, int N, int LANES = 32, typename VALUE = NullType, int = 0>
class WarpMergeSort {
  typedef __wl::MergeSorter<LANES, N, KEY, VALUE> Sorter;
  int thread = LANES == 32 ? __wl::lane() : __wl::lane() % LANES;

 public:
  typedef typename Sorter::Storage TempStorage;
  WarpMergeSort() = delete;
  __WL_TILE WarpMergeSort(TempStorage& given) : temp(given) {}
  __WL_TILE unsigned int get_linear_tid() const { return thread; }
  __WL_TILE unsigned int get_member_mask() const { return __wl::membersOf<LANES>(); }
  __WL_MERGE_SORTS
  TempStorage& temp;
  template <typename V, typename LESS> __WL_TILE void sort(KEY (&keys)[N], V (&values)[N], LESS less) {
    static_assert(std::is_same<V, VALUE>::value, "this sort is declared with values: pass them as well");
    Sorter::sort(temp, thread, keys, values, less, __wl::WarpSync{__wl::membersOf<LANES>()});
  }
};
#undef __WL_MERGE_SORTS

}  // namespace cub
