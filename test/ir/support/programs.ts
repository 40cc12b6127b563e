/** Programs that between them make clang emit every instruction and constant that the model has. */

const exceptions = `
#include <stdexcept>
#include <string>
struct Guard { int *count; ~Guard() { ++*count; } };
int live;
void mayThrow(int);
int careful(int n) {
  Guard guard{&live};
  try {
    mayThrow(n);
  } catch (const std::runtime_error &error) {
    return int(std::string(error.what()).size());
  } catch (int code) {
    return code;
  } catch (...) {
    throw;
  }
  return 0;
}
void filtered(int n) throw() { mayThrow(n); }
void raise(int n) { if (n > 3) throw std::runtime_error("more than " + std::to_string(n)); }
`;

const containers = `
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>
std::vector<std::string> words{"warp", "lane", "sector"};
std::map<std::string, int> counts;
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; };
struct Square : Shape { double side = 1; double area() const override { return side * side; } };
std::unique_ptr<Shape> make() { return std::make_unique<Square>(); }
double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
  return std::accumulate(shapes.begin(), shapes.end(), 0.0, [](double sum, const auto &shape) { return sum + shape->area(); });
}
void count() {
  for (const auto &word : words) ++counts[word];
  std::sort(words.begin(), words.end());
}
std::unordered_map<int, float> table(int n) {
  std::unordered_map<int, float> result;
  std::mt19937 random(n);
  std::uniform_real_distribution<float> draw(-1, 1);
  for (int i = 0; i < n; i++) result.emplace(i, draw(random));
  return result;
}
`;

const corners = `
typedef unsigned long size_t;
typedef __builtin_va_list va_list;
#include <atomic>
__int128 wide(__int128 a, __int128 b) { return a * b / (b | ((__int128)1 << 100)); }
unsigned __int128 big = ((unsigned __int128)0xfedcba9876543210ull << 64) | 0x0123456789abcdefull;
long double extended(long double x) { return x * 3.14159265358979323846L + 1e4000L; }
long double constants[] = {1.0L, -0.0L, 1e-4940L};
__float128 quad(__float128 x) { return x + 1.5Q; }
_Float16 halves(_Float16 a, _Float16 b) { return a * b + (_Float16)0.333f; }
int sum(int count, ...) {
  va_list list;
  __builtin_va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; i++) result += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return result;
}
struct Big { long words[9]; };
long viaVariadic(int count, ...) {
  va_list list;
  __builtin_va_start(list, count);
  Big big = __builtin_va_arg(list, Big);
  __builtin_va_end(list);
  return big.words[count];
}
int callVariadic() { return sum(3, 1, 2, 3); }
int (*choose(int n))(int) { return n ? +[](int x) { return x + 1; } : +[](int x) { return x * 2; }; }
int indirect(int n, int x) { return choose(n)(x); }
int dispatch(int kind, int x) {
  switch (kind) {
    case -3: return x;
    case 1: return x * x;
    case 2: case 9: return x / 3;
    case 1000000: return ~x;
    default: return dispatch(kind - 1, x + 1);
  }
}
thread_local int perThread = 7;
int nextOfThread() { return ++perThread; }
extern "C" int implementation(int x) { return x + 40; }
extern "C" int aliased(int x) __attribute__((alias("implementation")));
__attribute__((constructor)) void atStart() { perThread = 1; }
struct Early { Early(); int value; } early;
typedef float float8 __attribute__((vector_size(32)));
typedef int int4v __attribute__((vector_size(16)));
float8 blend(float8 a, float8 b) { return __builtin_shufflevector(a, b, 0, 9, 2, 11, 4, 13, 6, -1); }
int4v lanes(int4v a, int n) { a[n] = 5; a += (int4v){1, 2, 3, 4}; return a < (int4v){7, 7, 7, 7} ? a : -a; }
float first(float8 a, int n) { return a[n]; }
std::atomic<int> counter;
std::atomic<double> sumOfDoubles;
int atomics(int n, int *p) {
  counter.fetch_add(n, std::memory_order_relaxed);
  counter.fetch_or(n, std::memory_order_acq_rel);
  int expected = 3;
  counter.compare_exchange_weak(expected, n, std::memory_order_release, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_signal_fence(std::memory_order_acquire);
  __atomic_fetch_max(p, n, __ATOMIC_SEQ_CST);
  __atomic_fetch_nand(p, n, __ATOMIC_SEQ_CST);
  __atomic_store_n(p, n, __ATOMIC_RELEASE);
  return counter.exchange(1) + counter.load(std::memory_order_acquire) + expected;
}
volatile int device;
int poll() { device = 1; return device + device; }
int assembly(int x) { int y; __asm__ volatile("lea 1(%1), %0" : "=r"(y) : "r"(x) : "memory"); return y; }
double fast(double a, double b) {
#pragma clang fp reassociate(on) contract(fast)
  return a * b + a / b - -a;
}
struct Packed { char tag; double value; } __attribute__((packed));
Packed packed = {'x', 2.5};
struct Nested { int kind; union { double d; char text[24]; }; Packed inner[2]; };
Nested nested[] = {{1, {.d = 3.5}, {{'a', 1}, {'b', 2}}}, {2, {.text = {'h', 'i'}}, {}}};
const char *const names[] = {"alpha", "beta", "gamma"};
const char *inside = &names[1][2];
long difference = (long)&nested[1];
void *grow(size_t n) { return __builtin_memset(__builtin_alloca(n * 8), 0, n); }
void use(void *);
void stack(int n) { char room[n * 2]; use(room); Nested copy = nested[n]; use(&copy); }
bool overflow(int a, int b, int *r) { return __builtin_mul_overflow(a, b, r); }
int convert(double d, float f, long l, unsigned char c) { return (int)d + (int)f + (unsigned)d + (int)l + (int)(float)l + (int)(double)(unsigned)c; }
struct Base { virtual int f() { return 1; } int a; };
struct Left : virtual Base { int f() override { return 2; } };
struct Right : virtual Base { int b; };
struct Both : Left, Right { int f() override { return 3; } };
int call(Base *base) { return dynamic_cast<Both *>(base) ? base->f() : 0; }
Both both;
`;

const streams = `
#include <fstream>
#include <iostream>
#include <sstream>
#include <chrono>
#include <functional>
#include <optional>
#include <variant>
int main(int argc, char **argv) {
  std::ostringstream text;
  text << "x = " << 1.5 << std::endl;
  std::cout << text.str() << argc;
  std::ifstream file(argv[0]);
  std::string line;
  while (std::getline(file, line)) std::cerr << line << '\\n';
  std::variant<int, std::string> either = line;
  std::function<int(int)> twice = [&](int n) { return n * int(either.index()); };
  std::optional<int> maybe = argc > 3 ? std::optional<int>(twice(argc)) : std::nullopt;
  auto start = std::chrono::steady_clock::now();
  return maybe.value_or(0) + int((std::chrono::steady_clock::now() - start).count());
}
`;

/** A computed `goto` and one out of assembly: control flow that the model does not have. */
export const jumps = `
int computed(int n) {
  static void *const targets[] = {&&one, &&two};
  goto *targets[n];
one: return 1;
two: return 2;
}
int assembly(int n) {
  __asm__ goto("jmp %l1" : : "r"(n) : : out);
  return 1;
out: return 2;
}
`;

const deviceCorners = `
#include <cuda_runtime.h>
#define DEVICE __attribute__((device))
struct Particle { float4 position; union { int kind; float weight; }; unsigned flags : 5, rest : 27; };
__constant__ float coefficients[] = {0.1f, -0.0f, 3.4028235e38f, 1e-42f};
__constant__ int offsets[3] = {-1, 0, 1};
DEVICE double table[2][2] = {{0.1, __builtin_nan("7")}, {__builtin_inf(), -2.5e-310}};
DEVICE unsigned long long ticket;
DEVICE const char *message = "lane %d\\n";
extern __shared__ unsigned char pool[];
DEVICE __attribute__((noinline)) int slow(int x, const Particle *p) { return p[x].flags * x; }
DEVICE int (*chosen)(int, const Particle *) = slow;
__global__ void __launch_bounds__(256, 2) scopes(int *p, unsigned long long *q, float *f) {
  int i = threadIdx.x;
  __scoped_atomic_fetch_add(p, i, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_fetch_max(p + 1, i, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_exchange_n(q, ticket, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_SYSTEM);
  int old = p[2];
  while (!__scoped_atomic_compare_exchange_n(p + 2, &old, old * 3, true, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
  __scoped_atomic_fetch_add(f, 0.5f, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_store_n(p + 3, __scoped_atomic_load_n(p + 4, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP), __ATOMIC_RELEASE, __MEMORY_SCOPE_SINGLE);
  atomicAdd(&ticket, 1ull);
}
__global__ void memory(Particle byValue, const Particle *__restrict__ in, float4 *out, int n) {
  __shared__ volatile float tile[32][33];
  float *dynamic = (float *)pool;
  float local[8];
  for (int k = 0; k < 8; k++) local[k] = __nvvm_ldg_f(&in[k].position.x) + coefficients[k & 3];
  tile[threadIdx.y][threadIdx.x] = local[n & 7];
  dynamic[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + table[n & 1][0];
  __syncthreads();
  Particle copy = in[n];
  copy.flags = byValue.flags + 1;
  out[n] = copy.position;
  out[n + 1] = make_float4(dynamic[0], byValue.weight, copy.rest, offsets[n % 3]);
  out[chosen(n, in)].x = 1;
}
__global__ void arithmetic(unsigned long long *out, double d, float f, _Float16 h, int n) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 1, 2, p; }" : "+r"(lane) : "r"(n) : "memory");
  out[0] = __umul64hi(out[1], lane) + __popcll(out[2]) + __clz(n) + __ffs(n);
  out[3] = (unsigned long long)d + (long)f + (short)h + __float_as_int(-f);
  out[4] = f != f ? 1 : d <= 0.25 ? 2 : !(f > d);
  h += (_Float16)1.5f;
  ((_Float16 *)out)[64] = h * h;
  ((double *)out)[5] = sqrt(d) + fma(d, 2.0, (double)f) - fmod(d, 3.0);
  ((float *)out)[12] = __fdividef(f, 3.0f) + __shfl_xor_sync(~0u, f, 16) + __ballot_sync(~0u, n > 3);
  switch (n) { case 7: out[6] = 1; break; case 8: case 900: out[7] = ~out[7] >> n; break; default: __trap(); }
}
`;

/** Device programs by name, beside those that were recorded. */
export const devicePrograms: Readonly<Record<string, string>> = { corners: deviceCorners };

/** A list of variable arguments, which most targets take apart themselves. */
export const variable = `
int sum(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; i++) result += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return result;
}
`;

/** Host programs by name. */
export const hostPrograms: Readonly<Record<string, string>> = { exceptions, containers, corners, streams };
