// Reductions over groups. A tile of 32-bit integers takes one `redux.sync` where hardware has it, everything else a
// butterfly of shuffles; coalesced groups fold their members' values in order of rank.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define __WL_FUNCTOR(NAME, EXPRESSION)                                                        \
  template <typename T = void> struct NAME {                                                  \
    __host__ __device__ T operator()(const T& a, const T& b) const { return EXPRESSION; }     \
  };                                                                                          \
  template <> struct NAME<void> {                                                             \
    template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return EXPRESSION; } \
  };
__WL_FUNCTOR(plus, a + b)
__WL_FUNCTOR(less, b < a ? b : a)
__WL_FUNCTOR(greater, a < b ? b : a)
__WL_FUNCTOR(bit_and, a & b)
__WL_FUNCTOR(bit_or, a | b)
__WL_FUNCTOR(bit_xor, a ^ b)
#undef __WL_FUNCTOR

namespace __wl {
template <typename T, typename OP> struct redux { enum { exists = 0 }; };
#define __WL_REDUX(TYPE, OP, FUNCTION)                                                         \
  template <> struct redux<TYPE, OP<TYPE>> {                                                   \
    enum { exists = 1 };                                                                       \
    static __inline__ __device__ TYPE of(unsigned int mask, TYPE value) { return (TYPE)FUNCTION(mask, value); } \
  };
__WL_REDUX(int, plus, __reduce_add_sync)
__WL_REDUX(unsigned int, plus, __reduce_add_sync)
__WL_REDUX(int, less, __reduce_min_sync)
__WL_REDUX(unsigned int, less, __reduce_min_sync)
__WL_REDUX(int, greater, __reduce_max_sync)
__WL_REDUX(unsigned int, greater, __reduce_max_sync)
__WL_REDUX(unsigned int, bit_and, __reduce_and_sync)
__WL_REDUX(unsigned int, bit_or, __reduce_or_sync)
__WL_REDUX(unsigned int, bit_xor, __reduce_xor_sync)
#undef __WL_REDUX
}  // namespace __wl

template <unsigned int SIZE, typename PARENT, typename T, typename OP>
static __inline__ __device__ T reduce(const thread_block_tile<SIZE, PARENT>& tile, T value, OP op) {
  if constexpr (SIZE > 32) {
    // Each warp for itself, then the warps' values.
    return tile.__wl_combine(reduce(thread_block_tile<32>(), value, op), op);
  } else if constexpr (__wl::redux<T, OP>::exists) {
    return __wl::redux<T, OP>::of(tile.__wl_mask(), value);
  } else {
#pragma unroll
    for (unsigned int lanes = SIZE / 2; lanes > 0; lanes /= 2) value = op(value, tile.shfl_xor(value, lanes));
    return value;
  }
}
template <typename T, typename OP>
static __inline__ __device__ T reduce(const coalesced_group& group, T value, OP op) {
  if constexpr (__wl::redux<T, OP>::exists) {
    return __wl::redux<T, OP>::of(group.__wl_mask(), value);
  } else {
    T sum = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); ++rank) sum = op(sum, group.shfl(value, rank));
    return sum;
  }
}
template <typename GROUP, typename A, typename T, typename OP>
static __inline__ __device__ void reduce_update_async(const GROUP& group, A& atomic, T value, OP op) {
  T sum = reduce(group, value, op);
  if (group.thread_rank() == 0) atomic.fetch_add(sum);
}

template <typename GROUP, typename A, typename T, typename OP>
static __inline__ __device__ void reduce_store_async(const GROUP& group, A* to, T value, OP op) {
  T sum = reduce(group, value, op);
  if (group.thread_rank() == 0) *to = sum;
}

}  // namespace cooperative_groups
