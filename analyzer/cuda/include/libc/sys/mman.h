// Pages of memory, of which only anonymous ones exist: there is no file to map.
#pragma once

#include "../unistd.h"

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_ANON 32
#define MAP_FAILED ((void*)-1)
__WL_BEGIN_C
void* mmap(void*, size_t, int, int, int, off_t);
int munmap(void*, size_t);
int mlock(const void*, size_t);
int munlock(const void*, size_t);
__WL_END_C
