// The 80 bits of long double: arithmetic, conversions, texts, functions.
#include <cstdio>
#include <cmath>
#include <limits>
#include <iostream>
#include <iomanip>
#include <cstdlib>
#include <string>
#include <vector>
#include <numeric>
#include <complex>
int main() {
  long double a = 1.0L / 3, b = sqrtl(2.0L);
  printf("%Lf %.20Lf %Le %Lg %La\n", a, b, a, b, a);
  std::cout << a << " " << std::setprecision(20) << b << "\n";
  printf("%d %d %zu\n", std::numeric_limits<long double>::digits, std::numeric_limits<long double>::max_exponent, sizeof(long double));
  long double s = 0;
  for (int i = 1; i <= 1000; i++) s += 1.0L / i;
  printf("%.18Lf %.17g\n", s, (double)s);
  printf("%.18Lg\n", strtold("3.14159265358979323846", nullptr));
  std::vector<double> v(100, 0.1);
  printf("%.18Lg\n", std::accumulate(v.begin(), v.end(), 0.0L));
  printf("%d\n", (int)(a * 9));
  long long n = (long long)(1e18L + 1);
  printf("%lld\n", n);
  printf("%.18Lg %.18Lg %.18Lg\n", floorl(-2.5L), fabsl(-1.5L), powl(2, 0.5L));
  printf("%Lg %Lg\n", std::numeric_limits<long double>::max(), std::numeric_limits<long double>::epsilon());
  std::cout << std::stold("1.25") << " " << std::to_string(2.5L) << "\n";
  unsigned long long u = 0xffffffffffffffffull;
  long double lu = u;
  printf("%.0Lf\n", lu);
  printf("%.20Lg %.20Lg %.20Lg\n", sinl(1), expl(1), logl(10));
  long double x;
  std::sscanf("2.5e10", "%Lf", &x);
  printf("%Lg %d\n", x, x > 1e10L);
  float f = a;
  printf("%.9g\n", f);
  printf("%.20Lg\n", fmodl(10.5L, 3));
  printf("%Lf\n", fmaxl(a, b));
  printf("%d %d\n", std::isnan(a), std::isinf(a));
}
