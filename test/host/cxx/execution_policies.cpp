// Algorithms with an execution policy: each gives what it gives without.
#include <algorithm>
#include <cstdio>
#include <execution>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <type_traits>
#include <vector>

using Numbers = std::vector<int>;

static void print(const char* name, const Numbers& numbers) {
  std::printf("%s:", name);
  for (int number : numbers) std::printf(" %d", number);
  std::puts("");
}

template <class Policy> void run(const char* name, Policy&& policy) {
  std::printf("-- %s %d\n", name, std::is_execution_policy_v<std::decay_t<Policy>>);
  Numbers numbers(20), more(20);
  int next = 7;
  std::generate(policy, numbers.begin(), numbers.end(), [&] { return next = next * 37 % 101; });
  std::transform(policy, numbers.begin(), numbers.end(), more.begin(), [](int x) { return x / 2; });
  print("transformed", more);
  std::transform(policy, numbers.begin(), numbers.end(), more.begin(), more.begin(), std::minus<>());
  print("both", more);
  static_assert(std::is_void_v<decltype(std::for_each(policy, numbers.begin(), numbers.end(), [](int&) {}))>);
  std::for_each(policy, numbers.begin(), numbers.end(), [](int& x) { x += x % 3; });
  std::for_each_n(policy, numbers.begin(), 5, [](int& x) { x = -x; });
  std::sort(policy, numbers.begin(), numbers.end());
  print("sorted", numbers);
  std::stable_sort(policy, numbers.begin(), numbers.end(), [](int x, int y) { return x % 5 < y % 5; });
  print("stable", numbers);
  std::printf("%d %d %d\n", std::reduce(policy, numbers.begin(), numbers.end()),
              std::reduce(policy, numbers.begin(), numbers.end(), 100, std::plus<>()),
              std::transform_reduce(policy, numbers.begin(), numbers.end(), more.begin(), 5));
  std::printf("%d\n", std::transform_reduce(policy, numbers.begin(), numbers.end(), 0, std::plus<>(), [](int x) { return x * x; }));
  std::inclusive_scan(policy, numbers.begin(), numbers.end(), more.begin());
  print("inclusive", more);
  std::exclusive_scan(policy, numbers.begin(), numbers.end(), more.begin(), 1000);
  print("exclusive", more);
  auto past = std::copy_if(policy, numbers.begin(), numbers.end(), more.begin(), [](int x) { return x > 0; });
  std::printf("%d above, %d even, %d\n", (int)(past - more.begin()),
              (int)std::count_if(policy, numbers.begin(), numbers.end(), [](int x) { return x % 2 == 0; }),
              (int)(std::max_element(policy, numbers.begin(), numbers.end()) - numbers.begin()));
  auto [least, most] = std::minmax_element(policy, numbers.begin(), numbers.end());
  std::printf("%d %d %d %d\n", *least, *most, std::all_of(policy, numbers.begin(), numbers.end(), [](int x) { return x < 1000; }),
              std::equal(policy, numbers.begin(), numbers.end(), more.begin()));
  std::fill_n(policy, more.begin(), 4, 9);
  std::replace(policy, more.begin(), more.end(), 9, 8);
  std::reverse(policy, more.begin(), more.end());
  more.erase(std::unique(policy, more.begin(), more.end()), more.end());
  more.erase(std::remove(policy, more.begin(), more.end(), 8), more.end());
  print("left", more);
  std::printf("%d\n", (int)(std::find(policy, numbers.begin(), numbers.end(), numbers[11]) - numbers.begin()));
}

template <class Policy> void brief(const char* name, Policy&& policy) {
  std::printf("-- %s %d\n", name, std::is_execution_policy_v<std::decay_t<Policy>>);
  Numbers numbers{5, 3, 9, 1};
  std::sort(policy, numbers.begin(), numbers.end());
  print("sorted", numbers);
}

int main() {
  run("parallel", std::execution::par);
  brief("sequenced", std::execution::seq);
  brief("unsequenced", std::execution::par_unseq);
  brief("vector", std::execution::unseq);
}
