// CUB's collectives of a block that look at neighbouring items: flags of runs, shifts, differences, histograms and runs that are
// written out.
#pragma once

#include "cub_block_sort.h"

namespace cub {

template <typename T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity {
  enum { THREADS = X * Y * Z };
  // The first and the last item of every thread, for its neighbours.
  struct Items { T first[THREADS]; T last[THREADS]; };
  Items& items;
  int thread = __wl::rank<X, Y, Z>();
  // Operators may ask for the index of the second item as well.
  template <typename OP> static __WL_TILE bool differs(OP op, const T& a, const T& b, int index) {
    if constexpr (std::is_invocable<OP, const T&, const T&, int>::value) return op(a, b, index);
    else return op(a, b);
  }
  template <int N, typename FLAG, typename OP>
  __WL_TILE void heads(FLAG (&flags)[N], T (&in)[N], OP op, const T* before) {
#pragma unroll
    for (int i = N - 1; i > 0; i--) flags[i] = differs(op, in[i - 1], in[i], thread * N + i);
    if (thread != 0) flags[0] = differs(op, items.last[thread - 1], in[0], thread * N);
    else flags[0] = before ? differs(op, *before, in[0], 0) : 1;
  }
  template <int N, typename FLAG, typename OP>
  __WL_TILE void tails(FLAG (&flags)[N], T (&in)[N], OP op, const T* after) {
#pragma unroll
    for (int i = 0; i < N - 1; i++) flags[i] = differs(op, in[i], in[i + 1], thread * N + i + 1);
    if (thread != THREADS - 1) flags[N - 1] = differs(op, in[N - 1], items.first[thread + 1], thread * N + N);
    else flags[N - 1] = after ? differs(op, in[N - 1], *after, thread * N + N) : 1;
  }
  template <int N> __WL_TILE void show(T (&in)[N], bool first, bool last) {
    if (first) items.first[thread] = in[0];
    if (last) items.last[thread] = in[N - 1];
    __syncthreads();
  }
  template <int N, typename HEAD, typename TAIL, typename OP>
  __WL_TILE void both(HEAD (&head)[N], const T* before, TAIL (&tail)[N], const T* after, T (&in)[N], OP op) {
    show(in, true, true);
    heads(head, in, op, before);
    tails(tail, in, op, after);
  }

 public:
  struct alignas(16) TempStorage { char storage[sizeof(Items)]; };
  __WL_TILE BlockDiscontinuity() : items(reinterpret_cast<Items&>(__wl::ownStorage<TempStorage>())) {}
  __WL_TILE BlockDiscontinuity(TempStorage& given) : items(reinterpret_cast<Items&>(given)) {}
  template <int N, typename FLAG, typename OP> __WL_TILE void FlagHeads(FLAG (&flags)[N], T (&in)[N], OP op) {
    show(in, false, true);
    heads(flags, in, op, nullptr);
  }
  template <int N, typename FLAG, typename OP> __WL_TILE void FlagHeads(FLAG (&flags)[N], T (&in)[N], OP op, T before) {
    show(in, false, true);
    heads(flags, in, op, &before);
  }
  template <int N, typename FLAG, typename OP> __WL_TILE void FlagTails(FLAG (&flags)[N], T (&in)[N], OP op) {
    show(in, true, false);
    tails(flags, in, op, nullptr);
  }
  template <int N, typename FLAG, typename OP> __WL_TILE void FlagTails(FLAG (&flags)[N], T (&in)[N], OP op, T after) {
    show(in, true, false);
    tails(flags, in, op, &after);
  }
  template <int N, typename FLAG, typename OP>
  __WL_TILE void FlagHeadsAndTails(FLAG (&head)[N], FLAG (&tail)[N], T (&in)[N], OP op) { both(head, nullptr, tail, nullptr, in, op); }
  template <int N, typename FLAG, typename OP>
  __WL_TILE void FlagHeadsAndTails(FLAG (&head)[N], FLAG (&tail)[N], T after, T (&in)[N], OP op) { both(head, nullptr, tail, &after, in, op); }
  template <int N, typename FLAG, typename OP>
  __WL_TILE void FlagHeadsAndTails(FLAG (&head)[N], T before, FLAG (&tail)[N], T (&in)[N], OP op) { both(head, &before, tail, nullptr, in, op); }
  template <int N, typename FLAG, typename OP>
  __WL_TILE void FlagHeadsAndTails(FLAG (&head)[N], T before, FLAG (&tail)[N], T after, T (&in)[N], OP op) {
    both(head, &before, tail, &after, in, op);
  }
};

template <typename T, int X, int Y = 1, int Z = 1, int = 0>
class BlockShuffle {
  enum { THREADS = X * Y * Z };
  typedef __wl::Places<T, THREADS, 1> Places;
  Places& temp;
  int thread = __wl::rank<X, Y, Z>();
  __WL_TILE void show(const T& value) {
    temp[thread] = value;
    __syncthreads();
  }

 public:
  typedef __wl::storage<Places> TempStorage;
  __WL_TILE BlockShuffle() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockShuffle(TempStorage& given) : temp(given) {}
  // Threads without such a neighbour keep what they have.
  __WL_TILE void Offset(T in, T& out, int distance = 1) {
    show(in);
    const int from = thread + distance;
    if (from >= 0 && from < THREADS) out = temp[from];
  }
  __WL_TILE void Rotate(T in, T& out, unsigned int distance = 1) {
    show(in);
    const unsigned int from = thread + distance;
    out = temp[from >= THREADS ? from - THREADS : from];
  }
  template <int N> __WL_TILE void Up(T (&in)[N], T (&out)[N]) {
    show(in[N - 1]);
#pragma unroll
    for (int i = N - 1; i > 0; i--) out[i] = in[i - 1];
    if (thread > 0) out[0] = temp[thread - 1];
  }
  template <int N> __WL_TILE void Up(T (&in)[N], T (&out)[N], T& last) {
    Up(in, out);
    last = temp[THREADS - 1];
  }
  template <int N> __WL_TILE void Down(T (&in)[N], T (&out)[N]) {
    show(in[0]);
#pragma unroll
    for (int i = 0; i < N - 1; i++) out[i] = in[i + 1];
    if (thread < THREADS - 1) out[N - 1] = temp[thread + 1];
  }
  template <int N> __WL_TILE void Down(T (&in)[N], T (&out)[N], T& first) {
    Down(in, out);
    first = temp[0];
  }
};

template <typename T, int X, int N, int BINS, BlockHistogramAlgorithm HOW = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int = 0>
class BlockHistogram {
  enum { THREADS = X * Y * Z };
  typedef BlockRadixSort<T, X, N, NullType, 4, true, BLOCK_SCAN_WARP_SCANS, 0, Y, Z> Sort;
  struct Runs { unsigned int begin[BINS], end[BINS]; T last[THREADS]; };
  struct Sorting { union { typename Sort::TempStorage sort; Runs runs; }; };

 public:
  typedef std::conditional_t<HOW == BLOCK_HISTO_SORT, Sorting, NullType> TempStorage;
  __WL_TILE BlockHistogram() : temp(__wl::ownStorage<TempStorage>()) {}
  __WL_TILE BlockHistogram(TempStorage& given) : temp(given) {}
  template <typename COUNTER> __WL_TILE void InitHistogram(COUNTER (&histogram)[BINS]) {
    for (int bin = thread; bin < BINS; bin += THREADS) histogram[bin] = 0;
  }
  template <typename COUNTER> __WL_TILE void Histogram(T (&items)[N], COUNTER (&histogram)[BINS]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
  template <typename COUNTER> __WL_TILE void Composite(T (&items)[N], COUNTER (&histogram)[BINS]) {
    if constexpr (HOW == BLOCK_HISTO_ATOMIC) {
#pragma unroll
      for (int i = 0; i < N; i++) atomicAdd(histogram + items[i], COUNTER(1));
    } else bySorting(items, histogram);
  }

 private:
  TempStorage& temp;
  int thread = __wl::rank<X, Y, Z>();
  // Sorted, the items of a bin are one run, which is as long as the bin's count.
  template <typename COUNTER> __WL_TILE void bySorting(T (&items)[N], COUNTER (&histogram)[BINS]) {
    Sort(temp.sort).Sort(items);
    __syncthreads();
    Runs& runs = temp.runs;
    for (int bin = thread; bin < BINS; bin += THREADS) runs.begin[bin] = runs.end[bin] = THREADS * N;
    runs.last[thread] = items[N - 1];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++) {
      const bool isFirst = thread == 0 && i == 0;
      const T before = isFirst ? items[0] : i == 0 ? runs.last[thread - 1] : items[i > 0 ? i - 1 : 0];
      if (!isFirst && before == items[i]) continue;
      runs.begin[items[i]] = thread * N + i;
      if (!isFirst) runs.end[before] = thread * N + i;
    }
    __syncthreads();
    for (int bin = thread; bin < BINS; bin += THREADS) histogram[bin] += runs.end[bin] - runs.begin[bin];
  }
};

template <typename T, int X, int RUNS, int DECODED, typename OFFSET = unsigned int, int Y = 1, int Z = 1>
class BlockRunLengthDecode {
  enum { THREADS = X * Y * Z, ALL = THREADS * RUNS };
  typedef BlockScan<OFFSET, X, BLOCK_SCAN_RAKING, Y, Z> Scan;

 public:
  struct TempStorage {
    typename Scan::TempStorage scan;
    __wl::Places<T, ALL, 1> values;
    OFFSET offsets[ALL];
  };
  template <typename LENGTH, typename TOTAL>
  __WL_TILE BlockRunLengthDecode(TempStorage& given, T (&values)[RUNS], LENGTH (&lengths)[RUNS], TOTAL& total) : temp(given) {
    byLengths(values, lengths, total);
  }
  template <typename LENGTH, typename TOTAL>
  __WL_TILE BlockRunLengthDecode(T (&values)[RUNS], LENGTH (&lengths)[RUNS], TOTAL& total) : temp(__wl::ownStorage<TempStorage>()) {
    byLengths(values, lengths, total);
  }
  template <typename START> __WL_TILE BlockRunLengthDecode(TempStorage& given, T (&values)[RUNS], START (&offsets)[RUNS]) : temp(given) {
    byOffsets(values, offsets);
  }
  template <typename START> __WL_TILE BlockRunLengthDecode(T (&values)[RUNS], START (&offsets)[RUNS]) : temp(__wl::ownStorage<TempStorage>()) {
    byOffsets(values, offsets);
  }
  template <typename RELATIVE> __WL_TILE void RunLengthDecode(T (&items)[DECODED], RELATIVE (&within)[DECODED], OFFSET from = 0) {
    OFFSET at = from + thread * DECODED;
    int run = runOf(at);
#pragma unroll
    for (int i = 0; i < DECODED; i++, at++) {
      while (run < ALL - 1 && temp.offsets[run + 1] <= at) run++;
      items[i] = temp.values[run];
      within[i] = at - temp.offsets[run];
    }
  }
  __WL_TILE void RunLengthDecode(T (&items)[DECODED], OFFSET from = 0) {
    OFFSET within[DECODED];
    RunLengthDecode(items, within, from);
  }

 private:
  TempStorage& temp;
  int thread = __wl::rank<X, Y, Z>();
  template <typename LENGTH, typename TOTAL> __WL_TILE void byLengths(T (&values)[RUNS], LENGTH (&lengths)[RUNS], TOTAL& total) {
    OFFSET offsets[RUNS], sum;
#pragma unroll
    for (int i = 0; i < RUNS; i++) offsets[i] = lengths[i];
    Scan(temp.scan).ExclusiveSum(offsets, offsets, sum);
    total = sum;
    byOffsets(values, offsets);
  }
  template <typename START> __WL_TILE void byOffsets(T (&values)[RUNS], START (&offsets)[RUNS]) {
#pragma unroll
    for (int i = 0; i < RUNS; i++) {
      temp.values[thread * RUNS + i] = values[i];
      temp.offsets[thread * RUNS + i] = offsets[i];
    }
    __syncthreads();
  }
  // The last run that begins at an item or before it.
  __WL_TILE int runOf(OFFSET item) {
    int low = 0, high = ALL;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (temp.offsets[middle] <= item) low = middle + 1;
      else high = middle;
    }
    return low > 0 ? low - 1 : 0;
  }
};

__device__ __forceinline__ unsigned int LaneId() { return __wl::lane(); }
__device__ __forceinline__ int RowMajorTid(int x, int y, int) { return (threadIdx.z * y + threadIdx.y) * x + threadIdx.x; }
template <CacheLoadModifier MODIFIER, typename IT>
__device__ __forceinline__ typename std::iterator_traits<IT>::value_type ThreadLoad(IT at) {
  typedef typename std::iterator_traits<IT>::value_type T;
  if constexpr (!std::is_pointer_v<IT> || !std::is_arithmetic_v<T> || std::is_same_v<T, bool>) return *at;
  else if constexpr (MODIFIER == LOAD_LDG) return __ldg(at);
  else if constexpr (MODIFIER == LOAD_CG) return __ldcg(at);
  else if constexpr (MODIFIER == LOAD_CS) return __ldcs(at);
  else if constexpr (MODIFIER == LOAD_CV || MODIFIER == LOAD_VOLATILE) return *const_cast<const volatile T*>(at);
  else return *at;
}
template <CacheStoreModifier MODIFIER, typename IT, typename T> __device__ __forceinline__ void ThreadStore(IT at, T value) {
  typedef typename std::iterator_traits<IT>::value_type V;
  if constexpr (!std::is_pointer_v<IT> || !std::is_arithmetic_v<V> || std::is_same_v<V, bool>) *at = value;
  else if constexpr (MODIFIER == STORE_CG) __stcg(at, V(value));
  else if constexpr (MODIFIER == STORE_CS) __stcs(at, V(value));
  else if constexpr (MODIFIER == STORE_WT) __stwt(at, V(value));
  else if constexpr (MODIFIER == STORE_VOLATILE) *const_cast<volatile V*>(at) = value;
  else *at = value;
}

}  // namespace cub
