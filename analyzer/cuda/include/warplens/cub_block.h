// CUB's collectives of a block: reductions by warps, scans by raking or by warps, and what moves a tile of items directly.
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

}  // namespace __wl

template <typename T, int X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
struct BlockReduce {
  static_assert(ALGORITHM == BLOCK_REDUCE_WARP_REDUCTIONS, "of CUB's block reductions, BLOCK_REDUCE_WARP_REDUCTIONS is known");
  enum { THREADS = X * Y * Z, WARPS = (THREADS + 31) / 32, LANES = __wl::lesser(THREADS, 32), WHOLE = THREADS % LANES == 0 };
  struct TempStorage {
    char warps[WARPS];
    T totals[WARPS];
    T prefix;
  };
  TempStorage& temp;
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
    // Raking: the first warp's threads each take a run of neighbouring values from shared memory.
    RUN = (THREADS + __wl::lesser(THREADS, 32) - 1) / __wl::lesser(THREADS, 32),
    RAKERS = (THREADS + RUN - 1) / RUN,
    PADDED = RUN % 2 == 0 && RUN > 2,
    EVEN = THREADS % RAKERS == 0,
    PLACES = RAKERS * RUN + (PADDED ? RAKERS : 0)
  };
  struct TempStorage {
    alignas(16) T values[BY_WARPS ? WARPS : PLACES];
    T prefix;
    T total;
  };
  TempStorage& temp;
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

private:
  __device__ __forceinline__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
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
    T* place = temp.values + (PADDED ? thread + thread / RUN : thread);
    *place = in;
    __syncthreads();
    if (thread < RAKERS) {
      T* run = temp.values + thread * (RUN + (PADDED ? 1 : 0));
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
      if (TOTAL && thread == RAKERS - 1) temp.total = sum;
      const T prefix = FIRST ? scanner.before(partial, sum, op, first) : scanner.before(partial, sum, op);
      __wl::sweep<INCLUSIVE>(values, values, op, prefix, FIRST || thread != 0);
#pragma unroll
      for (int i = 0; i < RUN; i++) run[i] = values[i];
    }
    __syncthreads();
    out = *place;
    if (TOTAL) total = temp.total;
  }
};

}  // namespace cub
