// Vocabulary types, smart pointers, functions, numerics.
#include <algorithm>
#include <any>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <ratio>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>
struct Base { virtual ~Base() { std::cout << "~Base "; } virtual std::string name() const { return "base"; } };
struct Derived : Base { std::string name() const override { return "derived"; } ~Derived() override { std::cout << "~Derived "; } };
struct Free { void operator()(int* p) const { std::cout << "free " << *p << ' '; delete p; } };
std::optional<int> half(int x) { return x % 2 ? std::nullopt : std::optional<int>(x / 2); }
template <class... T> auto sum(T... x) { return (x + ...); }
template <class T> std::string kind(T) { if constexpr (std::is_integral_v<T>) return "integer"; else return "other"; }
int add(int a, int b) { return a + b; }
int main() {
  {
    std::unique_ptr<Base> p = std::make_unique<Derived>();
    std::cout << p->name() << ' ';
    std::unique_ptr<int, Free> q(new int(7));
    std::shared_ptr<int> a = std::make_shared<int>(5), b = a;
    std::weak_ptr<int> w = a;
    std::cout << a.use_count() << *w.lock() << ' ';
    a.reset();
    b.reset();
    std::cout << w.expired() << ' ';
    std::unique_ptr<float[]> array(new float[4]());
    std::cout << array[3] << ' ';
  }
  std::cout << '\n' << half(8).value_or(-1) << half(7).value_or(-1) << half(4).has_value() << '\n';
  std::variant<int, double, std::string> v = "text";
  std::cout << v.index() << std::get<std::string>(v);
  v = 2.5;
  std::visit([](auto x) { std::cout << ' ' << x << ' '; }, v);
  std::cout << std::holds_alternative<double>(v) << '\n';
  try { std::get<int>(v); } catch (const std::bad_variant_access&) { std::cout << "bad variant\n"; }
  std::any any = 5;
  std::cout << std::any_cast<int>(any) << (any.type() == typeid(int)) << '\n';
  std::function<int(int)> twice = [](int x) { return 2 * x; };
  auto plus5 = std::bind(add, std::placeholders::_1, 5);
  std::cout << twice(4) << plus5(1) << std::invoke(add, 2, 3) << std::plus<>()(1, 2) << sum(1, 2, 3.5) << kind(3) << kind(2.0) << '\n';
  try { std::function<void()>()(); } catch (const std::bad_function_call&) { std::cout << "bad function\n"; }
  std::vector<int> n(10);
  std::iota(n.begin(), n.end(), 1);
  std::cout << std::accumulate(n.begin(), n.end(), 0) << ' ' << std::inner_product(n.begin(), n.end(), n.begin(), 0) << ' ' << std::reduce(n.begin(), n.end()) << ' ' << std::gcd(12, 18) << std::lcm(4, 6) << '\n';
  std::partial_sum(n.begin(), n.end(), n.begin());
  std::transform(n.begin(), n.end(), n.begin(), [](int x) { return x % 7; });
  std::copy(n.begin(), n.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << std::count(n.begin(), n.end(), 0) << *std::max_element(n.begin(), n.end()) << std::any_of(n.begin(), n.end(), [](int x) { return x == 6; }) << '\n';
  n.erase(std::remove_if(n.begin(), n.end(), [](int x) { return x < 2; }), n.end());
  std::reverse(n.begin(), n.end());
  std::rotate(n.begin(), n.begin() + 2, n.end());
  auto [lo, hi] = std::minmax_element(n.begin(), n.end());
  std::cout << n.size() << *lo << *hi << std::clamp(9, 1, 5) << std::distance(n.begin(), std::find(n.begin(), n.end(), 6)) << '\n';
  std::string_view view = "key=value";
  auto at = view.find('=');
  std::cout << view.substr(0, at) << '|' << view.substr(at + 1) << '|' << view.size() << '\n';
  std::string s = "The quick brown fox";
  s.replace(4, 5, "slow");
  s.insert(0, ">> ");
  s += '!';
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return (char)toupper(c); });
  std::cout << s << ' ' << s.rfind('O') << ' ' << s.find("NONE") << ' ' << s.compare("Z") << ' ' << std::strlen(s.c_str()) << '\n';
  int parsed = 0;
  const char* digits = "1234x";
  auto [end, error] = std::from_chars(digits, digits + 5, parsed);
  char out[16];
  auto done = std::to_chars(out, out + 16, -987);
  std::cout << parsed << *end << (error == std::errc()) << ' ' << std::string(out, done.ptr) << '\n';
  std::int64_t big = INT64_MAX;
  std::uint8_t small = 200;
  std::cout << big << ' ' << +small << ' ' << std::is_same_v<std::int64_t, long> << std::exchange(parsed, 1) << '\n';
}
