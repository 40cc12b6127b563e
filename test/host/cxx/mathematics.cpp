// Mathematics whose results C fixes to the last bit: parts and exponents, roundings, and the sides of triangles, which glibc
// rounds once.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
int main() {
  volatile double x = -3.75, z = 10.5, endless = HUGE_VAL;
  volatile float f = 2.5f;
  double whole;
  float wholeSingle;
  int exponent, quotient;
  double part = modf(x, &whole);
  printf("%g %g", part, whole);
  part = modf(endless, &whole);
  printf(" %g %g", part, whole);
  const float single = modff(f, &wholeSingle);
  printf(" %g %g\n", single, wholeSingle);
  const double fraction = frexp(z, &exponent);
  printf("%g %d", fraction, exponent);
  const double tiny = frexp(5e-324, &exponent);
  printf(" %g %d", tiny, exponent);
  const float half = frexpf(f, &exponent);
  printf(" %g %d\n", half, exponent);
  printf("%g %g %g %g %g\n", ldexp(z, 3), ldexpf(f, -1), scalbn(z, 2), scalbln(1.5, 4), ldexp(1.75, -1074));
  printf("%ld %lld %ld %ld %ld %d\n", lround(z), llround(x), lrint(z), lrintf(f), lroundf(f), ilogb(z));
  const double rest = remquo(z, 3.0, &quotient);
  printf("%g %d\n", rest, quotient & 7);
  printf("%g %g %g %g %g\n", logb(z), nearbyint(f), rint(x), round(-2.5), trunc(x));
  printf("%g %g %g %g\n", fmax(z, x), fmin(z, NAN), fdim(z, x), copysign(z, x));
  printf("%d %d %d %d\n", std::signbit(x), std::isfinite(z), std::isinf(z / 0.0), std::fpclassify(z) == FP_NORMAL);
  printf("%a %a %a\n", fma(z, x, 1e-20), fmaf(f, f, 1e-8f), sqrt(z));
  printf("%g %g\n", std::lerp(1.0, 3.0, 0.5), std::pow(2, 10));
  std::mt19937_64 g(1);
  for (int i = 0; i < 200; i++) {
    const double digits = g() >> 11;
    const int power = (int)(g() % 1200) - 650;
    const double a = std::ldexp(digits, power), b = a * ((g() >> 40) * 0x1p-22);
    const double s = (g() >> 11) * 0x1p-50, t = (g() >> 11) * 0x1p-50 - 4;
    printf("%a %a %a %a %a %a\n", hypot(a, b), hypot(s, t), hypotf(s, t), fmod(s, t), remainder(s, t), nextafter(s, t));
  }
}
