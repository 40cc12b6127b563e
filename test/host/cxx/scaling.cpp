// Powers of two in all their names: what the optimiser makes of `pow(2, n)`, and results that are subnormal or overflow.
#include <cmath>
#include <cstdio>
#include <cstdlib>
int main(int argc, char**) {
  int sizes = 0;
  for (int n = argc; n < 12; n++) sizes += pow(2, n);
  float halves = 0;
  for (int n = argc; n < 12; n++) halves += powf(2.0f, -n);
  printf("%d %g\n", sizes, halves);
  int far[] = {-2000, -1100, -1075, -1074, -1022, -971, 0, 970, 1023, 1024, 2000};
  for (int n : far) {
    printf("%.17g %.17g %.17g", ldexp(1.5 * argc, n), std::scalbn(0.3 * argc, n), scalbln(-7e-300 * argc, (long)n));
    printf(" %.9g %.9g\n", ldexpf(1.5f * argc, n / 7), std::scalbln(3.f * argc, (long)n / 7));
  }
  printf("%.17g %.17g\n", ldexp(3e-320 * argc, 1200), ldexp(INFINITY, -5 * argc));
}
