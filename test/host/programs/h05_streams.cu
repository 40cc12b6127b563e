// Output streams with manipulators.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
struct P { int x, y; };
std::ostream& operator<<(std::ostream& o, const P& p) { return o << '(' << p.x << ", " << p.y << ')'; }
int main() {
  std::cout << "ints " << 1 << ' ' << -2L << ' ' << 3u << ' ' << (short)4 << std::endl;
  std::cout << std::fixed << std::setprecision(2) << 3.14159 << ' ' << 2.0f << '\n';
  std::cout << std::scientific << 12345.678 << std::defaultfloat << ' ' << std::setprecision(6) << 0.1 << ' ' << 1e20 << '\n';
  std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << "ab" << '|' << std::right << std::setfill('0') << std::setw(5) << 7 << '\n';
  std::cout << std::hex << 255 << ' ' << std::showbase << 255 << std::noshowbase << std::dec << ' ' << std::boolalpha << true << '\n';
  std::cout << P{1, 2} << '\n';
  std::ofstream f("numbers.txt");
  for (int i = 0; i < 3; ++i) f << i * 1.5 << "\n";
  f.close();
  std::ifstream g("numbers.txt");
  double d, sum = 0;
  while (g >> d) sum += d;
  std::cout << sum << ' ' << g.eof() << '\n';
  std::ifstream l("numbers.txt");
  std::string line;
  int n = 0;
  while (std::getline(l, line)) n += line.size();
  std::cout << n << ' ' << std::ifstream("missing").is_open() << '\n';
  std::remove("numbers.txt");
}
