// `nvcuda::wmma` fragments over clang's built-ins, which become llvm.nvvm.wmma.* intrinsics: half and bfloat16 (16x16x16,
// 32x8x16, 8x32x16), signed and unsigned bytes, tf32 (16x16x8), double (8x8x4).
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}  // namespace precision

// How a fragment is held: N elements of T for the program, in registers of type R for the built-ins.
template <typename T, typename R, int N>
struct __wl_fragment {
  enum { num_elements = N, num_storage_elements = N };
  typedef T element_type;
  typedef T storage_element_type;
  T x[N];
  __inline__ __device__ R* registers() { return (R*)x; }
  __inline__ __device__ const R* registers() const { return (const R*)x; }
};
template <typename USE, int M, int N, int K, typename T, typename LAYOUT = void> class fragment;

#define __WL_F static __inline__ __attribute__((device, always_inline))
// One operand fragment in both layouts, with its load.
#define __WL_OPERAND(USE, M, N, K, T, STORED, R, COUNT, LOAD, POINTER)                                              \
  template <> class fragment<USE, M, N, K, T, row_major> : public __wl_fragment<STORED, R, COUNT> {};               \
  template <> class fragment<USE, M, N, K, T, col_major> : public __wl_fragment<STORED, R, COUNT> {};               \
  __WL_F void load_matrix_sync(fragment<USE, M, N, K, T, row_major>& f, const STORED* p, unsigned int stride) {     \
    LOAD(f.registers(), (const POINTER*)p, stride, 0);                                                              \
  }                                                                                                                 \
  __WL_F void load_matrix_sync(fragment<USE, M, N, K, T, col_major>& f, const STORED* p, unsigned int stride) {     \
    LOAD(f.registers(), (const POINTER*)p, stride, 1);                                                              \
  }
#define __WL_ACCUMULATOR(M, N, K, T, R, COUNT, LOAD, STORE, POINTER)                                                \
  template <> class fragment<accumulator, M, N, K, T, void> : public __wl_fragment<T, R, COUNT> {};                 \
  __WL_F void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const T* p, unsigned int stride, layout_t layout) { \
    if (layout == mem_row_major) LOAD(f.registers(), (const POINTER*)p, stride, 0);                                 \
    else LOAD(f.registers(), (const POINTER*)p, stride, 1);                                                         \
  }                                                                                                                 \
  __WL_F void store_matrix_sync(T* p, const fragment<accumulator, M, N, K, T>& f, unsigned int stride, layout_t layout) { \
    if (layout == mem_row_major) STORE((POINTER*)p, f.registers(), stride, 0);                                      \
    else STORE((POINTER*)p, f.registers(), stride, 1);                                                              \
  }
// The built-in numbers the layouts of a and b: row.row 0, row.col 1, col.row 2, col.col 3.
#define __WL_MULTIPLY_LAYOUT(M, N, K, T, D, C, LA, LB, NUMBER, MMA, SATURATE)                                       \
  __WL_F void mma_sync(fragment<accumulator, M, N, K, D>& d, const fragment<matrix_a, M, N, K, T, LA>& a,           \
                       const fragment<matrix_b, M, N, K, T, LB>& b, const fragment<accumulator, M, N, K, C>& c, bool = false) { \
    MMA(d.registers(), a.registers(), b.registers(), c.registers(), NUMBER, SATURATE);                              \
  }
#define __WL_MULTIPLY(M, N, K, T, D, C, MMA, SATURATE)                                  \
  __WL_MULTIPLY_LAYOUT(M, N, K, T, D, C, row_major, row_major, 0, MMA, SATURATE)        \
  __WL_MULTIPLY_LAYOUT(M, N, K, T, D, C, row_major, col_major, 1, MMA, SATURATE)        \
  __WL_MULTIPLY_LAYOUT(M, N, K, T, D, C, col_major, row_major, 2, MMA, SATURATE)        \
  __WL_MULTIPLY_LAYOUT(M, N, K, T, D, C, col_major, col_major, 3, MMA, SATURATE)

#define __WL_HALF(M, N, K, SHAPE)                                                                                               \
  __WL_OPERAND(matrix_a, M, N, K, __half, __half, int, 16, __hmma_##SHAPE##_ld_a, int)                                           \
  __WL_OPERAND(matrix_b, M, N, K, __half, __half, int, 16, __hmma_##SHAPE##_ld_b, int)                                           \
  __WL_ACCUMULATOR(M, N, K, __half, int, 8, __hmma_##SHAPE##_ld_c_f16, __hmma_##SHAPE##_st_c_f16, int)                           \
  __WL_ACCUMULATOR(M, N, K, float, float, 8, __hmma_##SHAPE##_ld_c_f32, __hmma_##SHAPE##_st_c_f32, float)                        \
  __WL_MULTIPLY(M, N, K, __half, __half, __half, __hmma_##SHAPE##_mma_f16f16, 0)                                                 \
  __WL_MULTIPLY(M, N, K, __half, __half, float, __hmma_##SHAPE##_mma_f16f32, 0)                                                  \
  __WL_MULTIPLY(M, N, K, __half, float, __half, __hmma_##SHAPE##_mma_f32f16, 0)                                                  \
  __WL_MULTIPLY(M, N, K, __half, float, float, __hmma_##SHAPE##_mma_f32f32, 0)
__WL_HALF(16, 16, 16, m16n16k16)
__WL_HALF(32, 8, 16, m32n8k16)
__WL_HALF(8, 32, 16, m8n32k16)
#undef __WL_HALF

#define __WL_BFLOAT(M, N, K, SHAPE, A, B)                                                                                        \
  __WL_OPERAND(matrix_a, M, N, K, __nv_bfloat16, __nv_bfloat16, int, A, __mma_bf16_##SHAPE##_ld_a, int)                          \
  __WL_OPERAND(matrix_b, M, N, K, __nv_bfloat16, __nv_bfloat16, int, B, __mma_bf16_##SHAPE##_ld_b, int)                          \
  __WL_MULTIPLY(M, N, K, __nv_bfloat16, float, float, __mma_bf16_##SHAPE##_mma_f32, 0)
__WL_BFLOAT(16, 16, 16, m16n16k16, 8, 8)
__WL_BFLOAT(32, 8, 16, m32n8k16, 16, 4)
__WL_BFLOAT(8, 32, 16, m8n32k16, 4, 16)
#undef __WL_BFLOAT

#define __WL_BYTES(M, N, K, SHAPE, A, B)                                                                                         \
  __WL_OPERAND(matrix_a, M, N, K, signed char, signed char, int, A, __imma_##SHAPE##_ld_a_s8, int)                               \
  __WL_OPERAND(matrix_b, M, N, K, signed char, signed char, int, B, __imma_##SHAPE##_ld_b_s8, int)                               \
  __WL_OPERAND(matrix_a, M, N, K, unsigned char, unsigned char, int, A, __imma_##SHAPE##_ld_a_u8, int)                           \
  __WL_OPERAND(matrix_b, M, N, K, unsigned char, unsigned char, int, B, __imma_##SHAPE##_ld_b_u8, int)                           \
  __WL_ACCUMULATOR(M, N, K, int, int, 8, __imma_##SHAPE##_ld_c, __imma_##SHAPE##_st_c_i32, int)                                  \
  __WL_MULTIPLY(M, N, K, signed char, int, int, __imma_##SHAPE##_mma_s8, 0)                                                      \
  __WL_MULTIPLY(M, N, K, unsigned char, int, int, __imma_##SHAPE##_mma_u8, 0)
__WL_BYTES(16, 16, 16, m16n16k16, 8, 8)
__WL_BYTES(32, 8, 16, m32n8k16, 16, 4)
__WL_BYTES(8, 32, 16, m8n32k16, 4, 16)
#undef __WL_BYTES

__WL_OPERAND(matrix_a, 16, 16, 8, precision::tf32, float, int, 4, __mma_tf32_m16n16k8_ld_a, int)
__WL_OPERAND(matrix_b, 16, 16, 8, precision::tf32, float, int, 4, __mma_tf32_m16n16k8_ld_b, int)
__WL_ACCUMULATOR(16, 16, 8, float, float, 8, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32, float)
__WL_MULTIPLY(16, 16, 8, precision::tf32, float, float, __mma_tf32_m16n16k8_mma_f32, 0)
__WL_F float __float_to_tf32(float x) { return __builtin_bit_cast(float, __nvvm_f2tf32_rna(x)); }

__WL_OPERAND(matrix_a, 8, 8, 4, double, double, double, 1, __dmma_m8n8k4_ld_a, double)
__WL_OPERAND(matrix_b, 8, 8, 4, double, double, double, 1, __dmma_m8n8k4_ld_b, double)
__WL_ACCUMULATOR(8, 8, 4, double, double, 2, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64, double)
__WL_MULTIPLY(8, 8, 4, double, double, double, __dmma_m8n8k4_mma_f64, 0)

#undef __WL_MULTIPLY
#undef __WL_MULTIPLY_LAYOUT
#undef __WL_ACCUMULATOR
#undef __WL_OPERAND

template <typename F, typename T>
__WL_F void fill_fragment(F& f, const T& value) {
#pragma unroll
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = value;
}
#undef __WL_F

}  // namespace wmma
}  // namespace nvcuda
