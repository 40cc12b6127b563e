// Complex numbers: quotients to the last bit, what infinities and zeros give, functions.
#include <complex>
#include <cstdio>
#include <cstdint>
#include <limits>

static uint64_t state = 88172645463325252ull;
static uint64_t next() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static double number(int range) {
  double mantissa = 1 + (double)(next() >> 12) / 4503599627370496.0;
  int power = (int)(next() % (2 * range + 1)) - range;
  double size = power < 0 ? 1 : mantissa;
  for (int i = 0; i < power; ++i) size *= 2;
  for (int i = 0; i > power; --i) size /= 2;
  return next() & 1 ? -size : size;
}

template <typename T>
uint64_t sum(int range, int count) {
  uint64_t all = 0;
  for (int i = 0; i < count; ++i) {
    std::complex<T> a((T)number(range), (T)number(range)), b((T)number(range), (T)number(range));
    for (std::complex<T> one : {a / b, a * b, a + b}) {
      union { double value; uint64_t bits; } real{(double)one.real()}, imaginary{(double)one.imag()};
      if (one.real() == one.real()) all = all * 31 + real.bits;
      if (one.imag() == one.imag()) all = all * 37 + imaginary.bits;
    }
  }
  return all;
}

template <typename T>
void corners(const char* name) {
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const T some[] = {0, -(T)0, 1, -2, infinity, -infinity, nan};
  int kinds[6] = {};
  for (T a : some)
    for (T b : some)
      for (T c : some)
        for (T d : some) {
          volatile T real = a, imaginary = b;
          std::complex<T> left(real, imaginary), right(c, d);
          std::complex<T> results[] = {left * right, left / right};
          for (auto& one : results) {
            int& zeros = kinds[0];
            zeros += one.real() == 0 && one.imag() == 0;
            kinds[1] += one.real() == infinity;
            kinds[2] += one.imag() == -infinity;
            kinds[3] += one.real() != one.real();
            kinds[4] += one.imag() != one.imag();
            kinds[5] += one.real() == 1 || one.imag() == -2;
          }
        }
  printf("%s: %d %d %d %d %d %d\n", name, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5]);
}

int main(int argc, char**) {
  printf("%016llx %016llx\n", (unsigned long long)sum<float>(20, 3000), (unsigned long long)sum<double>(20, 3000));
  printf("%016llx %016llx\n", (unsigned long long)sum<float>(120, 3000), (unsigned long long)sum<double>(1000, 3000));
  corners<float>("float");
  corners<double>("double");
  std::complex<double> z(argc, 2), w(3, 4.5);
  auto print = [](const char* what, std::complex<double> one) { printf("%s %.12g %.12g\n", what, one.real(), one.imag()); };
  print("pow", std::pow(z, 2.5));
  print("pow", std::pow(z, w));
  print("pow", std::pow(2.0, z));
  print("pow", std::pow(z, 3));
  print("exp", std::exp(w));
  print("log", std::log(w));
  print("sqrt", std::sqrt(z));
  print("sin", std::sin(z));
  print("tanh", std::tanh(z));
  print("polar", std::polar(2.0, 0.5));
  print("proj", std::proj(z) / (double)argc + 1.0);
  printf("%.12g %.12g %.12g\n", std::abs(w), std::arg(w), std::norm(w));
  std::complex<float> f(1.5f, -2);
  f /= std::complex<float>(0.5f, 3);
  f *= 2.0f;
  printf("%.9g %.9g\n", f.real(), f.imag());
}
