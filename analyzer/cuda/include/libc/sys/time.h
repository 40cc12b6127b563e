// `gettimeofday` for LP64.
#pragma once

#include "../time.h"

struct timezone { int tz_minuteswest, tz_dsttime; };
#define timersub(a, b, r)                              \
  do {                                                 \
    (r)->tv_sec = (a)->tv_sec - (b)->tv_sec;           \
    (r)->tv_usec = (a)->tv_usec - (b)->tv_usec;        \
    if ((r)->tv_usec < 0) {                            \
      --(r)->tv_sec;                                   \
      (r)->tv_usec += 1000000;                         \
    }                                                  \
  } while (0)
#ifdef __cplusplus
extern "C"
#endif
int gettimeofday(struct timeval*, void*);
