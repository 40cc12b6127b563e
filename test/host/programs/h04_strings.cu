// Strings and their conversions.
#include <cstdio>
#include <sstream>
#include <string>
int main() {
  std::string s = "warp";
  s += std::string("-") + std::to_string(32) + 'x';
  s.insert(0, "a ");
  printf("%s %zu %zu %d\n", s.c_str(), s.size(), s.find("32"), s.find('q') == std::string::npos);
  printf("%s %d %g %d\n", s.substr(2, 4).c_str(), std::stoi("77"), std::stod("2.5"), s < "b");
  std::string longer(100, 'z');
  longer.replace(0, 98, "y");
  printf("%s %s\n", longer.c_str(), ("pre" + longer).c_str());
  std::ostringstream o;
  o << 1 << ' ' << 2.5 << ' ' << "three" << ' ' << true;
  printf("%s\n", o.str().c_str());
  std::istringstream i("4 5.5 six");
  int a;
  double b;
  std::string c;
  i >> a >> b >> c;
  printf("%d %g %s %d\n", a, b, c.c_str(), (bool)i);
}
