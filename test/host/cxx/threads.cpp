// Threads, locks, futures and atomics, in ways whose output does not depend on the order of threads.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <numeric>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>
std::mutex m;
long total = 0;
void work(int from, int to) {
  long sum = 0;
  for (int i = from; i < to; ++i) sum += i;
  std::lock_guard<std::mutex> lock(m);
  total += sum;
}
thread_local int own = 1;
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i * 100, (i + 1) * 100);
  for (auto& t : threads) t.join();
  std::cout << total << '\n';
  std::atomic<int> count{0};
  std::vector<std::thread> more;
  for (int i = 0; i < 8; ++i) more.push_back(std::thread([&count, i] { count.fetch_add(i); ++own; }));
  for (std::thread& t : more) t.join();
  std::cout << count << ' ' << count.load() << ' ' << own << '\n';
  int expected = 28;
  std::cout << count.compare_exchange_strong(expected, 1) << count << '\n';
  std::future<int> f = std::async(std::launch::async, [](int x) { return x * x; }, 12);
  std::future<int> g = std::async([] { return 5; });
  std::cout << f.get() + g.get() << '\n';
  std::promise<std::string> p;
  std::future<std::string> answer = p.get_future();
  std::thread setter([&p] { p.set_value("ready"); });
  std::cout << answer.get() << '\n';
  setter.join();
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  std::future<int> later = task.get_future();
  task(41);
  std::cout << later.get() << '\n';
  std::future<int> bad = std::async(std::launch::async, []() -> int { throw std::runtime_error("inside"); });
  try { bad.get(); } catch (const std::exception& e) { std::cout << e.what() << '\n'; }
  std::condition_variable cv;
  std::queue<int> q;
  bool done = false;
  std::thread producer([&] {
    for (int i = 0; i < 5; ++i) { std::unique_lock<std::mutex> l(m); q.push(i); cv.notify_one(); }
    std::unique_lock<std::mutex> l(m);
    done = true;
    cv.notify_all();
  });
  int sum = 0;
  for (bool more = true; more;) {
    std::unique_lock<std::mutex> l(m);
    cv.wait(l, [&] { return !q.empty() || done; });
    while (!q.empty()) { sum += q.front(); q.pop(); }
    more = !done;
  }
  producer.join();
  std::cout << sum << '\n';
  std::once_flag once;
  for (int i = 0; i < 3; ++i) std::call_once(once, [] { std::cout << "once\n"; });
  std::shared_mutex sm;
  { std::shared_lock<std::shared_mutex> a(sm); }
  { std::unique_lock<std::shared_mutex> b(sm); }
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  std::cout << flag.test_and_set() << flag.test_and_set() << '\n';
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  auto from = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - from).count();
  std::cout << (spent >= 20) << (std::thread::hardware_concurrency() > 0) << '\n';
  std::jthread joined([] {});
  std::scoped_lock all(m, sm);
}
