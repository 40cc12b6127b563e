// Floating-point intrinsics with two leading underscores: hardware approximations and explicit rounding.
#pragma once

#include "math.h"

__WL_D float __sinf(float x) { return __nvvm_sin_approx_f(x); }
__WL_D float __cosf(float x) { return __nvvm_cos_approx_f(x); }
__WL_D float __tanf(float x) { return __nvvm_div_approx_f(__sinf(x), __cosf(x)); }
__WL_D void __sincosf(float x, float* s, float* c) { *s = __sinf(x); *c = __cosf(x); }
__WL_D float __exp2f(float x) { return __nvvm_ex2_approx_f(x); }
__WL_D float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
__WL_D float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.3219280948873623f); }
__WL_D float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
__WL_D float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.6931471805599453f; }
__WL_D float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0.3010299956639812f; }
__WL_D float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
__WL_D float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
__WL_D float fdividef(float x, float y) { return x / y; }
__WL_D double fdivide(double x, double y) { return x / y; }
__WL_D float __saturatef(float x) { return __nvvm_saturate_f(x); }
__WL_D float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
