// Containers and adaptors as programs use them.
#include <array>
#include <bitset>
#include <deque>
#include <iostream>
#include <list>
#include <forward_list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
struct Point { int x, y; bool operator<(const Point& o) const { return std::tie(x, y) < std::tie(o.x, o.y); } };
int main() {
  std::vector<int> v{5, 3, 1};
  v.insert(v.begin() + 1, {9, 8});
  v.erase(v.begin());
  v.emplace_back(7);
  for (int x : v) std::cout << x << ' ';
  std::cout << v.size() << ' ' << (v.capacity() >= v.size()) << '\n';
  std::vector<bool> bits(70, true);
  bits[3] = false;
  bits.flip();
  int on = 0;
  for (bool b : bits) on += b;
  std::cout << on << ' ' << bits[3] << '\n';
  std::deque<int> d;
  for (int i = 0; i < 100; ++i) i % 2 ? d.push_front(i) : d.push_back(i);
  std::cout << d.front() << ' ' << d.back() << ' ' << d[50] << '\n';
  std::list<int> l{4, 2, 8, 2};
  l.sort();
  l.unique();
  l.splice(l.end(), std::list<int>{1, 1});
  for (int x : l) std::cout << x << ',';
  std::forward_list<int> f{1, 2, 3};
  f.reverse();
  for (int x : f) std::cout << x << ',';
  std::cout << '\n';
  std::map<std::string, int> m{{"warp", 32}, {"bank", 32}};
  m["sector"] += 4;
  m.try_emplace("warp", 1);
  if (auto [it, fresh] = m.insert({"lane", 1}); fresh) std::cout << it->first << '\n';
  for (const auto& [name, n] : m) std::cout << name << '=' << n << ' ';
  std::cout << m.count("grid") << m.lower_bound("m")->first << '\n';
  std::multimap<int, char> mm{{1, 'a'}, {2, 'b'}, {1, 'c'}};
  auto range = mm.equal_range(1);
  for (auto it = range.first; it != range.second; ++it) std::cout << it->second;
  std::set<Point> points{{2, 1}, {1, 9}, {1, 2}};
  for (const Point& p : points) std::cout << '(' << p.x << ',' << p.y << ')';
  std::multiset<int> ms{3, 1, 3};
  std::cout << ms.count(3) << '\n';
  std::queue<int> q;
  q.push(1);
  q.push(2);
  std::stack<int> s;
  s.push(1);
  s.push(2);
  std::priority_queue<int, std::vector<int>, std::greater<int>> pq;
  for (int x : {5, 1, 4}) pq.push(x);
  std::cout << q.front() << s.top() << pq.top() << '\n';
  std::array<double, 3> a{1.5, 2.5, 3.5};
  std::tuple<int, std::string, double> t{1, "two", 3.0};
  std::bitset<16> b(0xa5);
  std::cout << a.size() << a.back() << std::get<1>(t) << std::tuple_size<decltype(t)>::value << ' ' << b << ' ' << b.count() << ' ' << (b << 2).to_ulong() << '\n';
  try {
    v.at(99);
  } catch (const std::out_of_range& e) {
    std::cout << "out of range\n";
  }
}
