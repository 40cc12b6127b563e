// Mathematics. Declared as the C library's functions for host and device alike. On the device clang leaves calls of the C
// name, as it is told (`analyzer/compiler/mathematics.ts`); those that LLVM has intrinsics for (sqrt, sin, exp, fma, …)
// become those, and the simulator implements the rest by name.
// Overloads for float and for integers are device-only here: on the host they are libc++'s business (`<cmath>`), and
// functions that differ in their side may share a signature.
#pragma once

#include "linkage.h"
#include "define.h"

// With `-use_fast_math` the device has approximations of its own under these names (`floating.h`).
#ifdef __USE_FAST_MATH__
#define __WL_FAST __attribute__((host))
#else
#define __WL_FAST __attribute__((host, device))
#endif
// What the device's code calls by name (`analyzer/compiler/mathematics.ts`) depends on its arguments alone.
#ifdef __CUDA_ARCH__
#define __WL_CONST __attribute__((const, noconvergent))
#else
#define __WL_CONST
#endif
__WL_BEGIN_C
#define __WL_C __attribute__((host, device))
__WL_C double acos(double) __WL_NOTHROW __WL_CONST;
__WL_C float acosf(float) __WL_NOTHROW __WL_CONST;
__WL_C double acosh(double) __WL_NOTHROW;
__WL_C float acoshf(float) __WL_NOTHROW;
__WL_C double asin(double) __WL_NOTHROW __WL_CONST;
__WL_C float asinf(float) __WL_NOTHROW __WL_CONST;
__WL_C double asinh(double) __WL_NOTHROW;
__WL_C float asinhf(float) __WL_NOTHROW;
__WL_C double atan(double) __WL_NOTHROW __WL_CONST;
__WL_C float atanf(float) __WL_NOTHROW __WL_CONST;
__WL_C double atanh(double) __WL_NOTHROW;
__WL_C float atanhf(float) __WL_NOTHROW;
__WL_C double cbrt(double) __WL_NOTHROW;
__WL_C float cbrtf(float) __WL_NOTHROW;
__WL_C double ceil(double) __WL_NOTHROW __WL_CONST;
__WL_C float ceilf(float) __WL_NOTHROW __WL_CONST;
__WL_C double cos(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float cosf(float) __WL_NOTHROW __WL_CONST;
__WL_C double cosh(double) __WL_NOTHROW __WL_CONST;
__WL_C float coshf(float) __WL_NOTHROW __WL_CONST;
__WL_C double erf(double) __WL_NOTHROW;
__WL_C float erff(float) __WL_NOTHROW;
__WL_C double erfc(double) __WL_NOTHROW;
__WL_C float erfcf(float) __WL_NOTHROW;
__WL_C double exp(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float expf(float) __WL_NOTHROW __WL_CONST;
__WL_C double exp2(double) __WL_NOTHROW __WL_CONST;
__WL_C float exp2f(float) __WL_NOTHROW __WL_CONST;
__WL_C double expm1(double) __WL_NOTHROW;
__WL_C float expm1f(float) __WL_NOTHROW;
__WL_C double fabs(double) __WL_NOTHROW __WL_CONST;
__WL_C float fabsf(float) __WL_NOTHROW __WL_CONST;
__WL_C double floor(double) __WL_NOTHROW __WL_CONST;
__WL_C float floorf(float) __WL_NOTHROW __WL_CONST;
__WL_C double lgamma(double) __WL_NOTHROW;
__WL_C float lgammaf(float) __WL_NOTHROW;
__WL_C double log(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float logf(float) __WL_NOTHROW __WL_CONST;
__WL_C double log10(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float log10f(float) __WL_NOTHROW __WL_CONST;
__WL_C double log1p(double) __WL_NOTHROW;
__WL_C float log1pf(float) __WL_NOTHROW;
__WL_C double log2(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float log2f(float) __WL_NOTHROW __WL_CONST;
__WL_C double logb(double) __WL_NOTHROW;
__WL_C float logbf(float) __WL_NOTHROW;
__WL_C double nearbyint(double) __WL_NOTHROW __WL_CONST;
__WL_C float nearbyintf(float) __WL_NOTHROW __WL_CONST;
__WL_C double rint(double) __WL_NOTHROW __WL_CONST;
__WL_C float rintf(float) __WL_NOTHROW __WL_CONST;
__WL_C double round(double) __WL_NOTHROW __WL_CONST;
__WL_C float roundf(float) __WL_NOTHROW __WL_CONST;
__WL_C double sin(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float sinf(float) __WL_NOTHROW __WL_CONST;
__WL_C double sinh(double) __WL_NOTHROW __WL_CONST;
__WL_C float sinhf(float) __WL_NOTHROW __WL_CONST;
__WL_C double sqrt(double) __WL_NOTHROW __WL_CONST;
__WL_C float sqrtf(float) __WL_NOTHROW __WL_CONST;
__WL_C double tan(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float tanf(float) __WL_NOTHROW __WL_CONST;
__WL_C double tanh(double) __WL_NOTHROW __WL_CONST;
__WL_C float tanhf(float) __WL_NOTHROW __WL_CONST;
__WL_C double tgamma(double) __WL_NOTHROW;
__WL_C float tgammaf(float) __WL_NOTHROW;
__WL_C double trunc(double) __WL_NOTHROW __WL_CONST;
__WL_C float truncf(float) __WL_NOTHROW __WL_CONST;
__WL_C double atan2(double, double) __WL_NOTHROW __WL_CONST;
__WL_C float atan2f(float, float) __WL_NOTHROW __WL_CONST;
__WL_C double copysign(double, double) __WL_NOTHROW __WL_CONST;
__WL_C float copysignf(float, float) __WL_NOTHROW __WL_CONST;
__WL_C double fdim(double, double) __WL_NOTHROW;
__WL_C float fdimf(float, float) __WL_NOTHROW;
__WL_C double fmax(double, double) __WL_NOTHROW __WL_CONST;
__WL_C float fmaxf(float, float) __WL_NOTHROW __WL_CONST;
__WL_C double fmin(double, double) __WL_NOTHROW __WL_CONST;
__WL_C float fminf(float, float) __WL_NOTHROW __WL_CONST;
__WL_C double fmod(double, double) __WL_NOTHROW;
__WL_C float fmodf(float, float) __WL_NOTHROW;
__WL_C double hypot(double, double) __WL_NOTHROW;
__WL_C float hypotf(float, float) __WL_NOTHROW;
__WL_C double nextafter(double, double) __WL_NOTHROW;
__WL_C float nextafterf(float, float) __WL_NOTHROW;
__WL_C double pow(double, double) __WL_NOTHROW __WL_CONST;
__WL_FAST float powf(float, float) __WL_NOTHROW __WL_CONST;
__WL_C double remainder(double, double) __WL_NOTHROW;
__WL_C float remainderf(float, float) __WL_NOTHROW;
__WL_C double fma(double, double, double) __WL_NOTHROW __WL_CONST;
__WL_C float fmaf(float, float, float) __WL_NOTHROW __WL_CONST;
__WL_C double exp10(double) __WL_NOTHROW __WL_CONST;
__WL_FAST float exp10f(float) __WL_NOTHROW __WL_CONST;
__attribute__((host)) double frexp(double, int*) __WL_NOTHROW;
__attribute__((host)) float frexpf(float, int*) __WL_NOTHROW;
__WL_C double ldexp(double, int) __WL_NOTHROW;
__WL_C float ldexpf(float, int) __WL_NOTHROW;
__WL_C double scalbn(double, int) __WL_NOTHROW;
__WL_C float scalbnf(float, int) __WL_NOTHROW;
__WL_C double scalbln(double, long) __WL_NOTHROW;
__WL_C float scalblnf(float, long) __WL_NOTHROW;
__attribute__((host)) double modf(double, double*) __WL_NOTHROW;
__attribute__((host)) float modff(float, float*) __WL_NOTHROW;
// The lower bits of the quotient that leaves the remainder, with its sign.
__WL_C int __wl_remquo_bits(double, double) __WL_NOTHROW;
__attribute__((host)) double remquo(double, double, int*) __WL_NOTHROW;
__attribute__((host)) float remquof(float, float, int*) __WL_NOTHROW;
__WL_C int ilogb(double) __WL_NOTHROW;
__WL_C int ilogbf(float) __WL_NOTHROW;
__WL_C long lrint(double) __WL_NOTHROW;
__WL_C long lrintf(float) __WL_NOTHROW;
__WL_C long lround(double) __WL_NOTHROW;
__WL_C long lroundf(float) __WL_NOTHROW;
__WL_C long long llrint(double) __WL_NOTHROW;
__WL_C long long llrintf(float) __WL_NOTHROW;
__WL_C long long llround(double) __WL_NOTHROW;
__WL_C long long llroundf(float) __WL_NOTHROW;
__WL_C double nan(const char*) __WL_NOTHROW;
__WL_C float nanf(const char*) __WL_NOTHROW;
__attribute__((host)) void sincos(double, double*, double*) __WL_NOTHROW;
__attribute__((host)) void sincosf(float, float*, float*) __WL_NOTHROW;
__WL_C double j0(double) __WL_NOTHROW;
__WL_C float j0f(float) __WL_NOTHROW;
__WL_C double j1(double) __WL_NOTHROW;
__WL_C float j1f(float) __WL_NOTHROW;
__WL_C double y0(double) __WL_NOTHROW;
__WL_C float y0f(float) __WL_NOTHROW;
__WL_C double y1(double) __WL_NOTHROW;
__WL_C float y1f(float) __WL_NOTHROW;
__WL_C double jn(int, double) __WL_NOTHROW;
__WL_C float jnf(int, float) __WL_NOTHROW;
__WL_C double yn(int, double) __WL_NOTHROW;
__WL_C float ynf(int, float) __WL_NOTHROW;
__WL_C int abs(int) __WL_NOTHROW;
__WL_C long labs(long) __WL_NOTHROW;
__WL_C long long llabs(long long) __WL_NOTHROW;

// Functions of CUDA alone, with no name in the C library.
__WL_C double rcbrt(double) __WL_NOTHROW;
__WL_C float rcbrtf(float) __WL_NOTHROW;
__WL_C double sinpi(double) __WL_NOTHROW;
__WL_C float sinpif(float) __WL_NOTHROW;
__WL_C double cospi(double) __WL_NOTHROW;
__WL_C float cospif(float) __WL_NOTHROW;
__WL_C double erfinv(double) __WL_NOTHROW;
__WL_C float erfinvf(float) __WL_NOTHROW;
__WL_C double erfcinv(double) __WL_NOTHROW;
__WL_C float erfcinvf(float) __WL_NOTHROW;
__WL_C double erfcx(double) __WL_NOTHROW;
__WL_C float erfcxf(float) __WL_NOTHROW;
__WL_C double normcdf(double) __WL_NOTHROW;
__WL_C float normcdff(float) __WL_NOTHROW;
__WL_C double normcdfinv(double) __WL_NOTHROW;
__WL_C float normcdfinvf(float) __WL_NOTHROW;
__WL_C double cyl_bessel_i0(double) __WL_NOTHROW;
__WL_C float cyl_bessel_i0f(float) __WL_NOTHROW;
__WL_C double cyl_bessel_i1(double) __WL_NOTHROW;
__WL_C float cyl_bessel_i1f(float) __WL_NOTHROW;
__attribute__((host)) void sincospi(double, double*, double*) __WL_NOTHROW;
__attribute__((host)) void sincospif(float, float*, float*) __WL_NOTHROW;
__WL_C double norm3d(double, double, double) __WL_NOTHROW;
__WL_C float norm3df(float, float, float) __WL_NOTHROW;
__WL_C double norm4d(double, double, double, double) __WL_NOTHROW;
__WL_C float norm4df(float, float, float, float) __WL_NOTHROW;
__WL_C double rnorm3d(double, double, double) __WL_NOTHROW;
__WL_C float rnorm3df(float, float, float) __WL_NOTHROW;
__WL_C double rnorm4d(double, double, double, double) __WL_NOTHROW;
__WL_C float rnorm4df(float, float, float, float) __WL_NOTHROW;
__WL_C double rhypot(double, double) __WL_NOTHROW;
__WL_C float rhypotf(float, float) __WL_NOTHROW;
__WL_C double norm(int, const double*) __WL_NOTHROW;
__WL_C float normf(int, const float*) __WL_NOTHROW;
__WL_C double rnorm(int, const double*) __WL_NOTHROW;
__WL_C float rnormf(int, const float*) __WL_NOTHROW;
#undef __WL_C
#undef __WL_CONST
__WL_END_C

#ifdef __USE_FAST_MATH__
__WL_D float sinf(float x);
__WL_D float cosf(float x);
__WL_D float tanf(float x);
__WL_D float expf(float x);
__WL_D float exp10f(float x);
__WL_D float logf(float x);
__WL_D float log2f(float x);
__WL_D float log10f(float x);
__WL_D float powf(float x, float y);
#endif


#ifdef __CUDA__
// Which type a mixed call computes in: float when every argument is float, double for any other arithmetic types.
template <typename T> struct __wl_real {};
template <> struct __wl_real<float> { typedef float type; };
#define __WL_DOUBLE(TYPE) template <> struct __wl_real<TYPE> { typedef double type; };
__WL_DOUBLE(double) __WL_DOUBLE(bool) __WL_DOUBLE(char) __WL_DOUBLE(signed char) __WL_DOUBLE(unsigned char)
__WL_DOUBLE(short) __WL_DOUBLE(unsigned short) __WL_DOUBLE(int) __WL_DOUBLE(unsigned int) __WL_DOUBLE(long)
__WL_DOUBLE(unsigned long) __WL_DOUBLE(long long) __WL_DOUBLE(unsigned long long)
#undef __WL_DOUBLE
template <typename T, typename U> struct __wl_mixed { typedef double type; };
template <> struct __wl_mixed<float, float> { typedef float type; };
template <typename T, typename U> struct __wl_both { typedef void type; };
// Nothing for other types than numbers: their own functions of the name, such as those of std::complex, are meant then.
template <typename T, typename U, typename = void> struct __wl_promote {};
template <typename T, typename U>
struct __wl_promote<T, U, typename __wl_both<typename __wl_real<T>::type, typename __wl_real<U>::type>::type>
    : __wl_mixed<typename __wl_real<T>::type, typename __wl_real<U>::type> {};

#define __WL_UNARY(NAME)                                                            \
  template <typename T>                                                             \
  __WL_D typename __wl_real<T>::type NAME(T x) {                                    \
    return sizeof(typename __wl_real<T>::type) == 4 ? NAME##f((float)x) : NAME((double)x); \
  }
__WL_UNARY(acos)
__WL_UNARY(acosh)
__WL_UNARY(asin)
__WL_UNARY(asinh)
__WL_UNARY(atan)
__WL_UNARY(atanh)
__WL_UNARY(cbrt)
__WL_UNARY(ceil)
__WL_UNARY(cos)
__WL_UNARY(cosh)
__WL_UNARY(erf)
__WL_UNARY(erfc)
__WL_UNARY(exp)
__WL_UNARY(exp2)
__WL_UNARY(expm1)
__WL_UNARY(fabs)
__WL_UNARY(floor)
__WL_UNARY(lgamma)
__WL_UNARY(log)
__WL_UNARY(log10)
__WL_UNARY(log1p)
__WL_UNARY(log2)
__WL_UNARY(logb)
__WL_UNARY(nearbyint)
__WL_UNARY(rint)
__WL_UNARY(round)
__WL_UNARY(sin)
__WL_UNARY(sinh)
__WL_UNARY(sqrt)
__WL_UNARY(tan)
__WL_UNARY(tanh)
__WL_UNARY(tgamma)
__WL_UNARY(trunc)
#undef __WL_UNARY

#define __WL_BINARY(NAME)                                                            \
  template <typename T, typename U>                                                  \
  __WL_D typename __wl_promote<T, U>::type NAME(T x, U y) {                          \
    return sizeof(typename __wl_promote<T, U>::type) == 4 ? NAME##f((float)x, (float)y) : NAME((double)x, (double)y); \
  }
__WL_BINARY(atan2)
__WL_BINARY(copysign)
__WL_BINARY(fdim)
__WL_BINARY(fmax)
__WL_BINARY(fmin)
__WL_BINARY(fmod)
__WL_BINARY(hypot)
__WL_BINARY(nextafter)
__WL_BINARY(pow)
__WL_BINARY(remainder)
#undef __WL_BINARY

__WL_D float fma(float x, float y, float z) { return fmaf(x, y, z); }
// Inline on the device: results through pointers would pin the caller's variables in local memory.
#define __WL_PARTS(SUFFIX, TYPE)                                                                              \
  __WL_D TYPE frexp##SUFFIX(TYPE x, int* exponent) { return __builtin_frexp##SUFFIX(x, exponent); }           \
  __WL_D TYPE modf##SUFFIX(TYPE x, TYPE* whole) {                                                             \
    *whole = trunc##SUFFIX(x);                                                                                \
    return copysign##SUFFIX(__builtin_isinf(x) ? TYPE(0) : x - *whole, x);                                    \
  }                                                                                                           \
  __WL_D TYPE remquo##SUFFIX(TYPE x, TYPE y, int* quotient) {                                                 \
    *quotient = __wl_remquo_bits(x, y);                                                                       \
    return remainder##SUFFIX(x, y);                                                                           \
  }
__WL_PARTS(, double)
__WL_PARTS(f, float)
#undef __WL_PARTS
__WL_D float frexp(float x, int* exponent) { return frexpf(x, exponent); }
__WL_D float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
__WL_D float ldexp(float x, int exponent) { return ldexpf(x, exponent); }
__WL_D float scalbn(float x, int exponent) { return scalbnf(x, exponent); }
__WL_D float modf(float x, float* whole) { return modff(x, whole); }
__WL_D int ilogb(float x) { return ilogbf(x); }
__WL_D long lrint(float x) { return lrintf(x); }
__WL_D long lround(float x) { return lroundf(x); }
__WL_D long long llrint(float x) { return llrintf(x); }
__WL_D long long llround(float x) { return llroundf(x); }
__WL_D float exp10(float x) { return exp10f(x); }
// Inline for the same reason.
#define __WL_SINCOS(NAME, TYPE, SINE, COSINE)      \
  __WL_D void NAME(TYPE x, TYPE* s, TYPE* c) {     \
    *s = SINE(x);                                  \
    *c = COSINE(x);                                \
  }
__WL_SINCOS(sincos, double, sin, cos)
__WL_SINCOS(sincosf, float, sinf, cosf)
__WL_SINCOS(sincos, float, sinf, cosf)
__WL_SINCOS(sincospi, double, sinpi, cospi)
__WL_SINCOS(sincospif, float, sinpif, cospif)
__WL_SINCOS(sincospi, float, sinpif, cospif)
#undef __WL_SINCOS
__WL_D float abs(float x) { return fabsf(x); }
__WL_D double abs(double x) { return fabs(x); }
__WL_D long abs(long x) { return labs(x); }
__WL_D long long abs(long long x) { return llabs(x); }

#define __WL_CLASSIFY(NAME)                                         \
  __WL_D bool NAME(float x) { return __builtin_##NAME(x); }         \
  __WL_D bool NAME(double x) { return __builtin_##NAME(x); }
__WL_CLASSIFY(isnan)
__WL_CLASSIFY(isinf)
__WL_CLASSIFY(isfinite)
__WL_CLASSIFY(isnormal)
__WL_CLASSIFY(signbit)
#undef __WL_CLASSIFY

// The reciprocal square root of single precision is one approximate hardware instruction.
__WL_D float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
__WL_D double rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }
__WL_D float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
static __inline__ __attribute__((host, always_inline)) float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static __inline__ __attribute__((host, always_inline)) double rsqrt(double x) { return 1.0 / sqrt(x); }

// `min` and `max` of equal types are no templates, so that `using namespace std` does not make them ambiguous.
#define __WL_MINMAX(TYPE)                                           \
  __WL_HD TYPE min(TYPE a, TYPE b) { return b < a ? b : a; }        \
  __WL_HD TYPE max(TYPE a, TYPE b) { return a < b ? b : a; }
__WL_MINMAX(int)
__WL_MINMAX(unsigned int)
__WL_MINMAX(long)
__WL_MINMAX(unsigned long)
__WL_MINMAX(long long)
__WL_MINMAX(unsigned long long)
#undef __WL_MINMAX
__WL_HD float min(float a, float b) { return fminf(a, b); }
__WL_HD float max(float a, float b) { return fmaxf(a, b); }
__WL_HD double min(double a, double b) { return fmin(a, b); }
__WL_HD double max(double a, double b) { return fmax(a, b); }
// Mixed arguments meet in the type that the usual arithmetic conversions give.
template <typename T, typename U, typename = typename __wl_promote<T, U>::type>
__WL_HD auto min(T a, U b) -> decltype(a + b) {
  return min((decltype(a + b))a, (decltype(a + b))b);
}
template <typename T, typename U, typename = typename __wl_promote<T, U>::type>
__WL_HD auto max(T a, U b) -> decltype(a + b) {
  return max((decltype(a + b))a, (decltype(a + b))b);
}
#define umin(a, b) min((unsigned int)(a), (unsigned int)(b))
#define umax(a, b) max((unsigned int)(a), (unsigned int)(b))
#define llmin(a, b) min((long long)(a), (long long)(b))
#define llmax(a, b) max((long long)(a), (long long)(b))
#define ullmin(a, b) min((unsigned long long)(a), (unsigned long long)(b))
#define ullmax(a, b) max((unsigned long long)(a), (unsigned long long)(b))
#endif
