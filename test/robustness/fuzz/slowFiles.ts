/** Files that take a compiler long or for ever: templates, constant expressions, macros and what an optimiser unrolls. */
import type { HostileFile } from "./model";

const KERNEL = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n";

const doubling = (depth: number): string =>
  Array.from({ length: depth }, (_, i) => `#define X${i + 1} X${i} X${i}\n`).join("");

/** Templates and constant expressions. */
const evaluated: readonly (readonly [what: string, text: string])[] = [
  [
    "templates that double",
    "template <int N, long M> struct T { enum { v = T<N - 1, 2 * M>::v + T<N - 1, 2 * M + 1>::v }; };\ntemplate <long M> struct T<0, M> { enum { v = 1 }; };\n__global__ void slow(int* p) { p[0] = T<30, 1>::v; }\n",
  ],
  [
    "templates without an end",
    "template <int N> struct T { enum { v = T<N + 1>::v }; };\n__global__ void slow(int* p) { p[0] = T<0>::v; }\n",
  ],
  [
    "function templates without an end",
    "template <int N> __device__ int f() { return f<N + 1>(); }\n__global__ void slow(int* p) { p[0] = f<0>(); }\n",
  ],
  [
    "a constant expression that loops",
    "constexpr long f() { long x = 0; for (long i = 0; i < (1l << 40); i++) x += i; return x; }\n__global__ void slow(int* p) { constexpr long x = f(); p[0] = x; }\n",
  ],
  [
    "a constant expression that calls itself twice",
    "constexpr long f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n__global__ void slow(int* p) { constexpr long x = f(60); p[0] = x; }\n",
  ],
  [
    "a deep constant expression",
    "constexpr long f(long n) { return n ? f(n - 1) + 1 : 0; }\n__global__ void slow(int* p) { constexpr long x = f(1l << 40); p[0] = x; }\n",
  ],
  [
    "a large array of constants",
    "struct A { int x[1 << 24]; constexpr A() : x() { for (int i = 0; i < 1 << 24; i++) x[i] = i; } };\nconstexpr A a;\n__global__ void slow(int* p) { p[0] = a.x[7]; }\n",
  ],
  [
    "a long fold",
    "#include <utility>\ntemplate <int... I> __device__ int f(std::integer_sequence<int, I...>) { return (I + ...); }\n__global__ void slow(int* p) { p[0] = f(std::make_integer_sequence<int, 20000>()); }\n",
  ],
  [
    "a tuple of many types",
    "#include <tuple>\n#include <utility>\ntemplate <int... I> auto f(std::integer_sequence<int, I...>) { return std::make_tuple(I...); }\nauto t = f(std::make_integer_sequence<int, 2000>());\n",
  ],
  [
    "overloads",
    `${Array.from({ length: 2000 }, (_, i) => `template <class T> auto f(T t, int(*)[${i + 1}] = 0) -> decltype(t.m${i}());\n`).join("")}void g() { f(1); }\n`,
  ],
  [
    "a type that doubles",
    `template <class A, class B> struct P {};\n${Array.from({ length: 30 }, (_, i) => `typedef P<${i ? `T${i - 1}, T${i - 1}` : "int, int"}> T${i};\n`).join("")}__global__ void slow(T29* p) { }\n`,
  ],
  ["lambdas in lambdas", `auto f = ${"[](auto x) { return ".repeat(30)}1${"; }(1)".repeat(29)}; };\n`],
  ["an ambiguous declaration", `int x = ${"(int(".repeat(2000)}1${"))".repeat(2000)};\n`],
];

/** Macros, initialisers, and loops that are unrolled. */
const expanded: readonly (readonly [what: string, text: string])[] = [
  ["macros that double", `#define X0 p[threadIdx.x]++;\n${doubling(30)}__global__ void slow(int* p) { X30 }\n`],
  ["macros that double outside of functions", `#define X0 int f();\n${doubling(30)}X30\n`],
  [
    "macros with arguments that double",
    `#define Y0(x) x x\n${Array.from({ length: 28 }, (_, i) => `#define Y${i + 1}(x) Y${i}(x x)\n`).join("")}__global__ void slow(int* p) { Y28(p[0]++;) }\n`,
  ],
  [
    "a macro of many arguments",
    `#define F(...) __VA_ARGS__\n__global__ void slow(int* p) { int a[] = { F(${"1,".repeat(200_000)}1) }; p[0] = a[p[1]]; }\n`,
  ],
  [
    "a loop that is told to unroll",
    "__global__ void slow(int* p) {\n#pragma unroll 1000000\n  for (int i = 0; i < 1000000; i++) p[i * threadIdx.x] = i;\n}\n",
  ],
  [
    "loops in loops that are told to unroll",
    "__global__ void slow(int* p) {\n#pragma unroll\n  for (int i = 0; i < 100; i++)\n#pragma unroll\n    for (int j = 0; j < 100; j++)\n#pragma unroll\n      for (int l = 0; l < 100; l++) p[i * j + l * threadIdx.x] += i;\n}\n",
  ],
  [
    "inline functions that double",
    `${"__device__ __forceinline__ int f0(int* p) { return p[threadIdx.x]++; }\n"}${Array.from({ length: 22 }, (_, i) => `__device__ __forceinline__ int f${i + 1}(int* p) { return f${i}(p) + f${i}(p + 1); }\n`).join("")}__global__ void slow(int* p) { p[0] = f22(p); }\n`,
  ],
  [
    "virtual functions",
    `${Array.from({ length: 500 }, (_, i) => `struct S${i} ${i ? `: S${i - 1} ` : ""}{ __device__ virtual int f() { return ${i}; } };\n`).join("")}__global__ void slow(S499* p, int* q) { q[0] = p->f(); }\n`,
  ],
  [
    "a large initialiser",
    `__constant__ int a[] = { ${"1,".repeat(300_000)} };\n__global__ void slow(int* p) { p[threadIdx.x] = a[threadIdx.x]; }\n`,
  ],
  [
    "a condition of many parts",
    `__global__ void slow(int* p) { if (${Array.from({ length: 5000 }, (_, i) => `p[${i}] == ${i}`).join(" && ")}) p[threadIdx.x] = 1; }\n`,
  ],
  [
    "a sum of many parts",
    `__global__ void slow(int* p) { p[0] = ${Array.from({ length: 20_000 }, (_, i) => `p[${i}]`).join(" + ")}; }\n`,
  ],
  ["a product of 4096 bits", "__global__ void slow(unsigned _BitInt(4096)* p) { p[0] = p[1] * p[2] / p[3]; }\n"],
  [
    "a vector of many elements",
    "typedef float V __attribute__((ext_vector_type(65536)));\n__global__ void slow(V* p) { p[0] = p[1] * p[2]; }\n",
  ],
  [
    "an alignment",
    "struct alignas(1 << 28) S { int x; };\n__global__ void slow(S* p) { S s[4]; s[p->x].x = 1; p[threadIdx.x].x = s[p[1].x].x; }\n",
  ],
  ["an enormous array", "__device__ char a[1ul << 46];\n__global__ void slow(int* p) { p[0] = a[1ul << 40]; }\n"],
  [
    "enormous shared memory",
    "__global__ void slow(int* p) { __shared__ int s[1 << 28]; s[threadIdx.x] = 1; p[0] = s[p[1]]; }\n",
  ],
  ["an enormous local array", "__global__ void slow(int* p) { int a[1 << 28]; a[p[0]] = 1; p[0] = a[p[1]]; }\n"],
  [
    "enormous launches",
    "__global__ void slow(int* p) { p[threadIdx.x * 32] = blockIdx.x; }\nint main() { slow<<<2147483647, 1024>>>(0); slow<<<1ull << 63, -1>>>(0); slow<<<dim3(~0u, ~0u, ~0u), dim3(~0u)>>>(0); }\n",
  ],
  [
    "assembly without sense",
    'constexpr int n = 1;\n__global__ void slow(int* p) { asm volatile("constructor.u32 %0, %9999; {{{{ @!p bra $L; .reg .b32 %<99999999>; mad.lo" : "=r"(p[0]) : "l"(p), "n"(n)); }\n',
  ],
  [
    "much assembly",
    `__global__ void slow(int* p) { ${'asm volatile("add.u32 %0, %0, 1;" : "+r"(p[threadIdx.x]));'.repeat(5000)} }\n`,
  ],
  [
    "host loops over launches",
    "__global__ void slow(int* p, int n) { p[threadIdx.x * n] = n; }\nint main() { for (long i = 0; i < (1l << 40); i++) for (int b = 1; b <= 1024; b++) slow<<<i, b>>>(0, b); }\n",
  ],
];

/** Files that take long. */
export const slowFiles: readonly HostileFile[] = [...evaluated, ...expanded].map(([what, text]) => ({
  what,
  text: text + KERNEL,
}));
