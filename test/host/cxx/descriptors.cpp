// POSIX: files by number, mapped files, folders, texts taken apart.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <ctype.h>
#include <strings.h>
#include <libgen.h>
#include <sys/resource.h>
#include <sys/utsname.h>
int main() {
  int fd = open("m.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
  for (int i = 0; i < 1000; i++) {
    if (write(fd, &i, 4) != 4) return 1;
  }
  struct stat st;
  fstat(fd, &st);
  printf("%ld\n", (long)st.st_size);
  int *p = (int*)mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (p == MAP_FAILED) {
    perror("mmap");
    return 1;
  }
  long s = 0;
  for (int i = 0; i < 1000; i++) s += p[i];
  printf("%ld\n", s);
  p[0] = 77;
  munmap(p, st.st_size);
  lseek(fd, 0, SEEK_SET);
  int x;
  read(fd, &x, 4);
  printf("%d\n", x);
  pread(fd, &x, 4, 400);
  printf("%d\n", x);
  ftruncate(fd, 8);
  fstat(fd, &st);
  printf("%ld\n", (long)st.st_size);
  close(fd);
  mkdir("dd", 0755);
  FILE* f = fopen("dd/f1", "w");
  fclose(f);
  DIR* d = opendir("dd");
  struct dirent* e;
  int n = 0;
  while ((e = readdir(d))) if (e->d_name[0] != '.') {
    puts(e->d_name);
    n++;
  }
  closedir(d);
  unlink("dd/f1");
  rmdir("dd");
  unlink("m.bin");
  void* a = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(a, 1, 1 << 20);
  printf("%d\n", ((char*)a)[12345]);
  munmap(a, 1 << 20);
  void* al;
  int pm = posix_memalign(&al, 4096, 100);
  printf("%d %d\n", pm, (int)((uintptr_t)al % 4096));
  free(al);
  void* aa = aligned_alloc(64, 128);
  printf("%d\n", (int)((uintptr_t)aa % 64));
  free(aa);
  printf("%ld\n", sysconf(_SC_PAGESIZE));
  errno = 0;
  open("nofile", O_RDONLY);
  printf("%d %s\n", errno, strerror(errno));
  printf("%d %d %d\n", strcasecmp("ABC", "abc"), strncasecmp("ABx", "aby", 2), 0);
  char path[] = "/a/b/c.txt";
  printf("%s\n", basename(path));
  char path2[] = "/a/b/c.txt";
  printf("%s\n", dirname(path2));
  char buf[PATH_MAX];
  printf("%d\n", getcwd(buf, sizeof buf) != NULL);
  char* dup = strdup("dup");
  char* tok = strtok(dup, "u");
  puts(tok);
  char str[] = "a b  c";
  char* sv;
  for (char* t = strtok_r(str, " ", &sv); t; t = strtok_r(NULL, " ", &sv)) printf("<%s>", t);
  puts("");
  char sep[] = "x,,y";
  char* sp = sep;
  char* q;
  while ((q = strsep(&sp, ","))) printf("<%s>", q);
  puts("");
  printf("%zu %zu %s %s %s\n", strspn("aab", "a"), strcspn("abc", "c"), strchr("hello", 'l'), strrchr("hello", 'l'), strstr("hello", "ll"));
  printf("%d %d\n", memcmp("a", "b", 1) < 0, strncmp("abc", "abd", 2));
  char b2[20];
  strncpy(b2, "hello", 20);
  strncat(b2, " w", 3);
  puts(b2);
  printf("%s\n", (char*)memchr("hello", 'l', 5));
  printf("%ld %lu %lld %f\n", strtol("-12abc", NULL, 10), strtoul("ff", 0, 16), strtoll("077", 0, 0), strtod("1e-3x", 0));
  printf("%d%d%d%d\n", !!isalpha('a'), !!isdigit('x'), toupper('q'), !!ispunct('!'));
  return 0;
}
