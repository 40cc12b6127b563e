// POSIX types for LP64. wasi-libc's headers define theirs for a 32-bit target, one by one behind `__DEFINED_*` guards: the
// guards are set here, and the files that hold them are replaced in front (`bits/alltypes.h`, `__typedef_*.h`, …).
#pragma once

#include "stdint.h"

typedef long time_t;
typedef long suseconds_t;
typedef long clock_t;
typedef int clockid_t;
typedef long off_t;
typedef long ssize_t;
typedef unsigned long u_int64_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
};

#define __DEFINED_time_t
#define __DEFINED_suseconds_t
#define __DEFINED_clock_t
#define __DEFINED_clockid_t
#define __DEFINED_off_t
#define __DEFINED_ssize_t
#define __DEFINED_int8_t
#define __DEFINED_int16_t
#define __DEFINED_int32_t
#define __DEFINED_int64_t
#define __DEFINED_intmax_t
#define __DEFINED_intptr_t
#define __DEFINED_uint8_t
#define __DEFINED_uint16_t
#define __DEFINED_uint32_t
#define __DEFINED_uint64_t
#define __DEFINED_u_int64_t
#define __DEFINED_uintmax_t
#define __DEFINED_uintptr_t
#define __DEFINED_struct_timespec
#define __DEFINED_struct_timeval
