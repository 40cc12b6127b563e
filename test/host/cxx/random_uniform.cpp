// Uniform integers and reals from generators of several ranges.
#include <cstdio>
#include <random>
template <class T, class G> void ints(const char* name, G g, T low, T high) {
  std::uniform_int_distribution<T> d(low, high);
  std::printf("%s:", name);
  for (int i = 0; i < 8; ++i) std::printf(" %lld", (long long)d(g));
  std::printf("\n");
}
template <class T, class G> void reals(const char* name, G g, T low, T high) {
  std::uniform_real_distribution<T> d(low, high);
  std::printf("%s:", name);
  for (int i = 0; i < 6; ++i) std::printf(" %.17g", (double)d(g));
  std::printf("\n");
}
int main() {
  std::mt19937 g(42);
  std::mt19937_64 w(42);
  std::minstd_rand0 m(42);
  ints("dice", g, 1, 6);
  ints("percent", g, 0, 99);
  ints("all of int", g, -2147483647 - 1, 2147483647);
  ints("unsigned", g, 0u, 4294967295u);
  ints("long", g, -1000000000000l, 1000000000000l);
  ints("all of long", g, (long)(1ul << 63), 0x7fffffffffffffffl);
  ints("short", g, (short)-5, (short)5);
  ints("dice 64", w, 1, 6);
  ints("long 64", w, 0l, 1000000000000l);
  ints("dice lcg", m, 1, 6);
  ints("million lcg", m, 0, 1000000);
  ints("wide lcg", m, 0, 2147483647);
  ints("long lcg", m, 0l, 1000000000000l);
  reals("double", g, 0.0, 1.0);
  reals("float", g, 0.0f, 1.0f);
  reals("range", g, -5.0, 5.0);
  reals("float range", g, -100.0f, 100.0f);
  reals("double 64", w, 0.0, 1.0);
  reals("float 64", w, 0.0f, 1.0f);
  reals("double lcg", m, 0.0, 1.0);
  reals("float lcg", m, 0.0f, 1.0f);
  double few = std::generate_canonical<double, 10>(g);
  float all = std::generate_canonical<float, 24>(g);
  std::printf("%.17g %.9g\n", few, all);
}
