// C strings and memory for LP64; `memcpy`, `memset`, `memmove`, `memcmp`, `strlen` … for the device too.
#pragma once

#include "../host_defines.h"
#include "../warplens/size.h"

#ifdef __cplusplus
extern "C" {
#define __WL_NOEXCEPT noexcept
#else
#define __WL_NOEXCEPT
#endif
__host__ __device__ void* memcpy(void*, const void*, size_t) __WL_NOEXCEPT;
__host__ __device__ void* memmove(void*, const void*, size_t) __WL_NOEXCEPT;
__host__ __device__ void* memset(void*, int, size_t) __WL_NOEXCEPT;
__host__ __device__ int memcmp(const void*, const void*, size_t) __WL_NOEXCEPT;
__host__ __device__ size_t strlen(const char*) __WL_NOEXCEPT;
__host__ __device__ int strcmp(const char*, const char*) __WL_NOEXCEPT;
__host__ __device__ int strncmp(const char*, const char*, size_t) __WL_NOEXCEPT;
__host__ __device__ char* strcpy(char*, const char*) __WL_NOEXCEPT;
__host__ __device__ char* strncpy(char*, const char*, size_t) __WL_NOEXCEPT;
void* memchr(const void*, int, size_t) __WL_NOEXCEPT;
char* strcat(char*, const char*) __WL_NOEXCEPT;
char* strncat(char*, const char*, size_t) __WL_NOEXCEPT;
int strcoll(const char*, const char*) __WL_NOEXCEPT;
size_t strxfrm(char*, const char*, size_t) __WL_NOEXCEPT;
char* strchr(const char*, int) __WL_NOEXCEPT;
char* strrchr(const char*, int) __WL_NOEXCEPT;
size_t strcspn(const char*, const char*) __WL_NOEXCEPT;
size_t strspn(const char*, const char*) __WL_NOEXCEPT;
char* strpbrk(const char*, const char*) __WL_NOEXCEPT;
char* strstr(const char*, const char*) __WL_NOEXCEPT;
char* strtok(char*, const char*) __WL_NOEXCEPT;
char* strtok_r(char*, const char*, char**) __WL_NOEXCEPT;
char* strerror(int) __WL_NOEXCEPT;
int strerror_r(int, char*, size_t) __WL_NOEXCEPT;
char* strdup(const char*) __WL_NOEXCEPT;
char* strndup(const char*, size_t) __WL_NOEXCEPT;
size_t strnlen(const char*, size_t) __WL_NOEXCEPT;
int strcasecmp(const char*, const char*) __WL_NOEXCEPT;
int strncasecmp(const char*, const char*, size_t) __WL_NOEXCEPT;
#ifdef __cplusplus
}
#endif
#undef __WL_NOEXCEPT
