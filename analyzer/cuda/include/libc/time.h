// C time for LP64. `clock` of the device is another function: it reads the multiprocessor's counter.
#pragma once

#include "../warplens/linkage.h"
#include "../warplens/size.h"
#include "posix_types.h"

#define CLOCKS_PER_SEC 1000000L
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_MONOTONIC_RAW 4

__WL_BEGIN_C
__attribute__((host)) clock_t clock();
time_t time(time_t*);
double difftime(time_t, time_t);
time_t mktime(struct tm*);
struct tm* gmtime(const time_t*);
struct tm* localtime(const time_t*);
struct tm* gmtime_r(const time_t*, struct tm*);
struct tm* localtime_r(const time_t*, struct tm*);
char* asctime(const struct tm*);
char* ctime(const time_t*);
char* ctime_r(const time_t*, char*);
time_t timegm(struct tm*);
size_t strftime(char*, size_t, const char*, const struct tm*);
int timespec_get(struct timespec*, int);
int clock_gettime(clockid_t, struct timespec*);
int clock_getres(clockid_t, struct timespec*);
int nanosleep(const struct timespec*, struct timespec*);
__WL_END_C
