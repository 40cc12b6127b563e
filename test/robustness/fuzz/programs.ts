/** Programs that never end, waste or mean harm: the host's side. Each must end by itself with its reason. */
import { devicePrograms } from "./devicePrograms";
import type { HostileProgram } from "./model";
import { wastefulPrograms } from "./wastefulPrograms";

const MEGABYTES = 256;

/** Calls of the C library that move many bytes, each in a loop without an end. */
const byteCalls: readonly (readonly [call: string, setUp?: string])[] = [
  ["memmove(a + 1, a, n - 1)"],
  ["memcpy(a, a + n / 2, n / 2)"],
  ["memset(a, 1, n)"],
  ["keep = memcmp(a, a + n / 2, n / 2)"],
  ["keep = (long)memchr(a, 7, n)", "memset(a, 1, n);"],
  ["keep = strlen(a)", "memset(a, 1, n - 1); a[n - 1] = 0;"],
  ["strcpy(a + n / 2, a)", "memset(a, 1, n / 2 - 1); a[n / 2 - 1] = 0;"],
  ["keep = strcmp(a, a + n / 2)", "memset(a, 1, n); a[n / 2 - 1] = a[n - 1] = 0;"],
  ["free(calloc(n, 1))"],
  ["a = (char*)realloc(a, n += 4096)"],
  ["keep = std::string(a, n / 4).size()"],
  ["std::vector<char> v(a, a + n / 2); keep = v[n / 4]"],
  ["std::fill(a, a + n, 1)"],
  ["keep = std::accumulate(a, a + n, 0)"],
  ["std::sort(a, a + n)"],
  ["qsort(a, n, 1, compare)"],
  ["std::reverse(a, a + n)"],
];

const byteProgram = ([call, setUp = ""]: (typeof byteCalls)[number]): HostileProgram => ({
  what: `host: ${call} for ever`,
  text: `#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>
volatile long keep;
int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }
int main() {
  long n = ${MEGABYTES}l << 20;
  char* a = (char*)malloc(n);
  ${setUp}
  for (;;) { ${call}; }
}
`,
  ends: /^limit$/,
});

/** Calls of the runtime that move many bytes or are many. */
const runtimeCalls: readonly string[] = [
  "cudaMemset(d, 1, n)",
  "cudaMemsetAsync(d, 1, n, 0)",
  "cudaMemcpy(d, h, n, cudaMemcpyHostToDevice)",
  "cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost)",
  "cudaMemcpy(d, d + n / 2, n / 2, cudaMemcpyDeviceToDevice)",
  "cudaMemcpyAsync(d, h, n, cudaMemcpyDefault, 0)",
  "cudaMemcpy2D(d, 1 << 14, h, 1 << 14, 1 << 14, n >> 14, cudaMemcpyHostToDevice)",
  "cudaMemset2D(d, 1 << 14, 0, 1 << 14, n >> 14)",
  "cudaDeviceSynchronize()",
  "cudaGetLastError()",
  "cudaMemGetInfo(&free_, &total)",
  "cudaMalloc(&p, 256); cudaFree(p)",
  "cudaMallocHost(&p, 1 << 20); cudaFreeHost(p)",
  "cudaMallocManaged(&p, 1 << 20); cudaFree(p)",
  "cudaMallocAsync(&p, 1 << 20, 0); cudaFreeAsync(p, 0)",
  "cudaStream_t s; cudaStreamCreate(&s); cudaStreamDestroy(s)",
  "cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e); cudaEventSynchronize(e); cudaEventDestroy(e)",
  "cudaGetDeviceProperties(&properties, 0)",
  "cudaDeviceReset()",
  "empty<<<1, 1>>>()",
  "empty<<<1024, 1024>>>()",
  "empty<<<0, 0>>>()",
  "printer<<<1, 32>>>(); cudaDeviceSynchronize()",
];

const runtimeProgram = (call: string): HostileProgram => ({
  what: `runtime: ${call} for ever`,
  text: `#include <cstdio>
#include <cstdlib>
__global__ void empty() {}
__global__ void printer() { printf("%d more\\n", threadIdx.x); }
int main() {
  long n = ${MEGABYTES}l << 20;
  char* h = (char*)malloc(n);
  char* d;
  cudaMalloc(&d, n);
  void* p;
  size_t free_, total;
  cudaDeviceProp properties;
  for (;;) { ${call}; }
}
`,
  ends: /^limit$/,
});

/** Bodies of `main`, and of what stands before it. */
const hostBodies: readonly (readonly [what: string, text: string, ends?: RegExp])[] = [
  ["an empty loop over a volatile", "volatile int x; int main() { for (;;) x = x; }"],
  [
    "tail recursion",
    "volatile int x; int f(int n) { x = n; return f(n + 1); } int main() { return f(0); }",
    /^(limit|trapped)$/,
  ],
  [
    "two functions that call each other",
    "volatile int x; int g(int); int f(int n) { x = n; return g(n) + 1; } int g(int n) { return f(n) + 1; } int main() { return f(0); }",
    /^(limit|trapped)$/,
  ],
  [
    "recursion through a pointer",
    "int (*volatile p)(int); int f(int n) { return p(n + 1) + 1; } int main() { p = f; return f(0); }",
    /^(limit|trapped)$/,
  ],
  ["goto", "volatile int x; int main() { again: x = 1; goto again; }"],
  ["a constructor that never ends", "struct S { S() { for (volatile int x = 0;;) x = 1; } } s; int main() {}"],
  ["a destructor that never ends", "struct S { ~S() { for (volatile int x = 0;;) x = 1; } } s; int main() {}"],
  ["atexit in atexit", "#include <cstdlib>\nvoid f() { atexit(f); } int main() { atexit(f); }"],
  ["exceptions", "int main() { for (;;) try { throw 1; } catch (int) {} }"],
  ["longjmp", "#include <csetjmp>\njmp_buf b; int main() { setjmp(b); longjmp(b, 1); }"],
  ["signals", "#include <csignal>\nvoid f(int) {} int main() { signal(SIGUSR1, f); for (;;) raise(SIGUSR1); }"],
  [
    "a lock that it polls",
    "#include <atomic>\nstd::atomic_flag f; int main() { f.test_and_set(); while (f.test_and_set()) {} }",
  ],
  ["yields", "#include <thread>\nint main() { for (;;) std::this_thread::yield(); }"],
  ["sleeps", "#include <unistd.h>\nint main() { for (;;) usleep(1); }"],
  ["clock()", "#include <ctime>\nint main() { for (;;) if (clock() == -1) break; }"],
  ["rand()", "#include <cstdlib>\nint main() { while (rand() >= 0) {} }"],
  ["getenv", '#include <cstdlib>\nint main() { while (!getenv("NOT_THERE")) {} }'],
  ["malloc and free", "#include <cstdlib>\nvoid* volatile p; int main() { for (;;) { p = malloc(64); free(p); } }"],
  ["a list that grows", "#include <list>\nint main() { std::list<int> l; for (;;) l.push_back(1); }"],
  ["a map that grows", "#include <map>\nint main() { std::map<long, long> m; for (long i = 0;; i++) m[i] = i; }"],
  [
    "a string that doubles",
    '#include <string>\nint main() { std::string s = "x"; for (;;) s += s; }',
    /^(limit|trapped)$/,
  ],
  ["puts", '#include <cstdio>\nint main() { for (;;) puts("more"); }'],
  ["sprintf", '#include <cstdio>\nchar b[1 << 16]; int main() { for (;;) sprintf(b, "%50000d", 1); }'],
  ["cout", '#include <iostream>\nint main() { for (;;) std::cout << "more" << std::endl; }'],
  [
    "fwrite",
    '#include <cstdio>\nchar b[1 << 16]; int main() { FILE* f = fopen("x", "w"); for (;;) fwrite(b, 1, sizeof b, f); }',
  ],
  [
    "one file again and again",
    '#include <cstdio>\nchar b[1 << 24]; int main() { for (;;) { FILE* f = fopen("x", "w"); fwrite(b, 1, sizeof b, f); fclose(f); } }',
  ],
  ["threads", "#include <thread>\nint main() { for (;;) { std::thread t([] {}); t.join(); } }"],
  [
    "threads that are left alone",
    "#include <thread>\nint main() { for (;;) std::thread([] { for (;;) std::this_thread::yield(); }).detach(); }",
  ],
  [
    "two threads that wait for each other's turn",
    "#include <atomic>\n#include <thread>\nstd::atomic<int> turn{2}; void f(int me) { while (turn != me) std::this_thread::yield(); } int main() { std::thread a(f, 0), b(f, 1); a.join(); b.join(); }",
  ],
  [
    "regular growth of the stack",
    "#include <alloca.h>\nvolatile char* p; int main() { for (;;) { p = (char*)alloca(1 << 16); p[0] = 1; } }",
    /^(limit|trapped|unsupported)$/,
  ],
  ["mathematics", "#include <cmath>\nvolatile double x = 1; int main() { for (;;) x = sin(pow(x, 1.1)) + 2; }"],
  ["long double", "volatile long double x = 1; int main() { for (;;) x = x * 1.1L / 3; }"],
  [
    "128 bits",
    "volatile unsigned long y = 3; unsigned __int128 volatile x = 1; int main() { for (;;) x = x * y / 7 + 1; }",
  ],
  [
    "readdir",
    '#include <dirent.h>\nint main() { for (;;) { DIR* d = opendir("."); if (d) { while (readdir(d)) {} closedir(d); } } }',
  ],
  ["scanf at the end of input", '#include <cstdio>\nint main() { int x; while (scanf("%d", &x) != 1) {} }'],
  [
    "a graph that is launched for ever",
    "__global__ void k() {}\nint main() { cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 1, 0, s>>>(); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0, 0, 0); for (;;) cudaGraphLaunch(e, s); }",
  ],
  [
    "a host function that launches itself",
    "void f(void*); int main() { cudaLaunchHostFunc(0, f, 0); cudaDeviceSynchronize(); }\nvoid f(void*) { for (volatile int x = 0;;) x = 1; }",
  ],
  [
    "Thrust",
    "#include <thrust/device_vector.h>\n#include <thrust/reduce.h>\nvolatile int keep; int main() { thrust::device_vector<int> v(1 << 20, 1); for (;;) keep = thrust::reduce(v.begin(), v.end()); }",
  ],
];

const hostProgram = ([what, text, ends = /^limit$/]: (typeof hostBodies)[number]): HostileProgram => ({
  what: `host: ${what}`,
  text: `${text}\n`,
  ends,
});

/** C functions that no file defines, by names that objects of JavaScript have. */
const undefinedNames: readonly HostileProgram[] = [
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__proto__",
  "__defineGetter__",
  "isPrototypeOf",
].map((name) => ({
  what: `host: calls the undefined C function ${name}`,
  text: `extern "C" int ${name}(int);\nint main() { return ${name}(1); }\n`,
  ends: /^unsupported$/,
  says: new RegExp(name),
}));

/** All hostile programs. */
export const hostilePrograms: readonly HostileProgram[] = [
  ...byteCalls.map(byteProgram),
  ...runtimeCalls.map(runtimeProgram),
  ...hostBodies.map(hostProgram),
  ...undefinedNames,
  ...devicePrograms,
  ...wastefulPrograms,
];
