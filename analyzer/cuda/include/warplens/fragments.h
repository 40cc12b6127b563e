// How the lanes of a warp hold matrices for tensor cores, and how they load and store them. Hardware has one kind of
// product, 16 rows by 8 columns; `wmma` shapes are two of them side by side, two below each other, or the transpose of
// that. Lane 4g + c holds neighbours of the inner dimension from its row (column) g and g + 8. Loads and stores are
// ordinary ones, so that whoever reads the IR counts them as hardware does; halves in shared memory come as `ldmatrix`.
#pragma once

#include "define.h"

namespace nvcuda {
namespace wmma {
namespace __wl {
#define __WL_F static __inline__ __attribute__((device, always_inline))

struct words1 { unsigned int x; };
struct words2 { unsigned int x, y; };
struct words4 { unsigned int x, y, z, w; };
extern "C" {
// The mask of the lanes, the row that `ldmatrix` starts from, and the place of each word.
__device__ words2 __wl_matrix_words2(unsigned int, const void* row, const void*, const void*) __attribute__((convergent, pure, nothrow));
__device__ words4 __wl_matrix_words4(unsigned int, const void* row, const void*, const void*, const void*, const void*) __attribute__((convergent, pure, nothrow));
}

__WL_F unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
__WL_F unsigned int group() { return lane() >> 2; }
__WL_F unsigned int inner() { return lane() & 3; }
__WL_F unsigned int transposed(unsigned int word) {
  unsigned int result;
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(result) : "r"(word));
  return result;
}

// Blocks of 8 by 8 elements of 16 bits. `ALONG`: the inner dimension lies in memory without gaps. A block is named by its
// place across (rows of A, columns of B) and along the inner dimension.
template <bool ALONG>
__WL_F const unsigned short* word_of(const unsigned short* p, unsigned int stride, unsigned int across, unsigned int along) {
  return ALONG ? p + (8 * across + group()) * stride + 8 * along + 2 * inner()
               : p + (8 * along + group()) * stride + 8 * across + 2 * inner();
}
template <bool ALONG>
__WL_F const unsigned short* row_of(const unsigned short* p, unsigned int stride, unsigned int across, unsigned int along) {
  return ALONG ? p + (8 * across + lane() % 8) * stride + 8 * along : p + (8 * along + lane() % 8) * stride + 8 * across;
}
template <bool ALONG>
__WL_F unsigned int turned(unsigned int word) { return ALONG ? word : transposed(word); }

// 16 by 16: rows first, as A has them, or the inner dimension first, as B has it.
template <bool ALONG, bool ROWS_FIRST, bool BY_MATRIX>
__WL_F void load16x16(unsigned int* r, const unsigned short* p, unsigned int stride) {
  const unsigned short* word[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    int fast = i & 1, slow = i >> 1;
    word[i] = word_of<ALONG>(p, stride, ROWS_FIRST ? fast : slow, ROWS_FIRST ? slow : fast);
  }
  if (BY_MATRIX) {
    unsigned int fast = lane() >> 3 & 1, slow = lane() >> 4;
    const unsigned short* row = row_of<ALONG>(p, stride, ROWS_FIRST ? fast : slow, ROWS_FIRST ? slow : fast);
    words4 found = __wl_matrix_words4(0xffffffffu, row, word[0], word[1], word[2], word[3]);
    r[0] = turned<ALONG>(found.x);
    r[1] = turned<ALONG>(found.y);
    r[2] = turned<ALONG>(found.z);
    r[3] = turned<ALONG>(found.w);
  } else {
#pragma unroll
    for (int i = 0; i < 4; ++i) r[i] = turned<ALONG>(*(const unsigned int*)word[i]);
  }
}
// 8 by 16, as B of one product.
template <bool ALONG, bool BY_MATRIX>
__WL_F void load8x16(unsigned int* r, const unsigned short* p, unsigned int stride) {
  const unsigned short *first = word_of<ALONG>(p, stride, 0, 0), *second = word_of<ALONG>(p, stride, 0, 1);
  if (BY_MATRIX) {
    words2 found = __wl_matrix_words2(0xffffffffu, row_of<ALONG>(p, stride, 0, lane() >> 3 & 1), first, second);
    r[0] = turned<ALONG>(found.x);
    r[1] = turned<ALONG>(found.y);
  } else {
    r[0] = turned<ALONG>(*(const unsigned int*)first);
    r[1] = turned<ALONG>(*(const unsigned int*)second);
  }
}

// Bytes: four neighbours in a word, or one by one where they lie apart. `row` counts over all blocks of eight.
template <bool ALONG>
__WL_F unsigned int load_bytes(const unsigned char* p, unsigned int stride, unsigned int row) {
  unsigned int across = 8 * row + group(), along = 4 * inner();
  if (ALONG) return *(const unsigned int*)(p + across * stride + along);
  unsigned int word = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) word |= (unsigned int)p[(along + i) * stride + across] << (8 * i);
  return word;
}
// 16 rows (columns) of 16 bytes: in shared memory two of `ldmatrix`'s matrices, one below the other.
template <bool ALONG>
__WL_F void load_bytes16x16(unsigned int* r, const unsigned char* p, unsigned int stride) {
  if (ALONG) {
    const unsigned char* word = p + group() * stride + 4 * inner();
    words2 found = __wl_matrix_words2(0xffffffffu, p + lane() % 16 * stride, word, word + 8 * stride);
    r[0] = found.x;
    r[1] = found.y;
  } else {
    r[0] = load_bytes<ALONG>(p, stride, 0);
    r[1] = load_bytes<ALONG>(p, stride, 1);
  }
}

// Two neighbours that one instruction moves.
template <typename T> struct pair_of { typedef T type __attribute__((ext_vector_type(2))); };
// As a statement, because the optimiser would take a vector apart whose elements are used one by one.
#define __WL_PAIR(T, WORD, LETTER) \
  __WL_F void load_pair(T* x, const T* p) { asm("ld.v2." WORD " {%0, %1}, [%2];" : LETTER(x[0]), LETTER(x[1]) : "l"(p) : "memory"); }
__WL_PAIR(float, "f32", "=f")
__WL_PAIR(int, "b32", "=r")
__WL_PAIR(double, "f64", "=d")
#undef __WL_PAIR

// Where pair `j` of an accumulator's eight elements begins: the first of two neighbouring columns.
template <int M, int N> struct places {
  enum { tall = N == 8 };
  __WL_F unsigned int row(int j) { return tall ? group() + 8 * j : group() + 8 * (j & 1); }
  __WL_F unsigned int column(int j) { return tall ? 2 * inner() : 8 * (j >> 1) + 2 * inner(); }
  // Of a block: what `word_of` wants.
  __WL_F unsigned int row_block(int j) { return tall ? j : j & 1; }
  __WL_F unsigned int column_block(int j) { return tall ? 0 : j >> 1; }
};

// 32-bit accumulators; `BY_ROWS`: columns of the hardware's product are neighbours in memory.
template <int M, int N, bool BY_ROWS, typename T>
__WL_F void load_words(T* x, const T* p, unsigned int stride) {
  typedef places<M, N> at;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    if (BY_ROWS) {
      load_pair(x + 2 * j, p + at::row(j) * stride + at::column(j));
    } else {
      x[2 * j] = p[at::column(j) * stride + at::row(j)];
      x[2 * j + 1] = p[(at::column(j) + 1) * stride + at::row(j)];
    }
  }
}
template <int M, int N, bool BY_ROWS, typename T>
__WL_F void store_words(const T* x, T* p, unsigned int stride) {
  typedef places<M, N> at;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    if (BY_ROWS) {
      typedef typename pair_of<T>::type pair;
      *(pair*)(p + at::row(j) * stride + at::column(j)) = pair{x[2 * j], x[2 * j + 1]};
    } else {
      p[at::column(j) * stride + at::row(j)] = x[2 * j];
      p[(at::column(j) + 1) * stride + at::row(j)] = x[2 * j + 1];
    }
  }
}
// Accumulators of halves: pairs in words, which are turned where the columns lie apart.
template <int M, int N, bool BY_ROWS>
__WL_F void load_halves(unsigned int* r, const unsigned short* p, unsigned int stride) {
  typedef places<M, N> at;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const unsigned short* word = word_of<BY_ROWS>(p, stride, at::row_block(j), at::column_block(j));
    r[j] = turned<BY_ROWS>(*(const unsigned int*)word);
  }
}
template <int M, int N, bool BY_ROWS>
__WL_F void store_halves(const unsigned int* r, unsigned short* p, unsigned int stride) {
  typedef places<M, N> at;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    unsigned short* word = (unsigned short*)word_of<BY_ROWS>(p, stride, at::row_block(j), at::column_block(j));
    *(unsigned int*)word = turned<BY_ROWS>(r[j]);
  }
}

// One product of 16 by 8 by 16 (by 8, by 4 …) for every pair of types.
#define __WL_FLOATS(NAME, WORDS)                                                                                           \
  __WL_F void NAME(float* d, const unsigned int* a, const unsigned int* b, const float* c) {                               \
    asm("mma.sync.aligned." WORDS " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"                             \
        : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                                                   \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));    \
  }
__WL_FLOATS(multiply_half, "m16n8k16.row.col.f32.f16.f16.f32")
__WL_FLOATS(multiply_bfloat, "m16n8k16.row.col.f32.bf16.bf16.f32")
__WL_FLOATS(multiply_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
#undef __WL_FLOATS
__WL_F void multiply_half(unsigned int* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
      : "=r"(d[0]), "=r"(d[1])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
}
__WL_F void multiply_half(float* d, const unsigned int* a, const unsigned int* b, const unsigned int* c) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
}
__WL_F void multiply_half(unsigned int* d, const unsigned int* a, const unsigned int* b, const float* c) {
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f32 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9,%10,%11};"
      : "=r"(d[0]), "=r"(d[1])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}
#define __WL_BYTES(WORDS)                                                                              \
  asm("mma.sync.aligned.m16n8k16.row.col." WORDS ".s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"   \
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                 \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))
__WL_F void multiply_bytes(signed char, int* d, const unsigned int* a, const unsigned int* b, const int* c, bool saturate) {
  if (saturate) __WL_BYTES("satfinite.s32.s8.s8");
  else __WL_BYTES("s32.s8.s8");
}
__WL_F void multiply_bytes(unsigned char, int* d, const unsigned int* a, const unsigned int* b, const int* c, bool saturate) {
  if (saturate) __WL_BYTES("satfinite.s32.u8.u8");
  else __WL_BYTES("s32.u8.u8");
}
#undef __WL_BYTES
__WL_F void multiply_double(double* d, const double* a, const double* b, const double* c) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
      : "=d"(d[0]), "=d"(d[1])
      : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
}
#define __WL_SMALL(NAME, WORDS)                                                                           \
  __WL_F void NAME(int* d, const unsigned int* a, const unsigned int* b, const int* c) {                  \
    asm("mma.sync.aligned." WORDS " {%0,%1}, {%2}, {%3}, {%4,%5};"                                        \
        : "=r"(d[0]), "=r"(d[1])                                                                          \
        : "r"(a[0]), "r"(b[0]), "r"(c[0]), "r"(c[1]));                                                    \
  }
__WL_SMALL(multiply_s4, "m8n8k32.row.col.s32.s4.s4.s32")
__WL_SMALL(multiply_u4, "m8n8k32.row.col.s32.u4.u4.s32")
__WL_SMALL(multiply_xor, "m8n8k128.row.col.s32.b1.b1.s32.xor.popc")
__WL_SMALL(multiply_and, "m8n8k128.row.col.s32.b1.b1.s32.and.popc")
#undef __WL_SMALL
}  // namespace __wl
}  // namespace wmma
}  // namespace nvcuda
