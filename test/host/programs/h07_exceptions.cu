// Exceptions are thrown, caught, passed on, and unwind.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
#include <new>
#include <stdexcept>
#include <string>
struct Loud { const char* n; ~Loud() { printf("~%s\n", n); } };
struct Mine : std::runtime_error { int code; Mine(int c) : std::runtime_error("mine"), code(c) {} };
static void deep(int k) {
  Loud l{"deep"};
  if (k == 0) throw Mine(7);
  if (k == 1) throw std::out_of_range("range");
  if (k == 2) throw "text";
  if (k == 3) std::string("ab").at(9);
}
int main() {
  for (int k = 0; k < 5; ++k) {
    try {
      try { deep(k); printf("none\n"); } catch (const std::logic_error& e) { printf("logic, again\n"); throw; }
    } catch (const Mine& m) { printf("%s %d\n", m.what(), m.code); }
    catch (const std::exception&) { printf("exception\n"); }
    catch (const char* s) { printf("%s\n", s); }
  }
}
