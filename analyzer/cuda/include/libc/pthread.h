// POSIX threads. A thread runs until it waits for something; what waits asks again and again, and lets others run in between.
#pragma once

#include "../warplens/linkage.h"
#include "../warplens/size.h"
#include "posix_types.h"
#include "sched.h"

__WL_BEGIN_C
int __wl_thread_start(void (*)(void*), void*);
int __wl_thread_self(void) __WL_NOTHROW;
int __wl_thread_ended(int) __WL_NOTHROW;
void __wl_wait(const char*);
void __wl_woke(void) __WL_NOTHROW;
void __wl_yield(void);
void __wl_sleep(long);
long __wl_clock(int);
void* __wl_allocate(size_t) __WL_NOTHROW;
void __wl_release(void*) __WL_NOTHROW;
void* __wl_thread_block(void*, int) __WL_NOTHROW;
void __wl_thread_exit(void);
void __wl_thread_cancel(int) __WL_NOTHROW;
int __wl_thread_cancelled(void) __WL_NOTHROW;
void (*__wl_key_end(void**))(void*);
__WL_END_C

// What a thread was started with, and what it gave back.
struct __wl_pthread {
  void* (*begin)(void*);
  void* argument;
  void* result;
  int id;
  int isDetached;
};
typedef struct __wl_pthread* pthread_t;
typedef struct { int isDetached; size_t stackSize; } pthread_attr_t;
typedef struct { int owner, times, kind; } pthread_mutex_t;
typedef struct { int kind; } pthread_mutexattr_t;
typedef struct { unsigned long waited, notified; } pthread_cond_t;
typedef struct { int clock; } pthread_condattr_t;
typedef struct { unsigned expected, missing; unsigned long phase; } pthread_barrier_t;
typedef struct { int unused; } pthread_barrierattr_t;
typedef struct { int readers, writer; } pthread_rwlock_t;
typedef struct { int unused; } pthread_rwlockattr_t;
typedef pthread_mutex_t pthread_spinlock_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;

#define PTHREAD_CANCELED ((void*)-1)
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#define PTHREAD_MUTEX_INITIALIZER {0, 0, 0}
#define PTHREAD_COND_INITIALIZER {0, 0}
#define PTHREAD_RWLOCK_INITIALIZER {0, 0}
#define PTHREAD_ONCE_INIT 0

#define __WL_UNTIL(CONDITION, WHAT)      \
  do {                                   \
    if (CONDITION) break;                \
    do __wl_wait(WHAT);                  \
    while (!(CONDITION));                \
    __wl_woke();                         \
  } while (0)

// Destructors of keys may set keys again; one that always does is left alone in the end.
static inline void __wl_end_keys(void) {
  void* value;
  void (*destructor)(void*);
  for (int rounds = 4096; rounds > 0 && (destructor = __wl_key_end(&value)); rounds--) destructor(value);
}
static inline void __wl_pthread_begin(void* own) {
  struct __wl_pthread* thread = (struct __wl_pthread*)own;
  __wl_thread_block(thread, 1);
  thread->result = thread->begin(thread->argument);
  __wl_end_keys();
  if (thread->isDetached) __wl_release(thread);
}
static inline int pthread_create(pthread_t* to, const pthread_attr_t* attributes, void* (*begin)(void*), void* argument) {
  struct __wl_pthread* thread = (struct __wl_pthread*)__wl_allocate(sizeof(struct __wl_pthread));
  thread->begin = begin;
  thread->argument = argument;
  thread->result = 0;
  thread->isDetached = attributes ? attributes->isDetached : 0;
  thread->id = __wl_thread_start(__wl_pthread_begin, thread);
  if (!thread->id) {
    __wl_release(thread);
    return 11;
  }
  *to = thread;
  return 0;
}
static inline int pthread_detach(pthread_t thread) {
  if (__wl_thread_ended(thread->id)) __wl_release(thread);
  else thread->isDetached = 1;
  return 0;
}
static inline pthread_t pthread_self(void) { return (pthread_t)__wl_thread_block(0, 0); }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
static inline void pthread_exit(void* result) {
  struct __wl_pthread* thread = (struct __wl_pthread*)__wl_thread_block(0, 0);
  if (thread) thread->result = result;
  if (thread) __wl_end_keys();
  __wl_thread_exit();
}
// A thread ends where it asks, waits for a condition or another thread, or sleeps, once it is cancelled.
static inline void pthread_testcancel(void) {
  if (__wl_thread_cancelled()) pthread_exit(PTHREAD_CANCELED);
}
static inline int pthread_cancel(pthread_t thread) {
  if (!thread || __wl_thread_ended(thread->id)) return 3;
  // What it gives back where it does not end by itself.
  thread->result = PTHREAD_CANCELED;
  __wl_thread_cancel(thread->id);
  return 0;
}
static inline int pthread_join(pthread_t thread, void** result) {
  if (!thread || thread->isDetached) return 22;
  if (thread->id == __wl_thread_self()) return 35;
  __WL_UNTIL(__wl_thread_ended(thread->id) || __wl_thread_cancelled(), "the end of another thread");
  pthread_testcancel();
  if (result) *result = thread->result;
  __wl_release(thread);
  return 0;
}
static inline int pthread_yield(void) { __wl_yield(); return 0; }

static inline int pthread_attr_init(pthread_attr_t* a) { a->isDetached = 0; a->stackSize = 8 << 20; return 0; }
static inline int pthread_attr_destroy(pthread_attr_t* a) { (void)a; return 0; }
static inline int pthread_attr_setdetachstate(pthread_attr_t* a, int state) { a->isDetached = state; return 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t* a, size_t size) { a->stackSize = size; return 0; }
static inline int pthread_attr_getstacksize(const pthread_attr_t* a, size_t* size) { *size = a->stackSize; return 0; }

static inline int pthread_mutexattr_init(pthread_mutexattr_t* a) { a->kind = 0; return 0; }
static inline int pthread_mutexattr_destroy(pthread_mutexattr_t* a) { (void)a; return 0; }
static inline int pthread_mutexattr_settype(pthread_mutexattr_t* a, int kind) { a->kind = kind; return 0; }
static inline int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) { m->owner = m->times = 0; m->kind = a ? a->kind : 0; return 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t* m) { return m->owner ? 16 : 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t* m) {
  const int self = __wl_thread_self();
  if (m->owner && !(m->kind == PTHREAD_MUTEX_RECURSIVE && m->owner == self)) return 16;
  m->owner = self;
  m->times++;
  return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t* m) {
  const int isOwn = m->owner == __wl_thread_self();
  if (isOwn && m->kind == PTHREAD_MUTEX_ERRORCHECK) return 35;
  __WL_UNTIL(pthread_mutex_trylock(m) == 0, isOwn ? "a mutex that it holds itself" : "a mutex");
  return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t* m) {
  if (m->times > 0 && --m->times == 0) m->owner = 0;
  return 0;
}
static inline int pthread_spin_init(pthread_spinlock_t* l, int shared) { (void)shared; return pthread_mutex_init(l, 0); }
static inline int pthread_spin_destroy(pthread_spinlock_t* l) { (void)l; return 0; }
static inline int pthread_spin_lock(pthread_spinlock_t* l) { return pthread_mutex_lock(l); }
static inline int pthread_spin_trylock(pthread_spinlock_t* l) { return pthread_mutex_trylock(l); }
static inline int pthread_spin_unlock(pthread_spinlock_t* l) { return pthread_mutex_unlock(l); }

static inline int pthread_condattr_init(pthread_condattr_t* a) { a->clock = 0; return 0; }
static inline int pthread_condattr_destroy(pthread_condattr_t* a) { (void)a; return 0; }
static inline int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) { (void)a; c->waited = c->notified = 0; return 0; }
static inline int pthread_cond_destroy(pthread_cond_t* c) { (void)c; return 0; }
static inline int pthread_cond_signal(pthread_cond_t* c) { if (c->notified < c->waited) c->notified++; return 0; }
static inline int pthread_cond_broadcast(pthread_cond_t* c) { c->notified = c->waited; return 0; }
static inline int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  const unsigned long mine = c->waited++;
  pthread_mutex_unlock(m);
  __WL_UNTIL(c->notified > mine || __wl_thread_cancelled(), "a condition");
  const int failed = pthread_mutex_lock(m);
  pthread_testcancel();
  return failed;
}
static inline int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const struct timespec* until) {
  const unsigned long mine = c->waited++;
  const long end = until->tv_sec * 1000000000L + until->tv_nsec;
  pthread_mutex_unlock(m);
  while (c->notified <= mine && __wl_clock(0) < end) __wl_sleep(10000);
  const int isNotified = c->notified > mine;
  if (!isNotified) c->notified++;
  pthread_mutex_lock(m);
  return isNotified ? 0 : 110;
}

static inline int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* a, unsigned count) {
  (void)a;
  if (count == 0) return 22;
  b->expected = b->missing = count;
  b->phase = 0;
  return 0;
}
static inline int pthread_barrier_destroy(pthread_barrier_t* b) { (void)b; return 0; }
static inline int pthread_barrier_wait(pthread_barrier_t* b) {
  const unsigned long mine = b->phase;
  if (--b->missing == 0) {
    b->missing = b->expected;
    b->phase++;
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  __WL_UNTIL(b->phase != mine, "a barrier");
  return 0;
}

static inline int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* a) { (void)a; l->readers = l->writer = 0; return 0; }
static inline int pthread_rwlock_destroy(pthread_rwlock_t* l) { (void)l; return 0; }
static inline int pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  __WL_UNTIL(!l->writer, "a lock of a writer");
  l->readers++;
  return 0;
}
static inline int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  __WL_UNTIL(!l->writer && !l->readers, "a lock of readers or a writer");
  l->writer = 1;
  return 0;
}
static inline int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  if (l->writer) l->writer = 0;
  else l->readers--;
  return 0;
}

static inline int pthread_once(pthread_once_t* once, void (*begin)(void)) {
  if (*once == 0) {
    *once = 1;
    begin();
    *once = 2;
  }
  __WL_UNTIL(*once == 2, "a function that is called once");
  return 0;
}

__WL_BEGIN_C
// Values of keys that every thread has of its own.
int pthread_key_create(pthread_key_t*, void (*)(void*));
int pthread_key_delete(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void*);
void* pthread_getspecific(pthread_key_t);
__WL_END_C
