/** Misuse that the runtime, or the machine, lets pass: findings of the run all the same. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { HEAD_LINES, printed, simulate } from "./support";

const it = sampledIt("host/misuse", 3);

async function found(text: string): Promise<[kind: string, line: number | undefined, message: string][]> {
  const { findings } = await simulate(text);
  return findings.map(({ kind, place, message }) => [kind, place && place.line - HEAD_LINES, message]);
}

const main = (body: string) => `__device__ int counter;
__constant__ float table[16];
int main() {
  int h[64] = {5}, *d, *p, *m;
  cudaMalloc(&d, 256); cudaMallocHost(&p, 256); cudaMallocManaged(&m, 256);
  ${body}
  cudaFree(d); cudaFreeHost(p); cudaFree(m);
}`;

describe("misuse that passes", () => {
  it("a copy whose kind names another direction than its addresses", async () => {
    for (const [to, from, kind, right] of [
      ["p", "d", "HostToDevice", "DeviceToHost"],
      ["d", "p", "DeviceToHost", "HostToDevice"],
      ["m", "d", "HostToHost", "DeviceToHost"],
      ["p", "p", "DeviceToDevice", "HostToHost"],
    ]) {
      const [one, ...more] = await found(main(`cudaMemcpy(${to}, ${from}, 128, cudaMemcpy${kind});`));
      assert.deepEqual([one?.slice(0, 2), more], [["copy-direction", 6], []], `${to} ${from} ${kind}`);
      assert.match(one![2], new RegExp(`says cudaMemcpy${kind}, .* write cudaMemcpy${right} or cudaMemcpyDefault\\.$`));
    }
  });

  it("and is silent about kinds that fit, managed memory on either side, and mapped memory", async () => {
    const body = `cudaMemcpy(d, p, 128, cudaMemcpyHostToDevice); cudaMemcpy(p, d, 128, cudaMemcpyDeviceToHost);
  cudaMemcpy(m, d, 64, cudaMemcpyDeviceToDevice); cudaMemcpy(m, h, 64, cudaMemcpyHostToHost);
  cudaMemcpy(h, d, 64, cudaMemcpyDefault); cudaMemcpyToSymbol(counter, h, 4);
  int *mapped, *seen; cudaHostAlloc(&mapped, 64, cudaHostAllocMapped); cudaHostGetDevicePointer(&seen, mapped, 0);
  cudaMemcpy(d, seen, 64, cudaMemcpyDeviceToDevice); cudaFreeHost(mapped);`;
    assert.deepEqual(await found(main(body)), []);
  });

  it("the host's address of a variable of the device, with the call that is meant", async () => {
    const [from] = await found(main("cudaMemcpy(h, &counter, 4, cudaMemcpyDeviceToHost);"));
    assert.match(
      from![2],
      /^The source .* address of counter, a variable of the device.* cudaMemcpyFromSymbol\(…, counter, …\)/,
    );
    assert.match(from![2], /fails with cudaErrorInvalidValue/);
    const [to] = await found(main("cudaMemcpy(&counter, h, 4, cudaMemcpyDefault);"));
    assert.match(to![2], /^The destination .* Use cudaMemcpyToSymbol\(counter, …\), or the address/);
    const inside = await found(main("cudaMemcpy(d, table + 4, 16, cudaMemcpyHostToDevice);"));
    assert.match(inside[0]![2], /^The source .* address of table/);
  });

  it("variables of the device that the host reads and writes as its own", async () => {
    const body =
      'counter = 4; cudaMemcpyFromSymbol(h, counter, 4); table[h[0]] = 2; cudaMemcpyToSymbol(table, h, 64); h[1] = counter; printf("%d", h[1]);';
    const all = await found(main(body));
    assert.deepEqual(
      all.map(([kind, line, message]) => [kind, line, /^The host (\w+ \w+)/.exec(message)?.[1]]),
      [
        ["device-variable", 6, "writes counter"],
        ["device-variable", 6, "writes table"],
        ["device-variable", 6, "reads counter"],
      ],
    );
    const own =
      "int* at; cudaGetSymbolAddress((void**)&at, counter); cudaMemcpy(h, at, 4, cudaMemcpyDeviceToHost); cudaMemcpyToSymbol(counter, h, 4);";
    assert.deepEqual(await found(main(own)), []);
  });

  it("what is no variable of the device, or smaller than the copy, with the reason", async () => {
    const reason = async (call: string) =>
      /cudaError\w+: (.*), and the program/.exec((await found(main(call)))[0]![2])?.[1];
    assert.equal(await reason("cudaMemcpyToSymbol(table, h, 128);"), "128 bytes are more than the 64 bytes of table");
    assert.equal(
      await reason("cudaMemcpyFromSymbol(h, table, 64, 16);"),
      "64 bytes are more than the 48 bytes of table from byte 16 on",
    );
    assert.match(
      (await reason('cudaMemcpyToSymbol("table", h, 64);'))!,
      /neither a string with its name nor an address$/,
    );
    assert.equal(await reason("cudaSetDevice(3);"), "there is no device 3 (the machine has one, number 0)");
  });

  it("the host's address of a variable of the device that a kernel gets", async () => {
    const text = `__device__ int counter;\n__global__ void set(int* p) { *p = 1; }\nint main() {\n  set<<<1, 1>>>(&counter);\n  cudaDeviceSynchronize();\n}`;
    const [one] = await found(text);
    assert.deepEqual(one!.slice(0, 2), ["kernel-dereferences-host", 2]);
    assert.match(
      one![2],
      /of set accesses the host's address of counter, a variable of the device; use counter in the kernel/,
    );
  });

  it("memory that another function than its own frees, which is named as it is written", async () => {
    const heap = (made: string, freed: string) => `int* volatile p;\nint main() {\n  p = ${made};\n  ${freed};\n}`;
    const wrong = async (made: string, freed: string) => (await found(heap(made, freed))).map((one) => one.slice(0, 2));
    for (const [made, freed] of [
      ["new int[4]", "delete p"],
      ["new int", "delete[] p"],
      ["new int", "free(p)"],
      ["(int*)malloc(16)", "delete p"],
    ] as const)
      assert.deepEqual(await wrong(made, freed), [["wrong-free", 4]], `${made}, ${freed}`);
    for (const [made, freed] of [
      ["new int[4]", "delete[] p"],
      ["new int", "delete p"],
      ["(int*)calloc(4, 4)", "free(p)"],
      ["(int*)realloc(nullptr, 16)", "free(p)"],
    ] as const)
      assert.deepEqual(await wrong(made, freed), [], `${made}, ${freed}`);
    const [twice] = await found(heap("new int[4]", "delete[] p; delete[] p"));
    assert.match(twice![2], /^delete\[\] frees memory that was already freed/);
  });

  it("free of memory that is still registered", async () => {
    const text = (end: string) =>
      `int main() {\n  int* p = (int*)malloc(64);\n  cudaHostRegister(p, 64, 0);\n  ${end}free(p);\n}`;
    const [one] = await found(text(""));
    assert.deepEqual(one?.slice(0, 2), ["wrong-free", 4]);
    assert.match(one![2], /still registered; call cudaHostUnregister first/);
    const result = await simulate(text("cudaHostUnregister(p); "));
    assert.deepEqual([result.findings, printed(result)], [[], ""]);
  });

  it("static shared memory over 48 KiB and constants over 64 KiB, which ptxas refuses", async () => {
    const kernel = (declared: string, inside: string) =>
      `${declared}__global__ void k(float* p) { ${inside} }\nint main() {\n  float* d;\n  cudaMalloc(&d, 4096);\n  k<<<1, 32>>>(d);\n  cudaFree(d);\n}`;
    const use = "t[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = t[31 - threadIdx.x];";
    const [shared] = await found(kernel("", `__shared__ float t[12289]; ${use}`));
    assert.deepEqual(shared?.slice(0, 2), ["refused-launch", 5]);
    assert.match(
      shared![2],
      /: 49,156 bytes of static shared memory, the limit is 49,152, and ptxas does not assemble/,
    );
    assert.deepEqual(await found(kernel("", `__shared__ float t[12288]; ${use}`)), []);
    const [constants] = await found(kernel("__constant__ float t[16385]; ", "p[threadIdx.x] = t[threadIdx.x];"));
    assert.match(constants![2], /: 65,540 bytes of __constant__ variables, the limit is 65,536/);
    assert.deepEqual(await found(kernel("__constant__ float t[16384]; ", "p[threadIdx.x] = t[threadIdx.x];")), []);
  });
});

describe("textures that clamp instead", () => {
  const program = (description: string, at: string) => `__global__ void k(cudaTextureObject_t t, float* o) {
  o[threadIdx.x] = tex2D<float>(t, ${at}, 0.5f);
}
int main() {
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  cudaArray_t a; cudaMallocArray(&a, &f, 8, 8);
  cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
  cudaTextureDesc d = {}; ${description}
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  float* o; cudaMalloc(&o, 128);
  k<<<1, 8>>>(t, o);
  cudaDestroyTextureObject(t); cudaFreeArray(a); cudaFree(o);
}`;
  const inside = "threadIdx.x + 0.5f";
  const severities = async (description: string, at: string) =>
    (await simulate(program(description, at))).findings.map(({ kind, severity, place }) => [
      kind,
      severity,
      place && place.line - HEAD_LINES,
    ]);

  it("are found where they mirror, and where they wrap and are read outside of their texels", async () => {
    const mirror = "d.addressMode[0] = cudaAddressModeMirror;";
    assert.deepEqual(await severities(mirror, inside), [["texture-description", "warning", 10]]);
    assert.deepEqual(await severities("", "threadIdx.x + 8"), [["texture-description", "information", 10]]);
    const [one] = await found(program("", "threadIdx.x + 8"));
    assert.match(
      one![2],
      /^The texture has cudaAddressModeWrap \(0\) along x and y, .* it clamps to the edge instead\. Set /,
    );
  });

  it("are named with every axis and its mode, once", async () => {
    const modes = "d.addressMode[0] = cudaAddressModeWrap; d.addressMode[1] = cudaAddressModeMirror;";
    for (const at of [inside, "threadIdx.x + 8"]) {
      const [one, ...rest] = await found(program(modes, at));
      assert.deepEqual(rest, []);
      assert.match(
        one![2],
        /^The texture has cudaAddressModeWrap \(0\) along x and cudaAddressModeMirror along y, and .* or set addressMode\[0\] and addressMode\[1\] to cudaAddressModeClamp\.$/,
      );
    }
  });

  it("are silent inside of their texels, with normalized coordinates, and where clamping is meant", async () => {
    for (const [description, at] of [
      ["", inside],
      ["d.normalizedCoords = 1;", "threadIdx.x * 0.5f"],
      ["d.normalizedCoords = 1; d.addressMode[0] = d.addressMode[1] = cudaAddressModeMirror;", "threadIdx.x * 0.5f"],
      ["d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;", "threadIdx.x + 8"],
    ] as const)
      assert.deepEqual(await severities(description, at), [], description);
  });
});

describe("refused windows and limits of L2", () => {
  it("have their reason in the program's numbers", async () => {
    const text = `int main() {
  cudaStream_t s; cudaStreamCreate(&s);
  cudaStreamAttrValue v = {};
  v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting; v.accessPolicyWindow.hitRatio = 1;
  auto set = [&] { return cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v); };
  v.accessPolicyWindow.num_bytes = 1 << 20;
  if (set() != cudaSuccess) return 1;
  v.accessPolicyWindow.num_bytes = 1 << 28; cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v);
  v.accessPolicyWindow.num_bytes = 1 << 20; v.accessPolicyWindow.hitRatio = 1.5f;
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v);
  v.accessPolicyWindow.hitRatio = 0.5f; v.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 30);
  cudaDeviceSetLimit((cudaLimit)17, 4);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20);
  cudaStreamDestroy(s);
}`;
    const why = (await found(text)).map(([kind, line, message]) => [
      kind,
      line,
      /cudaErrorInvalidValue: (.*), and the program does not look at the error/.exec(message)?.[1],
    ]);
    assert.deepEqual(why, [
      [
        "failed-call",
        8,
        "the access-policy window has 268,435,456 bytes, the limit is 134,217,728 bytes (accessPolicyMaxWindowSize)",
      ],
      ["failed-call", 10, "hitRatio is 1.5, and it must be from 0 to 1"],
      ["failed-call", 12, "missProp is cudaAccessPropertyPersisting, which only hitProp may be"],
      [
        "failed-call",
        13,
        "1,073,741,824 bytes of L2 are to be set aside, the limit is 39,321,600 bytes (persistingL2CacheMaxSize)",
      ],
      ["failed-call", 14, "17 is no cudaLimit"],
    ]);
  });
});

describe("a pointer that nothing is assigned to", () => {
  const head =
    "struct Box { int n; int* data; };\n__global__ void set(int* p) { p[threadIdx.x] = 1; }\n__global__ void fill(Box b) { b.data[threadIdx.x + 8] = b.n; }\n__attribute__((noinline)) void maybe(int** p, int n) { if (n > 5) cudaMallocManaged(p, 16); }\n";
  const messages = async (body: string, parameters = "") =>
    (await simulate(`${head}int main(${parameters}) {\n${body}\n}`)).findings.map(({ message }) => message);

  it("is called that where a kernel uses it, as a parameter or in one, and null where it is null", async () => {
    const uninitialised =
      /^Thread \(0,0,0\) of block \(0,0,0\) of (set|fill) writes through an uninitialised pointer\.$/;
    const sync = "cudaDeviceSynchronize();";
    assert.match((await messages(`int* p; set<<<1, 32>>>(p); ${sync}`))[0]!, uninitialised);
    assert.match((await messages(`Box b; b.n = 3; fill<<<1, 32>>>(b); ${sync}`))[0]!, uninitialised);
    const sometimes = `int* p; if (argc > 5) cudaMalloc(&p, 128); set<<<1, 32>>>(p); ${sync}`;
    assert.match((await messages(sometimes, "int argc, char** argv"))[0]!, uninitialised);
    assert.match(
      (await messages(`int* p = nullptr; set<<<1, 32>>>(p); ${sync}`))[0]!,
      /writes through a null pointer\.$/,
    );
  });

  it("is called that where a copy or the host uses it", async () => {
    const copy = "int h[4], *p; maybe(&p, argc); cudaMemcpy(p, h, 16, cudaMemcpyHostToDevice);";
    assert.match(
      (await messages(copy, "int argc, char** argv"))[0]!,
      /^The copy says cudaMemcpyHostToDevice, but its destination is an uninitialised pointer\./,
    );
    const body = "int* p; maybe(&p, argc); p[1] = 3; return p[1];";
    const { outcome } = await simulate(`${head}int main(int argc, char** argv) { ${body} }`);
    assert.equal(outcome.message, "the host dereferences an uninitialised pointer");
  });
});

describe("constant memory", () => {
  it("is not for kernels to write, by the address that the host gives them", async () => {
    const text = (symbol: string) => `__constant__ int table[32];
__device__ int counts[32];
__global__ void set(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p; cudaGetSymbolAddress((void**)&p, ${symbol});
  set<<<1, 32>>>(p);
  cudaDeviceSynchronize();
}`;
    const [one, ...more] = await found(text("table"));
    assert.deepEqual([one?.slice(0, 2), more], [["constant-write", 3], []]);
    assert.match(
      one![2],
      /^set writes table, which is constant memory: .* cudaMemcpyToSymbol, or declare it __device__\.$/,
    );
    assert.deepEqual(await found(text("counts")), []);
  });
});
