// POSIX threads that wait for each other.
#include <cstdio>
#include <cstdlib>
#include <errno.h>
#include <time.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int finished, slots[4], filled;
static long total;
static void* count(void* argument) {
  const long id = (long)argument;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&guard);
    total += id;
    pthread_mutex_unlock(&guard);
  }
  pthread_mutex_lock(&guard);
  finished++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&guard);
  return (void*)(id * 2);
}
static pthread_barrier_t barrier;
static int phase[4];
static void* meet(void* argument) {
  const int id = *(int*)argument;
  phase[id] = 1;
  const int serial = pthread_barrier_wait(&barrier);
  int sum = 0;
  for (int one : phase) sum += one;
  pthread_barrier_wait(&barrier);
  return (void*)(long)(sum * 10 + (serial == PTHREAD_BARRIER_SERIAL_THREAD));
}
static sem_t items, room;
static void* produce(void*) {
  for (int i = 1; i <= 8; i++) {
    sem_wait(&room);
    slots[filled++ % 4] = i * i;
    sem_post(&items);
  }
  return nullptr;
}
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void begin() { puts("once"); }
static pthread_key_t key;
static void* keep(void* argument) {
  pthread_setspecific(key, argument);
  sched_yield();
  pthread_once(&once, begin);
  if (*(int*)pthread_getspecific(key) == 2) pthread_exit((void*)77L);
  return pthread_getspecific(key);
}
static int compare(const void* a, const void* b) {
  pthread_mutex_lock(&guard);
  const int order = *(const int*)a - *(const int*)b;
  pthread_mutex_unlock(&guard);
  return order;
}
int main() {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++)
    if (pthread_create(&threads[i], nullptr, count, (void*)i)) return 1;
  pthread_mutex_lock(&guard);
  while (finished < 4) pthread_cond_wait(&changed, &guard);
  pthread_mutex_unlock(&guard);
  long results = 0;
  for (auto& one : threads) {
    void* result;
    pthread_join(one, &result);
    results += (long)result;
  }
  printf("%ld %ld\n", total, results);
  pthread_barrier_init(&barrier, nullptr, 4);
  int ids[4] = {0, 1, 2, 3};
  long serial = 0;
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], nullptr, meet, &ids[i]);
  for (auto& one : threads) {
    void* result;
    pthread_join(one, &result);
    printf("%ld ", (long)result / 10);
    serial += (long)result % 10;
  }
  printf("%ld\n", serial);
  pthread_barrier_destroy(&barrier);
  sem_init(&items, 0, 0);
  sem_init(&room, 0, 4);
  pthread_create(&threads[0], nullptr, produce, nullptr);
  int sum = 0;
  for (int i = 0; i < 8; i++) {
    sem_wait(&items);
    sum += slots[i % 4];
    sem_post(&room);
  }
  pthread_join(threads[0], nullptr);
  printf("%d\n", sum);
  timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += 1000;
  sem_post(&items);
  printf("%d", sem_timedwait(&items, &soon));
  clock_gettime(CLOCK_REALTIME, &soon);
  const int late = sem_timedwait(&items, &soon);
  printf(" %d %d\n", late, errno == ETIMEDOUT);
  pthread_key_create(&key, nullptr);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, keep, &ids[i]);
  for (int i = 0; i < 3; i++) {
    void* result;
    pthread_join(threads[i], &result);
    printf("%d ", result == (void*)77L ? 77 : result == &ids[i]);
  }
  puts("");
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t again;
  pthread_mutex_init(&again, &attributes);
  printf("%d", pthread_mutex_lock(&again));
  printf("%d", pthread_mutex_lock(&again));
  printf("%d", pthread_mutex_unlock(&again));
  printf("%d", pthread_mutex_unlock(&again));
  printf("%d\n", pthread_mutex_destroy(&again));
  printf("%d", pthread_mutex_trylock(&guard));
  printf("%d\n", pthread_mutex_trylock(&guard) != 0);
  pthread_mutex_unlock(&guard);
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  printf("%d%d%d\n", pthread_rwlock_rdlock(&lock), pthread_rwlock_rdlock(&lock), pthread_rwlock_unlock(&lock));
  int values[] = {5, 2, 9, 1};
  qsort(values, 4, sizeof(int), compare);
  printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
  printf("%d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
  usleep(10);
  return 0;
}
