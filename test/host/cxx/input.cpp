// Reading from streams: what is taken, what is left, and what the stream then says.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
template <class T> void read(const char* text) {
  std::istringstream in(text);
  T value{};
  in >> value;
  std::cout << std::quoted(text) << " -> " << value << ' ' << in.good() << in.eof() << in.fail() << '\n';
}
int main() {
  for (auto text : {"12", " -7x", "99999999999", "-99999999999", "abc", "", "+5", "0x1f", "017", "- 3"}) read<int>(text);
  for (auto text : {"300", "-1", "70000"}) read<unsigned short>(text);
  for (auto text : {"18446744073709551615", "18446744073709551616", "-1"}) read<unsigned long>(text);
  for (auto text : {"1.5", "2e3", ".5", "5.", "1e400", "-inf", "nan", "3x", "1e", "1e+", "0x1p3"}) read<double>(text);
  for (auto text : {"3.4e38", "1e39", "0.1"}) read<float>(text);
  for (auto text : {"1", "0", "2", "true"}) read<bool>(text);
  std::istringstream bases("1f 077 0x20 77");
  int n;
  bases >> std::hex >> n;
  std::cout << n;
  bases >> std::oct >> n;
  std::cout << ' ' << n;
  bases.unsetf(std::ios::basefield);
  bases >> n;
  std::cout << ' ' << n << '\n';
  std::istringstream words("truth false true");
  bool yes;
  for (int i = 0; i < 3; i++) {
    words >> std::boolalpha >> yes;
    std::cout << yes << words.fail() << ' ';
    words.clear();
    std::string rest;
    if (i == 0) words >> rest;
  }
  std::cout << '\n';
  std::istringstream line("abc,def;ghi jkl");
  char text[20];
  line.getline(text, sizeof text, ',');
  std::cout << text << line.gcount();
  line.get(text, sizeof text, ';');
  std::cout << text << line.gcount() << (char)line.peek() << '\n';
  line.ignore(1) >> std::noskipws;
  for (char c; line >> c;) std::cout << c << '.';
  std::cout << line.eof() << line.fail() << '\n';
  std::istringstream narrow("abcdefgh");
  char few[4];
  narrow >> std::setw(4) >> few;
  std::string more;
  narrow >> std::setw(2) >> more;
  std::cout << few << ' ' << more << ' ' << narrow.rdbuf()->str().size() << '\n';
  std::stringstream both;
  both << std::quoted("he said \"hi\"") << ' ' << std::quoted(std::string("a\\b")) << " plain";
  std::string a, b, c;
  both >> std::quoted(a) >> std::quoted(b) >> std::quoted(c);
  std::cout << a << '|' << b << '|' << c << '\n';
  std::tm time{};
  std::istringstream when("2020-05-06 07:08:09");
  when >> std::get_time(&time, "%Y-%m-%d %H:%M:%S");
  std::cout << time.tm_year << ' ' << time.tm_mon << ' ' << time.tm_mday << ' ' << time.tm_hour << ' ' << time.tm_sec << ' ' << when.fail() << '\n';
}
