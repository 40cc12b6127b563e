// Copies that a whole group makes together, from global to shared memory by cp.async where the pieces are aligned.
#pragma once

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"
#include "../warplens/define.h"

namespace cooperative_groups {

namespace __wl {
template <int BYTES, typename GROUP>
__WL_D void copy_pieces(const GROUP& group, char* to, const char* from, size_t count) {
  for (size_t i = (size_t)group.thread_rank() * BYTES; i < count; i += (size_t)group.size() * BYTES) {
    __pipeline_memcpy_async(to + i, from + i, BYTES);
  }
}
}  // namespace __wl

template <typename GROUP, typename T, typename U>
__WL_D void memcpy_async(const GROUP& group, T* to, const U* from, size_t count) {
  unsigned long long joint = (unsigned long long)to | (unsigned long long)from | count;
  char* target = (char*)to;
  const char* source = (const char*)from;
  if (joint % 16 == 0) {
    __wl::copy_pieces<16>(group, target, source, count);
  } else if (joint % 8 == 0) {
    __wl::copy_pieces<8>(group, target, source, count);
  } else if (joint % 4 == 0) {
    __wl::copy_pieces<4>(group, target, source, count);
  } else {
    for (size_t i = group.thread_rank(); i < count; i += group.size()) target[i] = source[i];
  }
  __pipeline_commit();
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
