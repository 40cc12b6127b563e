// Files that the program writes and reads again.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main() {
  FILE* f = fopen("a.txt", "w");
  fprintf(f, "%d %s\n%d %s\n", 12, "twelve", -3, "three");
  fclose(f);
  f = fopen("a.txt", "r");
  char line[64], word[16];
  int n;
  while (fgets(line, sizeof line, f)) printf("[%s", line);
  rewind(f);
  while (fscanf(f, "%d %15s", &n, word) == 2) printf("%d=%s\n", n, word);
  printf("%d\n", feof(f) != 0);
  fseek(f, 3, SEEK_SET);
  int c = fgetc(f);
  printf("%c %ld\n", c, ftell(f));
  fclose(f);
  f = fopen("b.bin", "wb");
  double v[3] = {1.5, 2.5, -3};
  printf("%zu\n", fwrite(v, sizeof(double), 3, f));
  fclose(f);
  f = fopen("b.bin", "rb");
  double w[4] = {0};
  size_t got = fread(w, sizeof(double), 4, f);
  printf("%zu %g\n", got, w[2]);
  fclose(f);
  printf("%d\n", fopen("nowhere/there", "r") == nullptr);
  remove("a.txt");
  remove("b.bin");
}
