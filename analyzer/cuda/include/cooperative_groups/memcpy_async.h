// Copies that a whole group makes together, from global to shared memory by cp.async where the pieces are aligned.
#pragma once

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"
#include "../warplens/async_copies.h"
#include "../warplens/define.h"

namespace cooperative_groups {

namespace __wl {
template <size_t STEP, typename GROUP>
__WL_D void copy_pieces(const GROUP& group, void* to, const void* from, size_t bytes) {
  ::__wl_async::pieces<STEP>(to, from, bytes, group.thread_rank(), group.size());
}
// Elements of less than four bytes may lie so that wider pieces are aligned all the same, which is found out in the run.
template <size_t STEP, typename GROUP>
__WL_D void copy(const GROUP& group, void* to, const void* from, size_t bytes) {
  unsigned long long joint = (unsigned long long)to | (unsigned long long)from | bytes;
  if (STEP >= 4) copy_pieces<STEP>(group, to, from, bytes);
  else if (joint % 16 == 0) copy_pieces<16>(group, to, from, bytes);
  else if (joint % 8 == 0) copy_pieces<8>(group, to, from, bytes);
  else if (joint % 4 == 0) copy_pieces<4>(group, to, from, bytes);
  else copy_pieces<1>(group, to, from, bytes);
  __pipeline_commit();
}
}  // namespace __wl

template <typename GROUP, typename T, typename U>
__WL_D void memcpy_async(const GROUP& group, T* to, const U* from, size_t bytes) {
  __wl::copy<::__wl_async::step<T>::value>(group, to, from, bytes);
}
template <typename GROUP, typename T, typename U, size_t ALIGNMENT>
__WL_D void memcpy_async(const GROUP& group, T* to, const U* from, ::cuda::aligned_size_t<ALIGNMENT> bytes) {
  __wl::copy<::__wl_async::step<T, ALIGNMENT>::value>(group, to, from, bytes);
}
// With the sizes of both sides in elements: as many as fit.
template <typename GROUP, typename T>
__WL_D void memcpy_async(const GROUP& group, T* to, size_t room, const T* from, size_t count) {
  memcpy_async(group, to, from, (count < room ? count : room) * sizeof(T));
}
template <typename GROUP>
__WL_D void wait(const GROUP& group) {
  __pipeline_wait_prior(0);
  group.sync();
}
template <unsigned int STAGES, typename GROUP>
__WL_D void wait_prior(const GROUP& group) {
  __pipeline_wait_prior(STAGES);
  group.sync();
}

}  // namespace cooperative_groups
