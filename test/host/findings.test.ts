/** What a run says about the host's mistakes, with both places. Lines are those of the text plus the includes. */
import assert from "node:assert/strict";
import type { FindingKind, HostFinding } from "../../simulator/host/model/findings";
import { sampledIt } from "../support/sample.js";
import { HEAD_LINES, printed, simulate } from "./support";

const it = sampledIt("host/findings", 3);

async function only(text: string, kind: FindingKind): Promise<HostFinding> {
  const result = await simulate(text);
  const found = result.findings.filter((one) => one.kind === kind);
  assert.equal(found.length, 1, JSON.stringify(result.findings.map((one) => one.message)) + result.outcome.message);
  return found[0]!;
}

function lines({ place, other }: HostFinding): (number | undefined)[] {
  return [place, other?.place].map((one) => one && one.line - HEAD_LINES);
}

describe("findings of the host", () => {
  it("say nothing about a program that is right", async () => {
    const { findings } = await simulate(
      "int main() {\n  int *d, *h;\n  cudaMalloc(&d, 64);\n  cudaMallocHost(&h, 64);\n  cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice);\n  cudaDeviceSynchronize();\n  cudaFree(d);\n  cudaFreeHost(h);\n  free(malloc(10));\n}",
    );
    assert.deepEqual(findings, []);
  });

  it("know over-aligned memory by the address that the program was given", async () => {
    const { findings, outcome } = await simulate(
      "int main() {\n  void* a;\n  posix_memalign(&a, 1024, 100);\n  a = realloc(a, 5000);\n  free(a);\n  free(aligned_alloc(256, 512));\n  struct alignas(128) Wide { char c; };\n  delete new Wide;\n  a = aligned_alloc(64, 640);\n  return a == nullptr;\n}",
    );
    assert.equal(outcome.message, "");
    assert.deepEqual(
      findings.map((one) => [one.kind, one.message]),
      [["leak", "aligned_alloc allocates heap memory (640 bytes) that is never freed."]],
    );
  });

  it("leave a failed assertion to what CUDA prints of it", async () => {
    const { stderr, outcome } = await simulate(
      "#include <cassert>\n__global__ void positive(int n) { assert(n > 0); }\nint main() {\n  positive<<<1, 2>>>(0);\n  cudaDeviceSynchronize();\n}",
    );
    assert.equal(outcome.kind, "completed");
    const line = (thread: number) =>
      `void positive(int): block: [0,0,0], thread: [${thread},0,0] Assertion \`n > 0\` failed.`;
    const printed = new TextDecoder().decode(stderr).trimEnd().split("\n");
    assert.deepEqual(
      printed.map((one) => one.replace(/^\S+:\d+: /, "")),
      [line(0), line(1)],
    );
  });

  it("name a leak where it was allocated", async () => {
    const leak = await only("int main() {\n  int* d;\n  cudaMalloc(&d, 4096);\n  return d == nullptr;\n}", "leak");
    assert.match(leak.message, /cudaMalloc.*device memory \(4,096 bytes\)/);
    assert.deepEqual(lines(leak), [3, undefined]);
  });

  it("name memory that only a reset of the device frees", async () => {
    const program = "int main() {\n  int* d;\n  cudaMalloc(&d, 4096);\n  cudaDeviceReset();\n  return 0;\n}";
    assert.equal(
      (await only(program, "leak")).message,
      "cudaMalloc allocates device memory (4,096 bytes) that only cudaDeviceReset at line 8 frees.",
    );
  });

  it("names a leak of a loop once, with how often and how much", async () => {
    const text =
      "int main() {\n  for (int i = 0; i < 3; i++) { int* d; cudaMalloc(&d, 400); cudaStream_t s; cudaStreamCreate(&s); }\n}";
    const { findings } = await simulate(text);
    assert.deepEqual(
      findings.map(({ message }) => message),
      [
        "cudaMalloc allocates device memory (3 times, 1,200 bytes in all) that is never freed.",
        "cudaStreamCreate creates a stream (3 times) that is never destroyed.",
      ],
    );
  });

  it("names a leaked stream by the call that made it", async () => {
    const program =
      "int main() {\n  cudaStream_t s;\n  return cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n}";
    assert.match((await only(program, "leak")).message, /^cudaStreamCreateWithFlags /);
  });

  it("name a double free and the first one", async () => {
    const twice = await only(
      "int main() {\n  int* d;\n  cudaMalloc(&d, 4);\n  cudaFree(d);\n  cudaFree(d);\n}",
      "double-free",
    );
    assert.deepEqual(lines(twice), [5, 4]);
  });

  it("name a free of the wrong kind and the allocation", async () => {
    const wrong = await only(
      "int main() {\n  int* h;\n  cudaMallocHost(&h, 4);\n  cudaFree(h);\n  cudaFreeHost(h);\n}",
      "wrong-free",
    );
    assert.match(wrong.message, /cudaFree is given pinned memory/);
    assert.deepEqual(lines(wrong), [4, 3]);
  });

  it("say what the library's own free and realloc are given, in the trap as in the finding", async () => {
    for (const [call, does] of [
      ["free(d)", "free"],
      ["realloc(d, 8)", "resize"],
    ] as const) {
      const { outcome, findings } = await simulate(`int main() {\n  void* d;\n  cudaMalloc(&d, 4);\n  ${call};\n}`);
      const said = `${call.split("(")[0]} is given device memory, which it cannot ${does}`;
      assert.equal(outcome.message, said);
      assert.deepEqual(
        findings.map(({ kind, message }) => [kind, message]),
        [["wrong-free", `${said}.`]],
      );
    }
  });

  it("name the pageable buffer of an asynchronous copy, where it came from, and that the host waits", async () => {
    const text =
      "int main() {\n  char* h = (char*)malloc(1 << 20);\n  memset(h, 1, 1 << 20);\n  void* d;\n  cudaMalloc(&d, 1 << 20);\n  cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice);\n  cudaFree(d);\n  free(h);\n}";
    const copy = await only(text, "pageable-async-copy");
    assert.match(copy.message, /pageable.*waits/);
    assert.deepEqual(lines(copy), [6, 2]);
  });

  it("name the copy into pageable memory for which a graph's launch waits, and none to the device", async () => {
    const captured = (copy: string): string =>
      `int main() {\n  int *d, *h = new int[64];\n  cudaStream_t s;\n  cudaGraph_t g;\n  cudaGraphExec_t e;\n  cudaMalloc(&d, 256);\n  cudaMemset(d, 0, 256);\n  memset(h, 0, 256);\n  cudaStreamCreate(&s);\n  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n  ${copy}\n  cudaStreamEndCapture(s, &g);\n  cudaGraphInstantiate(&e, g, 0);\n  cudaGraphLaunch(e, s);\n  cudaStreamSynchronize(s);\n  cudaGraphExecDestroy(e);\n  cudaGraphDestroy(g);\n  cudaStreamDestroy(s);\n  cudaFree(d);\n  delete[] h;\n}`;
    const copy = await only(captured("cudaMemcpyAsync(h, d, 256, cudaMemcpyDeviceToHost, s);"), "pageable-async-copy");
    assert.deepEqual(lines(copy), [11, 2]);
    const { findings } = await simulate(captured("cudaMemcpyAsync(d, h, 256, cudaMemcpyHostToDevice, s);"));
    assert.deepEqual(
      findings.filter(({ kind }) => kind === "pageable-async-copy"),
      [],
    );
  });

  it("name a copy whose kind does not fit its pointers", async () => {
    const copy = await only(
      "int main() {\n  int *d, h[4] = {0};\n  cudaMalloc(&d, 16);\n  cudaMemcpy(d, h, 16, cudaMemcpyDeviceToDevice);\n  cudaFree(d);\n}",
      "copy-direction",
    );
    assert.match(copy.message, /DeviceToDevice.*source is pageable/);
    assert.equal(lines(copy)[0], 4);
  });

  it("name a copy past the end and the allocation", async () => {
    const copy = await only(
      "int main() {\n  int *d, h[8] = {0};\n  cudaMalloc(&d, 16);\n  cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice);\n  cudaFree(d);\n}",
      "copy-past-end",
    );
    assert.match(copy.message, /32 bytes of its destination, which has 16/);
    assert.deepEqual(lines(copy), [4, 3]);
  });

  it("name a copy with memory that was freed", async () => {
    const copy = await only(
      "int main() {\n  int *d, h[4] = {0};\n  cudaMalloc(&d, 16);\n  cudaFree(d);\n  cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);\n}",
      "use-after-free",
    );
    assert.deepEqual(lines(copy), [5, 4]);
  });

  it("let a host function of a stream read what stands before it there, and nothing else", async () => {
    const text = `__global__ void set(int* p, int v) { *p = v; }
static void CUDART_CB look(void* p) { printf("%d\\n", *(int*)p); }
int main() {
  int* h;
  cudaMallocHost((void**)&h, 8);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  set<<<1, 1, 0, s>>>(h, 5);
  cudaLaunchHostFunc(s, look, h);
  set<<<1, 1, 0, t>>>(h + 1, 6);
  cudaLaunchHostFunc(s, look, h + 1);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaFreeHost(h);
}`;
    const { findings } = await simulate(text);
    assert.deepEqual(
      findings.map(({ kind, other }) => [kind, other?.place?.line]),
      [["unordered-streams", HEAD_LINES + 11]],
    );
  });

  it("let a thread that a host function starts use what stands before the function in its stream", async () => {
    const text = `#include <thread>
__global__ void set(int* p, int v) { *p = v; }
int* h;
std::thread reader;
static void CUDART_CB start(void*) { reader = std::thread([] { printf("%d\\n", h[0]); cudaFreeHost(h); }); }
int main() {
  cudaMallocHost((void**)&h, 8);
  cudaStream_t s;
  cudaStreamCreate(&s);
  set<<<1, 1, 0, s>>>(h, 5);
  cudaLaunchHostFunc(s, start, nullptr);
  reader.join();
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
}`;
    const result = await simulate(text);
    assert.equal(printed(result), "5\n");
    assert.deepEqual(
      result.findings.map(({ kind }) => kind),
      [],
    );
  });

  it("name a result that is read before the kernel is waited for, and not after", async () => {
    const program = (wait: string) =>
      `__global__ void set(int* p) { *p = 7; }\nint main() {\n  int* m;\n  cudaMallocManaged(&m, 4);\n  set<<<1, 1>>>(m);\n  ${wait}\n  int v = *(volatile int*)m;\n  cudaFree(m);\n  return v;\n}`;
    const early = await only(program(""), "read-before-synchronise");
    assert.deepEqual(lines(early), [7, 5]);
    assert.deepEqual((await simulate(program("cudaDeviceSynchronize();"))).findings, []);
  });

  it("name host memory of a kernel that dereferences it", async () => {
    const result = await simulate(
      "__global__ void set(int* p) { *p = 7; }\nint main() {\n  int h = 0;\n  set<<<1, 1>>>(&h);\n  return cudaDeviceSynchronize();\n}",
    );
    assert.equal(result.exitCode, 700 & 255);
    const [found] = result.findings;
    assert.equal(found?.kind, "kernel-dereferences-host");
    assert.deepEqual(lines(found!), [1, 4]);
  });

  it("name heap memory that is used after it was freed, and go on", async () => {
    const result = await simulate(
      "int main() {\n  volatile int* p = (int*)malloc(40);\n  p[3] = 5;\n  free((void*)p);\n  p[3] += 1;\n  return 3;\n}",
    );
    assert.equal(result.exitCode, 3);
    const [found] = result.findings;
    assert.equal(found?.kind, "use-after-free");
    assert.deepEqual(lines(found!), [5, 4]);
  });

  it("name an access past the end of heap memory, by the host's own code and through the library", async () => {
    const own = await only(
      "int* volatile p;\nint main() {\n  p = new int[16];\n  for (int i = 0; i <= 16; ++i) p[i] = i;\n  delete[] p;\n}",
      "out-of-bounds",
    );
    assert.match(own.message, /4 bytes of heap memory, just past the end of an allocation of 64 bytes/);
    assert.deepEqual(lines(own), [4, 3]);
    const library = await only(
      "char* volatile p;\nint main(int argc, char**) {\n  p = (char*)malloc(64);\n  memset(p, 1, 64 + argc);\n  free(p);\n}",
      "out-of-bounds",
    );
    assert.deepEqual(lines(library), [4, 3]);
  });

  it("name a host read of write-combined memory, and no write", async () => {
    const text = (use: string) =>
      `int main() {\n  volatile int* p;\n  cudaHostAlloc((void**)&p, 64, cudaHostAllocWriteCombined);\n  p[0] = 1;\n  ${use}\n  cudaFreeHost((void*)p);\n}`;
    const found = await only(text("int v = p[0];"), "write-combined-read");
    assert.deepEqual(lines(found), [5, 3]);
    assert.deepEqual((await simulate(text("p[1] = 2;"))).findings, []);
  });

  it("name a kernel that reaches another device's memory without peer access", async () => {
    const text =
      "__global__ void set(int* p) { *p = 7; }\nint main() {\n  int* p;\n  cudaMalloc(&p, 4);\n  cudaSetDevice(1);\n  set<<<1, 1>>>(p);\n  return cudaDeviceSynchronize();\n}";
    const result = await simulate(text, 2);
    assert.equal(result.exitCode, 700 & 255);
    const [found] = result.findings;
    assert.equal(found?.kind, "other-device-memory");
    assert.deepEqual(lines(found!), [1, 4]);
    assert.match(found!.message, /cudaDeviceEnablePeerAccess/);
    assert.equal(result.launches[0]?.outcome.kind, "trapped");
  });

  it("say where an address lies to what the program knows, and show none of the simulation's", async () => {
    const kernel = (body: string) =>
      `__constant__ float c[16];\n__device__ int table[10];\nstruct S { int pad[3]; int v; };\n__global__ void k(int* p, S* s, int n) { ${body} }\nint main() { int* p; cudaMalloc(&p, 4000); k<<<1, 32>>>(p, nullptr, 2000); cudaDeviceSynchronize(); cudaFree(p); }`;
    for (const [body, said] of [
      [
        "p[threadIdx.x] = c[threadIdx.x * n];",
        /reads constant memory, 7,936 bytes past the end of c, a variable of 64 bytes\.$/,
      ],
      ["table[threadIdx.x] = n;", /writes global memory, just past the end of table, a variable of 40 bytes\.$/],
      ["s->v = n;", /writes through a null pointer plus 12 bytes\.$/],
      ["p[1000 + threadIdx.x] = n;", /accesses device memory just past the end of an allocation of 4,000 bytes\.$/],
    ] as const) {
      const { findings } = await simulate(kernel(body));
      assert.match(findings[0]!.message, said);
    }
  });

  it("say of every trap and deadlock what the kernel did, with its name and without its line", async () => {
    const cases: readonly [body: string, kind: string, said: RegExp][] = [
      [
        "__shared__ int s[4]; s[threadIdx.x + i] = 1; *p = s[0];",
        "out-of-bounds",
        /of fail writes byte \d+ of shared memory, of which the block has 16\.$/,
      ],
      ["*(int*)0 = i;", "out-of-bounds", /of fail (writes through a null pointer|reaches code|executes a trap)/],
      [
        "*(int*)((char*)p + 62) = i;",
        "misaligned",
        /of fail writes byte 62 of an allocation of [\d,]+ bytes \(line \d+\), whose address is not aligned to 4 bytes\.$/,
      ],
      ["if (i) __trap();", "trapped", /of fail executes a trap, as do 31 more of its warp\.$/],
      [
        "if (threadIdx.x % 2) { __syncthreads(); *p = 1; } else { *p = 2; __syncthreads(); }",
        "deadlock",
        /of fail wait at different barriers: .*at line \d+; .*at line \d+/,
      ],
    ];
    for (const [body, kind, said] of cases) {
      const text = `__global__ void fail(int* p, int i) { ${body.replace("} else {", "}\n else {")} }\nint main() {\n  int* d;\n  cudaMalloc(&d, 64);\n  fail<<<1, 64>>>(d, 40);\n  cudaDeviceSynchronize();\n  cudaFree(d);\n}`;
      const { findings } = await simulate(text);
      assert.deepEqual([findings[0]?.kind, findings[1]?.kind, findings.length], [kind, "spoiled-context", 2], body);
      assert.match(findings[0]!.message, said);
    }
  });

  it("name freed memory, and the end of memory, that a kernel accesses", async () => {
    const kernel = "__global__ void set(int* p, int i) { p[i] = 7; }\n";
    const freed = await simulate(
      `${kernel}int main() {\n  int* d;\n  cudaMalloc(&d, 64);\n  cudaFree(d);\n  set<<<1, 1>>>(d, 0);\n  cudaDeviceSynchronize();\n}`,
    );
    assert.deepEqual(
      freed.findings.map((one) => [one.kind, ...lines(one)]),
      [
        ["use-after-free", 1, 5],
        ["spoiled-context", 7, 6],
      ],
    );
    assert.match(
      freed.findings[0]!.message,
      /^Thread \(0,0,0\) of block \(0,0,0\) of set accesses device memory that was freed at line 9\.$/,
    );
    const behind = await simulate(
      `${kernel}int main() {\n  int* d;\n  cudaMalloc(&d, 64);\n  set<<<1, 1>>>(d, 18);\n  cudaDeviceSynchronize();\n  cudaFree(d);\n}`,
    );
    const [found] = behind.findings;
    assert.deepEqual([found?.kind, ...lines(found!)], ["out-of-bounds", 1, 4]);
    assert.match(found!.message, /device memory 8 bytes past the end of an allocation of 64 bytes/);
    const before = await simulate(
      `${kernel}int main() {\n  int *d, *e;\n  cudaMalloc(&d, 64);\n  cudaMalloc(&e, 128);\n  set<<<1, 1>>>(e, -2);\n  cudaDeviceSynchronize();\n}`,
    );
    assert.deepEqual([before.findings[0]?.kind, ...lines(before.findings[0]!)], ["out-of-bounds", 1, 5]);
    assert.match(before.findings[0]!.message, /device memory 8 bytes before an allocation of 128 bytes\.$/);
    assert.match(
      before.findings[1]!.message,
      / does nothing and fails with .* The program does not read its result\.$/,
    );
  });

  it("have the lines at which calls are written, in functions that are inlined, too", async () => {
    const text = `static float* make(size_t n) {
  float* p;
  cudaMalloc(&p, n);
  return p;
}
static void drop(float* p) {
  cudaFree(p);
}
int main() {
  float* a = make(16);
  drop(a);
  drop(a);
  make(32);
}`;
    assert.deepEqual(
      (await simulate(text)).findings.map((one) => [one.kind, one.place?.inlinedAt, ...lines(one)]),
      [
        ["double-free", undefined, 7, 7],
        ["leak", undefined, 3, undefined],
      ],
    );
  });

  it("name a host pointer inside data of the device that a kernel follows", async () => {
    const text =
      "struct List { int n; int* values; };\n__global__ void sum(const List* l, int* out) { *out = l->values[0]; }\nint main() {\n  List host = {1, (int*)malloc(4)}, *list;\n  int* out;\n  cudaMalloc(&list, sizeof(List));\n  cudaMalloc(&out, 4);\n  cudaMemcpy(list, &host, sizeof(List), cudaMemcpyHostToDevice);\n  sum<<<1, 1>>>(list, out);\n  cudaDeviceSynchronize();\n}";
    const [found] = (await simulate(text)).findings;
    assert.deepEqual([found?.kind, ...lines(found!)], ["kernel-dereferences-host", 2, 4]);
  });

  it("say of a kernel's atomics on mapped memory that the host does not see them as such, and of no others", async () => {
    const text = (allocate: string, free: string) => `__global__ void add(int* p) { atomicAdd(p, 1); }
int main() {
  int* p;
  ${allocate};
  add<<<2, 32>>>(p);
  cudaDeviceSynchronize();
  ${free}(p);
}`;
    const { findings } = await simulate(text("cudaHostAlloc(&p, 4, cudaHostAllocMapped)", "cudaFreeHost"));
    assert.deepEqual(
      findings.map(({ kind, place, other }) => [kind, (place?.inlinedAt ?? place)?.line, other?.place?.line]),
      [["mapped-atomic", HEAD_LINES + 1, HEAD_LINES + 4]],
    );
    assert.deepEqual((await simulate(text("cudaMalloc(&p, 4)", "cudaFree"))).findings, []);
  });

  it("end a run that needs more memory than the simulation has, and not with an error that a device would not give", async () => {
    const result = await simulate("int main() {\n  void* p;\n  return cudaMalloc(&p, 100ull << 30);\n}");
    assert.equal(result.outcome.kind, "limit");
    assert.match(result.outcome.message, /cudaMalloc at line 7 asks for 107,374,182,400 bytes, which the device has/);
  });
});
