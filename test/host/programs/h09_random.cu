// The same random numbers everywhere.
#include <cstdio>
#include <cstdlib>
#include <random>
int main() {
  std::mt19937 g(42);
  unsigned first = (unsigned)g(), second = (unsigned)g();
  printf("%u %u\n", first, second);
  std::mt19937_64 h(7);
  printf("%llu\n", (unsigned long long)h());
  std::minstd_rand m(1);
  printf("%u\n", (unsigned)m());
  srand(123);
  int a = rand(), b = rand();
  printf("%d %d\n", a, b);
  printf("%.6f\n", drand48());
}
