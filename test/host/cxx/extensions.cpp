// Extensions of GNU C++, layouts, variadic functions, virtual functions, constructors and destructors of the file.
#include <cstdio>
#include <cstdlib>
#include <cstdarg>
#include <alloca.h>
#include <cstring>
#include <cstdint>
#include <cstddef>
#define LOG(fmt, ...) printf("[%s:%d] " fmt "\n", __func__, __LINE__, ##__VA_ARGS__)
#define MAXX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define ARRAY_SIZE(x) (sizeof(x) / sizeof((x)[0]))
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
static double dsum(const char* f, ...) {
  va_list ap;
  va_start(ap, f);
  double s = 0;
  for (; *f; f++) {
    if (*f == 'i') s += va_arg(ap, int);
    else if (*f == 'd') s += va_arg(ap, double);
    else if (*f == 'l') s += va_arg(ap, long);
    else if (*f == 's') s += strlen(va_arg(ap, char*));
  }
  va_end(ap);
  return s;
}
static void vlog(const char* f, ...) {
  char b[200];
  va_list a, c;
  va_start(a, f);
  va_copy(c, a);
  int n = vsnprintf(b, sizeof b, f, a);
  vprintf(f, c);
  printf(" (%d)\n", n);
  va_end(a);
  va_end(c);
}
struct __attribute__((packed)) Pk { char c;
int i;
short s;
};
struct alignas(32) Al { float f[3];
};
struct Bf { unsigned a : 3, b : 5;
int c : 7;
unsigned long long d : 40;
};
union U { float f;
uint32_t u;
struct { uint16_t lo, hi;
};
};
__attribute__((noinline)) int fact(int n) {
  return n < 2 ? 1 : n * fact(n - 1);
}
__attribute__((constructor)) static void before() {
  puts("ctor");
}
__attribute__((destructor)) static void after() {
  puts("dtor");
}
static int (*ops[])(int, int) = {[](int a, int b) {
  return a + b;
}, [](int a, int b) {
  return a * b;
}
};
typedef int v4 __attribute__((vector_size(16)));
struct Opt { int n;
float x;
const char* s;
};
enum class Col : uint8_t { R = 1, G };
constexpr int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
struct Base { virtual ~Base() {
  puts("~Base");
}
virtual int area() const = 0;
virtual const char* name() const {
  return "base";
}
};
struct Sq : Base { int s;
Sq(int s) : s(s) {
}
int area() const override {
  return s * s;
}
~Sq() {
  puts("~Sq");
}
const char* name() const override {
  return "sq";
}
};
struct Rc : Sq { int h;
Rc(int a, int b) : Sq(a), h(b) {
}
int area() const final {
  return s * h;
}
};
int main() {
  LOG("x=%d", 5);
  LOG("none");
  printf("%d %s\n", MAXX(3, 7), XSTR(CAT(foo, bar)));
  int arr[] = {1, 2, 3};
  printf("%zu\n", ARRAY_SIZE(arr));
  printf("%d %g\n", sum(4, 1, 2, 3, 4), dsum("idls", 1, 2.5, 3L, "four"));
  vlog("%d-%s-%.2f", 1, "two", 3.0);
  char* al = (char*)alloca(100);
  strcpy(al, "alloca");
  puts(al);
  int n = 10;
  int vla[n];
  for (int i = 0; i < n; i++) vla[i] = i * i;
  printf("%d %zu\n", vla[9], sizeof vla);
  printf("%zu %zu %zu %zu %zu\n", sizeof(Pk), offsetof(Pk, s), sizeof(Al), alignof(Al), sizeof(Bf));
  Bf b{5, 17, -3, 1ull << 35};
  printf("%u %u %d %llu\n", b.a, b.b, b.c, (unsigned long long)b.d);
  U u;
  u.f = 1.0f;
  printf("%08x %04x %04x\n", u.u, u.hi, u.lo);
  printf("%d %d %d\n", fact(10), ops[0](3, 4), ops[1](3, 4));
  v4 a = {1, 2, 3, 4}, c = a * 2 + 1;
  printf("%d %d\n", c[0], c[3]);
  Opt o = {.n = 3, .x = 2.5f, .s = "str"};
  printf("%d %g %s\n", o.n, o.x, o.s);
  printf("%d %d\n", (int)Col::G, fib(20));
  Base* s = new Rc(3, 4);
  printf("%d %s\n", s->area(), s->name());
  delete s;
  printf("%d %d %d %d\n", __builtin_popcount(255), __builtin_clz(1), __builtin_ctz(8), __builtin_expect(1, 1));
  printf("%x %lx\n", __builtin_bswap32(0x12345678), __builtin_bswap64(1));
  int ov;
  printf("%d\n", __builtin_add_overflow(2147483647, 1, &ov));
  switch (n) {
    case 1 ... 9: puts("low");
    break;
    case 10: puts("ten");
  }
  int x = n ?: 5;
  printf("%d\n", x);
  void* lbl = &&out;
  goto *lbl;
  puts("skipped");
  out: puts("out");
  static const char* const names[] = {"a", "b"};
  printf("%s %s\n", names[1], __PRETTY_FUNCTION__);
  printf("%d %d %d\n", -7 / 2, -7 % 3, -7 >> 1);
  unsigned char uc = 255;
  uc++;
  signed char sc = 127;
  sc++;
  printf("%d %d\n", uc, sc);
  printf("%d\n", (int)'\377');
  return 0;
}
