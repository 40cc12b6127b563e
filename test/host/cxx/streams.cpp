// Streams as tables, logs, files and captures.
#include <iostream>
#include <sstream>
#include <fstream>
#include <iomanip>
#include <vector>
#include <map>
#include <string>
#include <algorithm>
#include <cstring>
struct Vec { float x, y, z;
friend std::ostream& operator<<(std::ostream& o, const Vec& v) {
  return o << "(" << v.x << ", " << v.y << ", " << v.z << ")";
}
friend std::istream& operator>>(std::istream& i, Vec& v) {
  return i >> v.x >> v.y >> v.z;
}
};
template <class T> std::ostream& operator<<(std::ostream& o, const std::vector<T>& v) {
  o << "[";
  const char* s = "";
  for (auto& x : v) {
    o << s << x;
    s = ", ";
  }
  return o << "]";
}
class Logger { std::ostringstream b;
public: ~Logger() {
  std::cout << "LOG " << b.str() << std::endl;
}
template <class T> Logger& operator<<(const T& t) {
  b << t;
  return *this;
}
};
struct CSV { std::vector<std::vector<std::string>> rows;
void parse(std::istream& in) {
  std::string l;
  while (std::getline(in, l)) {
    if (!l.empty() && l.back() == '\r') l.pop_back();
    std::vector<std::string> r;
    std::string f;
    bool q = false;
    for (char c : l) {
      if (c == '"') q = !q;
      else if (c == ',' && !q) {
        r.push_back(f);
        f.clear();
      } else f += c;
    }
    r.push_back(f);
    rows.push_back(r);
  }
}
};
int main() {
  Vec v{1, 2.5, -3};
  std::cout << v << std::vector<Vec>{v, v} << std::endl;
  std::istringstream("4 5 6") >> v;
  std::cout << v << "\n";
  Logger() << "a" << 1 << ' ' << 2.5;
  std::istringstream in("a,b,\"c,d\"\r\n1,2,3\n");
  CSV c;
  c.parse(in);
  for (auto& r : c.rows) std::cout << r.size() << r << "\n";
  std::cout << std::left << std::setw(12) << "Name" << std::right << std::setw(8) << "Time" << std::setw(10) << "GB/s" << "\n" << std::string(30, '-') << "\n";
  for (auto& [n, t] : std::map<std::string, double>{{"copy", 1.234}, {"scale", 22.5}}) std::cout << std::left << std::setw(12) << n << std::right << std::fixed << std::setprecision(2) << std::setw(8) << t << std::setw(10) << 100 / t << "\n";
  std::cout << std::defaultfloat << std::setprecision(6);
  std::ofstream pgm("i.pgm", std::ios::binary);
  pgm << "P5\n4 2\n255\n";
  for (int i = 0; i < 8; i++) pgm.put(i * 30);
  pgm.close();
  std::ifstream r("i.pgm", std::ios::binary);
  std::string mg;
  int w, h, m;
  r >> mg >> w >> h >> m;
  r.get();
  std::vector<unsigned char> px(w * h);
  r.read(reinterpret_cast<char*>(px.data()), px.size());
  std::cout << mg << w << h << m << " " << (int)px[7] << r.gcount() << "\n";
  std::stringstream ss;
  ss << std::hex << std::setfill('0') << std::setw(4) << 171 << std::dec;
  std::cout << ss.str() << ss.tellp() << "\n";
  auto* old = std::cout.rdbuf(ss.rdbuf());
  std::cout << "captured";
  std::cout.rdbuf(old);
  std::cout << ss.str() << "\n";
  std::cout << std::unitbuf << "x" << std::flush << std::ends << "\n";
  std::ifstream again("i.pgm");
  std::string s((std::istreambuf_iterator<char>(again)), std::istreambuf_iterator<char>());
  std::cout << s.size() << "\n";
  std::cout.write("raw\n", 4).put('!').put('\n');
  std::cout << std::cout.flags() << " " << std::cout.good() << std::endl;
  int vals[] = {1, 2, 3};
  std::for_each(std::begin(vals), std::end(vals), [](int x) { std::cout << x; });
  std::cout << "\n";
  std::cerr << "e" << 1 << "\n";
  std::remove("i.pgm");
}
