// C general utilities for LP64. `malloc`, `free`, `abs`, `exit`-like functions exist on the device as CUDA documents.
#pragma once

#include "../warplens/linkage.h"
#include "../host_defines.h"
#include "../warplens/size.h"

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 4

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

__WL_BEGIN_C
__host__ __device__ void* malloc(size_t) __WL_NOTHROW;
__host__ __device__ void free(void*) __WL_NOTHROW;
void* calloc(size_t, size_t) __WL_NOTHROW;
void* realloc(void*, size_t) __WL_NOTHROW;
void* aligned_alloc(size_t, size_t) __WL_NOTHROW;
int posix_memalign(void**, size_t, size_t) __WL_NOTHROW;
__host__ __device__ int abs(int) __WL_NOTHROW;
__host__ __device__ long labs(long) __WL_NOTHROW;
__host__ __device__ long long llabs(long long) __WL_NOTHROW;
static inline div_t div(int x, int y) { div_t result = {x / y, x % y}; return result; }
static inline ldiv_t ldiv(long x, long y) { ldiv_t result = {x / y, x % y}; return result; }
static inline lldiv_t lldiv(long long x, long long y) { lldiv_t result = {x / y, x % y}; return result; }
__host__ __device__ __attribute__((noreturn)) void abort(void);
__attribute__((noreturn)) void exit(int);
__attribute__((noreturn)) void _Exit(int);
__attribute__((noreturn)) void quick_exit(int);
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
int rand(void);
void srand(unsigned int);
int rand_r(unsigned int*);
long random(void);
void srandom(unsigned int);
double drand48(void);
double erand48(unsigned short*);
long lrand48(void);
long mrand48(void);
long nrand48(unsigned short*);
long jrand48(unsigned short*);
unsigned short* seed48(unsigned short*);
void srand48(long);
int atoi(const char*);
long atol(const char*);
long long atoll(const char*);
double atof(const char*);
long strtol(const char*, char**, int);
unsigned long strtoul(const char*, char**, int);
long long strtoll(const char*, char**, int);
unsigned long long strtoull(const char*, char**, int);
float strtof(const char*, char**);
double strtod(const char*, char**);
long double strtold(const char*, char**);
float strtof_l(const char*, char**, struct __locale_struct*);
double strtod_l(const char*, char**, struct __locale_struct*);
long double strtold_l(const char*, char**, struct __locale_struct*);
char* getenv(const char*);
int setenv(const char*, const char*, int);
int unsetenv(const char*);
int putenv(char*);
int mkstemp(char*);
char* realpath(const char*, char*);
int system(const char*);
void* bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
void qsort(void*, size_t, size_t, int (*)(const void*, const void*));
int mblen(const char*, size_t);
int mbtowc(wchar_t*, const char*, size_t);
int wctomb(char*, wchar_t);
size_t mbstowcs(wchar_t*, const char*, size_t);
size_t wcstombs(char*, const wchar_t*, size_t);
__WL_END_C
