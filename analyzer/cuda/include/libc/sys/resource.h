// What a process has used, of which programs ask the time.
#pragma once

#include "../../warplens/linkage.h"
#include "time.h"

typedef unsigned long rlim_t;
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
struct rlimit { rlim_t rlim_cur, rlim_max; };
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN -1
#define RLIMIT_STACK 3
#define RLIM_INFINITY (~0UL)
__WL_BEGIN_C
int getrusage(int, struct rusage*);
int getrlimit(int, struct rlimit*);
int setrlimit(int, const struct rlimit*);
__WL_END_C
