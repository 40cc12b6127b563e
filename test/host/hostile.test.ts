/** Programs that mean harm or have gone wrong: each ends within its bounds, says why and where, and touches nothing outside. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { architectures } from "../../analyzer/hardware/architectures";
import { lowerModule } from "../../analyzer/lower/lower";
import { Budget } from "../../simulator/budget";
import { type ProgramResult, runProgram } from "../../simulator/host/program";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import { deviceModule } from "../support/device";
import { hostModule } from "../support/host";
import { sampledIt } from "../support/sample";
import { HEAD_LINES, includes, printed } from "./support";

/** Programs that run to a limit: a third of them runs a day. */
const it = sampledIt("host/hostile", 5);

const STEPS = 3e7;
const MEMORY = 1 << 26;

async function run(text: string): Promise<ProgramResult> {
  const source = includes + text;
  const host = await hostModule(source, "hostile.cu");
  const module = await deviceModule(source, "hostile.cu");
  const device = { module, lowered: lowerModule(module) };
  const memory = new DeviceMemory(MEMORY);
  const architecture = architectures.get("sm_90")!;
  return runProgram({
    host,
    device,
    memory,
    architecture,
    options: { arguments: ["hostile"], environment: new Map(), stdin: new Uint8Array(), maxOutput: 1 << 16 },
    runLaunch: (kernel, { grid, block, shared }, parameters, observers, print) =>
      runLaunch(device, { kernel, grid, block, shared: Number(shared), arguments: parameters }, memory, architecture, {
        limits: { steps: STEPS, memory: MEMORY },
        observers,
        print,
      }),
    budget: new Budget(STEPS),
  });
}

/** What a program does, how it must end, and what the sentence says; `line` counts from the program's first. */
interface Case {
  readonly what: string;
  readonly text: string;
  readonly kind: ProgramResult["outcome"]["kind"];
  readonly message: RegExp;
  readonly line?: number;
}

const cases: readonly Case[] = [
  {
    what: "loops for ever",
    text: "volatile int x;\nint main() { for (;;) x = x + 1; }",
    kind: "limit",
    message: /the budget of .* is used up in a loop of the host/,
    line: 2,
  },
  {
    what: "calls the library for ever",
    text: "int main() {\n  for (;;)\n    srand(rand());\n}",
    kind: "limit",
    message: /the budget of .* is used up in a loop of the host/,
    line: 3,
  },
  {
    what: "runs a kernel for ever",
    text: "__global__ void k(volatile int* p) { while (*p == 0) *p = 0; }\nint main() { int* p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); }",
    kind: "limit",
    message: /./,
  },
  {
    what: "allocates for ever",
    text: "char* volatile last;\nint main() { for (;;) { last = (char*)malloc(1 << 20); last[0] = 1; } }",
    kind: "limit",
    message: /memory/,
    line: 2,
  },
  {
    what: "asks for more memory than there is",
    text: 'volatile long size = 1l << 61;\nint main() { char* p = new char[size]; p[0] = 1; printf("%p", p); }',
    kind: "limit",
    message: /memory/,
  },
  {
    what: "allocates on the device for ever, and ignores that it fails",
    text: "int main() { for (;;) { void* p; cudaMalloc(&p, 1 << 24); } }",
    kind: "limit",
    message: /memory|rounds/,
  },
  {
    what: "prints for ever",
    text: 'int main() { for (;;) puts("more"); }',
    kind: "limit",
    message: /wrote more than 65536 bytes/,
  },
  {
    what: "prints a gigabyte with one format",
    text: 'int main() { printf("%1000000000d", 1); }',
    kind: "limit",
    message: /asks for more than 16777216 characters/,
  },
  {
    what: "prints from a kernel for ever",
    text: '__global__ void k() { for (;;) printf("more\\n"); }\nint main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }',
    kind: "limit",
    message: /./,
  },
  {
    what: "recurses for ever",
    text: "int depth(int n) {\n  volatile int here = n;\n  return depth(here + 1) + here;\n}\nint main() { return depth(0); }",
    kind: "trapped",
    message: /stack overflows/,
  },
  {
    what: "has arrays that no stack holds",
    text: "int main(int n, char**) { volatile char big[1 << 24]; big[n] = 1; return big[n]; }",
    kind: "trapped",
    message: /stack overflows/,
  },
  {
    what: "writes through a null pointer",
    text: "int* volatile p;\nint main() {\n  *p = 1;\n}",
    kind: "trapped",
    message: /null pointer/,
    line: 3,
  },
  {
    what: "writes to an address of its choice",
    text: "int main() {\n  volatile long at = 0x7fff12345678;\n  *(int*)at = 1;\n}",
    kind: "trapped",
    message: /dereferences device memory/,
    line: 3,
  },
  {
    what: "calls an address of its choice",
    text: "int main() {\n  volatile long at = 0x400000;\n  ((void (*)())at)();\n}",
    kind: "trapped",
    message: /./,
  },
  {
    what: "frees what was never allocated",
    text: "int main() {\n  int x;\n  int* volatile p = &x;\n  free(p);\n}",
    kind: "trapped",
    message: /free/,
  },
  {
    what: "copies a negative number of bytes",
    text: "char a[8], b[8];\nvolatile long n = -1;\nint main() {\n  memcpy(a, b, n);\n  return a[0];\n}",
    kind: "trapped",
    message: /./,
  },
  {
    what: "prints a text that is none",
    text: 'int main() {\n  const char* volatile p = (const char*)0x1234;\n  printf("%s", p);\n}',
    kind: "trapped",
    message: /a null pointer plus 4,660 bytes/,
    line: 3,
  },
  {
    what: "divides by zero",
    text: "int main(int n, char**) { volatile int zero = 0; return n / zero; }",
    kind: "trapped",
    message: /divided by zero/,
  },
  {
    what: "throws and catches for ever",
    text: "int main() { for (;;) try { throw 1; } catch (int) {} }",
    kind: "limit",
    message: /the budget of .* is used up by calls of the library and of the runtime/,
  },
  {
    what: "computes with long double for ever",
    text: "volatile long double x = 1;\nint main() {\n  for (;;)\n    x = x * 1.1L / 3;\n}",
    kind: "limit",
    message: /the budget of .* is used up in a loop of the host/,
    line: 4,
  },
  {
    what: "computes with integers of 128 bits for ever",
    text: "volatile unsigned __int128 x = 1;\nint main() {\n  for (;;)\n    x = x * 3 / 7 + 1;\n}",
    kind: "limit",
    message: /the budget of .* is used up in a loop of the host/,
    line: 4,
  },
  {
    what: "makes streams, events and graphs for ever",
    text: "int main() {\n  for (;;) {\n    cudaGraph_t g; cudaGraphCreate(&g, 0); cudaStream_t s; cudaStreamCreate(&s); cudaEvent_t e; cudaEventCreate(&e);\n  }\n}",
    kind: "limit",
    message: /the budget of .* is used up by calls of the library and of the runtime/,
    line: 3,
  },
  {
    what: "launches for ever",
    text: "__global__ void k() {}\nint main() {\n  for (;;)\n    k<<<1, 1>>>();\n}",
    kind: "limit",
    message: /the budget of .* is used up by calls of the library and of the runtime/,
    line: 4,
  },
  {
    what: "has a graph whose loop never ends",
    text: `__global__ void k(cudaGraphConditionalHandle h) { cudaGraphSetConditional(h, 1); }
int main() {
  cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t n; cudaGraphConditionalHandle h;
  cudaGraphCreate(&g, 0); cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = h; p.conditional.type = cudaGraphCondTypeWhile; p.conditional.size = 1;
  cudaGraphAddNode(&n, g, 0, 0, 0, &p);
  cudaGraphNodeParams q = {cudaGraphNodeTypeKernel};
  void* a[] = {&h};
  q.kernel.func = (void*)k; q.kernel.gridDim = q.kernel.blockDim = dim3(1); q.kernel.kernelParams = a;
  cudaGraphAddNode(&n, p.conditional.phGraph_out[0], 0, 0, 0, &q);
  cudaGraphInstantiate(&x, g);
  cudaGraphLaunch(x, 0);
}`,
    kind: "limit",
    message: /used up by calls of the library and of the runtime|ran its body/,
    line: 11,
  },
  {
    what: "registers itself for the end for ever",
    text: "void again() { atexit(again); }\nint main() { atexit(again); }",
    kind: "limit",
    message: /./,
  },
  {
    what: "writes a file for ever",
    text: 'int main() { FILE* f = fopen("big.bin", "w"); static char b[1 << 16]; for (;;) fwrite(b, 1, sizeof b, f); }',
    kind: "limit",
    message: /files need more than/,
  },
  {
    what: "waits for a thread that waits for it",
    text: `#include <mutex>
#include <thread>
int main() {
  std::mutex a, b;
  a.lock();
  std::thread other([&] {
    b.lock();
    a.lock();
  });
  std::this_thread::yield();
  b.lock();
  other.join();
}`,
    kind: "trapped",
    message:
      /deadlock between the program's threads: the main thread waits for a mutex at hostile\.cu:15, thread 1 waits for a mutex at hostile\.cu:12/,
  },
  {
    what: "waits for a condition that nobody makes true",
    text: "#include <condition_variable>\nint main() {\n  std::mutex m;\n  std::condition_variable c;\n  std::unique_lock<std::mutex> l(m);\n  c.wait(l);\n}",
    kind: "trapped",
    message: /the main thread waits for a condition at hostile\.cu:10/,
  },
  {
    what: "locks what it holds",
    text: "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic void* none(void*) { return nullptr; }\nint main() {\n  pthread_t t;\n  pthread_create(&t, 0, none, 0);\n  pthread_mutex_lock(&m);\n  pthread_mutex_lock(&m);\n}",
    kind: "trapped",
    message: /waits for a mutex that it holds itself at hostile\.cu:12/,
  },
  {
    what: "starts threads for ever",
    text: "#include <thread>\nint main() { for (;;) std::thread([] { for (;;) std::this_thread::yield(); }).detach(); }",
    kind: "limit",
    message: /memory/,
  },
  {
    what: "looks at a variable that no thread changes",
    text: "#include <atomic>\n#include <thread>\nstd::atomic<int> go{0};\nint main() { std::thread t([] { while (!go) {} }); t.join(); }",
    kind: "limit",
    message: /polled and yielded 1000000 times|loop of the host/,
  },
  {
    what: "waits below a comparison of the library",
    text: "#include <mutex>\n#include <thread>\nstatic std::mutex m;\nstatic int compare(const void*, const void*) { m.lock(); return 0; }\nint main() {\n  int a[4] = {};\n  std::thread t([] {});\n  qsort(a, 4, sizeof(int), compare);\n  t.join();\n}",
    kind: "trapped",
    message: /the main thread waits for a mutex that it holds itself/,
  },
  {
    what: "jumps out of its functions",
    text: "#include <setjmp.h>\nstatic jmp_buf b;\nvoid inner() { if (setjmp(b)) abort(); }\nint main() {\n  inner();\n  longjmp(b, 1);\n}",
    kind: "trapped",
    message: /longjmp/,
  },
  {
    what: "reads kernel memory from the device",
    text: "__global__ void k(int* p) { *p = *(int*)0xffff800000000000ul; }\nint main() { int* p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 0; abort(); }",
    kind: "trapped",
    message: /abort/,
  },
];

describe("hostile programs", () => {
  for (const { what, text, kind, message, line } of cases) {
    it(`end one that ${what}`, async () => {
      const { outcome } = await run(text);
      assert.equal(outcome.kind, kind, outcome.message);
      assert.match(outcome.message, message);
      if (line !== undefined) assert.equal(outcome.location?.line, HEAD_LINES + line);
    });
  }

  it("start no other program, and say so", async () => {
    const before = readdirSync(".").sort();
    const result = await run(
      'int main() { printf("%d\\n", system("touch hostile.txt; rm -rf /tmp/warplens-hostile")); }',
    );
    assert.equal(printed(result), "-1\n");
    assert.deepEqual(readdirSync(".").sort(), before);
    const forks = await run('extern "C" int fork(void);\nint main() { return fork(); }');
    assert.equal(forks.outcome.kind, "unsupported");
    assert.match(forks.outcome.message, /fork/);
  });

  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    it(`are told that nothing defines ${name}, which is no function for being a name of JavaScript`, async () => {
      const { outcome } = await run(`extern "C" int ${name}(int);\nint main() { return ${name}(1); }`);
      assert.equal(outcome.kind, "unsupported", outcome.message);
      assert.match(outcome.message, new RegExp(name));
    });
  }

  it("see and change no file of the machine", async () => {
    const path = `${process.cwd()}/package.json`;
    const text = `int main() {
  printf("%d %d\\n", fopen("/etc/passwd", "r") == 0, fopen("${path}", "r") == 0);
  FILE* f = fopen("${path}", "w");
  if (f) fputs("gone", f);
  f = fopen("/tmp/warplens-hostile.txt", "w");
  fputs("here", f);
  fclose(f);
  printf("%d\\n", remove("${path}"));
}`;
    const package_ = readFileSync(path, "utf8");
    const result = await run(text);
    assert.equal(result.outcome.message, "");
    assert.equal(printed(result), "1 1\n-1\n");
    assert.equal(readFileSync(path, "utf8"), package_);
    assert.ok(!existsSync("/tmp/warplens-hostile.txt"));
    assert.deepEqual(result.written, [{ path: "/tmp/warplens-hostile.txt", bytes: 4 }]);
  });
});
