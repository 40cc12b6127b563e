// C strings and memory for LP64; `memcpy`, `memset`, `memmove`, `memcmp`, `strlen` … for the device too.
#pragma once

#include "../warplens/linkage.h"
#include "../host_defines.h"
#include "../warplens/size.h"

__WL_BEGIN_C
__host__ __device__ void* memcpy(void*, const void*, size_t) __WL_NOTHROW;
__host__ __device__ void* memmove(void*, const void*, size_t) __WL_NOTHROW;
__host__ __device__ void* memset(void*, int, size_t) __WL_NOTHROW;
__host__ __device__ int memcmp(const void*, const void*, size_t) __WL_NOTHROW;
__host__ __device__ size_t strlen(const char*) __WL_NOTHROW;
__host__ __device__ int strcmp(const char*, const char*) __WL_NOTHROW;
__host__ __device__ int strncmp(const char*, const char*, size_t) __WL_NOTHROW;
__host__ __device__ char* strcpy(char*, const char*) __WL_NOTHROW;
__host__ __device__ char* strncpy(char*, const char*, size_t) __WL_NOTHROW;
void* memchr(const void*, int, size_t) __WL_NOTHROW;
char* strcat(char*, const char*) __WL_NOTHROW;
char* strncat(char*, const char*, size_t) __WL_NOTHROW;
int strcoll(const char*, const char*) __WL_NOTHROW;
size_t strxfrm(char*, const char*, size_t) __WL_NOTHROW;
char* strchr(const char*, int) __WL_NOTHROW;
char* strrchr(const char*, int) __WL_NOTHROW;
size_t strcspn(const char*, const char*) __WL_NOTHROW;
size_t strspn(const char*, const char*) __WL_NOTHROW;
char* strpbrk(const char*, const char*) __WL_NOTHROW;
char* strstr(const char*, const char*) __WL_NOTHROW;
char* strtok(char*, const char*) __WL_NOTHROW;
char* strsep(char**, const char*) __WL_NOTHROW;
char* strtok_r(char*, const char*, char**) __WL_NOTHROW;
char* strerror(int) __WL_NOTHROW;
int strerror_r(int, char*, size_t) __WL_NOTHROW;
char* strdup(const char*) __WL_NOTHROW;
char* strndup(const char*, size_t) __WL_NOTHROW;
size_t strnlen(const char*, size_t) __WL_NOTHROW;
int strcasecmp(const char*, const char*) __WL_NOTHROW;
int strncasecmp(const char*, const char*, size_t) __WL_NOTHROW;
__WL_END_C

// glibc's <string.h> brings these by default, too.
#include "strings.h"
