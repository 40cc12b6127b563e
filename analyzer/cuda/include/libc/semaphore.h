// POSIX semaphores within a process.
#pragma once

#include "pthread.h"
#include "errno.h"

typedef struct { unsigned left; } sem_t;
#define SEM_FAILED ((sem_t*)0)

static inline int sem_init(sem_t* s, int shared, unsigned value) { (void)shared; s->left = value; return 0; }
static inline int sem_destroy(sem_t* s) { (void)s; return 0; }
static inline int sem_post(sem_t* s) { s->left++; return 0; }
static inline int sem_trywait(sem_t* s) { return s->left > 0 ? (s->left--, 0) : -1; }
static inline int sem_wait(sem_t* s) {
  __WL_UNTIL(s->left > 0, "a semaphore");
  s->left--;
  return 0;
}
static inline int sem_timedwait(sem_t* s, const struct timespec* until) {
  const long end = until->tv_sec * 1000000000L + until->tv_nsec;
  while (s->left == 0 && __wl_clock(0) < end) __wl_sleep(10000);
  if (s->left == 0) {
    errno = ETIMEDOUT;
    return -1;
  }
  s->left--;
  return 0;
}
static inline int sem_getvalue(sem_t* s, int* value) { *value = (int)s->left; return 0; }
