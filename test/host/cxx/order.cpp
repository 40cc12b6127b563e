// Where the order of equal elements shows: sorting by a key, heaps, selection, shuffles.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <queue>
#include <random>
#include <string>
#include <utility>
#include <vector>
typedef std::pair<int, int> Item;
static bool byKey(const Item& a, const Item& b) { return a.first < b.first; }
static void show(const char* name, const std::vector<Item>& v) {
  std::printf("%s:", name);
  unsigned hash = 0;
  for (size_t i = 0; i < v.size(); ++i) {
    hash = hash * 31 + v[i].first * 1000 + v[i].second;
    if (i < 24) std::printf(" %d/%d", v[i].first, v[i].second);
  }
  std::printf(" #%u\n", hash);
}
static std::vector<Item> items(int n, int keys) {
  std::vector<Item> v;
  unsigned s = 12345;
  for (int i = 0; i < n; ++i) v.emplace_back((int)((s = s * 1103515245u + 12345u) >> 16) % keys, i);
  return v;
}
int main() {
  for (int n : {5, 16, 17, 40, 1000}) {
    std::vector<Item> v = items(n, 7);
    std::sort(v.begin(), v.end(), byKey);
    show("sort", v);
  }
  std::vector<Item> v = items(3000, 100000);
  for (size_t i = 0; i < v.size(); ++i) v[i].first = (int)(i < v.size() / 2 ? i : v.size() - i) / 3;
  std::sort(v.begin(), v.end(), byKey);
  show("organ pipe", v);
  v = items(200, 9);
  std::stable_sort(v.begin(), v.end(), byKey);
  show("stable", v);
  v = items(200, 9);
  std::nth_element(v.begin(), v.begin() + 100, v.end(), byKey);
  show("nth", v);
  v = items(200, 9);
  std::partial_sort(v.begin(), v.begin() + 20, v.end(), byKey);
  show("partial", v);
  v = items(50, 5);
  std::make_heap(v.begin(), v.end(), byKey);
  show("heap", v);
  std::pop_heap(v.begin(), v.end(), byKey);
  show("popped", v);
  std::sort_heap(v.begin(), v.end() - 1, byKey);
  show("sorted heap", v);
  auto less = [](const Item& a, const Item& b) { return a.first < b.first; };
  std::priority_queue<Item, std::vector<Item>, decltype(less)> queue(less);
  for (const Item& one : items(40, 6)) queue.push(one);
  std::printf("queue:");
  for (; !queue.empty(); queue.pop()) std::printf(" %d/%d", queue.top().first, queue.top().second);
  std::printf("\n");
  v = items(100, 10);
  std::partition(v.begin(), v.end(), [](const Item& a) { return a.first < 5; });
  show("partition", v);
  for (int n : {1, 2, 9, 10, 1000, 70000}) {
    std::vector<int> w(n);
    std::iota(w.begin(), w.end(), 0);
    std::shuffle(w.begin(), w.end(), std::mt19937(3));
    unsigned hash = 0;
    for (int one : w) hash = hash * 31 + one;
    std::printf("shuffle %d: %d %d #%u", n, w[0], w[n / 2], hash);
    std::shuffle(w.begin(), w.end(), std::minstd_rand0(3));
    hash = 0;
    for (int one : w) hash = hash * 31 + one;
    std::printf(" #%u\n", hash);
  }
  std::vector<std::string> words{"warp", "lane", "bank", "sector", "block", "grid"};
  std::shuffle(words.begin(), words.end(), std::default_random_engine(5));
  for (const std::string& one : words) std::printf("%s ", one.c_str());
  int compared = 0;
  std::vector<int> w(500);
  for (int i = 0; i < 500; ++i) w[i] = i * 7919 % 500;
  std::sort(w.begin(), w.end(), [&](int a, int b) { ++compared; return a < b; });
  std::printf("%d\n", compared);
}
