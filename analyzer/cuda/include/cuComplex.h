// Complex numbers as C structures.
#pragma once

#include "warplens/math.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __WL_COMPLEX(SUFFIX, C, T, SQRT)                                                                          \
  __WL_HD T cuCreal##SUFFIX(C z) { return z.x; }                                                                  \
  __WL_HD T cuCimag##SUFFIX(C z) { return z.y; }                                                                  \
  __WL_HD C cuConj##SUFFIX(C z) { return C{z.x, -z.y}; }                                                          \
  __WL_HD C cuCadd##SUFFIX(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                                          \
  __WL_HD C cuCsub##SUFFIX(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                                          \
  __WL_HD C cuCmul##SUFFIX(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }                  \
  __WL_HD C cuCfma##SUFFIX(C a, C b, C c) { return cuCadd##SUFFIX(cuCmul##SUFFIX(a, b), c); }                     \
  __WL_HD C cuCdiv##SUFFIX(C a, C b) {                                                                            \
    T scale = b.x * b.x + b.y * b.y;                                                                              \
    return C{(a.x * b.x + a.y * b.y) / scale, (a.y * b.x - a.x * b.y) / scale};                                   \
  }                                                                                                               \
  __WL_HD T cuCabs##SUFFIX(C z) { return SQRT(z.x * z.x + z.y * z.y); }
__WL_COMPLEX(f, cuFloatComplex, float, sqrtf)
__WL_COMPLEX(, cuDoubleComplex, double, sqrt)
#undef __WL_COMPLEX
__WL_HD cuFloatComplex make_cuFloatComplex(float x, float y) { return cuFloatComplex{x, y}; }
__WL_HD cuDoubleComplex make_cuDoubleComplex(double x, double y) { return cuDoubleComplex{x, y}; }
__WL_HD cuComplex make_cuComplex(float x, float y) { return cuComplex{x, y}; }
__WL_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return cuFloatComplex{(float)z.x, (float)z.y}; }
__WL_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return cuDoubleComplex{z.x, z.y}; }
