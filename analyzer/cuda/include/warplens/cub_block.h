// CUB's collectives of a block: reductions by warps or by raking, scans by raking or by warps, and what moves a tile of items directly.
// The steps are those that CUB's documentation describes for each algorithm, so that memory traffic and rounding are alike.
#pragma once

namespace cub {
namespace __wl {

template <int X, int Y, int Z> __device__ __forceinline__ int rank() {
  return (Z == 1 ? 0 : threadIdx.z * X * Y) + (Y == 1 ? 0 : threadIdx.y * X) + threadIdx.x;
}
template <typename T, int N, typename OP> __device__ __forceinline__ T fold(T (&values)[N], OP op) {
  T total = values[0];
#pragma unroll
  for (int i = 1; i < N; i++) total = op(total, values[i]);
  return total;
}
// Sums up the items of one thread behind what came before them, with or without each item's own part.
template <bool INCLUSIVE, typename T, int N, typename OP>
__device__ __forceinline__ void sweep(T (&in)[N], T (&out)[N], OP op, T prefix, bool hasPrefix) {
  T sum = hasPrefix ? op(prefix, in[0]) : in[0];
  out[0] = INCLUSIVE ? sum : prefix;
#pragma unroll
  for (int i = 1; i < N; i++) {
    const T next = op(sum, in[i]);
    out[i] = INCLUSIVE ? next : sum;
    sum = next;
  }
}
constexpr int lesser(int a, int b) { return a < b ? a : b; }
// Raking: where the values of threads lie in shared memory, of which the first warp's threads each take a run of neighbours.
template <int THREADS> struct Rakes {
  enum {
    RUN = (THREADS + lesser(THREADS, 32) - 1) / lesser(THREADS, 32),
    RAKERS = (THREADS + RUN - 1) / RUN,
    PADDED = RUN % 2 == 0 && RUN > 2,
    EVEN = THREADS % RAKERS == 0,
    PLACES = RAKERS * RUN + (PADDED ? RAKERS : 0)
  };
  static __device__ __forceinline__ int place(int thread) { return PADDED ? thread + thread / RUN : thread; }
  static __device__ __forceinline__ int first(int raker) { return raker * (RUN + (PADDED ? 1 : 0)); }
};

}  // namespace __wl

template <typename T, int X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
struct BlockReduce {
  enum {
    THREADS = X * Y * Z,
    WARPS = (THREADS + 31) / 32,
    LANES = __wl::lesser(THREADS, 32),
    WHOLE = THREADS % LANES == 0,
    BY_WARPS = ALGORITHM != BLOCK_REDUCE_RAKING && ALGORITHM != BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    // The first warp keeps its own values where their order does not matter.
    KEPT = ALGORITHM == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY && THREADS % 32 == 0 && THREADS > 32 ? 32 : 0
  };
  using Whole = __wl::Rakes<THREADS>;
  using Rest = __wl::Rakes<KEPT ? THREADS - KEPT : THREADS>;
  struct Storage {
    char warps[WARPS];
    T totals[BY_WARPS ? (int)WARPS : (int)Whole::PLACES];
    T prefix;
  };
  typedef __wl::storage<Storage> TempStorage;
  Storage& temp;
  int thread = __wl::rank<X, Y, Z>();
  int warp = WARPS == 1 ? 0 : thread / 32;
  __device__ __forceinline__ BlockReduce() : temp(own()) {}
  __device__ __forceinline__ BlockReduce(TempStorage& storage) : temp(storage) {}

  __device__ __forceinline__ T Sum(T value) { return reduce<true>(value, cub::Sum(), THREADS); }
  __device__ __forceinline__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  template <int N> __device__ __forceinline__ T Sum(T (&values)[N]) { return Reduce(values, cub::Sum()); }
  template <typename OP> __device__ __forceinline__ T Reduce(T value, OP op) { return reduce<true>(value, op, THREADS); }
  template <typename OP> __device__ __forceinline__ T Reduce(T value, OP op, int valid) {
    return valid >= THREADS ? reduce<true>(value, op, valid) : reduce<false>(value, op, valid);
  }
  template <int N, typename OP> __device__ __forceinline__ T Reduce(T (&values)[N], OP op) {
    return Reduce(__wl::fold(values, op), op);
  }

private:
  __device__ __forceinline__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  // Every warp for itself, then the first thread over the warps' totals.
  template <bool FULL, typename OP> __device__ __forceinline__ T reduce(T value, OP op, int valid) {
    if constexpr (BY_WARPS) return byWarps<FULL>(value, op, valid);
    else if constexpr (THREADS <= 32) return across<FULL>(value, op, FULL ? THREADS : valid);
    else if constexpr (KEPT && FULL) return byKeeping(value, op);
    else return byRaking<FULL>(value, op, valid);
  }
  // Over the first lanes of one warp.
  template <bool FULL, typename OP> __device__ __forceinline__ T across(T value, OP op, int lanes) {
    __wl::Reducer<T, 32> warp;
    if constexpr (Whole::RAKERS != 32) warp.members = 0xffffffffu >> (32 - Whole::RAKERS);
    return FULL && Whole::RAKERS == 32 ? warp.all(value, op) : warp.upTo(value, lanes - 1, op);
  }
  // All values lie in shared memory; the first warp's threads each fold a run of neighbouring ones.
  template <bool FULL, typename OP> __device__ __forceinline__ T byRaking(T value, OP op, int valid) {
    temp.totals[Whole::place(thread)] = value;
    __syncthreads();
    if (thread >= Whole::RAKERS) return value;
    const T* run = temp.totals + Whole::first(thread);
    T partial = run[0];
#pragma unroll
    for (int i = 1; i < Whole::RUN; i++)
      if ((FULL && Whole::EVEN) || thread * Whole::RUN + i < valid) partial = op(partial, run[i]);
    return across<FULL>(partial, op, FULL ? (int)Whole::RAKERS : (valid + Whole::RUN - 1) / Whole::RUN);
  }
  template <typename OP> __device__ __forceinline__ T byKeeping(T value, OP op) {
    if (thread >= KEPT) temp.totals[Rest::place(thread - KEPT)] = value;
    __syncthreads();
    if (thread >= KEPT) return value;
    const T* run = temp.totals + Rest::first(thread);
#pragma unroll
    for (int i = 0; i < Rest::RUN; i++) value = op(value, run[i]);
    return across<true>(value, op, 32);
  }
  template <bool FULL, typename OP> __device__ __forceinline__ T byWarps(T value, OP op, int valid) {
    const int first = warp * LANES;
    const int here = (FULL && WHOLE) || first + LANES <= valid ? LANES : valid - first;
    __wl::Reducer<T, LANES> lanes;
    T total = FULL && WHOLE ? lanes.all(value, op) : lanes.upTo(value, here - 1, op);
    if (__wl::lane() == 0) temp.totals[warp] = total;
    __syncthreads();
    if (thread == 0) {
#pragma unroll
      for (int next = 1; next < WARPS; next++)
        if (FULL || next * LANES < valid) total = op(total, temp.totals[next]);
    }
    return total;
  }
};

template <typename T, int X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
struct BlockScan {
  enum {
    THREADS = X * Y * Z,
    BY_WARPS = ALGORITHM == BLOCK_SCAN_WARP_SCANS && THREADS % 32 == 0,
    WARPS = (THREADS + 31) / 32,
    RUN = __wl::Rakes<THREADS>::RUN,
    RAKERS = __wl::Rakes<THREADS>::RAKERS,
    EVEN = __wl::Rakes<THREADS>::EVEN
  };
  using Rakes = __wl::Rakes<THREADS>;
  struct Storage {
    alignas(16) T values[BY_WARPS ? (int)WARPS : (int)Rakes::PLACES];
    T prefix;
    T total;
  };
  typedef __wl::storage<Storage> TempStorage;
  Storage& temp;
  int thread = __wl::rank<X, Y, Z>();
  __device__ __forceinline__ BlockScan() : temp(own()) {}
  __device__ __forceinline__ BlockScan(TempStorage& storage) : temp(storage) {}

  __device__ __forceinline__ void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ __forceinline__ void InclusiveSum(T in, T& out, T& total) { InclusiveScan(in, out, cub::Sum(), total); }
  __device__ __forceinline__ void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T{}, cub::Sum()); }
  __device__ __forceinline__ void ExclusiveSum(T in, T& out, T& total) { ExclusiveScan(in, out, T{}, cub::Sum(), total); }
  template <typename OP> __device__ __forceinline__ void InclusiveScan(T in, T& out, OP op) {
    T total;
    scan<true, false>(in, out, op, T{}, total);
  }
  template <typename OP> __device__ __forceinline__ void InclusiveScan(T in, T& out, OP op, T& total) {
    scan<true, true>(in, out, op, T{}, total);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, OP op) {
    T total;
    scan<false, false>(in, out, op, T{}, total);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, T first, OP op) {
    T total;
    scan<false, false, true>(in, out, op, first, total);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, T first, OP op, T& total) {
    scan<false, true, true>(in, out, op, first, total);
  }
  template <int N> __device__ __forceinline__ void InclusiveSum(T (&in)[N], T (&out)[N]) { InclusiveScan(in, out, cub::Sum()); }
  template <int N> __device__ __forceinline__ void InclusiveSum(T (&in)[N], T (&out)[N], T& total) {
    InclusiveScan(in, out, cub::Sum(), total);
  }
  template <int N> __device__ __forceinline__ void ExclusiveSum(T (&in)[N], T (&out)[N]) { ExclusiveScan(in, out, T{}, cub::Sum()); }
  template <int N> __device__ __forceinline__ void ExclusiveSum(T (&in)[N], T (&out)[N], T& total) {
    ExclusiveScan(in, out, T{}, cub::Sum(), total);
  }
  template <int N, typename OP> __device__ __forceinline__ void InclusiveScan(T (&in)[N], T (&out)[N], OP op) {
    T prefix = __wl::fold(in, op);
    ExclusiveScan(prefix, prefix, op);
    __wl::sweep<true>(in, out, op, prefix, thread != 0);
  }
  template <int N, typename OP> __device__ __forceinline__ void InclusiveScan(T (&in)[N], T (&out)[N], OP op, T& total) {
    T prefix = __wl::fold(in, op);
    scan<false, true>(prefix, prefix, op, T{}, total);
    __wl::sweep<true>(in, out, op, prefix, thread != 0);
  }
  template <int N, typename OP> __device__ __forceinline__ void ExclusiveScan(T (&in)[N], T (&out)[N], T first, OP op) {
    T prefix = __wl::fold(in, op);
    ExclusiveScan(prefix, prefix, first, op);
    __wl::sweep<false>(in, out, op, prefix, true);
  }
  template <int N, typename OP> __device__ __forceinline__ void ExclusiveScan(T (&in)[N], T (&out)[N], T first, OP op, T& total) {
    T prefix = __wl::fold(in, op);
    ExclusiveScan(prefix, prefix, first, op, total);
    __wl::sweep<false>(in, out, op, prefix, true);
  }
  // With a function of the block's total that gives what stands before the block's first value.
  template <typename BEFORE> __device__ __forceinline__ void InclusiveSum(T in, T& out, BEFORE& before) { behind<true>(in, out, cub::Sum(), before); }
  template <typename BEFORE> __device__ __forceinline__ void ExclusiveSum(T in, T& out, BEFORE& before) { behind<false>(in, out, cub::Sum(), before); }
  template <typename OP, typename BEFORE> __device__ __forceinline__ void InclusiveScan(T in, T& out, OP op, BEFORE& before) {
    behind<true>(in, out, op, before);
  }
  template <typename OP, typename BEFORE> __device__ __forceinline__ void ExclusiveScan(T in, T& out, OP op, BEFORE& before) {
    behind<false>(in, out, op, before);
  }
  template <int N, typename BEFORE> __device__ __forceinline__ void InclusiveSum(T (&in)[N], T (&out)[N], BEFORE& before) {
    InclusiveScan(in, out, cub::Sum(), before);
  }
  template <int N, typename BEFORE> __device__ __forceinline__ void ExclusiveSum(T (&in)[N], T (&out)[N], BEFORE& before) {
    ExclusiveScan(in, out, cub::Sum(), before);
  }
  template <int N, typename OP, typename BEFORE> __device__ __forceinline__ void InclusiveScan(T (&in)[N], T (&out)[N], OP op, BEFORE& before) {
    T prefix = __wl::fold(in, op);
    behind<false>(prefix, prefix, op, before);
    __wl::sweep<true>(in, out, op, prefix, true);
  }
  template <int N, typename OP, typename BEFORE> __device__ __forceinline__ void ExclusiveScan(T (&in)[N], T (&out)[N], OP op, BEFORE& before) {
    T prefix = __wl::fold(in, op);
    behind<false>(prefix, prefix, op, before);
    __wl::sweep<false>(in, out, op, prefix, true);
  }

private:
  __device__ __forceinline__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  // The first warp asks for what stands before the block; its first lane's answer counts.
  template <bool INCLUSIVE, typename OP, typename BEFORE>
  __device__ __forceinline__ void behind(T in, T& out, OP op, BEFORE& before) {
    T total, value;
    if constexpr (BY_WARPS) {
      byWarps<INCLUSIVE, false>(in, value, op, T{}, total);
      if (thread < 32) {
        const T seed = before(total);
        if (thread == 0) temp.prefix = seed;
      }
      __syncthreads();
      const T seed = temp.prefix;
      out = INCLUSIVE || thread != 0 ? op(seed, value) : seed;
    } else if constexpr (THREADS == RAKERS) {
      __wl::Scanner<T, THREADS> scanner;
      const T sum = scanner.inclusive(in, op);
      const T seed = scanner.at(before(scanner.last(sum)), 0);
      value = INCLUSIVE ? sum : scanner.before(in, sum, op);
      out = INCLUSIVE || thread != 0 ? op(seed, value) : seed;
    } else {
      rake<INCLUSIVE>(in, out, op, [&](auto& scanner, T partial, T sum) {
        const T seed = scanner.at(before(scanner.at(sum, RAKERS - 1)), 0);
        const T prefix = scanner.before(partial, sum, op);
        return thread == 0 ? seed : op(seed, prefix);
      }, true);
    }
  }
  template <bool INCLUSIVE, bool TOTAL, bool FIRST = false, typename OP>
  __device__ __forceinline__ void scan(T in, T& out, OP op, T first, T& total) {
    if constexpr (BY_WARPS) byWarps<INCLUSIVE, FIRST>(in, out, op, first, total);
    else if constexpr (THREADS == RAKERS) oneWarp<INCLUSIVE, TOTAL, FIRST>(in, out, op, first, total);
    else byRaking<INCLUSIVE, TOTAL, FIRST>(in, out, op, first, total);
  }
  template <bool INCLUSIVE, bool TOTAL, bool FIRST, typename OP>
  __device__ __forceinline__ void oneWarp(T in, T& out, OP op, T first, T& total) {
    __wl::Scanner<T, THREADS> scanner;
    T sum = scanner.inclusive(in, op);
    if (TOTAL) total = scanner.last(sum);
    if (INCLUSIVE) out = sum;
    else out = FIRST ? scanner.before(in, sum, op, first) : scanner.before(in, sum, op);
  }
  // Every warp for itself; each thread then goes over the totals of the warps before its own.
  template <bool INCLUSIVE, bool FIRST, typename OP>
  __device__ __forceinline__ void byWarps(T in, T& out, OP op, T first, T& total) {
    __wl::Scanner<T, 32> scanner;
    const int warp = thread / 32;
    T sum = scanner.inclusive(in, op);
    T before = INCLUSIVE ? sum : scanner.before(in, sum, op);
    if (__wl::lane() == 31) temp.values[warp] = sum;
    __syncthreads();
    T prefix = first;
    total = temp.values[0];
#pragma unroll
    for (int next = 1; next < WARPS; next++) {
      if (warp == next) prefix = total;
      total = op(total, temp.values[next]);
    }
    if (FIRST) prefix = warp == 0 ? first : op(first, prefix);
    if (FIRST || warp != 0) {
      before = op(prefix, before);
      if (!INCLUSIVE && __wl::lane() == 0) before = prefix;
    }
    out = before;
  }
  template <bool INCLUSIVE, bool TOTAL, bool FIRST, typename OP>
  __device__ __forceinline__ void byRaking(T in, T& out, OP op, T first, T& total) {
    rake<INCLUSIVE>(in, out, op, [&](auto& scanner, T partial, T& sum) {
      if (TOTAL && thread == RAKERS - 1) temp.total = sum;
      return FIRST ? scanner.before(partial, sum, op, first) : scanner.before(partial, sum, op);
    }, FIRST || thread != 0);
    if (TOTAL) total = temp.total;
  }
  // `prefixOf` gives what stands before a raking thread's run: it takes the warp, the run's total, and the sum up to it.
  template <bool INCLUSIVE, typename OP, typename PREFIX>
  __device__ __forceinline__ void rake(T in, T& out, OP op, PREFIX prefixOf, bool hasPrefix) {
    T* place = temp.values + Rakes::place(thread);
    *place = in;
    __syncthreads();
    if (thread < RAKERS) {
      T* run = temp.values + Rakes::first(thread);
      T values[RUN];
#pragma unroll
      for (int i = 0; i < RUN; i++) values[i] = run[i];
      T partial = values[0];
#pragma unroll
      for (int i = 1; i < RUN; i++)
        if (EVEN || thread * RUN + i < THREADS) partial = op(partial, values[i]);
      __wl::Scanner<T, 32> scanner;
      scanner.members = 0xffffffffu >> (32 - RAKERS);
      T sum = scanner.inclusive(partial, op);
      const T prefix = prefixOf(scanner, partial, sum);
      __wl::sweep<INCLUSIVE>(values, values, op, prefix, hasPrefix);
#pragma unroll
      for (int i = 0; i < RUN; i++) run[i] = values[i];
    }
    __syncthreads();
    out = *place;
  }
};

}  // namespace cub
