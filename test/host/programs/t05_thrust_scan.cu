// Scans and what is made of them, against plain loops of the host: in place, by key, of an operator that does not commute.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>
#include <vector>
// x -> a * x + b: composition is associative, and not commutative.
struct line {
  unsigned a, b;
};
struct after {
  __host__ __device__ line operator()(const line& f, const line& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
struct triple {
  __host__ __device__ int operator()(int x) const { return 3 * x; }
};
struct same_ten {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
template <class T> static bool holds(const thrust::device_vector<T>& d, const std::vector<T>& expected) {
  return d == expected;
}
static void run(int n) {
  printf("%d elements\n", n);
  std::vector<int> h(n), keys(n), expected(n);
  unsigned state = 99;
  for (int i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    h[i] = int(state >> 20) % 100 - 50;
    keys[i] = i == 0 ? 0 : keys[i - 1] + (state >> 9) % 3;
  }
  const thrust::device_vector<int> d = h, k = keys;
  thrust::device_vector<int> out(n);
  for (int i = 0, sum = 0; i < n; i++) expected[i] = sum += h[i];
  thrust::inclusive_scan(d.begin(), d.end(), out.begin());
  check("inclusive_scan", holds(out, expected));
  for (int i = 0, sum = 7; i < n; i++) expected[i] = sum, sum += h[i];
  thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 7);
  check("exclusive_scan", holds(out, expected));
  out = d;
  thrust::exclusive_scan(out.begin(), out.end(), out.begin());
  for (int& x : expected) x -= 7;
  check("in place", holds(out, expected));
  for (int i = 0, top = -1000; i < n; i++) expected[i] = top = h[i] > top ? h[i] : top;
  thrust::inclusive_scan(d.begin(), d.end(), out.begin(), thrust::maximum<int>());
  check("maximum", holds(out, expected));
  for (int i = 0, sum = 0; i < n; i++) expected[i] = sum += 3 * h[i];
  thrust::transform_inclusive_scan(d.begin(), d.end(), out.begin(), triple(), thrust::plus<int>());
  check("transform_inclusive_scan", holds(out, expected));
  for (int i = 0, sum = 4; i < n; i++) expected[i] = sum, sum += 3 * h[i];
  thrust::transform_exclusive_scan(d.begin(), d.end(), out.begin(), triple(), 4, thrust::plus<int>());
  check("transform_exclusive_scan", holds(out, expected));
  for (int i = 0, sum = 0; i < n; i++) expected[i] = sum = (i > 0 && keys[i] == keys[i - 1] ? sum : 0) + h[i];
  thrust::inclusive_scan_by_key(k.begin(), k.end(), d.begin(), out.begin());
  check("inclusive_scan_by_key", holds(out, expected));
  for (int i = 0, sum = 0; i < n; i++) {
    if (i == 0 || keys[i] / 10 != keys[i - 1] / 10) sum = 5;
    expected[i] = sum, sum += h[i];
  }
  thrust::exclusive_scan_by_key(k.begin(), k.end(), d.begin(), out.begin(), 5, same_ten());
  check("exclusive_scan_by_key", holds(out, expected));
  std::vector<int> keysOnce, sums;
  for (int i = 0; i < n; i++) {
    if (i == 0 || keys[i] != keys[i - 1]) keysOnce.push_back(keys[i]), sums.push_back(0);
    sums.back() += h[i];
  }
  thrust::device_vector<int> keysOut(n), sumsOut(n);
  auto end = thrust::reduce_by_key(k.begin(), k.end(), d.begin(), keysOut.begin(), sumsOut.begin());
  keysOut.resize(end.first - keysOut.begin()), sumsOut.resize(end.second - sumsOut.begin());
  check("reduce_by_key", holds(keysOut, keysOnce) && holds(sumsOut, sums));
  keysOut.resize(n), sumsOut.resize(n);
  auto counted = thrust::reduce_by_key(k.begin(), k.end(), thrust::constant_iterator<int>(1), keysOut.begin(), sumsOut.begin());
  check("counts", thrust::reduce(sumsOut.begin(), counted.second) == n && counted.first - keysOut.begin() == (long)keysOnce.size());
  std::vector<line> lines(n);
  for (int i = 0; i < n; i++) lines[i] = {unsigned(h[i]) | 1u, unsigned(i)};
  thrust::device_vector<line> l = lines;
  thrust::inclusive_scan(l.begin(), l.end(), l.begin(), after());
  thrust::host_vector<line> composed = l;
  bool isRight = true;
  line all{1, 0};
  for (int i = 0; i < n; i++) {
    all = i == 0 ? lines[0] : after()(all, lines[i]);
    isRight = isRight && composed[i].a == all.a && composed[i].b == all.b;
  }
  check("composition", isRight);
}
int main() {
  for (int n : {0, 1, 8, 255, 2048, 2049, 20011}) run(n);
  int data[] = {1, 0, 2, 2, 1, 3};
  thrust::exclusive_scan(data, data + 6, data);
  for (int x : data) printf("%d ", x);
  printf("\n");
}
