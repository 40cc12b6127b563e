// Jumps out of functions. A buffer holds a number of the simulated host's; copies of it lead to the same place.
#pragma once

#include "../warplens/linkage.h"

typedef long jmp_buf[25];
typedef long sigjmp_buf[25];
__WL_BEGIN_C
int setjmp(jmp_buf) __WL_NOTHROW __attribute__((returns_twice));
int _setjmp(jmp_buf) __WL_NOTHROW __attribute__((returns_twice));
int sigsetjmp(sigjmp_buf, int) __WL_NOTHROW __attribute__((returns_twice));
__attribute__((noreturn)) void longjmp(jmp_buf, int);
__attribute__((noreturn)) void _longjmp(jmp_buf, int);
__attribute__((noreturn)) void siglongjmp(sigjmp_buf, int);
__WL_END_C
#define setjmp(buffer) setjmp(buffer)
#define sigsetjmp(buffer, mask) sigsetjmp(buffer, mask)
