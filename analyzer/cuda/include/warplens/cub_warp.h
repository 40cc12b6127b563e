// CUB's collectives of a warp, for warps of 32 lanes or powers of two of them. They give what CUB's documentation says, in
// the steps that its shuffle-based variants take, so that the results round alike: step n combines lanes 2^n apart.
#pragma once

namespace cub {
namespace __wl {

template <typename OP> struct IsSum { enum { value = 0 }; };
template <> struct IsSum<cub::Sum> { enum { value = 1 }; };
template <typename T> struct IsSum<std::plus<T>> { enum { value = 1 }; };
template <typename OP> struct IsMin { enum { value = 0 }; };
template <> struct IsMin<cub::Min> { enum { value = 1 }; };
template <typename T> struct IsMin<cuda::minimum<T>> { enum { value = 1 }; };
template <typename OP> struct IsMax { enum { value = 0 }; };
template <> struct IsMax<cub::Max> { enum { value = 1 }; };
template <typename T> struct IsMax<cuda::maximum<T>> { enum { value = 1 }; };

__device__ __forceinline__ unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
constexpr int log2Of(int n) { return n <= 1 ? 0 : 1 + log2Of(n / 2); }

// A value of any type from another lane, word by word, within bounds as `shfl.sync` takes them.
template <bool DOWN, typename T>
__device__ __forceinline__ T from(T value, int offset, int bounds, unsigned int members) {
  unsigned int words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned int& word : words)
    word = DOWN ? __nvvm_shfl_sync_down_i32(members, word, offset, bounds) : __nvvm_shfl_sync_up_i32(members, word, offset, bounds);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

// A sum with another lane's value, added in those lanes alone whose partner is within the bounds.
#define __WL_ADD_WORD(way, type, letter, kind)                                                                          \
  __device__ __forceinline__ type add_##way(type value, int offset, int bounds, unsigned int members) {                 \
    type sum;                                                                                                           \
    asm volatile("{ .reg .pred within; shfl.sync." #way ".b32 %0|within, %1, %2, %3, %4; @within add." kind " %0, %0, %1; }" \
                 : "=&" letter(sum) : letter(value), "r"(offset), "r"(bounds), "r"(members));                           \
    return sum;                                                                                                         \
  }
#define __WL_ADD_PAIR(way, type, letter, kind)                                                                          \
  __device__ __forceinline__ type add_##way(type value, int offset, int bounds, unsigned int members) {                 \
    type sum;                                                                                                           \
    asm volatile("{ .reg .pred within; .reg .b32 low, high; .reg .b64 other; mov.b64 {low, high}, %1;"                   \
                 " shfl.sync." #way ".b32 low|within, low, %2, %3, %4; shfl.sync." #way ".b32 high|within, high, %2, %3, %4;" \
                 " mov.b64 other, {low, high}; mov.b64 %0, %1; @within add." kind " %0, other, %0; }"                    \
                 : "=&" letter(sum) : letter(value), "r"(offset), "r"(bounds), "r"(members));                           \
    return sum;                                                                                                         \
  }
#define __WL_ADD(way)                                                                                 \
  __WL_ADD_WORD(way, int, "r", "s32") __WL_ADD_WORD(way, unsigned int, "r", "u32")                     \
  __WL_ADD_WORD(way, float, "f", "f32") __WL_ADD_PAIR(way, long long, "l", "s64")                      \
  __WL_ADD_PAIR(way, unsigned long long, "l", "u64") __WL_ADD_PAIR(way, double, "d", "f64")
__WL_ADD(down)
__WL_ADD(up)
#undef __WL_ADD
#undef __WL_ADD_PAIR
#undef __WL_ADD_WORD
template <typename T> struct HasAdd { enum { value = 0 }; };
#define __WL_HAS(type) template <> struct HasAdd<type> { enum { value = 1 }; };
__WL_HAS(int) __WL_HAS(unsigned int) __WL_HAS(float) __WL_HAS(long long) __WL_HAS(unsigned long long) __WL_HAS(double)
#undef __WL_HAS

// What the collectives of a warp of LANES lanes have in common: this lane's number within it, and its members.
template <int LANES> struct Warp {
  static_assert((LANES & (LANES - 1)) == 0, "collectives of a warp are for powers of two of lanes");
  enum { SEGMENT = (32 - LANES) << 8, STEPS = log2Of(LANES) };
  unsigned int id = lane() % LANES;
  unsigned int members = LANES == 32 ? 0xffffffffu : ((1u << (LANES % 32)) - 1) << (lane() / LANES * LANES);
};

template <typename T, int LANES> struct Reducer : Warp<LANES> {
  template <typename OP> __device__ __forceinline__ T upTo(T value, int last, OP op) {
    const int bounds = last | Warp<LANES>::SEGMENT;
#pragma unroll
    for (int step = 0; step < Warp<LANES>::STEPS; step++) {
      const int offset = 1 << step;
      if constexpr (IsSum<OP>::value && HasAdd<T>::value && !std::is_same<T, int>::value) {
        value = add_down(value, offset, bounds, this->members);
      } else {
        const T other = from<true>(value, offset, bounds, this->members);
        if (offset + (int)this->id <= last) value = op(value, other);
      }
    }
    return value;
  }
  // Hardware adds and orders whole warps of 32-bit integers itself.
  template <typename OP> __device__ __forceinline__ T all(T value, OP op) {
    constexpr bool word = std::is_same<T, int>::value || std::is_same<T, unsigned int>::value;
    if constexpr (word && IsSum<OP>::value) return __reduce_add_sync(this->members, value);
    else if constexpr (word && IsMin<OP>::value) return __reduce_min_sync(this->members, value);
    else if constexpr (word && IsMax<OP>::value) return __reduce_max_sync(this->members, value);
    else return upTo(value, LANES - 1, op);
  }
  template <bool HEAD, typename FLAG, typename OP> __device__ __forceinline__ T segment(T value, FLAG flag, OP op) {
    unsigned int flags = __ballot_sync(this->members, flag);
    if (HEAD) flags >>= 1;
    flags &= ~0u << lane();
    if (LANES != 32) flags = (flags & this->members) >> (lane() / LANES * LANES);
    flags |= 1u << (LANES - 1);
    return upTo(value, __ffs(flags) - 1, op);
  }
};

template <typename T, int LANES> struct Scanner : Warp<LANES> {
  enum { DIFFERENCE_OF_SUMS = std::is_integral<T>::value };
  template <typename OP> __device__ __forceinline__ T inclusive(T value, OP op) {
#pragma unroll
    for (int step = 0; step < Warp<LANES>::STEPS; step++) {
      const int offset = 1 << step;
      if constexpr (IsSum<OP>::value && HasAdd<T>::value) {
        value = add_up(value, offset, Warp<LANES>::SEGMENT, this->members);
      } else {
        const T other = from<false>(value, offset, Warp<LANES>::SEGMENT, this->members);
        const T both = op(other, value);
        if ((int)this->id >= offset) value = both;
      }
    }
    return value;
  }
  template <typename OP> __device__ __forceinline__ T before(T value, T sum, OP) {
    if constexpr (IsSum<OP>::value && DIFFERENCE_OF_SUMS) return sum - value;
    else return from<false>(sum, 1, Warp<LANES>::SEGMENT, this->members);
  }
  // With a first value, every result has it; the first lane's exclusive result is that value alone.
  template <typename OP> __device__ __forceinline__ T before(T value, T& sum, OP op, T first) {
    sum = op(first, sum);
    T result = before(value, sum, op);
    if (!(IsSum<OP>::value && DIFFERENCE_OF_SUMS) && this->id == 0) result = first;
    return result;
  }
  __device__ __forceinline__ T last(T sum) { return at(sum, LANES - 1); }
  __device__ __forceinline__ T at(T value, int source) {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned int& word : words)
      word = __nvvm_shfl_sync_idx_i32(this->members, word, source, (LANES - 1) | Warp<LANES>::SEGMENT);
    __builtin_memcpy(&value, words, sizeof(T));
    return value;
  }
};

}  // namespace __wl

template <typename T, int LANES = 32, int = 0>
struct WarpReduce {
  struct TempStorage {};
  __device__ __forceinline__ WarpReduce(TempStorage&) {}
  __device__ __forceinline__ T Sum(T value) { return __wl::Reducer<T, LANES>().all(value, cub::Sum()); }
  __device__ __forceinline__ T Sum(T value, int valid) { return __wl::Reducer<T, LANES>().upTo(value, valid - 1, cub::Sum()); }
  __device__ __forceinline__ T Max(T value) { return __wl::Reducer<T, LANES>().all(value, cub::Max()); }
  __device__ __forceinline__ T Min(T value) { return __wl::Reducer<T, LANES>().all(value, cub::Min()); }
  template <typename OP> __device__ __forceinline__ T Reduce(T value, OP op) { return __wl::Reducer<T, LANES>().all(value, op); }
  template <typename OP> __device__ __forceinline__ T Reduce(T value, OP op, int valid) {
    return __wl::Reducer<T, LANES>().upTo(value, valid - 1, op);
  }
  template <typename FLAG> __device__ __forceinline__ T HeadSegmentedSum(T value, FLAG head) {
    return HeadSegmentedReduce(value, head, cub::Sum());
  }
  template <typename FLAG> __device__ __forceinline__ T TailSegmentedSum(T value, FLAG tail) {
    return TailSegmentedReduce(value, tail, cub::Sum());
  }
  template <typename FLAG, typename OP> __device__ __forceinline__ T HeadSegmentedReduce(T value, FLAG head, OP op) {
    return __wl::Reducer<T, LANES>().template segment<true>(value, head, op);
  }
  template <typename FLAG, typename OP> __device__ __forceinline__ T TailSegmentedReduce(T value, FLAG tail, OP op) {
    return __wl::Reducer<T, LANES>().template segment<false>(value, tail, op);
  }
};

template <typename T, int LANES = 32, int = 0>
struct WarpScan {
  struct TempStorage {};
  __device__ __forceinline__ WarpScan(TempStorage&) {}
  __device__ __forceinline__ void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ __forceinline__ void InclusiveSum(T in, T& out, T& total) { InclusiveScan(in, out, cub::Sum(), total); }
  __device__ __forceinline__ void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T{}, cub::Sum()); }
  __device__ __forceinline__ void ExclusiveSum(T in, T& out, T& total) { ExclusiveScan(in, out, T{}, cub::Sum(), total); }
  template <typename OP> __device__ __forceinline__ void InclusiveScan(T in, T& out, OP op) {
    out = __wl::Scanner<T, LANES>().inclusive(in, op);
  }
  template <typename OP> __device__ __forceinline__ void InclusiveScan(T in, T& out, OP op, T& total) {
    InclusiveScan(in, out, op);
    total = __wl::Scanner<T, LANES>().last(out);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, OP op) {
    T sum;
    Scan(in, sum, out, op);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, OP op, T& total) {
    T sum;
    Scan(in, sum, out, op);
    total = __wl::Scanner<T, LANES>().last(sum);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, T first, OP op) {
    T sum;
    Scan(in, sum, out, first, op);
  }
  template <typename OP> __device__ __forceinline__ void ExclusiveScan(T in, T& out, T first, OP op, T& total) {
    __wl::Scanner<T, LANES> scanner;
    T sum = scanner.inclusive(in, op);
    total = scanner.last(sum);
    out = scanner.before(in, sum, op, first);
  }
  __device__ __forceinline__ void Sum(T in, T& inclusive, T& exclusive) { Scan(in, inclusive, exclusive, T{}, cub::Sum()); }
  template <typename OP> __device__ __forceinline__ void Scan(T in, T& inclusive, T& exclusive, OP op) {
    __wl::Scanner<T, LANES> scanner;
    inclusive = scanner.inclusive(in, op);
    exclusive = scanner.before(in, inclusive, op);
  }
  template <typename OP> __device__ __forceinline__ void Scan(T in, T& inclusive, T& exclusive, T first, OP op) {
    __wl::Scanner<T, LANES> scanner;
    inclusive = scanner.inclusive(in, op);
    exclusive = scanner.before(in, inclusive, op, first);
  }
  __device__ __forceinline__ T Broadcast(T value, unsigned int source) { return __wl::Scanner<T, LANES>().at(value, source); }
};

}  // namespace cub
