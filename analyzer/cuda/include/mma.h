// `nvcuda::wmma` fragments of every documented shape and type, held and moved as hardware does (`warplens/fragments.h`):
// half and bfloat16 (16x16x16, 32x8x16, 8x32x16), bytes in the same shapes, tf32 (16x16x8), double (8x8x4), and the
// experimental 4-bit and 1-bit types (8x8x32, 8x8x128).
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "warplens/fragments.h"

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
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

// N elements for the program, in registers of type R for the products.
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

// Whether the inner dimension of an operand is without gaps in memory.
template <typename USE, typename LAYOUT> struct __wl_along { enum { value = 0 }; };
template <> struct __wl_along<matrix_a, row_major> { enum { value = 1 }; };
template <> struct __wl_along<matrix_b, col_major> { enum { value = 1 }; };

#define __WL_F static __inline__ __attribute__((device, always_inline))
#define __WL_U unsigned int
// Elements of 16 bits. The hardware's rows are those of A, except where A has only eight and the transpose is computed.
// Of halves a fragment has sixteen elements in every shape; those beyond what it needs repeat the others.
#define __WL_SIXTEEN(T, NAME, BY_MATRIX, M, N, COUNT_A, COUNT_B)                                                           \
  template <typename LAYOUT> class fragment<matrix_a, M, N, 16, T, LAYOUT> : public __wl_fragment<T, __WL_U, COUNT_A> {};   \
  template <typename LAYOUT> class fragment<matrix_b, M, N, 16, T, LAYOUT> : public __wl_fragment<T, __WL_U, COUNT_B> {};   \
  template <typename LAYOUT>                                                                                               \
  __WL_F void load_matrix_sync(fragment<matrix_a, M, N, 16, T, LAYOUT>& f, const T* p, __WL_U stride) {                     \
    __wl_load_sixteen<M, __wl_along<matrix_a, LAYOUT>::value, true, BY_MATRIX>(f.registers(), (const unsigned short*)p, stride, COUNT_A / 2); \
  }                                                                                                                        \
  template <typename LAYOUT>                                                                                               \
  __WL_F void load_matrix_sync(fragment<matrix_b, M, N, 16, T, LAYOUT>& f, const T* p, __WL_U stride) {                     \
    __wl_load_sixteen<N, __wl_along<matrix_b, LAYOUT>::value, false, BY_MATRIX>(f.registers(), (const unsigned short*)p, stride, COUNT_B / 2); \
  }                                                                                                                        \
  template <typename LA, typename LB, typename D, typename C>                                                              \
  __WL_F void mma_sync(fragment<accumulator, M, N, 16, D>& d, const fragment<matrix_a, M, N, 16, T, LA>& a,                 \
                       const fragment<matrix_b, M, N, 16, T, LB>& b, const fragment<accumulator, M, N, 16, C>& c, bool = false) { \
    auto* to = d.registers();                                                                                              \
    const auto* from = c.registers();                                                                                      \
    enum { next_d = sizeof(D), next_c = sizeof(C) };                                                                       \
    if (M == 8) {                                                                                                          \
      __wl::NAME(to, b.registers(), a.registers(), from);                                                                  \
      __wl::NAME(to + next_d, b.registers() + 4, a.registers(), from + next_c);                                            \
    } else if (M == 32) {                                                                                                  \
      __wl::NAME(to, a.registers(), b.registers(), from);                                                                  \
      __wl::NAME(to + next_d, a.registers() + 4, b.registers(), from + next_c);                                            \
    } else {                                                                                                               \
      __wl::NAME(to, a.registers(), b.registers(), from);                                                                  \
      __wl::NAME(to + next_d, a.registers(), b.registers() + 2, from + next_c);                                            \
    }                                                                                                                      \
  }

// `SIZE` rows (columns) of an operand; `A`: it is A of its shape.
template <int SIZE, bool ALONG, bool A, bool BY_MATRIX>
__WL_F void __wl_load_sixteen(__WL_U* r, const unsigned short* p, __WL_U stride, int words) {
  int own = SIZE / 4;
  if (SIZE == 8) {
    __wl::load8x16<ALONG, BY_MATRIX>(r, p, stride);
  } else if (SIZE == 16) {
    __wl::load16x16<ALONG, A, BY_MATRIX>(r, p, stride);
  } else {
    __wl::load16x16<ALONG, true, BY_MATRIX>(r, p, stride);
    __wl::load16x16<ALONG, true, BY_MATRIX>(r + 4, ALONG ? p + 16 * stride : p + 16, stride);
  }
#pragma unroll
  for (int i = own; i < words; ++i) r[i] = r[i - own];
}
__WL_SIXTEEN(__half, multiply_half, true, 16, 16, 16, 16)
__WL_SIXTEEN(__half, multiply_half, true, 32, 8, 16, 16)
__WL_SIXTEEN(__half, multiply_half, true, 8, 32, 16, 16)
__WL_SIXTEEN(__nv_bfloat16, multiply_bfloat, false, 16, 16, 8, 8)
__WL_SIXTEEN(__nv_bfloat16, multiply_bfloat, false, 32, 8, 16, 4)
__WL_SIXTEEN(__nv_bfloat16, multiply_bfloat, false, 8, 32, 4, 16)
#undef __WL_SIXTEEN

// Accumulators: eight elements a lane. Where the transpose is computed, rows and columns change places.
#define __WL_ACCUMULATOR(M, N, K, T, R, LOAD, STORE, POINTER)                                                              \
  template <> class fragment<accumulator, M, N, K, T, void> : public __wl_fragment<T, R, 8> {};                            \
  __WL_F void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const T* p, __WL_U stride, layout_t layout) {          \
    if ((layout == mem_row_major) == (M != 8)) __wl::LOAD(true)(f.registers(), (const POINTER*)p, stride);                 \
    else __wl::LOAD(false)(f.registers(), (const POINTER*)p, stride);                                                      \
  }                                                                                                                        \
  __WL_F void store_matrix_sync(T* p, const fragment<accumulator, M, N, K, T>& f, __WL_U stride, layout_t layout) {         \
    if ((layout == mem_row_major) == (M != 8)) __wl::STORE(true)(f.registers(), (POINTER*)p, stride);                      \
    else __wl::STORE(false)(f.registers(), (POINTER*)p, stride);                                                           \
  }
#define __WL_ACCUMULATORS(M, N, LM, LN)                                                                                    \
  __WL_ACCUMULATOR(M, N, 16, float, float, __WL_LOAD_FLOATS_##LM, __WL_STORE_FLOATS_##LM, float)                           \
  __WL_ACCUMULATOR(M, N, 16, int, int, __WL_LOAD_INTS_##LM, __WL_STORE_INTS_##LM, int)                                     \
  __WL_ACCUMULATOR(M, N, 16, __half, __WL_U, __WL_LOAD_HALVES_##LM, __WL_STORE_HALVES_##LM, unsigned short)
#define __WL_LOAD_FLOATS_WIDE(ROWS) load_words<16, 16, ROWS, float>
#define __WL_STORE_FLOATS_WIDE(ROWS) store_words<16, 16, ROWS, float>
#define __WL_LOAD_INTS_WIDE(ROWS) load_words<16, 16, ROWS, int>
#define __WL_STORE_INTS_WIDE(ROWS) store_words<16, 16, ROWS, int>
#define __WL_LOAD_HALVES_WIDE(ROWS) load_halves<16, 16, ROWS>
#define __WL_STORE_HALVES_WIDE(ROWS) store_halves<16, 16, ROWS>
#define __WL_LOAD_FLOATS_TALL(ROWS) load_words<32, 8, ROWS, float>
#define __WL_STORE_FLOATS_TALL(ROWS) store_words<32, 8, ROWS, float>
#define __WL_LOAD_INTS_TALL(ROWS) load_words<32, 8, ROWS, int>
#define __WL_STORE_INTS_TALL(ROWS) store_words<32, 8, ROWS, int>
#define __WL_LOAD_HALVES_TALL(ROWS) load_halves<32, 8, ROWS>
#define __WL_STORE_HALVES_TALL(ROWS) store_halves<32, 8, ROWS>
__WL_ACCUMULATORS(16, 16, WIDE, )
__WL_ACCUMULATORS(32, 8, TALL, )
__WL_ACCUMULATORS(8, 32, TALL, )
__WL_ACCUMULATOR(16, 16, 8, float, float, __WL_LOAD_FLOATS_WIDE, __WL_STORE_FLOATS_WIDE, float)
#undef __WL_ACCUMULATORS
#undef __WL_ACCUMULATOR

// Bytes: the same shapes with half the registers.
#define __WL_BYTES(T, M, N)                                                                                                \
  template <typename LAYOUT> class fragment<matrix_a, M, N, 16, T, LAYOUT> : public __wl_fragment<T, __WL_U, M / 2> {};     \
  template <typename LAYOUT> class fragment<matrix_b, M, N, 16, T, LAYOUT> : public __wl_fragment<T, __WL_U, N / 2> {};     \
  template <typename LAYOUT>                                                                                               \
  __WL_F void load_matrix_sync(fragment<matrix_a, M, N, 16, T, LAYOUT>& f, const T* p, __WL_U stride) {                     \
    if (M == 16) return __wl::load_bytes16x16<__wl_along<matrix_a, LAYOUT>::value>(f.registers(), (const unsigned char*)p, stride); \
    _Pragma("unroll") for (int i = 0; i < M / 8; ++i)                                                                      \
        f.registers()[i] = __wl::load_bytes<__wl_along<matrix_a, LAYOUT>::value>((const unsigned char*)p, stride, i);       \
  }                                                                                                                        \
  template <typename LAYOUT>                                                                                               \
  __WL_F void load_matrix_sync(fragment<matrix_b, M, N, 16, T, LAYOUT>& f, const T* p, __WL_U stride) {                     \
    if (N == 16) return __wl::load_bytes16x16<__wl_along<matrix_b, LAYOUT>::value>(f.registers(), (const unsigned char*)p, stride); \
    _Pragma("unroll") for (int i = 0; i < N / 8; ++i)                                                                      \
        f.registers()[i] = __wl::load_bytes<__wl_along<matrix_b, LAYOUT>::value>((const unsigned char*)p, stride, i);       \
  }                                                                                                                        \
  template <typename LA, typename LB>                                                                                      \
  __WL_F void mma_sync(fragment<accumulator, M, N, 16, int>& d, const fragment<matrix_a, M, N, 16, T, LA>& a,               \
                       const fragment<matrix_b, M, N, 16, T, LB>& b, const fragment<accumulator, M, N, 16, int>& c, bool saturate = false) { \
    const __WL_U *rows = M == 8 ? b.registers() : a.registers(), *columns = M == 8 ? a.registers() : b.registers();        \
    __wl::multiply_bytes((T)0, d.x, rows, columns, c.x, saturate);                                                          \
    if (M == 16) __wl::multiply_bytes((T)0, d.x + 4, rows, columns + 1, c.x + 4, saturate);                                  \
    else __wl::multiply_bytes((T)0, d.x + 4, rows + 2, columns, c.x + 4, saturate);                                          \
  }
__WL_BYTES(signed char, 16, 16)
__WL_BYTES(signed char, 32, 8)
__WL_BYTES(signed char, 8, 32)
__WL_BYTES(unsigned char, 16, 16)
__WL_BYTES(unsigned char, 32, 8)
__WL_BYTES(unsigned char, 8, 32)
#undef __WL_BYTES

// tf32: words of which the lower bits do not count.
__WL_F float __float_to_tf32(float x) { return __builtin_bit_cast(float, __nvvm_f2tf32_rna(x)); }
template <typename LAYOUT> class fragment<matrix_a, 16, 16, 8, precision::tf32, LAYOUT> : public __wl_fragment<float, __WL_U, 4> {};
template <typename LAYOUT> class fragment<matrix_b, 16, 16, 8, precision::tf32, LAYOUT> : public __wl_fragment<float, __WL_U, 4> {};
template <typename USE, typename LAYOUT>
__WL_F void load_matrix_sync(fragment<USE, 16, 16, 8, precision::tf32, LAYOUT>& f, const float* p, __WL_U stride) {
  const bool along = __wl_along<USE, LAYOUT>::value, rows_first = __wl_along<USE, row_major>::value;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    __WL_U across = __wl::group() + 8 * (rows_first ? i & 1 : i >> 1), inner = __wl::inner() + 4 * (rows_first ? i >> 1 : i & 1);
    f.x[i] = along ? p[across * stride + inner] : p[inner * stride + across];
  }
}
template <typename LA, typename LB>
__WL_F void mma_sync(fragment<accumulator, 16, 16, 8, float>& d, const fragment<matrix_a, 16, 16, 8, precision::tf32, LA>& a,
                     const fragment<matrix_b, 16, 16, 8, precision::tf32, LB>& b, const fragment<accumulator, 16, 16, 8, float>& c, bool = false) {
  __wl::multiply_tf32(d.x, a.registers(), b.registers(), c.x);
  __wl::multiply_tf32(d.x + 4, a.registers(), b.registers() + 2, c.x + 4);
}

// double
template <typename LAYOUT> class fragment<matrix_a, 8, 8, 4, double, LAYOUT> : public __wl_fragment<double, double, 1> {};
template <typename LAYOUT> class fragment<matrix_b, 8, 8, 4, double, LAYOUT> : public __wl_fragment<double, double, 1> {};
template <> class fragment<accumulator, 8, 8, 4, double, void> : public __wl_fragment<double, double, 2> {};
template <typename USE, typename LAYOUT>
__WL_F void load_matrix_sync(fragment<USE, 8, 8, 4, double, LAYOUT>& f, const double* p, __WL_U stride) {
  f.x[0] = __wl_along<USE, LAYOUT>::value ? p[__wl::group() * stride + __wl::inner()] : p[__wl::inner() * stride + __wl::group()];
}
// Accumulators of one product: two neighbouring columns a lane.
#define __WL_NARROW(K, T)                                                                                            \
  __WL_F void load_matrix_sync(fragment<accumulator, 8, 8, K, T>& f, const T* p, __WL_U stride, layout_t layout) {          \
    __WL_U row = __wl::group(), column = 2 * __wl::inner();                                                                \
    if (layout == mem_row_major) {                                                                                         \
      __wl::load_pair(f.x, p + row * stride + column);                                                                      \
    } else {                                                                                                               \
      f.x[0] = p[column * stride + row];                                                                                   \
      f.x[1] = p[(column + 1) * stride + row];                                                                             \
    }                                                                                                                      \
  }                                                                                                                        \
  __WL_F void store_matrix_sync(T* p, const fragment<accumulator, 8, 8, K, T>& f, __WL_U stride, layout_t layout) {         \
    __WL_U row = __wl::group(), column = 2 * __wl::inner();                                                                \
    if (layout == mem_row_major) {                                                                                         \
      *(__wl::pair_of<T>::type*)(p + row * stride + column) = __wl::pair_of<T>::type{f.x[0], f.x[1]};                                                          \
    } else {                                                                                                               \
      p[column * stride + row] = f.x[0];                                                                                   \
      p[(column + 1) * stride + row] = f.x[1];                                                                             \
    }                                                                                                                      \
  }
__WL_NARROW(4, double)
template <typename LA, typename LB>
__WL_F void mma_sync(fragment<accumulator, 8, 8, 4, double>& d, const fragment<matrix_a, 8, 8, 4, double, LA>& a,
                     const fragment<matrix_b, 8, 8, 4, double, LB>& b, const fragment<accumulator, 8, 8, 4, double>& c, bool = false) {
  __wl::multiply_double(d.x, a.x, b.x, c.x);
}

// Four bits and one bit: A by rows, B by columns, a word a lane; strides count elements.
template <> class fragment<accumulator, 8, 8, 32, int, void> : public __wl_fragment<int, int, 2> {};
template <> class fragment<accumulator, 8, 8, 128, int, void> : public __wl_fragment<int, int, 2> {};
__WL_NARROW(32, int)
__WL_NARROW(128, int)
#undef __WL_NARROW
#define __WL_PACKED(K, T, PER_WORD)                                                                                        \
  template <> class fragment<matrix_a, 8, 8, K, T, row_major> : public __wl_fragment<int, __WL_U, 1> {};                    \
  template <> class fragment<matrix_b, 8, 8, K, T, col_major> : public __wl_fragment<int, __WL_U, 1> {};                    \
  template <typename USE, typename LAYOUT>                                                                                 \
  __WL_F void load_matrix_sync(fragment<USE, 8, 8, K, T, LAYOUT>& f, const void* p, __WL_U stride) {                        \
    f.x[0] = *((const int*)p + __wl::group() * (stride / PER_WORD) + __wl::inner());                                       \
  }
__WL_PACKED(32, experimental::precision::s4, 8)
__WL_PACKED(32, experimental::precision::u4, 8)
__WL_PACKED(128, experimental::precision::b1, 32)
#undef __WL_PACKED
#define __WL_NIBBLES(T, NAME)                                                                                              \
  __WL_F void mma_sync(fragment<accumulator, 8, 8, 32, int>& d, const fragment<matrix_a, 8, 8, 32, T, row_major>& a,        \
                       const fragment<matrix_b, 8, 8, 32, T, col_major>& b, const fragment<accumulator, 8, 8, 32, int>& c, bool = false) { \
    __wl::NAME(d.x, a.registers(), b.registers(), c.x);                                                                    \
  }
__WL_NIBBLES(experimental::precision::s4, multiply_s4)
__WL_NIBBLES(experimental::precision::u4, multiply_u4)
#undef __WL_NIBBLES
__WL_F void bmma_sync(fragment<accumulator, 8, 8, 128, int>& d, const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
                      const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b, const fragment<accumulator, 8, 8, 128, int>& c,
                      experimental::bmmaBitOp op = experimental::bmmaBitOpXOR, experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  if (op == experimental::bmmaBitOpXOR) __wl::multiply_xor(d.x, a.registers(), b.registers(), c.x);
  else __wl::multiply_and(d.x, a.registers(), b.registers(), c.x);
}

template <typename F, typename T>
__WL_F void fill_fragment(F& f, const T& value) {
#pragma unroll
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = value;
}
#undef __WL_U
#undef __WL_F

}  // namespace wmma
}  // namespace nvcuda
