// Aligned host memory, as the headers of x86's vector instructions promise it. Ours, because theirs declares
// `posix_memalign` again and differently.
#pragma once

#include "stdlib.h"

// A power of two; what is smaller than a pointer gets a pointer's alignment. Null where there is no memory.
static inline void* _mm_malloc(size_t size, size_t alignment) {
  void* memory = 0;
  if (alignment < sizeof(void*)) alignment = sizeof(void*);
  return posix_memalign(&memory, alignment, size) ? 0 : memory;
}

static inline void _mm_free(void* memory) { free(memory); }
