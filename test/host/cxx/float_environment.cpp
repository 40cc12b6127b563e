#include <cfenv>
#include <cmath>
#include <cstdio>

// What is asked of the environment without changing the direction of rounding.
int main() {
  std::printf("%d %d %d %d\n", FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO);
  std::printf("%d %d %d %d %d %d\n", FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT, FE_ALL_EXCEPT);
  const int before = std::fegetround();
  std::printf("%d %d %d\n", before, std::fesetround(FE_TONEAREST), std::fesetround(7) != 0);
  std::printf("%d %g %g %ld\n", std::feclearexcept(FE_ALL_EXCEPT), std::nearbyint(2.5), std::rint(-3.5), std::lrint(1.5));
}
