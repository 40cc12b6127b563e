// Ranges, spans, concepts and other things of C++20.
#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <cstdio>
#include <iostream>
#include <cmath>
#include <numbers>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <vector>
template <std::integral T> T next(T x) { return x + 1; }
struct Version { int major, minor; auto operator<=>(const Version&) const = default; };
int total(std::span<const int> s) { int t = 0; for (int x : s) t += x; return t; }
int main() {
  std::vector<int> v{5, 2, 8, 1};
  std::ranges::sort(v);
  for (int x : v | std::views::filter([](int x) { return x % 2 == 0; }) | std::views::transform([](int x) { return x * x; })) std::cout << x << ' ';
  for (int i : std::views::iota(1, 4)) std::cout << i;
  std::cout << ' ' << total(v) << total(std::span(v).subspan(2)) << next(4) << '\n';
  std::cout << (Version{1, 2} < Version{1, 10}) << (Version{2, 0} == Version{2, 0}) << std::popcount(255u) << std::bit_ceil(100u) << std::countl_zero(1u) << '\n';
  std::printf("%.15f %d\n", std::numbers::pi, std::ranges::count(v, 8) == 1);
  std::string s = "kernel.cu";
  std::cout << s.starts_with("ker") << s.ends_with(".cu") << std::bit_cast<unsigned>(1.0f) << ' ' << std::ranges::max(v) << std::erase_if(v, [](int x) { return x > 4; }) << v.size() << '\n';
  auto lambda = []<typename T>(T x) requires std::floating_point<T> { return x / 2; };
  std::cout << lambda(3.0) << ' ' << std::lerp(0.0, 10.0, 0.25) << ' ' << std::midpoint(2, 8) << std::ssize(v) << '\n';
}
