// Threads that sleep, yield and look at each other within functions that the C library calls back.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

using Clock = std::chrono::steady_clock;

static std::atomic<int> compared{0};
static std::atomic<bool> isEarly{false};

static int sleeping(const void* a, const void* b) {
  const auto begin = Clock::now();
  usleep(1000);
  if (Clock::now() - begin < std::chrono::milliseconds(1)) isEarly = true;
  compared++;
  return *(const int*)a - *(const int*)b;
}

static int yielding(const void* a, const void* b) {
  for (int i = 0; i < 3; i++) std::this_thread::yield();
  compared++;
  return *(const int*)a - *(const int*)b;
}

static int endless(const void*, const void*) {
  sleep(1000);
  return 0;
}

using Comparison = int (*)(const void*, const void*);

static void sortInThreeThreads(const char* name, Comparison compare) {
  compared = 0;
  int first[] = {2, 1}, second[] = {4, 3};
  std::thread one([&] { qsort(first, 2, sizeof(int), compare); });
  std::thread two([&] { qsort(second, 2, sizeof(int), compare); });
  int own[] = {6, 5};
  qsort(own, 2, sizeof(int), compare);
  one.join();
  two.join();
  printf("%s: %d %d, %d %d, %d %d after %d comparisons\n", name, first[0], first[1], second[0], second[1], own[0], own[1],
         compared.load());
}

int main() {
  sortInThreeThreads("sleeping", sleeping);
  printf("%s\n", isEarly ? "one went on too early" : "nobody went on too early");
  sortInThreeThreads("yielding", yielding);
  // The program ends while a thread sleeps.
  std::thread([] {
    int some[] = {2, 1};
    qsort(some, 2, sizeof(int), endless);
    printf("too late\n");
  }).detach();
  usleep(1000);
}
