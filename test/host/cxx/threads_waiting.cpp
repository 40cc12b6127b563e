// Threads that wait for each other in turns: every order that the program fixes is kept.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <latch>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
class Pool {
public:
  explicit Pool(int count) {
    for (int i = 0; i < count; i++) threads.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard lock(guard);
      closing = true;
    }
    wake.notify_all();
    for (auto& one : threads) one.join();
  }
  template <class F> auto add(F job) {
    auto task = std::make_shared<std::packaged_task<decltype(job())()>>(job);
    auto result = task->get_future();
    {
      std::lock_guard lock(guard);
      jobs.push_back([task] { (*task)(); });
    }
    wake.notify_one();
    return result;
  }

private:
  void work() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(guard);
        wake.wait(lock, [this] { return closing || !jobs.empty(); });
        if (jobs.empty()) return;
        job = std::move(jobs.front());
        jobs.pop_front();
      }
      job();
    }
  }
  std::mutex guard;
  std::condition_variable wake;
  std::deque<std::function<void()>> jobs;
  std::vector<std::thread> threads;
  bool closing = false;
};
// A value that many functions deep is waited for, with locals on every level.
static int deep(int level, std::binary_semaphore& go, double factor) {
  int values[4] = {level, level * 2, level * 3, level * 4};
  if (level == 0) {
    go.acquire();
    return 1;
  }
  const int below = deep(level - 1, go, factor * 0.5);
  return below + values[level % 4] + int(factor * 4);
}
struct Noisy {
  std::string name;
  ~Noisy() { std::cout << '~' << name << ' '; }
};
thread_local int mine = 5;
int main() {
  {
    Pool pool(3);
    std::vector<std::future<int>> results;
    for (int i = 0; i < 10; i++) results.push_back(pool.add([i] { return i * i; }));
    auto failing = pool.add([]() -> int { throw std::runtime_error("a job failed"); });
    for (auto& one : results) std::cout << one.get() << ' ';
    try {
      failing.get();
    } catch (const std::exception& e) {
      std::cout << e.what() << '\n';
    }
  }
  std::mutex guard;
  std::condition_variable changed;
  int turn = 0;
  std::string said;
  std::vector<std::thread> speakers;
  for (int me = 0; me < 3; me++)
    speakers.emplace_back([&, me] {
      for (int round = 0; round < 3; round++) {
        std::unique_lock lock(guard);
        changed.wait(lock, [&] { return turn % 3 == me; });
        said += char('a' + me);
        turn++;
        changed.notify_all();
      }
    });
  for (auto& one : speakers) one.join();
  std::cout << said << '\n';
  std::vector<int> sums(4), parts(4);
  std::barrier meet(4, []() noexcept { std::cout << "phase "; });
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; i++)
    workers.emplace_back([&, i] {
      for (int phase = 0; phase < 3; phase++) {
        parts[i] = i + phase;
        meet.arrive_and_wait();
        sums[i] += std::accumulate(parts.begin(), parts.end(), 0);
        meet.arrive_and_wait();
      }
    });
  for (auto& one : workers) one.join();
  std::cout << sums[0] << ' ' << sums[3] << '\n';
  std::latch ready(2);
  std::atomic<bool> go{false};
  std::atomic<int> count{0};
  std::thread first([&] { ready.count_down(); while (!go) {} count += 10; });
  std::thread second([&] { ready.count_down(); while (!go.load(std::memory_order_acquire)) std::this_thread::yield(); count += 20; });
  ready.wait();
  std::cout << "ready " << count << '\n';
  go = true;
  first.join();
  second.join();
  std::cout << count << '\n';
  std::binary_semaphore open(0);
  int reached = 0;
  std::thread diver([&] { reached = deep(6, open, 8.0); });
  std::this_thread::yield();
  std::cout << "before " << reached << '\n';
  open.release();
  diver.join();
  std::cout << "after " << reached << '\n';
  std::promise<int> later;
  std::thread catcher([&] {
    mine += 2;
    try {
      Noisy inner{"inner"};
      throw std::logic_error("first");
    } catch (const std::exception& e) {
      const int value = later.get_future().get();
      std::cout << e.what() << ' ' << value << ' ' << mine << '\n';
      try {
        throw;
      } catch (const std::logic_error& again) {
        std::cout << again.what() << '\n';
      }
    }
  });
  std::this_thread::yield();
  mine = 9;
  try {
    throw std::runtime_error("meanwhile");
  } catch (const std::exception& e) {
    later.set_value(7);
    catcher.join();
    std::cout << e.what() << ' ' << mine << '\n';
  }
  std::shared_mutex book;
  int page = 0;
  std::thread writer([&] { std::unique_lock lock(book); page = 1; std::this_thread::sleep_for(std::chrono::milliseconds(20)); page = 2; });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  {
    std::shared_lock lock(book);
    std::cout << "page " << page << '\n';
  }
  writer.join();
  std::string order;
  std::vector<std::thread> sleepers;
  for (int ms : {60, 20, 40})
    sleepers.emplace_back([&, ms] {
      std::this_thread::sleep_for(std::chrono::milliseconds(ms));
      std::lock_guard lock(guard);
      order += std::to_string(ms) + ' ';
    });
  for (auto& one : sleepers) one.join();
  std::cout << order << '\n';
  std::unique_lock lock(guard);
  std::cout << (changed.wait_for(lock, std::chrono::milliseconds(5)) == std::cv_status::timeout) << (changed.wait_for(lock, std::chrono::milliseconds(5), [] { return false; })) << '\n';
  lock.unlock();
  auto slow = std::async(std::launch::async, [] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); return 3; });
  std::cout << (slow.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
  std::cout << (slow.wait_for(std::chrono::seconds(5)) == std::future_status::ready) << slow.get() << '\n';
  std::mutex left, right;
  std::thread crossing([&] { for (int i = 0; i < 10; i++) { std::scoped_lock both(left, right); std::this_thread::yield(); } });
  for (int i = 0; i < 10; i++) {
    std::scoped_lock both(right, left);
    std::this_thread::yield();
  }
  crossing.join();
  std::once_flag once;
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; i++) callers.emplace_back([&] { std::call_once(once, [] { std::cout << "once\n"; }); });
  for (auto& one : callers) one.join();
}
