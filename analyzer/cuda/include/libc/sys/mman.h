// Pages of memory, and of files as they are when they are mapped; shared ones are written back by `msync` and `munmap`.
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
#define MS_ASYNC 1
#define MS_SYNC 4
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MAP_POPULATE 0x8000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void*)-1)
__WL_BEGIN_C
void* mmap(void*, size_t, int, int, int, off_t);
int munmap(void*, size_t);
int msync(void*, size_t, int);
int madvise(void*, size_t, int);
int mprotect(void*, size_t, int);
int mlock(const void*, size_t);
int munlock(const void*, size_t);
int shm_open(const char*, int, unsigned int);
int shm_unlink(const char*);
__WL_END_C
