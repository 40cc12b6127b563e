// Copies under a condition, removals, unique elements and partitions, against the algorithms of the C++ library.
#include <algorithm>
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>
#include <vector>
struct is_even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct is_marked {
  __host__ __device__ bool operator()(int x) const { return x != 0; }
};
struct close_by {
  __host__ __device__ bool operator()(int a, int b) const { return a / 4 == b / 4; }
};
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
static bool holds(const thrust::device_vector<int>& d, thrust::device_vector<int>::const_iterator end, const std::vector<int>& expected) {
  thrust::host_vector<int> h(d.begin(), end);
  return h == expected;
}
static void run(int n) {
  printf("%d elements\n", n);
  std::vector<int> h(n), marks(n);
  unsigned state = 7;
  for (int i = 0; i < n; i++) state = state * 1664525u + 1013904223u, h[i] = (state >> 16) % 16, marks[i] = (state >> 10) & 1;
  const thrust::device_vector<int> d = h, m = marks;
  thrust::device_vector<int> out(n), v;
  std::vector<int> e;
  std::copy_if(h.begin(), h.end(), std::back_inserter(e), is_even());
  auto end = thrust::copy_if(d.begin(), d.end(), out.begin(), is_even());
  check("copy_if", holds(out, end, e));
  e.clear();
  for (int i = 0; i < n; i++)
    if (marks[i]) e.push_back(h[i]);
  end = thrust::copy_if(d.begin(), d.end(), m.begin(), out.begin(), is_marked());
  check("copy_if by marks", holds(out, end, e));
  end = thrust::remove_copy_if(d.begin(), d.end(), m.begin(), out.begin(), thrust::logical_not<int>());
  check("remove_copy_if", holds(out, end, e));
  e = h, v = d;
  e.erase(std::remove(e.begin(), e.end(), 3), e.end());
  v.erase(thrust::remove(v.begin(), v.end(), 3), v.end());
  check("remove", holds(v, v.end(), e));
  e.erase(std::remove_if(e.begin(), e.end(), is_even()), e.end());
  end = thrust::remove_if(v.begin(), v.end(), is_even());
  check("remove_if", holds(v, end, e));
  e = h, v = d;
  e.erase(std::unique(e.begin(), e.end()), e.end());
  end = thrust::unique(v.begin(), v.end());
  check("unique", holds(v, end, e));
  check("unique_count", thrust::unique_count(d.begin(), d.end()) == end - v.begin());
  std::vector<int> firsts;
  for (int i = 0; i < n; i++)
    if (i == 0 || !close_by()(h[i - 1], h[i])) firsts.push_back(h[i]);
  end = thrust::unique_copy(d.begin(), d.end(), out.begin(), close_by());
  check("unique_copy", holds(out, end, firsts));
  std::vector<int> keys, values;
  for (int i = 0; i < n; i++)
    if (i == 0 || h[i] != h[i - 1]) keys.push_back(h[i]), values.push_back(marks[i]);
  v = d;
  thrust::device_vector<int> w = m;
  auto ends = thrust::unique_by_key(v.begin(), v.end(), w.begin());
  check("unique_by_key", holds(v, ends.first, keys) && holds(w, ends.second, values));
  e = h, v = d;
  auto middle = std::stable_partition(e.begin(), e.end(), is_even());
  end = thrust::stable_partition(v.begin(), v.end(), is_even());
  check("stable_partition", holds(v, v.end(), e) && end - v.begin() == middle - e.begin());
  thrust::device_vector<int> rest(n);
  auto two = thrust::partition_copy(d.begin(), d.end(), out.begin(), rest.begin(), is_even());
  const long evens = two.first - out.begin();
  check("partition_copy", evens == middle - e.begin() && holds(out, two.first, {e.begin(), middle}) && holds(rest, two.second, {middle, e.end()}));
  thrust::partition(v.begin(), v.end(), is_even());
  check("is_partitioned", thrust::is_partitioned(v.begin(), v.end(), is_even()) && thrust::partition_point(v.begin(), v.end(), is_even()) - v.begin() == evens);
}
int main() {
  for (int n : {0, 1, 50, 2048, 10007}) run(n);
  int data[] = {1, 4, 2, 8, 5, 7};
  int* end = thrust::remove_if(data, data + 6, is_even());
  for (int* p = data; p < end; p++) printf("%d ", *p);
  int twice[] = {1, 1, 2, 3, 3, 3, 1};
  printf("%d\n", int(thrust::unique(twice, twice + 7) - twice));
}
