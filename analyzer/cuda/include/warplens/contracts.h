// Contracts that verifiers of kernels read and no compiler knows. A kernel's preconditions and assertions hold or end a run;
// what is said of loops, barriers and accesses is for proofs, says nothing that a run needs, and is not evaluated. An
// assertion that has no file is a precondition.
#pragma once

#include "../libc/assert.h"

#define __wl_requires(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, nullptr, __LINE__, nullptr))
#define __wl_assume(...) __wl_requires(__VA_ARGS__)
#define __wl_assert(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#define __wl_implies(a, b) (!(a) || (b))
#define __wl_unproved(...) true
