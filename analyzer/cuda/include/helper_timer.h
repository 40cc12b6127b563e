// Stop watches of the samples, our own minimal version over `clock`.
#pragma once

#include "libc/time.h"

class StopWatchInterface {
  clock_t begun = 0;
  double total = 0;
  int sessions = 0;
  bool running = false;

 public:
  void start() {
    begun = clock();
    running = true;
  }
  void stop() {
    total += (clock() - begun) * 1000.0 / CLOCKS_PER_SEC;
    running = false;
    ++sessions;
  }
  void reset() {
    total = 0;
    sessions = 0;
    begun = clock();
  }
  float getTime() { return (float)(running ? total + (clock() - begun) * 1000.0 / CLOCKS_PER_SEC : total); }
  float getAverageTime() { return sessions > 0 ? (float)(total / sessions) : 0.0f; }
};
static inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchInterface();
  return true;
}
static inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
static inline bool sdkStartTimer(StopWatchInterface** timer) {
  (*timer)->start();
  return true;
}
static inline bool sdkStopTimer(StopWatchInterface** timer) {
  (*timer)->stop();
  return true;
}
static inline bool sdkResetTimer(StopWatchInterface** timer) {
  (*timer)->reset();
  return true;
}
static inline float sdkGetTimerValue(StopWatchInterface** timer) { return (*timer)->getTime(); }
static inline float sdkGetAverageTimerValue(StopWatchInterface** timer) { return (*timer)->getAverageTime(); }
