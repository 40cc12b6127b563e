// What glibc's <cstring> brings of the older names, and over-aligned memory of every kind.
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int argc, char**) {
  char text[16] = "abcdefghijklmno";
  bzero(text + 4, 3);
  bcopy(text, text + 8, 3);
  for (char c : text) printf("%d ", c);
  printf("\n%d %d\n", strcasecmp("WarP", "wARp"), ffs(40 * argc));
  void* block = nullptr;
  printf("%d ", posix_memalign(&block, 4096, 100));
  printf("%lu ", (unsigned long)block % 4096);
  strcpy((char*)block, "kept");
  block = realloc(block, 10000);
  printf("%s\n", (char*)block);
  free(block);
  free(aligned_alloc(64, 128));
}
