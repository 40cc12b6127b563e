// C mathematics for LP64: the functions of `warplens/math.h` and their `long double` forms, which only hosts have.
#pragma once

#include "../warplens/linkage.h"
#include "../warplens/math.h"
#include "../warplens/math_macros.h"

typedef float float_t;
typedef double double_t;

__WL_BEGIN_C
long double acosl(long double) __WL_NOTHROW;
long double acoshl(long double) __WL_NOTHROW;
long double asinl(long double) __WL_NOTHROW;
long double asinhl(long double) __WL_NOTHROW;
long double atanl(long double) __WL_NOTHROW;
long double atanhl(long double) __WL_NOTHROW;
long double cbrtl(long double) __WL_NOTHROW;
long double ceill(long double) __WL_NOTHROW;
long double cosl(long double) __WL_NOTHROW;
long double coshl(long double) __WL_NOTHROW;
long double erfl(long double) __WL_NOTHROW;
long double erfcl(long double) __WL_NOTHROW;
long double expl(long double) __WL_NOTHROW;
long double exp2l(long double) __WL_NOTHROW;
long double expm1l(long double) __WL_NOTHROW;
long double fabsl(long double) __WL_NOTHROW;
long double floorl(long double) __WL_NOTHROW;
long double lgammal(long double) __WL_NOTHROW;
long double logl(long double) __WL_NOTHROW;
long double log10l(long double) __WL_NOTHROW;
long double log1pl(long double) __WL_NOTHROW;
long double log2l(long double) __WL_NOTHROW;
long double logbl(long double) __WL_NOTHROW;
long double nearbyintl(long double) __WL_NOTHROW;
long double rintl(long double) __WL_NOTHROW;
long double roundl(long double) __WL_NOTHROW;
long double sinl(long double) __WL_NOTHROW;
long double sinhl(long double) __WL_NOTHROW;
long double sqrtl(long double) __WL_NOTHROW;
long double tanl(long double) __WL_NOTHROW;
long double tanhl(long double) __WL_NOTHROW;
long double tgammal(long double) __WL_NOTHROW;
long double truncl(long double) __WL_NOTHROW;
long double atan2l(long double, long double) __WL_NOTHROW;
long double copysignl(long double, long double) __WL_NOTHROW;
long double fdiml(long double, long double) __WL_NOTHROW;
long double fmaxl(long double, long double) __WL_NOTHROW;
long double fminl(long double, long double) __WL_NOTHROW;
long double fmodl(long double, long double) __WL_NOTHROW;
long double hypotl(long double, long double) __WL_NOTHROW;
long double nextafterl(long double, long double) __WL_NOTHROW;
long double nexttowardl(long double, long double) __WL_NOTHROW;
long double powl(long double, long double) __WL_NOTHROW;
long double remainderl(long double, long double) __WL_NOTHROW;
long double fmal(long double, long double, long double) __WL_NOTHROW;
double nexttoward(double, long double) __WL_NOTHROW;
float nexttowardf(float, long double) __WL_NOTHROW;
long double frexpl(long double, int*) __WL_NOTHROW;
long double ldexpl(long double, int) __WL_NOTHROW;
long double scalbnl(long double, int) __WL_NOTHROW;
long double scalblnl(long double, long) __WL_NOTHROW;
long double modfl(long double, long double*) __WL_NOTHROW;
long double remquol(long double, long double, int*) __WL_NOTHROW;
int ilogbl(long double) __WL_NOTHROW;
long lrintl(long double) __WL_NOTHROW;
long lroundl(long double) __WL_NOTHROW;
long long llrintl(long double) __WL_NOTHROW;
long long llroundl(long double) __WL_NOTHROW;
long double nanl(const char*) __WL_NOTHROW;
__WL_END_C
#ifndef __cplusplus
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#endif
