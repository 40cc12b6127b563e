// Prefix sums over tiles and coalesced groups, by doubling shuffles.
#pragma once

#include "reduce.h"

namespace cooperative_groups {

template <typename GROUP, typename T, typename OP = plus<T>>
static __inline__ __device__ T inclusive_scan(const GROUP& group, T value, OP op = OP()) {
  for (unsigned int delta = 1; delta < group.size(); delta *= 2) {
    T before = group.shfl_up(value, delta);
    if (group.thread_rank() >= delta) value = op(before, value);
  }
  return value;
}
template <typename GROUP, typename T, typename OP = plus<T>>
static __inline__ __device__ T exclusive_scan(const GROUP& group, T value, OP op = OP()) {
  T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}

}  // namespace cooperative_groups
