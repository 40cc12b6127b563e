// printf and scanf as the C library does them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  printf("%5.2f|%-8d|%+d|%08.3f|%x|%o|%e|%g|%c|%s|%%\n", 3.14159, 42, 7, -2.5, 255, 8, 12345.678, 1e-5, 'x', "str");
  printf("%*d|%.*s|%ld|%llu|%zu\n", 6, 12, 3, "abcdef", -5L, 18446744073709551615ull, sizeof(int));
  int a, b, n;
  float f;
  double d;
  char s[16], c;
  n = sscanf("10 0x1f 2.5 -1e3 word z", "%d %i %f %lf %15s %c", &a, &b, &f, &d, s, &c);
  printf("%d %d %d %g %g %s %c\n", n, a, b, f, d, s, c);
  n = sscanf("7,8", "%d,%d", &a, &b);
  printf("%d %d %d\n", n, a, b);
  printf("%d\n", sscanf("abc", "%d", &a));
  printf("%d %ld %g\n", atoi("  -12x"), strtol("ff", nullptr, 16), atof("2.5e1"));
}
