// Complex numbers as C structures.
#pragma once

#include "warplens/math.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Quotients are of numbers that were made about as large as one, and magnitudes of the ratio of the smaller part to the
// larger one, so that nothing between overflows that the result does not. Which operations that takes shows in the last
// bit and in the counts: those of the PTX that nvcc 13.0 makes.
#define __WL_COMPLEX(SUFFIX, C, T, ABS, SQRT, LARGEST)                                                            \
  __WL_HD T cuCreal##SUFFIX(C z) { return z.x; }                                                                  \
  __WL_HD T cuCimag##SUFFIX(C z) { return z.y; }                                                                  \
  __WL_HD C cuConj##SUFFIX(C z) { return C{z.x, -z.y}; }                                                          \
  __WL_HD C cuCadd##SUFFIX(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                                          \
  __WL_HD C cuCsub##SUFFIX(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                                          \
  __WL_HD C cuCmul##SUFFIX(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }                  \
  __WL_HD C cuCfma##SUFFIX(C a, C b, C c) {                                                                       \
    T real = a.x * b.x + c.x, imaginary = a.x * b.y + c.y;                                                        \
    return C{real - a.y * b.y, a.y * b.x + imaginary};                                                            \
  }                                                                                                               \
  __WL_HD C cuCdiv##SUFFIX(C a, C b) {                                                                            \
    T scale = T(1) / (ABS(b.x) + ABS(b.y));                                                                       \
    C above{a.x * scale, a.y * scale}, below{b.x * scale, b.y * scale};                                           \
    T inverse = T(1) / (below.x * below.x + below.y * below.y);                                                   \
    return C{(above.x * below.x + above.y * below.y) * inverse, (above.y * below.x - above.x * below.y) * inverse}; \
  }                                                                                                               \
  __WL_HD T cuCabs##SUFFIX(C z) {                                                                                 \
    T x = ABS(z.x), y = ABS(z.y);                                                                                 \
    T larger = x > y ? x : y, smaller = x > y ? y : x;                                                            \
    T ratio = smaller / larger;                                                                                   \
    T magnitude = larger * SQRT(T(1) + ratio * ratio);                                                            \
    return larger == T(0) || larger > LARGEST || smaller > LARGEST ? larger + smaller : magnitude;                 \
  }
__WL_COMPLEX(f, cuFloatComplex, float, fabsf, sqrtf, 3.402823466e38f)
__WL_COMPLEX(, cuDoubleComplex, double, fabs, sqrt, 1.79769313486231570e+308)
#undef __WL_COMPLEX
__WL_HD cuFloatComplex make_cuFloatComplex(float x, float y) { return cuFloatComplex{x, y}; }
__WL_HD cuDoubleComplex make_cuDoubleComplex(double x, double y) { return cuDoubleComplex{x, y}; }
__WL_HD cuComplex make_cuComplex(float x, float y) { return cuComplex{x, y}; }
__WL_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return cuFloatComplex{(float)z.x, (float)z.y}; }
__WL_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return cuDoubleComplex{z.x, z.y}; }
