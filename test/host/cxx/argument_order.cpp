// Which argument of a call is evaluated first shows in what the arguments do.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <map>
#include <vector>
#include <iostream>
static int n; static int id(const char* s) { printf("%s ", s); return ++n; }
struct A { int v;
A(int v) : v(v) {
  printf("A%d ", v);
}
A& set(int x, int y) {
  v = x * 10 + y;
  return *this;
}
};
int f3(int a, int b, int c) {
  printf("-> %d %d %d\n", a, b, c);
  return a;
}
struct B { int x, y, z;
B(int x, int y = id("def"), int z = 0) : x(x), y(y), z(z) {
}
};
struct C : B { int w;
C() : B(id("b1"), id("b2"), id("b3")), w(id("w")) {
}
};
int take(A a, A b) {
  return a.v * 100 + b.v;
}
const char* nm(int i) {
  static char b[4][8];
  static int k;
  k = (k + 1) & 3;
  snprintf(b[k], 8, "n%d.%d", i, ++n);
  return b[k];
}
template <class... T> void var(T... t) {
  int x[] = {t...};
  for (int i : x) printf("%d ", i);
  puts("");
}
#define MX(a, b) ((a) > (b) ? (a) : (b))
static unsigned seed = 1; int lcg() { return (seed = seed * 1103515245u + 12345u) >> 8; } 
static int set(int* p, int v) {
  *p = v;
  return v;
}
static int* hidden;
static int change(int v) {
  *hidden = v;
  return v;
}
// Variables that lie in memory are read when it is their turn.
static void variables() {
  int x = 1, y = 2, z = 3;
  struct {
    int member;
  } s = {7};
  unsigned long long wide = 0;
  printf("%d %d\n", set(&x, 5), x);
  printf("%d %d\n", set(&x, 6), x + 1);
  hidden = &y;
  printf("%d %d %d\n", change(9), y, y == 9);
  printf("%d %d, ", z++, z + 1);
  printf("%d %d, ", z + 1, z++);
  printf("%d %d\n", z++, z);
  hidden = &s.member;
  printf("%d %d\n", change(11), s.member);
  hidden = (int*)&wide;
  printf("%d %llu\n", change(13), wide);
  printf("%d %d %d\n", set(&x, 20), x > 10 ? x : -x, !x);
}

int main() {
  f3(id("a"), id("b"), id("c"));
  f3(f3(id("d"), id("e"), 0), f3(id("f"), id("g"), 1), id("h"));
  int arr[3] = {id("x"), id("y"), id("z")};
  printf("%d %d %d\n", arr[0], arr[1], arr[2]);
  C c;
  printf("%d %d %d %d\n", c.x, c.y, c.z, c.w);
  printf("%s %s %s\n", nm(1), nm(2), nm(3));
  var(id("p"), id("q"), 5);
  std::map<int, int> m;
  m[id("k")] = id("v");
  printf("%d\n", m.begin()->first);
  int i = 0;
  int ar[5] = {0, 10, 20, 30, 40};
  printf("%d %d %d\n", ar[i++], ar[i++], ar[i++]);
  i = 2;
  printf("%d %d\n", i, ++i);
  printf("%d %d\n", i++, i);
  i = 5;
  printf("%d %d %d\n", i = 3, i = 4, i);
  A a(1);
  a.set(id("s"), id("t")).set(id("u"), id("v"));
  printf("%d\n", a.v);
  std::cout << id("o1") << id("o2") << "\n";
  printf("%d\n", MX(id("m1"), id("m2")));
  bool b = id("l") && id("r");
  printf("%d %d\n", b, id("t1") ? id("t2") : id("t3"));
  int z = (id("c1"), id("c2"));
  printf("%d\n", z);
  printf("%d\n", id("p1") + id("p2") * id("p3") - id("p4"));
  std::vector<std::string> v;
  v.insert(v.begin() + (id("i1") - n), std::to_string(id("i2")));
  printf("%s\n", v[0].c_str());
  int* dyn = new int[3]{id("n1"), id("n2"), id("n3")};
  printf("%d\n", dyn[2]);
  B bb(id("bb1"), id("bb2"));
  B bc{id("bc1"), id("bc2")};
  printf("%d %d %d %d\n", bb.x, bb.y, bc.x, bc.y);
  printf("%d %d %d\n", lcg() % 100, lcg() % 100, lcg() % 100);
  auto l = [&](int p, int q) {
    return p * 100 + q;
  };
  printf("%d\n", l(id("la"), id("lb")));
  int (*fp)(int, int, int) = f3;
  fp(id("fa"), id("fb"), id("fc"));
  char buf[64] = "1 2 3";
  char* p = buf;
  printf("%ld %ld %ld\n", strtol(p, &p, 10), strtol(p, &p, 10), strtol(p, &p, 10));
  printf("%d\n", take(A(id("ta")), A(id("tb"))));
  variables();
}
