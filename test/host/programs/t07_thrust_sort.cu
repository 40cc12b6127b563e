// Sorting by value, by comparison and by key, stable where equal elements could tell; special numbers; merges and sets.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <vector>
struct by_tens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; }
};
struct particle {
  float x, mass;
  int id;
};
struct lighter {
  __host__ __device__ bool operator()(const particle& a, const particle& b) const { return a.mass < b.mass; }
};
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
static void run(int n) {
  printf("%d elements\n", n);
  std::vector<int> h(n);
  unsigned state = 3;
  for (int& x : h) state = state * 1664525u + 1013904223u, x = int(state >> 8) % 1000 - 300;
  thrust::device_vector<int> d = h;
  std::vector<int> e = h;
  std::sort(e.begin(), e.end());
  thrust::sort(d.begin(), d.end());
  check("sort", d == e && thrust::is_sorted(d.begin(), d.end()));
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  std::reverse(e.begin(), e.end());
  check("descending", d == e);
  d = h, e = h;
  std::stable_sort(e.begin(), e.end(), by_tens());
  thrust::stable_sort(d.begin(), d.end(), by_tens());
  check("stable_sort", d == e);
  thrust::device_vector<int> keys = h, places(n);
  thrust::sequence(places.begin(), places.end());
  thrust::sort_by_key(keys.begin(), keys.end(), places.begin());
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[a] < h[b]; });
  check("sort_by_key", places == order);
  thrust::sequence(places.begin(), places.end());
  keys = h;
  thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin(), by_tens());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[a] / 10 < h[b] / 10; });
  check("stable_sort_by_key", places == order);
  thrust::host_vector<int> own = h;
  // By a comparison of its own: CCCL 3.0 sorts negative integers wrongly on the host by `greater`.
  thrust::stable_sort(own.begin(), own.end(), by_tens());
  e = h;
  std::stable_sort(e.begin(), e.end(), by_tens());
  check("on the host", own == e);
  std::vector<particle> cloud(n);
  for (int i = 0; i < n; i++) cloud[i] = {float(i), float(h[i] % 50), i};
  thrust::device_vector<particle> c = cloud;
  thrust::stable_sort(c.begin(), c.end(), lighter());
  std::stable_sort(cloud.begin(), cloud.end(), lighter());
  thrust::host_vector<particle> sorted = c;
  bool isRight = true;
  for (int i = 0; i < n; i++) isRight = isRight && sorted[i].id == cloud[i].id && sorted[i].x == cloud[i].x;
  check("structures", isRight);
}
template <class F, class G> static void sets(const char* name, const std::vector<int>& a, const std::vector<int>& b, F ours, G theirs) {
  thrust::device_vector<int> x = a, y = b, out(a.size() + b.size());
  std::vector<int> expected;
  theirs(a, b, std::back_inserter(expected));
  out.resize(ours(x, y, out) - out.begin());
  check(name, out == expected);
}
#define SET(NAME)                                                                                              \
  sets(#NAME, a, b, [](auto& x, auto& y, auto& out) { return thrust::NAME(x.begin(), x.end(), y.begin(), y.end(), out.begin()); }, \
       [](auto& x, auto& y, auto out) { std::NAME(x.begin(), x.end(), y.begin(), y.end(), out); })
int main() {
  for (int n : {0, 1, 2, 9, 300, 5003}) run(n);
  std::vector<int> a, b;
  for (int i = 0; i < 3000; i++) a.push_back(i * 2 / 3), b.push_back(i / 2 * 3);
  SET(merge);
  SET(set_union);
  SET(set_intersection);
  SET(set_difference);
  SET(set_symmetric_difference);
  thrust::device_vector<int> x(a.begin(), a.begin() + 6), y(b.begin(), b.begin() + 6), vx(6, 1), vy(6, 2), keys(12), values(12);
  thrust::merge_by_key(x.begin(), x.end(), y.begin(), y.end(), vx.begin(), vy.begin(), keys.begin(), values.begin());
  for (int i = 0; i < 12; i++) printf("%d:%d ", (int)keys[i], (int)values[i]);
  auto end = thrust::set_union_by_key(x.begin(), x.end(), y.begin(), y.end(), vx.begin(), vy.begin(), keys.begin(), values.begin());
  printf("\n");
  for (int i = 0; i < end.first - keys.begin(); i++) printf("%d:%d ", (int)keys[i], (int)values[i]);
  const float inf = std::numeric_limits<float>::infinity();
  thrust::device_vector<float> f = std::vector<float>{3.5f, -inf, 0.0f, -2.25f, inf, 1e-40f, -1e30f};
  thrust::sort(f.begin(), f.end());
  printf("\n");
  for (size_t i = 0; i < f.size(); i++) printf("%g ", (float)f[i]);
  thrust::device_vector<double> g = std::vector<double>{2, -1, 5, -7};
  thrust::sort(g.begin(), g.end(), thrust::greater<double>());
  for (size_t i = 0; i < g.size(); i++) printf("%g ", (double)g[i]);
  printf("\n");
}
