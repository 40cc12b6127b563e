// `nvcuda::experimental::awbarrier`: a barrier object in shared memory whose arrival and waiting are apart.
#pragma once

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {
class awbarrier {
  __mbarrier_t state;

 public:
  class arrival_token {
    __mbarrier_token_t token;
    friend class awbarrier;

   public:
    arrival_token() = default;
    __device__ arrival_token(__mbarrier_token_t phase) : token(phase) {}
    __device__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token); }
  };
  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;
  __device__ arrival_token arrive() { return __mbarrier_arrive(&state); }
  __device__ arrival_token arrive_and_drop() { return __mbarrier_arrive_and_drop(&state); }
  __device__ bool timed_wait(arrival_token token, uint32_t nanoseconds) { return __mbarrier_try_wait(&state, token.token, nanoseconds); }
  __device__ bool timed_wait_parity(bool parity, uint32_t nanoseconds) { return __mbarrier_try_wait_parity(&state, parity, nanoseconds); }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&state, token.token)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool try_wait(arrival_token token, uint32_t nanoseconds = 0) { return timed_wait(token, nanoseconds); }
  static __host__ __device__ constexpr uint32_t max() { return (1u << 20) - 1; }
  friend __device__ inline void init(awbarrier* barrier, uint32_t count) { __mbarrier_init(&barrier->state, count); }
  friend __device__ inline void inval(awbarrier* barrier) { __mbarrier_inval(&barrier->state); }
  friend class pipeline;
};
}  // namespace experimental
}  // namespace nvcuda
