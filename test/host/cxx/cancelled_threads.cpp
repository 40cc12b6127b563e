// POSIX threads that another one cancels: each ends where it next sleeps, waits for a condition or asks.
#include <cstdio>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static volatile int started, isAsked;
static void* asleep(void*) {
  started++;
  for (;;) usleep(100);
}
static void* waiting(void*) {
  pthread_mutex_lock(&guard);
  started++;
  while (!isAsked) pthread_cond_wait(&never, &guard);
  pthread_mutex_unlock(&guard);
  return nullptr;
}
static void* asking(void*) {
  started++;
  while (!isAsked) sched_yield();
  pthread_testcancel();
  return nullptr;
}
static void* done(void* argument) { return argument; }
static const char* end(pthread_t thread) {
  void* result = nullptr;
  pthread_join(thread, &result);
  return result == PTHREAD_CANCELED ? "cancelled" : "returned";
}
int main() {
  pthread_t threads[3];
  pthread_create(&threads[0], nullptr, asleep, nullptr);
  pthread_create(&threads[1], nullptr, asking, nullptr);
  while (started < 2) usleep(100);
  for (int i = 0; i < 2; i++) printf("%d\n", pthread_cancel(threads[i]));
  isAsked = 1;
  for (int i = 0; i < 2; i++) puts(end(threads[i]));
  isAsked = 0;
  pthread_create(&threads[2], nullptr, waiting, nullptr);
  while (started < 3) usleep(100);
  pthread_mutex_lock(&guard);
  printf("%d\n", pthread_cancel(threads[2]));
  pthread_mutex_unlock(&guard);
  puts(end(threads[2]));
  pthread_create(&threads[0], nullptr, done, &threads);
  puts(end(threads[0]));
}
