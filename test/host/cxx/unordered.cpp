// Unordered containers iterate in libstdc++'s order: hashes, numbers of buckets, and where elements go.
#include <functional>
#include <iostream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
template <class C> void keys(const char* name, const C& c) {
  std::cout << name << " (" << c.bucket_count() << "):";
  for (const auto& one : c) std::cout << ' ' << one;
  std::cout << '\n';
}
template <class C> void pairs(const char* name, const C& c) {
  std::cout << name << " (" << c.bucket_count() << "):";
  for (const auto& [key, value] : c) std::cout << ' ' << key << '=' << value;
  std::cout << '\n';
}
enum class Kind { first, second, third };
struct Point {
  int x, y;
  bool operator==(const Point& o) const { return x == o.x && y == o.y; }
};
template <> struct std::hash<Point> {
  size_t operator()(const Point& p) const { return std::hash<int>()(p.x) * 31 + std::hash<int>()(p.y); }
};
int main() {
  std::cout << std::hash<int>()(-5) << ' ' << std::hash<std::string>()("abc") << ' ' << std::hash<std::string>()("longer than a word") << ' ' << std::hash<double>()(1.5) << ' ' << std::hash<float>()(0.25f) << ' ' << std::hash<double>()(-0.0) << ' ' << std::hash<bool>()(true) << ' ' << std::hash<Kind>()(Kind::third) << '\n';
  std::unordered_map<std::string, int> words;
  for (auto word : {"the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "a", "b", "c", "d", "e", "f"}) {
    const int n = words.size();
    words[word] = n;
  }
  pairs("words", words);
  words.erase("fox");
  words.insert({"zebra", 99});
  words.try_emplace("dog", 7);
  words.insert_or_assign("cat", 8);
  pairs("changed", words);
  auto copy = words;
  pairs("copy", copy);
  copy.reserve(100);
  pairs("reserved", copy);
  copy.rehash(5);
  pairs("smaller", copy);
  auto moved = std::move(copy);
  std::cout << copy.size() << ' ' << moved.size() << ' ' << (moved == words) << '\n';
  std::unordered_set<int> numbers;
  for (int i = 0; i < 40; i++) numbers.insert(i * 37 % 101);
  keys("numbers", numbers);
  for (auto i = numbers.begin(); i != numbers.end();) i = *i % 3 == 0 ? numbers.erase(i) : std::next(i);
  keys("without threes", numbers);
  numbers.clear();
  for (int i = 0; i < 5; i++) numbers.insert(1000 - i);
  keys("again", numbers);
  std::unordered_multimap<int, char> several;
  for (int i = 0; i < 12; i++) several.emplace(i % 4, 'a' + i);
  pairs("several", several);
  several.rehash(50);
  pairs("rehashed", several);
  std::cout << several.count(2) << ' ' << several.erase(2) << '\n';
  pairs("fewer", several);
  std::unordered_multiset<int> bag{5, 3, 5, 1, 3, 5};
  keys("bag", bag);
  std::unordered_set<double> reals{1.5, 2.5, 0.0, -1, 100};
  keys("reals", reals);
  std::unordered_set<char> letters{'x', 'y', 'a', 'b'};
  keys("letters", letters);
  std::unordered_map<Point, int> points;
  for (int i = 0; i < 20; i++) points[{i % 5, i / 5}] = i;
  for (auto& [p, i] : points) std::cout << p.x << ',' << p.y << ' ';
  std::cout << points.at({2, 3}) << '\n';
  try {
    points.at({9, 9});
  } catch (const std::out_of_range&) {
    std::cout << "nothing there\n";
  }
  const std::vector<int> source{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 11, 12, 13, 14};
  keys("range", std::unordered_set<int>(source.begin(), source.end()));
  keys("bag of a range", std::unordered_multiset<int>(source.begin(), source.end()));
  keys("asked for buckets", std::unordered_set<int>(source.begin(), source.end(), 50));
  std::unordered_map<int, std::string> a{{1, "one"}, {2, "two"}}, b{{2, "zwei"}, {3, "drei"}};
  a.merge(b);
  pairs("merged", a);
  pairs("left", b);
  auto node = a.extract(1);
  node.key() = 10;
  a.insert(std::move(node));
  pairs("renamed", a);
  std::unordered_map<int, std::vector<int>> groups;
  for (int i = 0; i < 30; i++) groups[i * i % 17].push_back(i);
  for (auto& [key, list] : groups) std::cout << key << ':' << list.size() << ' ';
  std::cout << '\n';
  std::unordered_map<long, int> large;
  for (long i = 0; i < 3000; i++) large[i * 7919 % 100003] = i;
  long sum = 0, place = 0;
  for (auto& [key, value] : large) sum += ++place * value;
  std::cout << large.bucket_count() << ' ' << sum << ' ' << large.load_factor() << '\n';
  large.max_load_factor(0.25f);
  large[-1] = 5;
  std::cout << large.bucket_count() << ' ' << large.begin()->first << '\n';
  size_t inBuckets = 0;
  for (size_t i = 0; i < large.bucket_count(); i++) inBuckets += large.bucket_size(i);
  std::cout << inBuckets << ' ' << large.contains(-1) << ' ' << (large.find(123456) == large.end()) << '\n';
}
