// The floating-point environment, with glibc's numbers on x86-64. The simulated host rounds to nearest and notes no exceptions.
#pragma once

#include "../warplens/linkage.h"

#define FE_INVALID 0x01
#define FE_DIVBYZERO 0x04
#define FE_OVERFLOW 0x08
#define FE_UNDERFLOW 0x10
#define FE_INEXACT 0x20
#define FE_ALL_EXCEPT 0x3d

#define FE_TONEAREST 0x000
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

typedef unsigned short fexcept_t;
typedef struct {
  unsigned int __words[8];
} fenv_t;
#define FE_DFL_ENV ((const fenv_t*)-1)

__WL_BEGIN_C
int fegetround(void) __WL_NOTHROW;
int fesetround(int) __WL_NOTHROW;
int feclearexcept(int) __WL_NOTHROW;
int fetestexcept(int) __WL_NOTHROW;
int feraiseexcept(int) __WL_NOTHROW;
int fegetexceptflag(fexcept_t*, int) __WL_NOTHROW;
int fesetexceptflag(const fexcept_t*, int) __WL_NOTHROW;
int fegetenv(fenv_t*) __WL_NOTHROW;
int fesetenv(const fenv_t*) __WL_NOTHROW;
int feholdexcept(fenv_t*) __WL_NOTHROW;
int feupdateenv(const fenv_t*) __WL_NOTHROW;
__WL_END_C
