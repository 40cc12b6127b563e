// Vectors, algorithms and numerics.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>
int main() {
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 1);
  std::reverse(v.begin(), v.end());
  std::sort(v.begin(), v.end(), [](int a, int b) { return a % 7 != b % 7 ? a % 7 < b % 7 : a < b; });
  for (int i : v) printf("%d ", i);
  std::vector<int> w;
  std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](int i) { return i % 2; });
  printf("\n%d %zu %d\n", std::accumulate(w.begin(), w.end(), 0), w.size(), *std::max_element(w.begin(), w.end()));
  std::sort(w.begin(), w.end(), std::greater<int>());
  w.erase(std::unique(w.begin(), w.end()), w.end());
  printf("%d %d %d\n", w[0], w.back(), (int)std::count_if(w.begin(), w.end(), [](int i) { return i > 10; }));
  std::vector<double> d{3, 1, 2};
  std::sort(d.begin(), d.end());
  printf("%g %g %g %g\n", d[0], d[1], d[2], std::inner_product(d.begin(), d.end(), d.begin(), 0.0));
  std::function<int(int)> f = [&](int i) { return v[i]; };
  printf("%d\n", f(3));
}
