// Integers of 128 bits.
#include <cstdio>
#include <cstdint>
typedef unsigned __int128 u128; typedef __int128 i128;
static void pr(u128 x) { char b[50]; int n = 49; b[n] = 0; do { b[--n] = '0' + (int)(x % 10); x /= 10; } while (x); puts(b + n); }
uint64_t mulmod(uint64_t a, uint64_t b, uint64_t m) { return (u128)a * b % m; }
int main() {
  u128 x = (u128)0xdeadbeefcafebabeull * 0x123456789abcdefull;
  pr(x);
  pr(x >> 17);
  pr(x << 5);
  pr(x / 12345678901234567ull);
  pr(~(u128)0);
  i128 s = -(i128)x;
  printf("%d %d %lld\n", s < 0, s > 5, (long long)(s / ((i128)1 << 70)));
  printf("%lld\n", (long long)(s % 1000));
  printf("%g\n", (double)x);
  printf("%g\n", (double)s);
  u128 d = (u128)1e30;
  pr(d);
  printf("%lx\n", mulmod(0xfffffffffffffff1ull, 0xfffffffffffffff3ull, 0xfffffffffffffffbull));
  uint64_t hi = (uint64_t)(x >> 64), lo = (uint64_t)x;
  printf("%lx %lx\n", hi, lo);
  u128 arr[3] = {1, x, x ^ 5};
  for (auto& a : arr) a += 7, pr(a);
  i128 t = s >> 3;
  pr(-t);
  pr(__builtin_popcountll(lo));
  u128 fact = 1;
  for (int i = 1; i <= 30; i++) fact *= i;
  pr(fact);
  pr(x & fact | 1);
  printf("%d %d %d\n", x == fact, x != fact, x <= fact);
  int k = 3;
  pr(x >> (k * 30));
  pr(x << (k * 30));
  printf("%zu %zu\n", sizeof(u128), alignof(u128));
}
