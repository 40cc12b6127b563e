// Jumps out of functions: declared so that files compile; a program that makes one is stopped by its name.
#pragma once

#include "../warplens/linkage.h"

typedef long jmp_buf[25];
typedef long sigjmp_buf[25];
__WL_BEGIN_C
int setjmp(jmp_buf) __attribute__((returns_twice));
__attribute__((noreturn)) void longjmp(jmp_buf, int);
int sigsetjmp(sigjmp_buf, int) __attribute__((returns_twice));
__attribute__((noreturn)) void siglongjmp(sigjmp_buf, int);
__WL_END_C
