// Asynchronous copies from global to shared memory: `cp.async` of 4, 8 or 16 bytes, in groups.
#pragma once

#include "warplens/define.h"
#include "cuda_awbarrier_primitives.h"
#include "warplens/size.h"

#define __WL_SHARED __attribute__((address_space(3)))
#define __WL_GLOBAL __attribute__((address_space(1)))
// 16 bytes bypass L1 (`.cg`), smaller pieces go through it (`.ca`), as nvcc chooses. The last `zfill` bytes are zeroes
// instead of copies.
__WL_D void __pipeline_memcpy_async(void* __restrict__ shared, const void* __restrict__ global, size_t size, size_t zfill = 0) {
  __WL_SHARED void* to = (__WL_SHARED void*)shared;
  const __WL_GLOBAL void* from = (const __WL_GLOBAL void*)global;
  if (zfill == 0) {
    if (size == 4) __nvvm_cp_async_ca_shared_global_4(to, from);
    else if (size == 8) __nvvm_cp_async_ca_shared_global_8(to, from);
    else __nvvm_cp_async_cg_shared_global_16(to, from);
  } else {
    if (size == 4) __nvvm_cp_async_ca_shared_global_4(to, from, (int)(size - zfill));
    else if (size == 8) __nvvm_cp_async_ca_shared_global_8(to, from, (int)(size - zfill));
    else __nvvm_cp_async_cg_shared_global_16(to, from, (int)(size - zfill));
  }
}
#undef __WL_SHARED
#undef __WL_GLOBAL
#define __pipeline_commit __nvvm_cp_async_commit_group

// The built-in wants a constant, which an argument is only after inlining: one case each, the rest wait for everything.
__WL_D void __pipeline_wait_prior(size_t groups) {
  switch (groups) {
    case 0: __nvvm_cp_async_wait_group(0); break;
    case 1: __nvvm_cp_async_wait_group(1); break;
    case 2: __nvvm_cp_async_wait_group(2); break;
    case 3: __nvvm_cp_async_wait_group(3); break;
    case 4: __nvvm_cp_async_wait_group(4); break;
    case 5: __nvvm_cp_async_wait_group(5); break;
    case 6: __nvvm_cp_async_wait_group(6); break;
    case 7: __nvvm_cp_async_wait_group(7); break;
    default: __nvvm_cp_async_wait_group(8); break;
  }
}
__WL_D void __pipeline_arrive_on(__mbarrier_t* barrier) { __nvvm_cp_async_mbarrier_arrive((long*)barrier); }
