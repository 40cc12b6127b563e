/** Work of several streams, and of the host, on the same bytes: findings where nothing orders it, silence where something does. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { type FoundLines, HEAD_LINES, linesOf, simulate } from "./support";

const it = sampledIt("host/order", 4);

/** A program with two streams, two buffers of 1,024 bytes on the device and one of pinned memory; the body begins at line 12. */
const program = (body: string, flags = "0") => `__global__ void fill(int* p, int v) { p[threadIdx.x] = v; }
__global__ void add(int* to, const int* from) { to[threadIdx.x] += from[threadIdx.x]; }
__global__ void count(int* p) { atomicAdd(p, 1); }
int main() {
  int *d, *e, *h;
  cudaMalloc(&d, 1024); cudaMalloc(&e, 1024); cudaMallocHost(&h, 1024);
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, ${flags}); cudaStreamCreateWithFlags(&b, ${flags});
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaDeviceSynchronize();
  ${body}
  cudaDeviceSynchronize();
  cudaEventDestroy(event); cudaStreamDestroy(a); cudaStreamDestroy(b);
  cudaFree(d); cudaFree(e); cudaFreeHost(h);
}`;

async function found(body: string, flags?: string): Promise<FoundLines[]> {
  const { findings, outcome } = await simulate(program(body, flags));
  assert.equal(outcome.kind, "completed", outcome.message);
  return linesOf(findings);
}

const both = [["unordered-streams", 13, 12]];

describe("work of two streams", () => {
  it("is found where a copy reads what a kernel writes, two kernels write, or a kernel writes what a copy reads", async () => {
    for (const body of [
      "fill<<<1, 64, 0, a>>>(d, 1);\ncudaMemcpyAsync(h, d, 256, cudaMemcpyDeviceToHost, b); cudaStreamSynchronize(b);",
      "fill<<<1, 64, 0, a>>>(d, 1);\nfill<<<1, 64, 0, b>>>(d, 2);",
      "cudaMemcpyAsync(h, d, 256, cudaMemcpyDeviceToHost, a);\nfill<<<1, 64, 0, b>>>(d, 2);",
      "cudaMemsetAsync(d, 0, 1024, a);\ncount<<<1, 64, 0, b>>>(d);",
    ])
      assert.deepEqual(await found(body), both, body);
  });

  it("is named with its bytes, what each does, the allocation, and what orders it", async () => {
    const { findings } = await simulate(program("fill<<<1, 64, 0, a>>>(d, 1);\nadd<<<1, 32, 0, b>>>(e, d + 48);"));
    assert.match(
      findings[0]!.message,
      /^The kernel add reads 64 bytes of device memory, allocated at line \d+, that the kernel fill, issued at line \d+, writes, and nothing orders the two: .* cudaStreamWaitEvent/,
    );
  });

  it("is silent where an event, the host, or the default stream orders it", async () => {
    for (const order of [
      "cudaEventRecord(event, a); cudaStreamWaitEvent(b, event, 0);",
      "cudaStreamSynchronize(a);",
      "cudaEventRecord(event, a); cudaEventSynchronize(event);",
      "while (cudaStreamQuery(a) == cudaErrorNotReady) {}",
      "fill<<<1, 64>>>(e, 3);",
    ])
      assert.deepEqual(await found(`fill<<<1, 64, 0, a>>>(d, 1); ${order}\nfill<<<1, 64, 0, b>>>(d, 2);`), [], order);
  });

  it("is found after a loop of any length, at the same lines, and not where the last time of the loop is waited for", async () => {
    const loop = (times: number) =>
      `for (int i = 0; i < ${times}; i++) { cudaMemsetAsync(d, 0, 1024, a); add<<<1, 32, 0, a>>>(e, d); }`;
    const late = (times: number) => found(`${loop(times)}\nfill<<<1, 64, 0, b>>>(d, 2);`);
    const once = await late(1);
    // The memset, and the kernel that reads what it has written.
    assert.deepEqual(
      once.map(([kind]) => kind),
      ["unordered-streams", "unordered-streams"],
    );
    for (const times of [2, 200, 2000]) assert.deepEqual(await late(times), once, `${times} times`);
    const ordered = `${loop(200)} cudaEventRecord(event, a); cudaStreamWaitEvent(b, event, 0);\nfill<<<1, 64, 0, b>>>(d, 2);`;
    assert.deepEqual(await found(ordered), []);
    const early = `for (int i = 0; i < 200; i++) { fill<<<1, 64, 0, a>>>(d, 1); if (i == 100) cudaEventRecord(event, a); }
      cudaStreamWaitEvent(b, event, 0);\nfill<<<1, 64, 0, b>>>(d, 2);`;
    assert.equal((await found(early)).length, 1);
    // What the host reads is still being written by the last time, and by no other.
    const read = `for (int i = 0; i < 200; i++) cudaMemcpyAsync(h, d, 256, cudaMemcpyDeviceToHost, a);\nint x = h[0]; h[1] = x;`;
    assert.deepEqual(await found(read), await found(read.replace("200", "1")));
  });

  it("has no order with the default stream where it does not block", async () => {
    const body = "cudaMemset(d, 0, 1024);\nfill<<<1, 64, 0, a>>>(d, 1);";
    assert.deepEqual(await found(body, "cudaStreamNonBlocking"), both);
    assert.deepEqual(await found(body), []);
  });

  it("may read the same bytes, touch neighbouring ones, and count together", async () => {
    for (const body of [
      "add<<<1, 64, 0, a>>>(e, d); add<<<1, 64, 0, b>>>(e + 64, d);",
      "fill<<<1, 33, 0, a>>>(d, 1); fill<<<1, 33, 0, b>>>(d + 33, 2);",
      "count<<<1, 64, 0, a>>>(d); count<<<1, 64, 0, b>>>(d);",
      "cudaMemset2DAsync(d, 64, 1, 32, 16, a); cudaMemset2DAsync((char*)d + 32, 64, 2, 32, 16, b);",
    ])
      assert.deepEqual(await found(body), [], body);
  });

  it("means other memory after a free and an allocation in the same place", async () => {
    const body =
      "int* p; cudaMalloc(&p, 512); fill<<<1, 64, 0, a>>>(p, 1); cudaFree(p); cudaMalloc(&p, 512);\nfill<<<1, 64, 0, b>>>(p, 2); cudaFree(p);";
    assert.deepEqual(await found(body), []);
  });

  it("has no order between default streams of host threads, and with a created stream, but with the legacy default stream", async () => {
    const own = "fill<<<1, 64, 0, cudaStreamPerThread>>>(d, 2);";
    assert.deepEqual(await found(`fill<<<1, 64, 0, a>>>(d, 1);\n${own}`), both);
    assert.deepEqual(await found(`${own} fill<<<1, 64>>>(d, 1); ${own} fill<<<1, 64>>>(d, 1);`), []);
    const text = (wait: string) => `#include <thread>
__global__ void fill(int* p, int v) { p[threadIdx.x] = v; }
int main() {
  int* d; cudaMalloc(&d, 256);
  fill<<<1, 64, 0, cudaStreamPerThread>>>(d, 1);
  ${wait}
  std::thread other([&] { fill<<<1, 64, 0, cudaStreamPerThread>>>(d, 2); });
  other.join(); cudaFree(d);
}`;
    const kinds = async (wait: string) => (await simulate(text(wait))).findings.map(({ kind }) => kind);
    assert.deepEqual(await kinds(""), ["unordered-streams"]);
    assert.deepEqual(await kinds("cudaStreamSynchronize(cudaStreamPerThread);"), []);
  });

  it("is found between branches of a graph, and silent along one", async () => {
    const graph = (edge: string) => `cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphExec_t x; cudaGraphNode_t m, n;
  cudaMemsetParams p = {d, 0, 1, 4, 64, 1}; cudaMemsetParams q = {d + 32, 0, 2, 4, 64, 1};
  cudaGraphAddMemsetNode(&m, g, nullptr, 0, &p); cudaGraphAddMemsetNode(&n, g, ${edge}, &q);
  cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, a); cudaStreamSynchronize(a);
  cudaGraphExecDestroy(x); cudaGraphDestroy(g);`;
    assert.deepEqual(
      (await found(graph("nullptr, 0"))).map(([kind]) => kind),
      ["unordered-streams"],
    );
    assert.deepEqual(await found(graph("&m, 1")), []);
  });

  it("is found between two executables of a graph, and silent between launches of one", async () => {
    const launches = (second: string) => `cudaGraph_t g; cudaGraphExec_t x, y;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal); fill<<<1, 256, 0, a>>>(d, 1); cudaStreamEndCapture(a, &g);
  cudaGraphInstantiate(&x, g, 0); cudaGraphInstantiate(&y, g, 0);
  cudaGraphLaunch(x, a); cudaGraphLaunch(${second}, b); cudaDeviceSynchronize();
  cudaGraphExecDestroy(x); cudaGraphExecDestroy(y); cudaGraphDestroy(g);`;
    assert.deepEqual(
      (await found(launches("y"))).map(([kind]) => kind),
      ["unordered-streams"],
    );
    assert.deepEqual(await found(launches("x")), []);
  });

  it("is found where a stream uses memory that another allocates or frees in no order with it", async () => {
    const use = (first: string, between: string, last: string) =>
      `int* p; cudaMallocAsync(&p, 256, a);${first}\nfill<<<1, 64, 0, b>>>(p, 1);${between}\ncudaFreeAsync(p, ${last});`;
    const record = (from: string, to: string) =>
      ` cudaEventRecord(event, ${from}); cudaStreamWaitEvent(${to}, event, 0);`;
    const allocated = ["unordered-streams", 13, 12];
    const freed = ["unordered-streams", 14, 13];
    assert.deepEqual(await found(use("", "", "b")), [allocated]);
    assert.deepEqual(await found(use(record("a", "b"), "", "a")), [freed]);
    assert.deepEqual(await found(use(record("a", "b"), record("b", "a"), "a")), []);
    assert.deepEqual(await found(use(record("a", "b"), "", "b")), []);
    assert.deepEqual(await found(use(" cudaStreamSynchronize(a);", "", "b")), []);
    const { findings } = await simulate(program(use("", "", "b")));
    assert.match(
      findings[0]!.message,
      /^The kernel fill writes 256 bytes of device memory, allocated at line \d+, that the call of cudaMallocAsync, issued at line \d+, allocates, and nothing orders the two/,
    );
  });

  it("is silent where a pool gives memory again that another stream has freed", async () => {
    const use = (stream: string) =>
      `cudaMallocAsync(&p, 256, ${stream});\nfill<<<1, 64, 0, ${stream}>>>(p, 1);\ncudaFreeAsync(p, ${stream});`;
    assert.deepEqual(await found(`int* p; ${use("a")}\n${use("b")}`), []);
  });
});

describe("memory that is taken away", () => {
  const copy = "cudaMemcpyAsync(d, p, 256, cudaMemcpyHostToDevice, a);";
  const pinned = "int* p; cudaMallocHost(&p, 256);";
  const registered = "int* p = (int*)malloc(256); cudaHostRegister(p, 256, 0);";
  const taken = [["free-before-synchronise", 13, 12]];

  it("is found where a copy or a kernel in flight may still use it, once for one piece of work", async () => {
    assert.deepEqual(await found(`${pinned} ${copy}\ncudaFreeHost(p);`), taken);
    assert.deepEqual(await found(`${pinned} fill<<<1, 64>>>(p, 1);\ncudaFreeHost(p);`), taken);
    assert.deepEqual(await found(`${registered} ${copy}\ncudaHostUnregister(p);\nfree(p);`), taken);
    const pooled = "int* p; cudaMallocAsync(&p, 256, a); fill<<<1, 64, 0, a>>>(p, 1);\ncudaFree(p);";
    assert.deepEqual(await found(pooled), taken);
    const { findings } = await simulate(program(pooled));
    assert.match(findings[0]!.message, /may still be writing, and cudaFree does not wait where the memory is from/);
  });

  it("is silent where the host has waited, the copy stages, or the call waits", async () => {
    for (const body of [
      `${pinned} ${copy} cudaStreamSynchronize(a); cudaFreeHost(p);`,
      `${registered} ${copy} cudaStreamSynchronize(a); cudaHostUnregister(p); free(p);`,
      "int* p = (int*)calloc(64, 4); cudaMemcpy(d, p, 256, cudaMemcpyHostToDevice); free(p);",
      "int* p; cudaMalloc(&p, 256); fill<<<1, 64, 0, a>>>(p, 1); cudaFree(p);",
      "int* p; cudaMallocManaged(&p, 256); fill<<<1, 64, 0, a>>>(p, 1); cudaFree(p);",
      "int* p; cudaMallocAsync(&p, 256, a); fill<<<1, 64, 0, a>>>(p, 1); cudaStreamSynchronize(a); cudaFree(p);",
    ])
      assert.deepEqual(await found(body), [], body);
  });
});

describe("the host", () => {
  it("must not write what a copy in flight reads, and may once it has synchronised", async () => {
    const copy = "cudaMemcpyAsync(d, h, 256, cudaMemcpyHostToDevice, a);";
    assert.deepEqual(await found(`${copy}\n((volatile int*)h)[3] = 1;`), [["write-before-synchronise", 13, 12]]);
    assert.deepEqual(await found(`${copy}\n((volatile int*)h)[64] = 1;`), []);
    assert.deepEqual(await found(`${copy} cudaStreamSynchronize(a);\n((volatile int*)h)[3] = 1;`), []);
  });

  it("must not touch managed and mapped memory that a kernel uses, and may touch the bytes beside it", async () => {
    const managed = "volatile int* m; cudaMallocManaged((int**)&m, 1024);";
    const reads = `${managed}\nadd<<<1, 64>>>(d, (int*)m);`;
    const free = "cudaDeviceSynchronize(); cudaFree((int*)m);";
    assert.deepEqual(await found(`${reads}\nm[63] = 1; ${free}`), [["write-before-synchronise", 14, 13]]);
    assert.deepEqual(await found(`${reads}\nm[64] = 1; int v = m[3]; ${free}`), []);
    const writes = "fill<<<1, 64>>>(h, 1);";
    assert.deepEqual(await found(`${writes}\nint v = ((volatile int*)h)[63];`), [["read-before-synchronise", 13, 12]]);
    assert.deepEqual(await found(`${writes}\nint v = ((volatile int*)h)[64];`), []);
    // One store that a kernel which reads and writes the element makes wrong is one fault.
    const updates = `${managed}\nadd<<<1, 64>>>((int*)m, (int*)m);`;
    assert.deepEqual(await found(`${updates}\nm[3] = 1; ${free}`), [["write-before-synchronise", 14, 13]]);
  });
});

describe("functions of the host in a stream", () => {
  const text = (before: string, body: string) => `#include <thread>
volatile int done = 0;
${before}
int main() {
  int *d, *h;
  cudaMalloc(&d, 1024); cudaMallocHost(&h, 1024); memset(h, 0, 1024);
  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);
  cudaDeviceSynchronize();
  ${body}
  cudaDeviceSynchronize();
  cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(d); cudaFreeHost(h);
}`;
  const write = "void write(void* p) { ((int*)p)[3] = 4; }";
  const read = "int last; void read(void* p) { last = ((int*)p)[3]; }";
  const copy = "cudaMemcpyAsync(d, h, 256, cudaMemcpyHostToDevice, b);";

  async function run(before: string, body: string): Promise<unknown[]> {
    const { findings } = await simulate(text(before, body));
    return linesOf(findings);
  }
  const both = [["unordered-streams", 10, 9]];

  it("are found where they write what a copy of another stream reads, before and after it", async () => {
    const call = "cudaLaunchHostFunc(a, write, h);";
    assert.deepEqual(await run(write, `${call}\n${copy}`), both);
    assert.deepEqual(await run(write, `${copy}\n${call}`), both);
    const { findings } = await simulate(text(write, `${call} ${copy}`));
    assert.match(
      findings[0]!.message,
      /^A copy of 256 bytes to the device reads 4 bytes of pinned memory, allocated at line \d+, that a host function, issued at line \d+, writes/,
    );
  });

  it("are silent where a stream orders them, other bytes are touched, or both read", async () => {
    const call = (name: string, stream: string, at = "h") => `cudaLaunchHostFunc(${stream}, ${name}, ${at});`;
    assert.deepEqual(await run(write, `${call("write", "b")}\n${copy}`), []);
    assert.deepEqual(await run(write, `${call("write", "a", "h + 64")}\n${copy}`), []);
    assert.deepEqual(await run(read, `${call("read", "a")}\n${copy}`), []);
    assert.deepEqual(await run(write, `${call("write", "a")} cudaStreamSynchronize(a);\n${copy}`), []);
  });

  it("are silent where they tell the host that they have run", async () => {
    const tells = "void write(void* p) { ((int*)p)[3] = 4; done = 1; }";
    assert.deepEqual(await run(tells, `cudaLaunchHostFunc(a, write, h); while (!done) {}\n${copy}`), []);
  });
});

describe("what a finding names", () => {
  it("is the variable of the device that two streams touch", async () => {
    const { findings } = await simulate(`__device__ int counters[64];
__global__ void set() { counters[threadIdx.x] = 1; }
int main() {
  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);
  set<<<1, 32, 0, a>>>();
  set<<<1, 32, 0, b>>>();
  cudaDeviceSynchronize(); cudaStreamDestroy(a); cudaStreamDestroy(b);
}`);
    assert.match(
      findings[0]!.message,
      /^The kernel set writes 128 bytes of counters, a variable of the device, that the kernel set/,
    );
  });

  it("is the line of a graph's node, added by hand or captured, and so of its launch", async () => {
    const { findings, launches, timeline } = await simulate(`__global__ void set(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* d; cudaMalloc(&d, 1024); void* arguments[] = {&d};
  cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t m, n; cudaGraphCreate(&g, 0);
  cudaMemsetParams p = {d, 0, 1, 4, 64, 1};
  cudaKernelNodeParams k = {}; k.func = (void*)set; k.gridDim = dim3(1); k.blockDim = dim3(32); k.kernelParams = arguments;
  cudaGraphAddMemsetNode(&m, g, nullptr, 0, &p);
  cudaGraphAddKernelNode(&n, g, nullptr, 0, &k);
  cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, 0); cudaDeviceSynchronize();
  cudaGraphExecDestroy(x); cudaGraphDestroy(g);
  cudaStream_t s; cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  set<<<1, 32, 0, s>>>(d);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, s); cudaStreamSynchronize(s);
  cudaGraphExecDestroy(x); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(d);
}`);
    const lines = findings.map(({ place, other }) => [place!.line - HEAD_LINES, other!.place!.line - HEAD_LINES]);
    assert.deepEqual(lines, [[8, 7]]);
    assert.deepEqual(
      timeline.map(({ place }) => place!.line - HEAD_LINES),
      [7, 8, 13],
    );
    assert.equal(launches.length, 2);
  });
});

describe("atomic accesses of both sides", () => {
  it("are no fault on the same bytes, and plain ones are", async () => {
    const body = (access: string) => `__global__ void count(int* p) { atomicAdd_system(p, 1); }
int main() {
  int* m; cudaMallocManaged(&m, 4); *m = 0; int seen = 0;
  count<<<1, 32>>>(m);
  ${access}
  cudaDeviceSynchronize(); printf("%d\\n", *m + seen); cudaFree(m);
}`;
    const kinds = async (access: string) => (await simulate(body(access))).findings.map(({ kind }) => kind);
    assert.deepEqual(await kinds("for (int i = 0; i < 3; i++) __sync_fetch_and_add(m, 1);"), []);
    assert.deepEqual(await kinds("__sync_bool_compare_and_swap(m, 32, 33); seen = *(volatile int*)m;"), []);
    const loop = "int old; do old = *m; while (!__sync_bool_compare_and_swap(m, old, old > 7 ? old : old + 1));";
    assert.deepEqual(await kinds(loop), []);
    assert.deepEqual(await kinds("*m = 5;"), ["write-before-synchronise"]);
    assert.deepEqual(await kinds("seen = *m;"), ["read-before-synchronise"]);
  });

  it("of a library that only reads what a copy reads are no writes", async () => {
    const body =
      'memset(h, 0, 1024); cudaMemcpyAsync(d, h, 256, cudaMemcpyHostToDevice, a);\nint x[4]; memcpy(x, h, 16); printf("%d\\n", x[1]);';
    assert.deepEqual(await found(body), []);
  });
});

describe("conditional nodes and child graphs", () => {
  it("run after what their graph's node comes after, in any stream", async () => {
    for (const stream of ["0", "s"]) {
      const { findings } = await simulate(`__global__ void set(int* p) { p[threadIdx.x]++; }
__global__ void decide(cudaGraphConditionalHandle h, int* p) { cudaGraphSetConditional(h, p[0] < 3); }
int main() {
  int* d; cudaMalloc(&d, 1024); void* one[] = {&d}; cudaMemset(d, 0, 1024); cudaStream_t s; cudaStreamCreate(&s);
  cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t m, n, k; cudaGraphCreate(&g, 0);
  cudaGraphConditionalHandle h; cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
  void* two[] = {&h, &d};
  cudaKernelNodeParams p = {}; p.func = (void*)set; p.gridDim = dim3(1); p.blockDim = dim3(32); p.kernelParams = one;
  cudaKernelNodeParams q = p; q.func = (void*)decide; q.blockDim = dim3(1); q.kernelParams = two;
  cudaGraphAddKernelNode(&m, g, nullptr, 0, &p);
  cudaGraphNodeParams c = {}; c.type = cudaGraphNodeTypeConditional; c.conditional.handle = h;
  c.conditional.type = cudaGraphCondTypeWhile; c.conditional.size = 1;
  cudaGraphAddNode(&n, g, &m, nullptr, 1, &c);
  cudaGraph_t body = c.conditional.phGraph_out[0]; cudaGraphNode_t u, v;
  cudaGraphAddKernelNode(&u, body, nullptr, 0, &p); cudaGraphAddKernelNode(&v, body, &u, 1, &q);
  cudaGraphAddKernelNode(&k, g, &n, 1, &p);
  cudaGraphInstantiate(&x, g, 0); cudaGraphLaunch(x, ${stream}); cudaStreamSynchronize(${stream});
  cudaGraphExecDestroy(x); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(d);
}`);
      assert.deepEqual(
        findings.map(({ message }) => message),
        [],
        stream,
      );
    }
  });
});
