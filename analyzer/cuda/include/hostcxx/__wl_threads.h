// Threads of a simulated program, which has one processor: a thread begins when another one waits (joins it, waits for a
// value or a condition, sleeps, yields), in the order in which threads were made, and runs until it ends. So every run is the same.
#pragma once
#include <__config>
extern "C" {
void __wl_thread_enter() noexcept;
void __wl_thread_leave() noexcept;
void __wl_unsupported(const char* what);
void __wl_sleep(long nanoseconds);
}
_LIBCPP_BEGIN_NAMESPACE_STD
struct __wl_task {
  __wl_task* next = nullptr;
  unsigned id = 0;
  bool begun = false, done = false, isOwned = true;
  virtual void run() = 0;
  virtual ~__wl_task() {}
};
template <class F> struct __wl_task_of : __wl_task {
  F work;
  explicit __wl_task_of(F&& f) : work(static_cast<F&&>(f)) {}
  void run() override { work(); }
};
struct __wl_scheduler {
  __wl_task *first = nullptr, *last = nullptr;
  unsigned made = 1, running = 1;
};
inline __wl_scheduler& __wl_threads() {
  static __wl_scheduler one;
  return one;
}
inline void __wl_add(__wl_task* task) {
  __wl_scheduler& all = __wl_threads();
  task->id = ++all.made;
  (all.last ? all.last->next : all.first) = task;
  all.last = task;
}
inline void __wl_remove(__wl_task* task) {
  __wl_scheduler& all = __wl_threads();
  __wl_task* before = nullptr;
  for (__wl_task* one = all.first; one; before = one, one = one->next) {
    if (one != task) continue;
    (before ? before->next : all.first) = task->next;
    if (all.last == task) all.last = before;
    return;
  }
}
// An exception that leaves a thread ends the program.
inline void __wl_begin(__wl_task* task) noexcept {
  __wl_scheduler& all = __wl_threads();
  __wl_remove(task);
  const unsigned outer = all.running;
  all.running = task->id;
  task->begun = true;
  __wl_thread_enter();
  task->run();
  __wl_thread_leave();
  task->done = true;
  all.running = outer;
  if (!task->isOwned) delete task;
}
// Lets one thread that has not begun run to its end; false when there is none.
inline bool __wl_step() {
  __wl_task* task = __wl_threads().first;
  if (task) __wl_begin(task);
  return task;
}
inline void __wl_finish(__wl_task* task) {
  if (!task->begun) __wl_begin(task);
  if (!task->done) __wl_unsupported("threads that wait for each other: they run one after the other");
}
template <class F> void __wl_wait_until(F isReady) {
  while (!isReady())
    if (!__wl_step()) __wl_unsupported("a thread that waits for one that waits itself: threads run one after the other");
}
_LIBCPP_END_NAMESPACE_STD
