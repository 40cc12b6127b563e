/** Host code of its own: C as programs use it, run on the simulated host, against what it must print. */

import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import { Budget } from "../../simulator/budget";
import { type ProgramResult, runProgram } from "../../simulator/host/program";
import { DeviceMemory } from "../../simulator/memory/device";
import { deviceModule } from "../support/device";
import { hostModule } from "../support/host";
import { sampledIt } from "../support/sample";

const it = sampledIt("host/language", 3);

async function run(text: string, words: readonly string[] = ["program"]): Promise<ProgramResult> {
  const [host, module] = [await hostModule(text), await deviceModule(text)];
  return runProgram({
    host,
    device: { module, lowered: new Map() },
    memory: new DeviceMemory(1 << 28),
    architecture: architectures.get("sm_90")!,
    options: {
      arguments: words,
      environment: new Map([["HOME", "/nowhere"]]),
      stdin: new Uint8Array(),
      maxOutput: 1 << 20,
    },
    runLaunch: () => assert.fail("no kernel is launched here"),
    budget: new Budget(1e9),
  });
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function prints(source: string, expected: string, words?: readonly string[]): Promise<void> {
  const result = await run(source, words);
  assert.equal(result.outcome.message, "");
  assert.equal(text(result.stdout), expected);
}

const c = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <cuda_runtime.h>\n";

describe("the simulated host", () => {
  it("compares and negates halves, which live as bit patterns", () =>
    prints(
      `#include <cuda_fp16.h>
#include <cstdio>
__attribute__((noinline)) bool differ(const __half* a, const __half* b) { return (float)*a != (float)*b; }
__attribute__((noinline)) bool below(const __half* a, const __half* b) { return (float)*a < (float)*b; }
__attribute__((noinline)) bool is_nan(const __half* a) { float x = *a; return x != x; }
__attribute__((noinline)) __half negated(const __half* a) { return __float2half(-(float)*a); }
int main() {
  __half_raw bits;
  bits.x = 0x7e00;
  __half values[] = {__float2half(1.5f), __float2half(-2), __float2half(-0.0f), __float2half(0), bits};
  for (const __half& a : values) {
    for (const __half& b : values) printf("%d%d ", differ(&a, &b), below(&a, &b));
    printf("%d %g\\n", is_nan(&a), (float)negated(&a));
  }
}`,
      "00 10 10 10 10 0 -1.5\n11 00 11 11 10 0 2\n11 10 00 00 10 0 0\n11 10 00 00 10 0 -0\n10 10 10 10 10 1 nan\n",
    ));

  // What g++ 12 prints for the same text under nvcc 13.0.
  it("computes in the 16-bit formats where clang narrows what is widened and rounded back", () =>
    prints(
      `#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
template <typename T, typename F> void line(const T* a, const T* b, F f) {
  for (int i = 0; i < 5; i++) printf("%g%c", (float)f((float)a[i], (float)b[i]), i < 4 ? ' ' : '\\n');
}
template <typename T> void all(const T* a, const T* b) {
  line(a, b, [](float x, float y) { return T(x + y); });
  line(a, b, [](float x, float y) { return T(x * y); });
  line(a, b, [](float x, float y) { return T(x / y); });
  line(a, b, [](float x, float y) { return T(fmodf(x, y)); });
  line(a, b, [](float x, float y) { return T(fmaxf(x, y)); });
  line(a, b, [](float x, float y) { return T(fminf(x, y)); });
  line(a, b, [](float x, float) { return T(sqrtf(fabsf(x))); });
  line(a, b, [](float x, float) { return T(floorf(x)); });
  line(a, b, [](float x, float) { return T(roundf(x)); });
  line(a, b, [](float x, float) { return T(rintf(x)); });
  line(a, b, [](float x, float y) { return T(copysignf(x, y)); });
}
int main() {
  volatile float first[] = {-7.3f, 2.5f, 0.1f, NAN, -0.5f}, second[] = {3.7f, -0.3f, -4.0f, 2.0f, NAN};
  __half a[5], b[5];
  __nv_bfloat16 c[5], d[5];
  for (int i = 0; i < 5; i++) a[i] = first[i], b[i] = second[i], c[i] = first[i], d[i] = second[i];
  all(a, b);
  all(c, d);
}`,
      [
        "-3.60156 2.19922 -3.90039 nan nan",
        "-27 -0.75 -0.399902 nan nan",
        "-1.97363 -8.32812 -0.0249939 nan nan",
        "-3.60156 0.0996094 0.0999756 nan nan",
        "3.69922 2.5 0.0999756 2 -0.5",
        "-7.30078 -0.300049 -4 2 -0.5",
        "2.70117 1.58105 0.316162 nan 0.707031",
        "-8 2 0 nan -1",
        "-7 3 0 nan -1",
        "-7 2 0 nan -0",
        "7.30078 -2.5 -0.0999756 nan 0.5",
        "-3.60938 2.20312 -3.90625 nan nan",
        "-27.125 -0.75 -0.400391 nan nan",
        "-1.97656 -8.3125 -0.0250244 nan nan",
        "-3.60938 0.09375 0.100098 nan nan",
        "3.70312 2.5 0.100098 2 -0.5",
        "-7.3125 -0.300781 -4 2 -0.5",
        "2.70312 1.57812 0.316406 nan 0.707031",
        "-8 2 0 nan -1",
        "-7 3 0 nan -1",
        "-7 2 0 nan -0",
        "7.3125 -2.5 -0.100098 nan 0.5",
        "",
      ].join("\n"),
    ));

  it("has the headers of x86's vector instructions, with aligned memory", () =>
    prints(
      `${c}#include <immintrin.h>
int main() {
  float* numbers = (float*)_mm_malloc(4 * sizeof(float), 64);
  __m128 one_to_four = _mm_setr_ps(1, 2, 3, 4);
  _mm_store_ps(numbers, _mm_add_ps(_mm_mul_ps(one_to_four, _mm_set1_ps(2)), one_to_four));
  printf("%g %g %d\\n", numbers[0], numbers[3], (int)((size_t)numbers % 64));
  _mm_free(numbers);
}`,
      "3 12 0\n",
    ));

  it("has x86's clock of ticks, and its pause lets other threads run", () =>
    prints(
      `#include <immintrin.h>
#include <x86intrin.h>
#include <cstdio>
#include <thread>
volatile int ready;
int main() {
  unsigned long long begin = __rdtsc();
  std::thread other([] { ready = 1; });
  while (!ready) _mm_pause();
  other.join();
  printf("%d\\n", __rdtsc() > begin);
}`,
      "1\n",
    ));

  it("says what system it runs on, in names that tell nothing", () =>
    prints(
      `#include <sys/utsname.h>
#include <cstdio>
#include <cuda.h>
#ifndef __cuda_cuda_h__
#error "headers of samples ask by this name for the driver API"
#endif
int main() {
  utsname u;
  int code = uname(&u);
  printf("%d %s %s %s %d\\n", code, u.sysname, u.nodename, u.machine, (int)sizeof u);
}`,
      "0 Linux simulated x86_64 390\n",
    ));

  it("includes the system's headers beside each other, with the layouts of Linux", () =>
    prints(
      `#include <sys/types.h>
#include <sys/cdefs.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <arpa/inet.h>
#include <execinfo.h>
#include <netdb.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>
#include <cstdio>
__BEGIN_DECLS
uid_t owner(const shmid_ds* s) { return s->shm_perm.uid; }
__END_DECLS
int main() {
  printf("%zu %zu %zu %zu ", sizeof(termios), sizeof(shmid_ds), sizeof(passwd), sizeof(addrinfo));
  printf("%zu %zu %zu\\n", sizeof(sockaddr_in), sizeof(ino_t), sizeof(mode_t));
}`,
      "60 112 48 48 16 8 4\n",
    ));

  it("includes <arpa/inet.h> and turns numbers into the byte order of the network", () =>
    prints(
      `#include <arpa/inet.h>
#include <cstdio>
int main() {
  in_addr address{htonl(INADDR_LOOPBACK)};
  printf("%x %x %x %x\\n", htons(0x1234), ntohs(0x3412), address.s_addr, ntohl(address.s_addr));
}`,
      "3412 1234 100007f 7f000001\n",
    ));

  it("leaves complex numbers their own functions beside the device's mathematics", () =>
    prints(
      `#include <complex>
#include <cstdio>
int main() {
  std::complex<double> z = std::pow(std::complex<double>(1, 2), 2.5) / std::complex<double>(3, 4);
  printf("%.9g %.9g %.3f\\n", z.real(), z.imag(), std::pow(2, 0.5f));
}`,
      "-0.398539821 1.44126125 1.414\n",
    ));

  it("wraps integers around and reads memory as another type, as where host code is built without optimisation", () =>
    prints(
      `${c}bool grows(int i) { return i + 1 > i; }
int bits(float* value) {
  int* words = (int*)value;
  *value = 1.0f;
  words[0] += 1 << 23;
  return *value == 2.0f;
}
int main(int count, char**) {
  int wrong = 0;
  int* squares = (int*)malloc(70000 * sizeof(int));
  for (int i = 0; i < 70000; ++i) squares[i] = (int)((unsigned)i * (unsigned)i);
  for (int i = 0; i < 70000; ++i) if (squares[i] != i * i) ++wrong;
  float value = 0;
  printf("%d %d %d\\n", wrong, grows(2147483646 + count), bits(&value));
  free(squares);
}
`,
      "0 0 1\n",
    ));
  it("reports overflow of 8- to 64-bit arithmetic beside the wrapped result", () => {
    const values = [0n, 1n, -1n, 2n, -2n, 3n, 127n, -128n, 0x7fffn, 0x7fff_ffffn, -0x8000_0000n, 0x1_0000_0001n];
    const extremes = [0x7fff_ffff_ffff_ffffn, -0x8000_0000_0000_0000n, 0x4000_0000_0000_0000n, 0xb504_f333n];
    const all = [...values, ...extremes];
    const types = [
      "signed char",
      "unsigned char",
      "short",
      "unsigned short",
      "int",
      "unsigned",
      "long",
      "unsigned long",
    ];
    const operations = ["add", "sub", "mul"];
    const lines = types.map((type) => {
      const checks = operations.map(
        (name) => `{ T r; bool f = __builtin_${name}_overflow(a, b, &r); hash(r); hash(f); }`,
      );
      return `{ using T = ${type}; for (long x : values) for (long y : values) { volatile T p = (T)x, q = (T)y; T a = p, b = q; ${checks.join(" ")} } show(); }`;
    });
    const source = `${c}static unsigned long sum = 0;
static void hash(unsigned long value) { sum = sum * 31 + value; }
static void show() { printf("%lx\\n", sum); sum = 0; }
int main() {
  static const long values[] = { ${all.map((value) => `(long)${BigInt.asUintN(64, value)}ul`).join(", ")} };
  ${lines.join("\n  ")}
}
`;
    const word = (value: bigint) => BigInt.asUintN(64, value);
    const expected = types.map((type) => {
      const bits = { char: 8, short: 16, int: 32, unsigned: 32, long: 64 }[type.split(" ").at(-1) as "char"];
      const wrap = (value: bigint) =>
        type.startsWith("unsigned") ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
      let sum = 0n;
      const hash = (value: bigint) => {
        sum = word(sum * 31n + word(value));
      };
      for (const a of all.map(wrap)) {
        for (const b of all.map(wrap)) {
          for (const exact of [a + b, a - b, a * b]) {
            hash(wrap(exact));
            hash(wrap(exact) === exact ? 0n : 1n);
          }
        }
      }
      return sum.toString(16);
    });
    return prints(source, `${expected.join("\n")}\n`);
  });

  it("prints as a C library does", () =>
    prints(
      `${c}int main() {
  printf("%d %5d|%-5d|%05d %u %x %#X %lld %zu\\n", -7, 42, 42, 42, 4000000000u, 255, 255, -5000000000ll, sizeof(void*));
  printf("%f %.2f %10.3f %e %g %g %g\\n", 3.5, 2.675, -1.0005, 12345.678, 0.0001, 1e10, 123456789.0);
  printf("%s %.3s %10s|%-6s|%c%c %%\\n", "warp", "wavefront", "bank", "lane", 'a', 'b');
  printf("%5.1f%% %08x %p\\n", 99.5, 0xbeefu, (void*)0);
  return 0;
}`,
      "-7    42|42   |00042 4000000000 ff 0XFF -5000000000 8\n" +
        "3.500000 2.67     -1.000 1.234568e+04 0.0001 1e+10 1.23457e+08\n" +
        "warp wav       bank|lane  |ab %\n" +
        " 99.5% 0000beef (nil)\n",
    ));

  it("runs loops, recursion, function pointers, structures and switches", () =>
    prints(
      `${c}struct Pair { int a; double b; long c[3]; };
static Pair make(int n) { Pair p = {n, n * 0.5, {n, n + 1, n + 2}}; return p; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int main(int argc, char** argv) {
  int (*table[])(int) = {twice, square};
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += table[i & 1](i);
  Pair p = make(fib(15));
  const char* name = "";
  switch (argc) { case 1: name = "one"; break; case 3: name = "three"; break; default: name = "many"; }
  printf("%d %d %.1f %ld %s %s\\n", sum, p.a, p.b, p.c[2], name, argv[1]);
  short s = -1; unsigned char u = 200; s = s * 3 + u; u += 100;
  printf("%d %d %d %u\\n", s, u, -7 / 2, (unsigned)-7 % 5);
  return compare(&s, &s);
}`,
      "205 610 305.0 612 three b\n197 44 -3 4\n",
      ["program", "b", "c"],
    ));

  it("passes extra arguments to the program's own variadic functions", () =>
    prints(
      `${c}#include <stdarg.h>
static double total(int n, ...) { va_list l; va_start(l, n); double t = 0; for (int i = 0; i < n; ++i) t += i % 2 ? va_arg(l, double) : va_arg(l, int); va_end(l); return t; }
static void say(const char* format, ...) { char b[100]; va_list l; va_start(l, format); vsnprintf(b, sizeof b, format, l); va_end(l); puts(b); }
int main() { say("%d-%s-%.2f", 1, "two", 3.0); printf("%g\\n", total(4, 1, 2.5, 3, 4.5)); }`,
      "1-two-3.00\n11\n",
    ));

  it("has a heap, strings, and glibc's random numbers", () =>
    prints(
      `${c}int main() {
  int* a = (int*)malloc(100 * sizeof(int));
  for (int i = 0; i < 100; ++i) a[i] = i * i;
  a = (int*)realloc(a, 200 * sizeof(int));
  char* s = strdup("coalesced");
  printf("%d %zu %s %d %d\\n", a[99], strlen(s), strchr(s, 's'), atoi("-12x"), strcmp("a", "b") < 0);
  printf("%d %d ", rand(), rand()); srand(42); printf("%d\\n", rand());
  free(a); free(s);
  double* d = new double[3]{1, 2, 3}; printf("%g %g\\n", sqrt(d[1]), pow(d[2], 3.0)); delete[] d;
}`,
      "9801 9 sced -12 1\n1804289383 846930886 71876166\n1.41421 27\n",
    ));

  it("ends with the exit code of main or exit, after what was registered", async () => {
    const result = await run(
      `${c}static void bye() { puts("bye"); } int main() { atexit(bye); puts("hello"); exit(300); }`,
    );
    assert.equal(result.exitCode, 300 & 255);
    assert.equal(text(result.stdout), "hello\nbye\n");
  });

  it("aligns variables of a function as their types ask, however deep its frame is", () =>
    prints(
      `${c}struct alignas(64) A { int x[16]; };
struct alignas(256) B { char x[256]; };
int wrong(int n) {
  char pad[24]; A a; B b;
  pad[0] = n; a.x[0] = n; b.x[0] = n;
  int here = ((size_t)&a % 64 != 0) + ((size_t)&b % 256 != 0) + (pad[0] != n) + (a.x[0] != b.x[0]);
  return here + (n ? wrong(n - 1) : 0);
}
int main() { printf("%d\\n", wrong(10)); }`,
      "0\n",
    ));

  it("runs static constructors before main", () =>
    prints(
      `${c}struct Loud { Loud() { puts("made"); } }; static Loud loud; int main() { puts("main"); }`,
      "made\nmain\n",
    ));

  it("says what a wild, null or device pointer was, with its line", async () => {
    const wild = await run(
      `${c}int main(int argc, char**) {\n  volatile int* p = argc > 5 ? (int*)malloc(4) : nullptr;\n  return *p;\n}`,
    );
    assert.equal(wild.outcome.kind, "trapped");
    assert.match(wild.outcome.message, /null pointer/);
    assert.equal(wild.outcome.location?.line, 4 + 3);
    const device = await run(`${c}int main() { int* d; cudaMalloc(&d, 64);\n  *d = 1;\n}`);
    assert.match(device.outcome.message, /device memory.*cudaMemcpy/);
    const twice = await run(`${c}int main() { void* volatile p = malloc(8); free(p);\n  free(p);\n}`);
    assert.match(twice.outcome.message, /already freed/);
    assert.equal(twice.outcome.location?.line, 6);
  });

  it("stops endless loops, recursion and output with a reason", async () => {
    const recursion = await run(
      `${c}int deep(volatile int n) { return deep(n + 1) + n; } int main() { return deep(0); }`,
    );
    assert.match(recursion.outcome.message, /stack overflows/);
    const output = await run(`${c}int main() { for (;;) puts("again and again and again"); }`);
    assert.equal(output.outcome.kind, "limit");
    assert.match(output.outcome.message, /wrote more than/);
    const division = await run(`${c}int main(int argc, char**) { return 7 / (argc - 1); }`);
    assert.match(division.outcome.message, /divided by zero/);
  });

  it("answers copies between kinds of memory as the runtime does", () =>
    prints(
      `${c}#define SAY(x) printf("%s\\n", cudaGetErrorName(x))
int main() {
  int *d, *h = (int*)malloc(64), *m;
  SAY(cudaMalloc(&d, 64)); SAY(cudaMallocHost(&m, 64));
  for (int i = 0; i < 16; ++i) h[i] = i;
  SAY(cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice)); SAY(cudaMemset(d, 255, 4));
  SAY(cudaMemcpy(m, d, 64, cudaMemcpyDeviceToHost)); printf("%d %d\\n", m[0], m[15]);
  SAY(cudaMemcpy(d, h, 64, cudaMemcpyDeviceToDevice)); SAY(cudaGetLastError()); SAY(cudaGetLastError());
  SAY(cudaMemcpy(d, h, 65, cudaMemcpyHostToDevice)); SAY(cudaFree(h)); SAY(cudaFree(d)); SAY(cudaFree(d)); SAY(cudaFreeHost(m));
}`,
      "cudaSuccess\ncudaSuccess\ncudaSuccess\ncudaSuccess\ncudaSuccess\n-1 15\ncudaErrorInvalidValue\ncudaErrorInvalidValue\ncudaSuccess\n" +
        "cudaErrorInvalidValue\ncudaErrorInvalidValue\ncudaSuccess\ncudaErrorInvalidValue\ncudaSuccess\n",
    ));
});
