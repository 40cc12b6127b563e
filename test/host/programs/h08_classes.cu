// Virtual functions, templates, operators, statics.
#include <cstdio>
#include <cstdint>
#include <cinttypes>
#include <ctime>
#include <limits>
#include <typeinfo>
struct Shape { virtual double area() const = 0; virtual ~Shape() { printf("gone "); } };
struct Square : Shape { double s; Square(double v) : s(v) {} double area() const override { return s * s; } };
struct Circle : Shape { double r; Circle(double v) : r(v) {} double area() const override { return 3 * r * r; } };
template <int N> struct Power { static constexpr long value = 2 * Power<N - 1>::value; };
template <> struct Power<0> { static constexpr long value = 1; };
static int calls() { static int n = 10; return ++n; }
int main() {
  Shape* all[] = {new Square(2), new Circle(1)};
  double sum = 0;
  for (Shape* s : all) sum += s->area();
  printf("%g %d %ld\n", sum, dynamic_cast<Circle*>(all[0]) == nullptr, Power<40>::value);
  for (Shape* s : all) delete s;
  calls();
  printf("%d\n", calls());
  printf("%zu %zu %" PRId64 " %d\n", sizeof(long), sizeof(int64_t), INT64_MAX, std::numeric_limits<int>::max());
  static_assert(sizeof(size_t) == 8 && sizeof(time_t) == 8 && sizeof(wchar_t) == 4, "LP64");
}
