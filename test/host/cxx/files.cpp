// Files through streams and std::filesystem.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>
namespace fs = std::filesystem;
int main() {
  {
    std::ofstream out("data.txt");
    out << "first 1\nsecond 2\n" << 3.5 << '\n';
  }
  std::ifstream in("data.txt");
  if (!in) return 1;
  std::string line;
  int lines = 0;
  while (std::getline(in, line)) std::cout << ++lines << ": " << line << '\n';
  std::ofstream("data.txt", std::ios::app) << "appended\n";
  std::ifstream again("data.txt");
  std::string all((std::istreambuf_iterator<char>(again)), std::istreambuf_iterator<char>());
  std::cout << all.size() << ' ' << std::ifstream("absent").good() << '\n';
  std::vector<float> v{1, 2, 3}, w(3);
  std::ofstream("v.bin", std::ios::binary).write((const char*)v.data(), v.size() * sizeof(float));
  std::ifstream b("v.bin", std::ios::binary | std::ios::ate);
  std::cout << b.tellg() << ' ';
  b.seekg(0);
  b.read((char*)w.data(), 12);
  std::cout << w[2] << ' ' << b.gcount() << '\n';
  std::stringstream copy;
  copy << std::ifstream("data.txt").rdbuf();
  std::cout << copy.str().substr(0, 5) << '\n';
  std::fstream both("data.txt", std::ios::in | std::ios::out);
  std::string word;
  int n;
  both >> word >> n;
  std::cout << word << n << '\n';
  std::cout << fs::exists("data.txt") << fs::exists("nothing") << ' ' << fs::file_size("v.bin") << '\n';
  fs::path p = fs::path("folder") / "file.tar.gz";
  std::cout << p << ' ' << p.filename().string() << ' ' << p.extension().string() << ' ' << p.stem().string() << ' ' << p.parent_path().string() << '\n';
  fs::create_directories("out/deep");
  std::ofstream("out/deep/x.txt") << "x";
  std::cout << fs::is_directory("out") << fs::is_regular_file("out/deep/x.txt") << fs::remove("out/deep/x.txt") << fs::exists("out/deep/x.txt") << '\n';
  std::remove("data.txt");
  std::cout << std::ifstream("data.txt").is_open() << '\n';
}
