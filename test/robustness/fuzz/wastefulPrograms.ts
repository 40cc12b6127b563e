/**
 * Programs that never end as people really write them by mistake: a poll without a time limit, a solver that never converges,
 * a queue that is never closed, a log that is never rotated. [what, what stands before `main`, body of `main`, outcomes]
 */
import type { HostileProgram } from "./model";

type Row = readonly [what: string, before: string, main: string, ends?: RegExp];

const LIMIT = /^limit$/;
/** Who asks for more memory than there is may be told so before the limit. */
const FULL = /^(limit|trapped)$/;
/** Who waits for ever is told so; where that cannot be told, the limit ends the run. */
const WAITS = /^(limit|deadlock)$/;

const host: readonly Row[] = [
  ["a solver that never converges", "", "volatile double x = 1; while (x * x != 2) x = (x + 2 / x) / 2;"],
  ["a counter that wraps", "", "for (unsigned volatile i = 10; i >= 0; i--) {}"],
  ["a float that no longer grows", "", "volatile float f = 0; while (f < 1e9f) f += 1;"],
  ["collatz of a negative number", "", "volatile long n = -5; while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2;"],
  [
    "a linked list in a circle",
    "struct N { N* next; };",
    "N a, b; a.next = &b; b.next = &a; for (N* volatile p = &a; p; p = p->next) {}",
  ],
  [
    "a parser that does not advance",
    "#include <cstdlib>",
    'const char* s = "x1"; char* end; long volatile n; while (*s) { n = strtol(s, &end, 10); s = end; }',
  ],
  ["sscanf in a loop", "#include <cstdio>", 'int x; while (sscanf("nothing", "%d", &x) != 1) {}'],
  [
    "strcat onto itself",
    "#include <cstring>",
    'static char b[1 << 20]; for (;;) { b[0] = 0; for (int i = 0; i < 1000; i++) strcat(b, "0123456789"); }',
  ],
  [
    "strstr over a long text",
    "#include <cstring>\n#include <cstdlib>",
    "char* a = (char*)malloc(1 << 24); memset(a, 'a', 1 << 24); a[(1 << 24) - 1] = 0; const char* volatile p; for (;;) p = strstr(a, \"aaaaaaab\");",
  ],
  [
    "snprintf of numbers",
    "#include <cstdio>",
    'char b[64]; for (long i = 0;; i++) snprintf(b, sizeof b, "%ld %g %s", i, i / 3.0, "x");',
  ],
  ["a string stream", "#include <sstream>", "for (;;) { std::stringstream s; s << 1 << ' ' << 2.5; int x; s >> x; }"],
  [
    "a vector that is never cleared",
    "#include <vector>",
    "std::vector<double> v; for (;;) v.push_back(v.size());",
    FULL,
  ],
  ["insertions at the front", "#include <vector>", "std::vector<int> v; for (;;) v.insert(v.begin(), 1);", FULL],
  [
    "an unordered map",
    "#include <unordered_map>",
    "std::unordered_map<long, long> m; for (long i = 0;; i++) m[i % 100000] += i;",
  ],
  [
    "sets of strings",
    "#include <set>\n#include <string>",
    "std::set<std::string> s; for (long i = 0;; i++) s.insert(std::to_string(i % 5000));",
  ],
  [
    "a priority queue",
    "#include <queue>",
    "std::priority_queue<int> q; for (int i = 0;; i++) { q.push(i * 7919); if (q.size() > 1000) q.pop(); }",
  ],
  [
    "std::function",
    "#include <functional>",
    "std::function<long(long)> f = [](long x) { return x * 3 + 1; }; volatile long x = 1; for (;;) x = f(x);",
  ],
  [
    "virtual calls",
    "struct B { virtual long f(long x) { return x + 1; } virtual ~B() {} }; struct D : B { long f(long x) override { return x * 2; } };",
    "B* volatile b = new D; volatile long x = 0; for (;;) x = b->f(x);",
  ],
  ["shared pointers", "#include <memory>", "for (;;) { auto p = std::make_shared<int>(1); auto q = p; }"],
  [
    "exceptions through ten frames",
    "void f(int n) { if (n == 0) throw 1; f(n - 1); }",
    "for (;;) try { f(10); } catch (int) {}",
  ],
  ["a mutex", "#include <mutex>", "std::mutex m; for (;;) { std::lock_guard<std::mutex> g(m); }"],
  ["time of the day", "#include <ctime>", "while (time(nullptr) != 0) {}"],
  [
    "a poll with chrono",
    "#include <chrono>",
    "auto end = std::chrono::steady_clock::now() + std::chrono::hours(100000); while (std::chrono::steady_clock::now() < end) {}",
  ],
  [
    "a naive Fibonacci",
    "long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }",
    "volatile long x = fib(80);",
  ],
  [
    "Ackermann",
    "long a(long m, long n) { return m == 0 ? n + 1 : n == 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }",
    "volatile long x = a(5, 5);",
    /^(limit|trapped)$/,
  ],
  [
    "permutations",
    "#include <algorithm>",
    "int v[20]; for (int i = 0; i < 20; i++) v[i] = i; volatile int k; do k = v[0]; while (std::next_permutation(v, v + 20));",
  ],
  [
    "a random walk",
    "#include <random>",
    "std::mt19937_64 g(1); std::normal_distribution<double> d; volatile double x = 0; for (;;) x = x + d(g);",
  ],
  [
    "a log that is appended to",
    "#include <cstdio>",
    'for (;;) { FILE* f = fopen("log.txt", "a"); fprintf(f, "line\\n"); fclose(f); }',
  ],
  [
    "a file that is sought and read",
    "#include <cstdio>",
    'FILE* f = fopen("x", "w+"); fputs("0123456789", f); char b[8]; for (;;) { rewind(f); fread(b, 1, 8, f); }',
  ],
  ["fflush", "#include <cstdio>", "for (;;) fflush(stdout);"],
  ["putchar", "#include <cstdio>", "for (;;) putchar('x');"],
  [
    "perror",
    "#include <cstdio>\n#include <cstdlib>",
    'for (;;) { FILE* f = fopen("not/there", "r"); if (!f) perror("open"); }',
  ],
];

const runtime: readonly Row[] = [
  [
    "a wait for an event that is recorded later",
    "",
    "cudaEvent_t e; cudaEventCreate(&e); while (cudaEventQuery(e) == cudaSuccess) {}",
  ],
  [
    "a poll of a stream",
    "__global__ void k() {}",
    "cudaStream_t s; cudaStreamCreate(&s); k<<<1, 1, 0, s>>>(); while (cudaStreamQuery(s) != cudaErrorInvalidValue) {}",
  ],
  ["allocations without an end", "", "for (;;) { int* p; cudaMalloc(&p, 1 << 16); }", FULL],
  ["launches that fail", "__global__ void k() {}", "for (;;) k<<<1, 2000>>>();"],
  ["copies to symbols", "__constant__ float c[4096]; float h[4096];", "for (;;) cudaMemcpyToSymbol(c, h, sizeof h);"],
  ["addresses of symbols", "__device__ float d[4096];", "void* p; for (;;) cudaGetSymbolAddress(&p, d);"],
  [
    "prefetches",
    "",
    "float* p; cudaMallocManaged(&p, 1 << 24); for (;;) { p[0] = 1; cudaMemPrefetchAsync(p, 1 << 24, 0, 0); }",
  ],
  [
    "registered memory",
    "#include <cstdlib>",
    "void* p = malloc(1 << 20); for (;;) { cudaHostRegister(p, 1 << 20, 0); cudaHostUnregister(p); }",
  ],
  [
    "strings of errors",
    "",
    "const char* volatile s; for (int i = 0;; i++) s = cudaGetErrorString((cudaError_t)(i % 100));",
  ],
  ["callbacks", "void f(void*) {}", "for (;;) { cudaLaunchHostFunc(0, f, 0); cudaStreamSynchronize(0); }"],
  [
    "occupancy",
    "__global__ void k() {}",
    "int n; for (;;) cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 256, 0);",
  ],
  [
    "small copies each way",
    "__global__ void k(int* p) { p[0]++; }",
    "int *d, h = 0; cudaMalloc(&d, 4); for (;;) { cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); if (h < 0) break; }",
  ],
  [
    "a breadth-first search whose frontier is never empty",
    "__global__ void k(int* more) { *more = 1; }",
    "int *d, h; cudaMalloc(&d, 4); do { h = 0; cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice); k<<<256, 256>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); } while (h);",
  ],
  [
    "graphs that are built again and again",
    "__global__ void k() {}",
    "cudaStream_t s; cudaStreamCreate(&s); for (;;) { cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 1, 0, s>>>(); cudaStreamEndCapture(s, &g); cudaGraphExec_t x; cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaGraphExecDestroy(x); cudaGraphDestroy(g); }",
  ],
];

const kernels: readonly Row[] = [
  [
    "a grid stride of zero",
    "__global__ void k(int* p, int n) { for (int i = threadIdx.x; i < n; i += 0) p[i & 1023] = i; }",
    "int* p; cudaMalloc(&p, 4096); k<<<8, 128>>>(p, 1000); cudaDeviceSynchronize();",
  ],
  [
    "a reduction whose stride never shrinks",
    "__global__ void k(float* p) { __shared__ float s[256]; s[threadIdx.x] = p[threadIdx.x]; for (int d = 128; d > 0; d |= 1) { __syncthreads(); if (threadIdx.x < d) s[threadIdx.x] += s[(threadIdx.x + d) & 255]; } p[0] = s[0]; }",
    "float* p; cudaMalloc(&p, 1024); cudaMemset(p, 0, 1024); k<<<4, 256>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "a ticket lock that is never released",
    "__device__ int next, serving; __global__ void k(int* p) { int mine = atomicAdd(&next, 1); while (atomicAdd(&serving, 0) != mine) {} p[0]++; }",
    "int* p; cudaMalloc(&p, 4); k<<<16, 32>>>(p); cudaDeviceSynchronize();",
    WAITS,
  ],
  [
    "a work queue that is refilled",
    "__device__ int tail; __global__ void k(int* q) { for (;;) { int at = atomicAdd(&tail, 1); q[at & 4095] = at; if (at < 0) break; } }",
    "int* p; cudaMalloc(&p, 16384); k<<<32, 128>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "a persistent kernel",
    "__global__ void k(volatile int* stop, float* p) { while (!*stop) p[threadIdx.x] = p[threadIdx.x] * 1.01f + 1; }",
    "int* s; float* p; cudaMallocManaged(&s, 4); cudaMalloc(&p, 4096); *s = 0; k<<<4, 256>>>(s, p); cudaDeviceSynchronize();",
    WAITS,
  ],
  [
    "Newton in doubles",
    "__global__ void k(double* p) { double x = p[threadIdx.x] + 1; while (fabs(x * x - 2) >= 0) x = x - (x * x - 2) / (2 * x); p[0] = x; }",
    "double* p; cudaMalloc(&p, 8192); cudaMemset(p, 0, 8192); k<<<16, 256>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "a hash table that is full",
    "__global__ void k(int* t) { int key = threadIdx.x + 1; for (int at = key & 63;; at = (at + 1) & 63) { int old = atomicCAS(&t[at], 0, key); if (old == 0 || old == key) break; } }",
    "int* p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); k<<<1, 128>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "strings on the device",
    "__global__ void k(char* p) { int n = 0; for (;;) { int i = 0; while (p[i]) i++; n += i; p[4000] = n; } }",
    "char* p; cudaMalloc(&p, 4096); cudaMemset(p, 1, 3000); cudaMemset(p + 3000, 0, 1096); k<<<2, 64>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "function pointers",
    "typedef int (*F)(int); __device__ int a(int x) { return x + 1; } __device__ int b(int x) { return x * 2; } __device__ F table[2] = {a, b}; __global__ void k(volatile int* p) { int x = 1; for (int i = 0;; i++) { x = table[(x ^ p[0]) & 1](x); p[1] = x; } }",
    "int* p; cudaMalloc(&p, 64); cudaMemset(p, 0, 64); k<<<4, 64>>>(p); cudaDeviceSynchronize();",
    /^(limit|unsupported)$/,
  ],
  [
    "a traversal of a tree that has a cycle",
    "struct N { int left, right; }; __global__ void k(const N* t, int* out) { int at = 0, sum = 0; while (at >= 0) { sum += at; at = (sum & 1) ? t[at].left : t[at].right; out[threadIdx.x] = sum; } }",
    "N h[2] = {{1, 1}, {0, 0}}; N* t; int* o; cudaMalloc(&t, sizeof h); cudaMalloc(&o, 1024); cudaMemcpy(t, h, sizeof h, cudaMemcpyHostToDevice); k<<<8, 128>>>(t, o); cudaDeviceSynchronize();",
  ],
  [
    "warp reductions for ever",
    "__global__ void k(unsigned* p) { unsigned x = threadIdx.x; for (;;) { x += __reduce_add_sync(~0u, x); x ^= __ballot_sync(~0u, x & 1); p[threadIdx.x] = x; } }",
    "unsigned* p; cudaMalloc(&p, 4096); k<<<8, 256>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "constant memory for ever",
    "__constant__ int c[1024]; __global__ void k(int* p) { int x = threadIdx.x; for (;;) { x = c[(x + p[0]) & 1023] + 1; p[threadIdx.x] = x; } }",
    "int* p; cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096); k<<<8, 256>>>(p); cudaDeviceSynchronize();",
  ],
  [
    "a printf of many arguments",
    '#include <cstdio>\n__global__ void k() { for (int i = 0;; i++) printf("%d %f %s %x\\n", i, i * 0.5, "text", i); }',
    "k<<<2, 64>>>(); cudaDeviceSynchronize();",
  ],
  [
    "device malloc that is never freed",
    "#include <cstdlib>\n__global__ void k(volatile int* p) { for (;;) { int* q = (int*)malloc(64); if (q) *q = 1; p[0] = q != 0; } }",
    "int* p; cudaMalloc(&p, 64); k<<<4, 64>>>(p); cudaDeviceSynchronize();",
    FULL,
  ],
];

/** Who reads memory from one end to the other waits for it, and executes little meanwhile. */
const waits: readonly Row[] = [
  [
    "a list through a large array",
    "#include <cstdlib>",
    "const unsigned n = 1u << 26; unsigned* a = (unsigned*)malloc(4l * n); for (unsigned i = 0; i < n; i++) a[i] = (i * 1664525u + 1013904223u) & (n - 1); volatile unsigned k; for (unsigned p = 0;;) { p = a[p]; if (p == 7) k = p; }",
  ],
  [
    "reads anywhere of a large array",
    "#include <cstdlib>",
    "const unsigned n = 1u << 26; unsigned* a = (unsigned*)malloc(4l * n); for (unsigned i = 0; i < n; i++) a[i] = i; volatile unsigned k; for (unsigned p = 0, s = 0;;) { p = p * 1664525u + 1013904223u; s += a[p >> 6]; if (s == 7) k = p; }",
  ],
  [
    "columns of a large matrix",
    "#include <cstdlib>",
    "const unsigned n = 1u << 26; unsigned* a = (unsigned*)malloc(4l * n); for (unsigned p = 0;; p += 4096) a[p & (n - 1)]++;",
  ],
  [
    "lanes that read anywhere of a large array",
    "__global__ void k(unsigned* a, unsigned n) { unsigned p = threadIdx.x * 2654435761u + blockIdx.x; for (;;) { p = p * 1664525u + a[(p >> 5) & (n - 1)]; if (p == 7) a[0] = p; } }",
    "const unsigned n = 1u << 26; unsigned* a; cudaMalloc(&a, 4l * n); cudaMemset(a, 3, 4l * n); k<<<64, 256>>>(a, n); cudaDeviceSynchronize();",
  ],
];

const program =
  (kind: string) =>
  ([what, before, main, ends = LIMIT]: Row): HostileProgram => ({
    what: `${kind}: ${what}`,
    text: `${before}\nint main() { ${main} return 0; }\n`,
    ends,
  });

/** Programs that never end by mistake. */
export const wastefulPrograms: readonly HostileProgram[] = [
  ...host.map(program("by mistake, host")),
  ...runtime.map(program("by mistake, runtime")),
  ...kernels.map(program("by mistake, kernel")),
  ...waits.map(program("by mistake, memory")),
];
