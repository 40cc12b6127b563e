// Vectors of Thrust on both sides against std::vector: construction, growth, proxies, insertion, removal, comparison.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <list>
#include <numeric>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <utility>
#include <vector>
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
template <class V> static bool holds(const V& v, const std::vector<int>& expected) {
  thrust::host_vector<int> h(v.begin(), v.end());
  return v.size() == expected.size() && std::equal(h.begin(), h.end(), expected.begin());
}
template <class V> static void growth(const char* name) {
  std::vector<int> expected;
  V v;
  check(name, v.empty() && v.size() == 0);
  for (int i = 0; i < 20; i++) v.push_back(i * i), expected.push_back(i * i);
  check("push_back", holds(v, expected) && v.capacity() >= 20);
  v.resize(5), expected.resize(5);
  check("shrink", holds(v, expected));
  v.resize(9, 7), expected.resize(9, 7);
  check("grow", holds(v, expected));
  v.insert(v.begin() + 2, 100), expected.insert(expected.begin() + 2, 100);
  v.insert(v.end(), 3, 5), expected.insert(expected.end(), 3, 5);
  const int more[] = {8, 9, 10};
  v.insert(v.begin(), more, more + 3), expected.insert(expected.begin(), more, more + 3);
  check("insert", holds(v, expected));
  auto at = v.erase(v.begin() + 1);
  expected.erase(expected.begin() + 1);
  check("erase one", holds(v, expected) && *at == 10 && at == v.begin() + 1);
  v.erase(v.begin() + 4, v.begin() + 8), expected.erase(expected.begin() + 4, expected.begin() + 8);
  check("erase some", holds(v, expected));
  v.pop_back(), expected.pop_back();
  check("ends", v.front() == expected.front() && v.back() == expected.back());
  V other(4, 1);
  v.swap(other);
  check("swap", holds(other, expected) && holds(v, {1, 1, 1, 1}));
  using std::swap;
  swap(v, other);
  check("swap again", holds(v, expected));
  v.assign(3, 6);
  check("assign", holds(v, {6, 6, 6}));
  v.assign(more, more + 3);
  check("assign a range", holds(v, {8, 9, 10}));
  v = {4, 5, 6, 7};
  check("a list", holds(v, {4, 5, 6, 7}));
  V moved = std::move(v);
  check("move", holds(moved, {4, 5, 6, 7}));
  moved.clear();
  check("clear", moved.empty());
  moved.shrink_to_fit();
}
int main() {
  growth<thrust::host_vector<int>>("host");
  growth<thrust::device_vector<int>>("device");
  thrust::host_vector<int> h(4);
  h[0] = 14, h[1] = 20, h[2] = 38, h[3] = 46;
  std::cout << "H has size " << h.size() << "\n";
  thrust::device_vector<int> d = h;
  d[0] = 99;
  d[1] = 88;
  d[2] += 2;
  d[3]++;
  for (size_t i = 0; i < d.size(); i++) std::cout << "D[" << i << "] = " << d[i] << "\n";
  h = d;
  check("back again", holds(h, {99, 88, 40, 47}));
  std::vector<int> s(d.size());
  thrust::copy(d.begin(), d.end(), s.begin());
  check("to std::vector", s == std::vector<int>({99, 88, 40, 47}));
  std::vector<float> floats = {1.5f, 2.5f, 3.5f};
  thrust::device_vector<float> f = floats;
  thrust::device_vector<int> truncated(floats.begin(), floats.end());
  check("from std::vector", f[2] == 3.5f && holds(truncated, {1, 2, 3}));
  thrust::device_vector<double> wide = f;
  check("to another type", wide[1] == 2.5);
  std::list<int> list = {3, 1, 4, 1, 5};
  thrust::device_vector<int> fromList(list.begin(), list.end());
  check("from a list", holds(fromList, {3, 1, 4, 1, 5}));
  thrust::copy(fromList.rbegin(), fromList.rend(), list.begin());
  check("to a list, in reverse", list == std::list<int>({5, 1, 4, 1, 3}));
  check("std::accumulate", std::accumulate(fromList.begin(), fromList.end(), 0) == 14);
  const thrust::device_vector<int> constant(fromList);
  check("comparison", constant == fromList && !(constant != fromList) && constant == thrust::host_vector<int>(fromList));
  fromList[4] = 6;
  check("difference", constant != fromList && constant[4] == 5);
  int x = fromList[0];
  int y = 9;
  thrust::swap(x, y);
  int product = fromList[0] * fromList[2] + x;
  std::cout << product << " " << fromList.end() - fromList.begin() << "\n";
  thrust::fill(d.begin(), d.begin() + 2, 9);
  thrust::sequence(h.begin(), h.end());
  thrust::copy(h.begin(), h.begin() + 2, d.begin() + 1);
  check("copies of parts", holds(d, {9, 0, 1, 47}));
  thrust::device_vector<bool> flags(5, true);
  flags[2] = false;
  check("flags", thrust::count(flags.begin(), flags.end(), true) == 4);
}
