// Floating-point intrinsics with two leading underscores: hardware approximations, explicit rounding, conversions. What
// is one clang built-in is a macro of its name: built-ins convert their arguments themselves, and a macro costs a compile
// next to nothing.
#pragma once

#include "../device_types.h"
#include "math.h"

// Hardware approximations of single precision.
#define __sinf __nvvm_sin_approx_f
#define __cosf __nvvm_cos_approx_f
#define __exp2f __nvvm_ex2_approx_f
#define __log2f __nvvm_lg2_approx_f
#define __fdividef __nvvm_div_approx_f
#define __saturatef __nvvm_saturate_f
__WL_D float __tanf(float x) { return __nvvm_div_approx_f(__sinf(x), __cosf(x)); }
__WL_D void __sincosf(float x, float* s, float* c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
__WL_D float __tanhf(float x) {
  float result;
  asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__WL_D float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
__WL_D float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.3219280948873623f); }
__WL_D float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.6931471805599453f; }
__WL_D float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0.3010299956639812f; }
__WL_D float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
// Rounded once, as whoever executes the approximation here does.
__WL_D float __frsqrt_rn(float x) { return __nvvm_rsqrt_approx_f(x); }
__WL_HD float fdividef(float x, float y) { return x / y; }
__WL_HD double fdivide(double x, double y) { return x / y; }

#ifdef __USE_FAST_MATH__
__WL_D float sinf(float x) { return __sinf(x); }
__WL_D float cosf(float x) { return __cosf(x); }
__WL_D float tanf(float x) { return __tanf(x); }
__WL_D float expf(float x) { return __expf(x); }
__WL_D float exp10f(float x) { return __exp10f(x); }
__WL_D float logf(float x) { return __logf(x); }
__WL_D float log2f(float x) { return __log2f(x); }
__WL_D float log10f(float x) { return __log10f(x); }
__WL_D float powf(float x, float y) { return __powf(x, y); }
#endif

// Explicit rounding: rn to nearest even, rz to zero, ru up, rd down. Never contracted into a fused multiply-add.
#define __fadd_rn __nvvm_add_rn_f
#define __fsub_rn(x, y) __nvvm_add_rn_f(x, -(float)(y))
#define __fmul_rn __nvvm_mul_rn_f
#define __fmaf_rn __nvvm_fma_rn_f
#define __frcp_rn __nvvm_rcp_rn_f
#define __fsqrt_rn __nvvm_sqrt_rn_f
#define __fdiv_rn __nvvm_div_rn_f
#define __dadd_rn __nvvm_add_rn_d
#define __dsub_rn(x, y) __nvvm_add_rn_d(x, -(double)(y))
#define __dmul_rn __nvvm_mul_rn_d
#define __fma_rn __nvvm_fma_rn_d
#define __drcp_rn __nvvm_rcp_rn_d
#define __dsqrt_rn __nvvm_sqrt_rn_d
#define __ddiv_rn __nvvm_div_rn_d
#define __fadd_rz __nvvm_add_rz_f
#define __fsub_rz(x, y) __nvvm_add_rz_f(x, -(float)(y))
#define __fmul_rz __nvvm_mul_rz_f
#define __fmaf_rz __nvvm_fma_rz_f
#define __frcp_rz __nvvm_rcp_rz_f
#define __fsqrt_rz __nvvm_sqrt_rz_f
#define __fdiv_rz __nvvm_div_rz_f
#define __dadd_rz __nvvm_add_rz_d
#define __dsub_rz(x, y) __nvvm_add_rz_d(x, -(double)(y))
#define __dmul_rz __nvvm_mul_rz_d
#define __fma_rz __nvvm_fma_rz_d
#define __drcp_rz __nvvm_rcp_rz_d
#define __dsqrt_rz __nvvm_sqrt_rz_d
#define __ddiv_rz __nvvm_div_rz_d
#define __fadd_ru __nvvm_add_rp_f
#define __fsub_ru(x, y) __nvvm_add_rp_f(x, -(float)(y))
#define __fmul_ru __nvvm_mul_rp_f
#define __fmaf_ru __nvvm_fma_rp_f
#define __frcp_ru __nvvm_rcp_rp_f
#define __fsqrt_ru __nvvm_sqrt_rp_f
#define __fdiv_ru __nvvm_div_rp_f
#define __dadd_ru __nvvm_add_rp_d
#define __dsub_ru(x, y) __nvvm_add_rp_d(x, -(double)(y))
#define __dmul_ru __nvvm_mul_rp_d
#define __fma_ru __nvvm_fma_rp_d
#define __drcp_ru __nvvm_rcp_rp_d
#define __dsqrt_ru __nvvm_sqrt_rp_d
#define __ddiv_ru __nvvm_div_rp_d
// Denormal numbers are kept whatever the options say, which is so here for all of them.
#define __fmaf_ieee_rn __nvvm_fma_rn_f
#define __fmaf_ieee_rz __nvvm_fma_rz_f
#define __fmaf_ieee_rd __nvvm_fma_rm_f
#define __fmaf_ieee_ru __nvvm_fma_rp_f
#define __fadd_rd __nvvm_add_rm_f
#define __fsub_rd(x, y) __nvvm_add_rm_f(x, -(float)(y))
#define __fmul_rd __nvvm_mul_rm_f
#define __fmaf_rd __nvvm_fma_rm_f
#define __frcp_rd __nvvm_rcp_rm_f
#define __fsqrt_rd __nvvm_sqrt_rm_f
#define __fdiv_rd __nvvm_div_rm_f
#define __dadd_rd __nvvm_add_rm_d
#define __dsub_rd(x, y) __nvvm_add_rm_d(x, -(double)(y))
#define __dmul_rd __nvvm_mul_rm_d
#define __fma_rd __nvvm_fma_rm_d
#define __drcp_rd __nvvm_rcp_rm_d
#define __dsqrt_rd __nvvm_sqrt_rm_d
#define __ddiv_rd __nvvm_div_rm_d

// Conversions.
#define __float2int_rn __nvvm_f2i_rn
#define __float2uint_rn __nvvm_f2ui_rn
#define __float2ll_rn __nvvm_f2ll_rn
#define __float2ull_rn __nvvm_f2ull_rn
#define __double2int_rn __nvvm_d2i_rn
#define __double2uint_rn __nvvm_d2ui_rn
#define __double2ll_rn __nvvm_d2ll_rn
#define __double2ull_rn __nvvm_d2ull_rn
#define __double2float_rn __nvvm_d2f_rn
#define __int2float_rn __nvvm_i2f_rn
#define __int2double_rn __nvvm_i2d_rn
#define __uint2float_rn __nvvm_ui2f_rn
#define __uint2double_rn __nvvm_ui2d_rn
#define __ll2float_rn __nvvm_ll2f_rn
#define __ll2double_rn __nvvm_ll2d_rn
#define __ull2float_rn __nvvm_ull2f_rn
#define __ull2double_rn __nvvm_ull2d_rn
#define __float2int_rz __nvvm_f2i_rz
#define __float2uint_rz __nvvm_f2ui_rz
#define __float2ll_rz __nvvm_f2ll_rz
#define __float2ull_rz __nvvm_f2ull_rz
#define __double2int_rz __nvvm_d2i_rz
#define __double2uint_rz __nvvm_d2ui_rz
#define __double2ll_rz __nvvm_d2ll_rz
#define __double2ull_rz __nvvm_d2ull_rz
#define __double2float_rz __nvvm_d2f_rz
#define __int2float_rz __nvvm_i2f_rz
#define __int2double_rz __nvvm_i2d_rz
#define __uint2float_rz __nvvm_ui2f_rz
#define __uint2double_rz __nvvm_ui2d_rz
#define __ll2float_rz __nvvm_ll2f_rz
#define __ll2double_rz __nvvm_ll2d_rz
#define __ull2float_rz __nvvm_ull2f_rz
#define __ull2double_rz __nvvm_ull2d_rz
#define __float2int_ru __nvvm_f2i_rp
#define __float2uint_ru __nvvm_f2ui_rp
#define __float2ll_ru __nvvm_f2ll_rp
#define __float2ull_ru __nvvm_f2ull_rp
#define __double2int_ru __nvvm_d2i_rp
#define __double2uint_ru __nvvm_d2ui_rp
#define __double2ll_ru __nvvm_d2ll_rp
#define __double2ull_ru __nvvm_d2ull_rp
#define __double2float_ru __nvvm_d2f_rp
#define __int2float_ru __nvvm_i2f_rp
#define __int2double_ru __nvvm_i2d_rp
#define __uint2float_ru __nvvm_ui2f_rp
#define __uint2double_ru __nvvm_ui2d_rp
#define __ll2float_ru __nvvm_ll2f_rp
#define __ll2double_ru __nvvm_ll2d_rp
#define __ull2float_ru __nvvm_ull2f_rp
#define __ull2double_ru __nvvm_ull2d_rp
#define __float2int_rd __nvvm_f2i_rm
#define __float2uint_rd __nvvm_f2ui_rm
#define __float2ll_rd __nvvm_f2ll_rm
#define __float2ull_rd __nvvm_f2ull_rm
#define __double2int_rd __nvvm_d2i_rm
#define __double2uint_rd __nvvm_d2ui_rm
#define __double2ll_rd __nvvm_d2ll_rm
#define __double2ull_rd __nvvm_d2ull_rm
#define __double2float_rd __nvvm_d2f_rm
#define __int2float_rd __nvvm_i2f_rm
#define __int2double_rd __nvvm_i2d_rm
#define __uint2float_rd __nvvm_ui2f_rm
#define __uint2double_rd __nvvm_ui2d_rm
#define __ll2float_rd __nvvm_ll2f_rm
#define __ll2double_rd __nvvm_ll2d_rm
#define __ull2float_rd __nvvm_ull2f_rm
#define __ull2double_rd __nvvm_ull2d_rm
