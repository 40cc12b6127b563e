// `assert` for host and device: both fail by a call of `__assert_fail`, which does not return.
#include "../host_defines.h"
#include "../warplens/linkage.h"

#ifndef __WL_ASSERT_FAIL
#define __WL_ASSERT_FAIL
__WL_BEGIN_C
__host__ __device__ __attribute__((noreturn)) void __assert_fail(const char* text, const char* file, unsigned int line, const char* function);
__WL_END_C
#endif
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#if !defined(__cplusplus) && !defined(static_assert)
#define static_assert _Static_assert
#endif
