// threadIdx, blockIdx, blockDim, gridDim, warpSize. Each member read becomes the special-register intrinsic itself
// (llvm.nvvm.read.ptx.sreg.*), once `analyzer/ptx/opaqueCalls.ts` has taken away the permutation that leaves every byte where it
// is: behind it clang does not see the register's range, of which nvcc knows nothing. Unlike clang's own header, copies
// are allowed: `auto t = threadIdx` is common code.
#pragma once

#include "vector_types.h"

#define __WL_REGISTER(FIELD, VALUE)                                       \
  __declspec(property(get = __fetch_##FIELD)) unsigned int FIELD;         \
  static __inline__ __attribute__((device, always_inline)) unsigned int __fetch_##FIELD() { return VALUE; }

#define __WL_INDEX(NAME, SREG)                                                                     \
  struct __wl_##NAME##_t {                                                                         \
    __WL_REGISTER(x, __nvvm_prmt(__nvvm_read_ptx_sreg_##SREG##_x(), 0, 0x3210))                                            \
    __WL_REGISTER(y, __nvvm_prmt(__nvvm_read_ptx_sreg_##SREG##_y(), 0, 0x3210))                                            \
    __WL_REGISTER(z, __nvvm_prmt(__nvvm_read_ptx_sreg_##SREG##_z(), 0, 0x3210))                                            \
    __inline__ __attribute__((device, always_inline)) operator uint3() const { return uint3{x, y, z}; }    \
    __inline__ __attribute__((device, always_inline)) operator dim3() const { return dim3(x, y, z); }      \
  };                                                                                               \
  extern const __attribute__((device, weak)) __wl_##NAME##_t NAME;

__WL_INDEX(threadIdx, tid)
__WL_INDEX(blockIdx, ctaid)
__WL_INDEX(blockDim, ntid)
__WL_INDEX(gridDim, nctaid)
static __attribute__((device)) const int warpSize = 32;

#undef __WL_INDEX
#undef __WL_REGISTER
