// Barriers, fences, clocks, address-space tests and loads/stores with a cache operator.
#pragma once

#include "../vector_types.h"
#include "define.h"

__WL_D int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__WL_D int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__WL_D int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
__WL_D void __threadfence_block() { __nvvm_membar_cta(); }
__WL_D void __threadfence() { __nvvm_membar_gl(); }
__WL_D void __threadfence_system() { __nvvm_membar_sys(); }
__WL_D long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
__WL_D int clock() { return __nvvm_read_ptx_sreg_clock(); }
__WL_D void __nanosleep(unsigned int nanoseconds) { __nvvm_nanosleep(nanoseconds); }
__WL_D void __trap() { __builtin_trap(); }
__WL_D unsigned int __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
__WL_D unsigned int __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
__WL_D unsigned int __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
__WL_D unsigned int __isLocal(const void* p) { return __nvvm_isspacep_local(p); }

// Read-only (non-coherent) loads: llvm.nvvm.ldg.* becomes a load marked invariant from the global space.
__WL_D float __ldg(const float* p) { return __nvvm_ldg_f(p); }
__WL_D double __ldg(const double* p) { return __nvvm_ldg_d(p); }
__WL_D int __ldg(const int* p) { return __nvvm_ldg_i(p); }
__WL_D unsigned int __ldg(const unsigned int* p) { return __nvvm_ldg_ui(p); }
