// C mathematics for LP64: the functions of `warplens/math.h` and their `long double` forms, which only hosts have.
#pragma once

#include "../warplens/math.h"
#include "../warplens/math_macros.h"

typedef float float_t;
typedef double double_t;

extern "C" {
long double acosl(long double) noexcept;
long double acoshl(long double) noexcept;
long double asinl(long double) noexcept;
long double asinhl(long double) noexcept;
long double atanl(long double) noexcept;
long double atanhl(long double) noexcept;
long double cbrtl(long double) noexcept;
long double ceill(long double) noexcept;
long double cosl(long double) noexcept;
long double coshl(long double) noexcept;
long double erfl(long double) noexcept;
long double erfcl(long double) noexcept;
long double expl(long double) noexcept;
long double exp2l(long double) noexcept;
long double expm1l(long double) noexcept;
long double fabsl(long double) noexcept;
long double floorl(long double) noexcept;
long double lgammal(long double) noexcept;
long double logl(long double) noexcept;
long double log10l(long double) noexcept;
long double log1pl(long double) noexcept;
long double log2l(long double) noexcept;
long double logbl(long double) noexcept;
long double nearbyintl(long double) noexcept;
long double rintl(long double) noexcept;
long double roundl(long double) noexcept;
long double sinl(long double) noexcept;
long double sinhl(long double) noexcept;
long double sqrtl(long double) noexcept;
long double tanl(long double) noexcept;
long double tanhl(long double) noexcept;
long double tgammal(long double) noexcept;
long double truncl(long double) noexcept;
long double atan2l(long double, long double) noexcept;
long double copysignl(long double, long double) noexcept;
long double fdiml(long double, long double) noexcept;
long double fmaxl(long double, long double) noexcept;
long double fminl(long double, long double) noexcept;
long double fmodl(long double, long double) noexcept;
long double hypotl(long double, long double) noexcept;
long double nextafterl(long double, long double) noexcept;
long double nexttowardl(long double, long double) noexcept;
long double powl(long double, long double) noexcept;
long double remainderl(long double, long double) noexcept;
long double fmal(long double, long double, long double) noexcept;
double nexttoward(double, long double) noexcept;
float nexttowardf(float, long double) noexcept;
long double frexpl(long double, int*) noexcept;
long double ldexpl(long double, int) noexcept;
long double scalbnl(long double, int) noexcept;
long double scalblnl(long double, long) noexcept;
long double modfl(long double, long double*) noexcept;
long double remquol(long double, long double, int*) noexcept;
int ilogbl(long double) noexcept;
long lrintl(long double) noexcept;
long lroundl(long double) noexcept;
long long llrintl(long double) noexcept;
long long llroundl(long double) noexcept;
long double nanl(const char*) noexcept;
}
