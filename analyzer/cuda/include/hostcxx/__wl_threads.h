// Threads of a simulated program, which has one processor: one runs until it waits, then the next that can go on does, in the
// order in which they were made. What waits asks again and again whether it may go on, and lets the others run in between.
#pragma once
#include <__config>
extern "C" {
int __wl_thread_start(void (*)(void*), void*);
int __wl_thread_self() noexcept;
int __wl_thread_ended(int) noexcept;
void __wl_wait(const char* what);
void __wl_woke() noexcept;
void __wl_yield();
void __wl_sleep(long nanoseconds);
long __wl_clock(int);
void __wl_unsupported(const char* what);
}
// A wait is reported at the line that asks for it, so what leads to one is inlined into its caller.
#define __WL_WAITS __attribute__((always_inline))
_LIBCPP_BEGIN_NAMESPACE_STD
// `what` completes the sentence "this thread waits for".
template <class F> __WL_WAITS void __wl_wait_until(F isReady, const char* what) {
  if (isReady()) return;
  do ::__wl_wait(what);
  while (!isReady());
  ::__wl_woke();
}
struct __wl_task {
  int id = 0;
  bool begun = false, isOwned = true;
  virtual void run() = 0;
  virtual ~__wl_task() {}
  // An exception that leaves a thread ends the program.
  static void begin(void* own) noexcept {
    __wl_task* task = (__wl_task*)own;
    task->run();
    if (!task->isOwned) delete task;
  }
};
template <class F> struct __wl_task_of : __wl_task {
  F work;
  explicit __wl_task_of(F&& f) : work(static_cast<F&&>(f)) {}
  void run() override { work(); }
};
// Whether there was room for one more thread.
inline bool __wl_add(__wl_task* task) {
  task->begun = true;
  return (task->id = ::__wl_thread_start(__wl_task::begin, task)) != 0;
}
__WL_WAITS inline void __wl_finish(__wl_task* task) {
  __wl_wait_until([task] { return ::__wl_thread_ended(task->id); }, "the end of another thread");
}
// Waits until something holds or a time has come; whether it holds.
template <class F> __WL_WAITS bool __wl_wait_for(F isReady, long nanoseconds) {
  const long end = ::__wl_clock(1) + nanoseconds;
  // A wait of a thousandth at a time: who makes it hold need not know who waits.
  const long step = nanoseconds > 1000000 ? nanoseconds / 1000 : 1000;
  while (!isReady()) {
    if (::__wl_clock(1) >= end) return false;
    ::__wl_sleep(step);
  }
  return true;
}
_LIBCPP_END_NAMESPACE_STD
