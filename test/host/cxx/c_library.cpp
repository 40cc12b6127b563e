// The C library beyond what most programs need: dates, signals, the environment, errors, generators and quotients.
#include <cerrno>
#include <cinttypes>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <unistd.h>
static int caught;
static void note(int signal) { caught += signal; }
int main() {
  const time_t moment = 1700000000;
  tm date = *gmtime(&moment);
  char text[200];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %p %y %e %I %u %w %U %W %V %G %D %T %R %C %%", &date);
  puts(text);
  printf("%s%s", asctime(&date), ctime(&moment));
  printf("%ld %zu\n", (long)mktime(&date), strftime(text, 3, "%Y", &date));
  date.tm_mon += 14;
  date.tm_mday = 31;
  const long later = mktime(&date);
  printf("%ld %d %d %d %d\n", later, date.tm_year, date.tm_mon, date.tm_mday, date.tm_wday);
  printf("%g\n", difftime(moment + 5, moment));
  signal(SIGUSR1, note);
  raise(SIGUSR1);
  printf("%d %d\n", caught, signal(SIGINT, SIG_IGN) == SIG_DFL);
  printf("%d\n", kill(getpid(), 0));
  printf("%d\n", getenv("WARPLENS_NONE") == nullptr);
  setenv("WARPLENS_NONE", "one", 0);
  setenv("WARPLENS_NONE", "two", 0);
  printf("%s\n", getenv("WARPLENS_NONE"));
  unsetenv("WARPLENS_NONE");
  printf("%d\n", getenv("WARPLENS_NONE") == nullptr);
  for (int code : {0, 1, 2, 5, 11, 12, 13, 17, 22, 28, 33, 34, 110, 4095}) printf("%s; ", strerror(code));
  puts("");
  errno = 0;
  FILE* none = fopen("no-such-folder/no-such-file", "r");
  printf("%d %d %s\n", none == nullptr, errno == ENOENT, strerror(errno));
  errno = 0;
  const long long most = strtoll("9223372036854775808", nullptr, 10);
  printf("%lld %d\n", most, errno == ERANGE);
  errno = 0;
  const unsigned long mostUnsigned = strtoul("99999999999999999999999", nullptr, 10);
  printf("%lu %d\n", mostUnsigned, errno);
  errno = 0;
  const double infinite = strtod("1e999", nullptr);
  printf("%g %d\n", infinite, errno == ERANGE);
  char* end;
  const double hexadecimal = strtod("-0x1.8p3z", &end);
  printf("%g %s\n", hexadecimal, end);
  printf("%" PRIdMAX " %d\n", strtoimax("-77", nullptr, 8), (int)strtol("z", nullptr, 36));
  unsigned short state[3] = {1, 2, 3};
  printf("%f ", erand48(state));
  printf("%ld ", nrand48(state));
  printf("%ld\n", jrand48(state));
  const div_t d = div(-17, 5);
  const ldiv_t l = ldiv(17L, -5L);
  printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
  printf("%s %d\n", setlocale(LC_ALL, "C"), strcoll("a", "b") < 0);
  atexit([] { puts("not at a quick exit"); });
  fflush(stdout);
  _Exit(0);
}
