// Clocks go on, threads are joined, exit codes come back.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <thread>
#include <vector>
int main() {
  auto t = std::chrono::high_resolution_clock::now();
  volatile int x = 0;
  for (int i = 0; i < 1000; ++i) x = x + i;
  auto u = std::chrono::high_resolution_clock::now();
  printf("%d %d\n", std::chrono::duration_cast<std::chrono::nanoseconds>(u - t).count() > 0, std::chrono::duration<double>(u - t).count() < 10);
  printf("%d\n", time(nullptr) > 1500000000);
  std::vector<std::thread> all;
  std::mutex m;
  int sum = 0;
  for (int i = 0; i < 4; ++i) all.emplace_back([&, i] { std::lock_guard<std::mutex> l(m); sum += i; });
  for (auto& one : all) one.join();
  printf("%d\n", sum);
  return 3;
}
