// setjmp and longjmp, from the same function and from deep below it.
#include <csetjmp>
#include <cstdio>
static jmp_buf env; static int depth; void f(int n) { if (n == 0) longjmp(env, 7); depth++; f(n - 1); }
int main() {
  volatile int tries = 0;
  int r = setjmp(env);
  printf("r=%d depth=%d tries=%d\n", r, depth, tries);
  if (r < 3 && tries < 3) {
    tries++;
    if (tries == 3) f(5);
    longjmp(env, tries);
  } else if (tries < 4) {
    tries++;
    f(3);
  }
  puts("done");
  sigjmp_buf sb;
  if (sigsetjmp(sb, 1) == 0) siglongjmp(sb, 2);
  else puts("sig");
  return 0;
}
