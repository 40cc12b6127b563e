// Stop watches of the samples, our own minimal version over `clock`.
#pragma once

#include <time.h>

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
inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchInterface();
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  (*timer)->start();
  return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  (*timer)->stop();
  return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  (*timer)->reset();
  return true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) { return (*timer)->getTime(); }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) { return (*timer)->getAverageTime(); }
typedef StopWatchInterface StopWatchLinux;
