// Ranges, concepts, coroutines and the rest of C++20.
#include <span>
#include <ranges>
#include <concepts>
#include <compare>
#include <bit>
#include <numeric>
#include <cmath>
#include <numbers>
#include <source_location>
#include <vector>
#include <iostream>
#include <algorithm>
#include <map>
#include <string>
#include <iomanip>
#include <coroutine>
template <std::integral T> T twice(T x) { return 2 * x; } struct V { int a, b; auto operator<=>(const V&) const = default; };
int total(std::span<const int> s) { int t = 0; for (int x : s) t += x; return t; }
struct Gen { struct promise_type { int v;
Gen get_return_object() {
  return {std::coroutine_handle<promise_type>::from_promise(*this)};
}
std::suspend_always initial_suspend() {
  return {};
}
std::suspend_always final_suspend() noexcept {
  return {};
}
std::suspend_always yield_value(int x) {
  v = x;
  return {};
}
void return_void() {
}
void unhandled_exception() {
}
};
std::coroutine_handle<promise_type> h;
~Gen() {
  h.destroy();
}
};
Gen count(int n) {
  for (int i = 0; i < n; i++) co_yield i * i;
}
int main() {
  std::vector<int> v{5, 2, 8, 1};
  std::cout << total(v) << total(std::span(v).subspan(1, 2)) << "\n";
  for (int x : v | std::views::filter([](int x) { return x > 1; }) | std::views::transform([](int x) { return x * x; })) std::cout << x << " ";
  std::ranges::sort(v);
  for (int x : v | std::views::reverse | std::views::take(2)) std::cout << x << " ";
  for (int x : std::views::iota(1, 5)) std::cout << x;
  std::cout << "\n";
  std::cout << twice(21) << (V{1, 2} < V{1, 3}) << (V{1, 2} == V{1, 2}) << std::popcount(255u) << std::bit_width(100u) << std::has_single_bit(64u) << std::countl_zero(1u) << std::bit_cast<unsigned>(1.0f) << "\n";
  std::cout << std::setprecision(15) << std::numbers::pi << "\n";
  std::cout << std::source_location::current().line() << "\n";
  auto g = count(5);
  while (g.h.resume(), !g.h.done()) std::cout << g.h.promise().v << " ";
  std::cout << "\n";
  std::map<std::string, int> m{{"a", 1}, {"b", 2}};
  std::erase_if(m, [](auto& p) { return p.second > 1; });
  std::cout << m.size() << m.contains("a") << "\n";
  auto f = []<class T>(T x) {
    return sizeof(x);
  };
  std::cout << f(1.0) << std::midpoint(2, 8) << std::lerp(0.0, 10.0, 0.3) << std::ssize(v) << "\n";
  constexpr auto k = [](auto... x) {
    return (x + ...);
  }
  (1, 2, 3);
  std::cout << k << std::ranges::max(v) << *std::ranges::find(v, 5) << std::ranges::count_if(v, [](int i) { return i & 1; }) << "\n";
  if (auto it = std::ranges::lower_bound(v, 4); it != v.end()) std::cout << *it << "\n";
}
