// Barrier objects in shared memory (`mbarrier`), as C functions over a word of 64 bits.
#pragma once

#include "libc/stdint.h"
#include "warplens/define.h"

typedef uint64_t __mbarrier_t __attribute__((aligned(8)));
typedef uint64_t __mbarrier_token_t;

__WL_HD uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }
__WL_D void __mbarrier_init(__mbarrier_t* barrier, uint32_t count) { __nvvm_mbarrier_init((long*)barrier, (int)count); }
__WL_D void __mbarrier_inval(__mbarrier_t* barrier) { __nvvm_mbarrier_inval((long*)barrier); }
__WL_D __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return (__mbarrier_token_t)__nvvm_mbarrier_arrive((long*)barrier);
}
__WL_D __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return (__mbarrier_token_t)__nvvm_mbarrier_arrive_drop((long*)barrier);
}
__WL_D bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return __nvvm_mbarrier_test_wait((long*)barrier, (long)token);
}
// May sleep for as long as it is told before it answers, and need not.
__WL_D bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, uint32_t = 0) {
  return __mbarrier_test_wait(barrier, token);
}
__WL_D bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
               : "=r"(done) : "l"(barrier), "r"((unsigned)parity) : "memory");
  return done;
}
__WL_D bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, uint32_t = 0) {
  return __mbarrier_test_wait_parity(barrier, parity);
}
// What a token holds is the hardware's own affair: declared, what it gives is unknown.
extern "C" __device__ uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token);
