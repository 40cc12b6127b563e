// What `memcpy_async` copies with: pieces as wide as the alignment of the elements, or a promised one, up to 16 bytes. Measured
// on an H200, CUDA 13.0, 2026-11-28.
#pragma once

#include "../cuda_pipeline_primitives.h"
#include "define.h"
#include "size.h"

namespace cuda {
template <size_t ALIGNMENT> struct aligned_size_t {
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t size) : value(size) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};
}  // namespace cuda

namespace __wl_async {
template <typename T> struct alignment { enum { value = alignof(T) }; };
template <> struct alignment<void> { enum { value = 1 }; };
template <> struct alignment<const void> { enum { value = 1 }; };
// Bytes of a piece: 1, 2, 4, 8 or 16.
template <typename T, size_t PROMISED = 1> struct step {
  enum { own = alignment<T>::value > PROMISED ? alignment<T>::value : PROMISED, value = own > 16 ? 16 : own };
};
// Pieces of less than four bytes are loads and stores.
template <size_t STEP> __WL_D void piece(char* to, const char* from) {
  if (STEP >= 4) __pipeline_memcpy_async(to, from, STEP);
  else if (STEP == 2) *(short*)to = *(const short*)from;
  else *to = *from;
}
template <size_t STEP> __WL_D void pieces(void* to, const void* from, size_t bytes, size_t first, size_t threads) {
  for (size_t i = first * STEP; i < bytes; i += threads * STEP) piece<STEP>((char*)to + i, (const char*)from + i);
}
}  // namespace __wl_async
