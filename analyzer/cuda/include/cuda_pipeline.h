#pragma once
#include "warplens/define.h"
#include "warplens/size.h"
__WL_D void __pipeline_memcpy_async(void* __restrict__ shared, const void* __restrict__ global, size_t size, size_t zfill = 0) {
  auto to = (__attribute__((address_space(3))) void*)shared;
  auto from = (__attribute__((address_space(1))) const void*)global;
  if (size == 4) __nvvm_cp_async_ca_shared_global_4(to, from);
  else if (size == 8) __nvvm_cp_async_ca_shared_global_8(to, from);
  else __nvvm_cp_async_cg_shared_global_16(to, from);
}
__WL_D void __pipeline_commit() { __nvvm_cp_async_commit_group(); }
#define __pipeline_wait_prior(n) __nvvm_cp_async_wait_group(n)
