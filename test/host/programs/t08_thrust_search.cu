// Searches in sorted ranges, one value and many at once, against the C++ library; a histogram by sorting, as samples make it.
#include <algorithm>
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <vector>
static void check(const char* what, bool isRight) { printf("%s %s\n", what, isRight ? "ok" : "WRONG"); }
int main() {
  std::vector<int> sorted;
  for (int i = 0; i < 1000; i++) sorted.push_back(i / 3 * 2);
  const thrust::device_vector<int> d = sorted;
  std::vector<int> wanted;
  for (int i = -3; i < 700; i += 3) wanted.push_back(i);
  const thrust::device_vector<int> w = wanted;
  thrust::device_vector<long> at(wanted.size());
  std::vector<long> expected(wanted.size());
  thrust::lower_bound(d.begin(), d.end(), w.begin(), w.end(), at.begin());
  for (size_t i = 0; i < wanted.size(); i++) expected[i] = std::lower_bound(sorted.begin(), sorted.end(), wanted[i]) - sorted.begin();
  check("lower_bound", at == expected);
  thrust::upper_bound(d.begin(), d.end(), w.begin(), w.end(), at.begin(), thrust::less<int>());
  for (size_t i = 0; i < wanted.size(); i++) expected[i] = std::upper_bound(sorted.begin(), sorted.end(), wanted[i]) - sorted.begin();
  check("upper_bound", at == expected);
  thrust::device_vector<bool> is(wanted.size());
  thrust::binary_search(d.begin(), d.end(), w.begin(), w.end(), is.begin());
  std::vector<bool> isExpected;
  for (int x : wanted) isExpected.push_back(std::binary_search(sorted.begin(), sorted.end(), x));
  check("binary_search", is == isExpected);
  printf("%d %d %d %d\n", int(thrust::lower_bound(d.begin(), d.end(), 10) - d.begin()), int(thrust::upper_bound(d.begin(), d.end(), 10) - d.begin()),
         thrust::binary_search(d.begin(), d.end(), 10), thrust::binary_search(d.begin(), d.end(), 11));
  auto range = thrust::equal_range(d.begin(), d.end(), 20);
  printf("%d elements of 20\n", int(range.second - range.first));
  thrust::host_vector<int> falling(sorted.rbegin(), sorted.rend());
  printf("descending %d\n", int(thrust::lower_bound(falling.begin(), falling.end(), 500, thrust::greater<int>()) - falling.begin()));

  // A dense histogram: sorted values, the upper bound of each bin, and the differences.
  std::vector<int> samples;
  unsigned state = 5;
  for (int i = 0; i < 4000; i++) state = state * 1664525u + 1013904223u, samples.push_back((state >> 13) % 10);
  thrust::device_vector<int> data = samples;
  thrust::sort(data.begin(), data.end());
  const int bins = data.back() + 1;
  thrust::device_vector<int> histogram(bins);
  thrust::counting_iterator<int> first(0);
  thrust::upper_bound(data.begin(), data.end(), first, first + bins, histogram.begin());
  thrust::adjacent_difference(histogram.begin(), histogram.end(), histogram.begin());
  // A sparse one: reduced by key.
  thrust::device_vector<int> values(bins), counts(bins);
  thrust::reduce_by_key(data.begin(), data.end(), thrust::constant_iterator<int>(1), values.begin(), counts.begin());
  check("two histograms", histogram == counts);
  for (int i = 0; i < bins; i++) printf("%d ", (int)histogram[i] - (int)std::count(samples.begin(), samples.end(), i));
  printf("\n");
}
