// The C library: sorting, searching, strings, mathematics.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
#include <cctype>
#include <cmath>
static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int main() {
  int v[6] = {5, 3, 9, 1, 7, 2}, key = 7;
  qsort(v, 6, sizeof(int), compare);
  int* f = (int*)bsearch(&key, v, 6, sizeof(int), compare);
  printf("%d %d %d\n", v[0], v[5], (int)(f - v));
  char s[64] = "one,two;three";
  for (char* p = strtok(s, ",;"); p; p = strtok(nullptr, ",;")) printf("%s ", p);
  printf("%d %d\n", toupper('a'), isdigit('5') != 0);
  printf("%.6f %.6f %.6f %.6f\n", sin(1), pow(2, 0.5), exp(1), fmod(7.5, 2));
  printf("%g %g %g %d\n", floor(-1.5), round(2.5), fabs(-3.0), abs(-4));
  char* h = (char*)calloc(4, 4);
  printf("%d ", h[15]);
  printf("%d\n", (int)strlen(strcpy(h, "hello")));
  h = (char*)realloc(h, 100);
  strcat(h, " there");
  puts(h);
  memmove(h + 1, h, 4);
  puts(h);
  free(h);
  int e;
  double fraction = frexp(12.0, &e);
  printf("%g %d %g\n", fraction, e, ldexp(0.75, 4));
  printf("%d %d\n", getenv("WARPLENS_NO_SUCH_VARIABLE") == nullptr, std::isnan(sqrt(-1.0)));
}
