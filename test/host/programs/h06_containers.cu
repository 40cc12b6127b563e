// Maps, sets, lists and owners.
#include <array>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
struct Loud { int n; Loud(int k) : n(k) {} ~Loud() { printf("~%d ", n); } };
int main() {
  std::map<std::string, int> m{{"b", 2}, {"a", 1}};
  m["c"] = 3;
  for (auto& [k, v] : m) printf("%s=%d ", k.c_str(), v);
  std::unordered_map<int, int> u;
  for (int i = 0; i < 100; ++i) u[i * 7] = i;
  printf("%zu %d\n", u.size(), u[63]);
  std::set<int> s{3, 1, 2, 3};
  std::list<int> l(s.begin(), s.end());
  l.push_front(0);
  for (int i : l) printf("%d ", i);
  std::deque<int> d(5, 1);
  d.push_front(9);
  std::priority_queue<int> q;
  for (int i : {5, 1, 8}) q.push(i);
  printf("%d %zu %d\n", d[0], d.size(), q.top());
  {
    auto a = std::make_unique<Loud>(1);
    auto b = std::make_shared<Loud>(2);
    auto c = b;
    std::weak_ptr<Loud> w = c;
    printf("%ld ", b.use_count());
    printf("%d ", w.lock()->n);
  }
  std::array<int, 3> x{1, 2, 3};
  auto [p, r] = std::make_tuple(x[2], 2.5);
  printf("%d %g\n", p, r);
}
