// Numbers and texts on streams.
#include <cmath>
#include <complex>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
struct Vec { float x, y; };
std::ostream& operator<<(std::ostream& o, const Vec& v) { return o << '<' << v.x << ", " << v.y << '>'; }
int main() {
  std::cout << 1.0 << ' ' << 0.1 << ' ' << 1e10 << ' ' << 123456789.0 << ' ' << 1e-5 << ' ' << 3.14159265358979 << ' ' << 1.0f / 3 << '\n';
  std::cout << std::fixed << std::setprecision(3) << 2.0005 << ' ' << -1.5 << ' ' << 1e6 << '\n';
  std::cout << std::scientific << 12345.678 << ' ' << std::setprecision(0) << 5.5 << '\n';
  std::cout << std::defaultfloat << std::setprecision(6) << std::setw(10) << 42 << '|' << std::left << std::setw(10) << 42 << '|' << std::right << std::setfill('*') << std::setw(8) << -7 << '|' << std::internal << std::setw(8) << -7 << '\n';
  std::cout << std::setfill(' ') << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::oct << 8 << ' ' << std::uppercase << std::hex << 48879 << std::dec << std::nouppercase << std::noshowbase << '\n';
  std::cout << std::boolalpha << true << ' ' << false << std::noboolalpha << ' ' << true << ' ' << 'c' << ' ' << (unsigned char)65 << ' ' << (short)-3 << ' ' << 18446744073709551615ull << '\n';
  std::cout << std::showpos << 5 << ' ' << 2.5 << std::noshowpos << ' ' << std::showpoint << 3.0 << std::noshowpoint << '\n';
  std::cout << INFINITY << ' ' << -INFINITY << ' ' << std::abs(NAN) << ' ' << std::numeric_limits<double>::max() << ' ' << std::numeric_limits<float>::min() << ' ' << std::numeric_limits<int>::min() << '\n';
  std::cout << std::complex<double>(1, -2) << ' ' << std::complex<float>(0.5f, 2) * std::complex<float>(0, 1) << ' ' << std::abs(std::complex<double>(3, 4)) << ' ' << Vec{1, 2.5f} << '\n';
  std::ostringstream o;
  o << "n=" << 5 << ' ' << std::quoted("a \"b\"");
  std::cout << o.str() << ' ' << o.str().size() << '\n';
  std::istringstream in("12 3.5 word 0x1f -7 rest of line\nnext");
  int i, h, n;
  double d;
  std::string w, rest, next;
  in >> i >> d >> w >> std::hex >> h >> std::dec >> n;
  std::getline(in, rest);
  std::getline(in, next);
  std::cout << i << ' ' << d << ' ' << w << ' ' << h << ' ' << n << " [" << rest << "] " << next << ' ' << in.eof() << in.fail() << '\n';
  std::istringstream bad("abc");
  bad >> i;
  std::cout << bad.fail() << ' ' << i << '\n';
  std::stringstream both;
  both << 1 << ' ' << 2;
  int sum = 0;
  for (int x; both >> x;) sum += x;
  std::cout << sum << ' ' << std::to_string(3.5) << ' ' << std::to_string(-12) << ' ' << std::stoi("0x1A", nullptr, 16) << ' ' << std::stod("2.5e3") << ' ' << std::stoul("42") << '\n';
  std::cout << std::setw(5) << "ab" << std::setw(6) << 'c' << std::setw(7) << std::string("xyz") << std::setw(9) << std::setprecision(4) << 3.14159 << std::endl;
  std::cerr << "to standard error\n";
  char buffer[32];
  std::istringstream chars("hello world");
  chars.get(buffer[0]);
  chars.read(buffer + 1, 4);
  buffer[5] = 0;
  std::cout << buffer << chars.peek() << chars.tellg() << '\n';
  std::cout << std::hexfloat << 1.0 << ' ' << 0.1 << std::defaultfloat << '\n';
}
