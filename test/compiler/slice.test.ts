import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { compileKernels } from "../../analyzer/compiler/incremental/incremental";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { Clang } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

/** Counts what reaches clang. */
async function counting(): Promise<Clang & { count: number; words: string[] }> {
  const clang = await sharedClang();
  const counter = {
    count: 0,
    words: [] as string[],
    run: (...request: Parameters<Clang["run"]>) => {
      counter.count++;
      counter.words = [...request[0]];
      return clang.run(...request);
    },
  };
  return counter;
}

async function session() {
  const clang = await counting();
  const cache = createCompileCache();
  const syntax = await sharedSyntax();
  return {
    clang,
    compile: async (text: string) => {
      const before = clang.count;
      const source = { path: "home/me/a.cu", text };
      const outline = syntax.outline(text);
      const compiled = await compileDevice({
        clang,
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
        cache,
      });
      assert.ok(compiled.bitcode, JSON.stringify(compiled.errors));
      const { functions } = readModule(compiled.bitcode);
      const kernels = functions.filter((one) => one.isKernel && one.blocks.length > 0).map((one) => one.name);
      return { ...compiled, calls: clang.count - before, kernels };
    },
  };
}

const program = (host: string, kernel = "*out = 1;") => `#include <vector>
#include <iostream>
__global__ void plain(int* out) { ${kernel} }
template <typename T> __global__ void typed(T* out) { *out = T(2); }
template <typename T> void launch(T* out) { typed<T><<<1, 1>>>(out); }
void first() {
  std::vector<int> v(10);
  ${host}
  std::cout << v[0];
}
int main() {
  launch<float>(nullptr);
  first();
}
`;

describe("the device slice", () => {
  it("takes out members that are defined outside of their class, and leaves out none", async () => {
    const { compile } = await session();
    const { kernels, leftOut, errors } = await compile(`#include <vector>
class Solver {
 public:
  explicit Solver(int n);
  ~Solver();
  void run() const;
  static __host__ __device__ int twice(int n);
  operator bool() const;
 private:
  int n;
  std::vector<float> values;
};
namespace tools { void prepare(int n); }
Solver::Solver(int n) : n(n), values(n) { tools::prepare(n); }
Solver::~Solver() { cudaDeviceSynchronize(); }
void tools::prepare(int n) { cudaSetDevice(n); }
__host__ __device__ int Solver::twice(int n) { return 2 * n; }
Solver::operator bool() const { return n > 0; }
__global__ void doubled(int* p) { p[threadIdx.x] = Solver::twice(p[threadIdx.x]); }
void Solver::run() const { doubled<<<1, n>>>(nullptr); }
int main() { Solver(32).run(); }
`);
    assert.deepEqual({ leftOut, errors }, { leftOut: [], errors: [] });
    assert.deepEqual(kernels, ["_Z7doubledPi"]);
  });

  it("has no need of the host variables that kernels name as defaults", async () => {
    const { compile } = await session();
    const { kernels, leftOut, errors } = await compile(`float* d_scale = nullptr;
static unsigned *d_most, limit = 3;
constexpr int STEP = 4;
__device__ int stored;
template <bool SCALED = true, typename T>
__global__ void scaled(T* p, const float* by = d_scale, unsigned* most=d_most, int step = STEP) {
  p[threadIdx.x] *= SCALED ? *by : 1;
  if (step == 4) atomicMax(most, threadIdx.x);
}
__global__ void plain(int* p, unsigned n = limit, int* other = nullptr) { *p = n + stored; }
void run(int* p) {
  scaled<<<1, 32>>>(p);
  plain<<<1, 32>>>(p);
}
`);
    assert.deepEqual({ leftOut, errors }, { leftOut: [], errors: [] });
    assert.deepEqual(kernels.sort(), ["_Z5plainPijS_", "_Z6scaledILb1EiEvPT0_PKfPji"]);
  });

  it("is unchanged by an edit in a host function that instantiates nothing", async () => {
    const { compile } = await session();
    const first = await compile(program("v[1] = 2;"));
    const second = await compile(program("plain<<<1, 1>>>(v.data()); // more"));
    const third = await compile(program("v[1] = nowhere("));
    assert.ok(first.calls > 0);
    assert.deepEqual([second.calls, third.calls], [0, 0]);
    assert.deepEqual(third.leftOut, []);
    assert.deepEqual(second.bitcode, first.bitcode);
  });

  it("keeps what instantiates kernels", async () => {
    const { compile } = await session();
    const { kernels, instantiated } = await compile(program(""));
    assert.deepEqual(kernels.sort(), ["_Z5plainPi", "_Z5typedIfEvPT_"]);
    assert.equal(instantiated.size, 0);
  });

  it("keeps what gives the host access to variables that a file keeps to itself", async () => {
    const { compile } = await session();
    const { bitcode } = await compile(`#include <cuda_runtime.h>
#define FILL(values) cudaMemcpyToSymbol(named, values, sizeof named)
static __constant__ unsigned table[3][31], second;
__device__ static int counter = 3;
static __device__ __align__(16) float aligned[4];
static __constant__ float named[2];
static __device__ int lonely;
namespace { __device__ int hidden; }
__global__ void k(unsigned* out) {
  out[threadIdx.x] = table[threadIdx.y][threadIdx.x] + second + counter + aligned[threadIdx.x] + named[1] + hidden + lonely;
}
int fill(unsigned* values) {
  cudaMemcpyToSymbol(second, values, 4);
  cudaMemcpyToSymbol(hidden, values, 4);
  return cudaMemcpyToSymbol(table, values, sizeof table);
}
int read(int* value) { return cudaMemcpyFromSymbol(value, counter, 4); }
void* place() { void* at; cudaGetSymbolAddress(&at, aligned); return at; }
int fillNamed(float* values) { return FILL(values); }
`);
    const { globals } = readModule(bitcode!);
    const known = globals.map(({ name }) => /(table|second|counter|aligned|named|hidden|lonely)/.exec(name)?.[1]);
    assert.deepEqual(known.filter((name) => name !== undefined).sort(), [
      "aligned",
      "counter",
      "hidden",
      "named",
      "second",
      "table",
    ]);
  });

  it("is compiled again when a kernel changes", async () => {
    const { compile } = await session();
    const first = await compile(program(""));
    const second = await compile(program("", "*out = 2;"));
    assert.equal(second.calls, 1);
    assert.notDeepEqual(second.bitcode, first.bitcode);
  });

  it("keeps the C++ library where a kernel names it, and brings it back where it is needed unnamed", async () => {
    const { compile } = await session();
    const named = await compile("#include <algorithm>\n__global__ void k(int* a) { a[0] = std::max(a[1], a[2]); }\n");
    assert.deepEqual(named.leftOut, []);
    assert.deepEqual(named.kernels, ["_Z1kPi"]);
    const unnamed = await compile(
      "#include <array>\nusing namespace std;\n__global__ void k(array<int, 3> a, int* b) { *b = a[1]; }\n",
    );
    assert.deepEqual(unnamed.leftOut, []);
    assert.equal(unnamed.kernels.length, 1);
  });
});

describe("kernels compiled one by one", () => {
  const text = (first: string, second: string) => `#include <cstdio>
#define TILE 16
__constant__ float weights[4];
__device__ float weigh(float x, int i) { return x * weights[i & 3]; }
__global__ void first(float* out) {
  __shared__ float tile[TILE][TILE];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x] + ${first};
  __syncthreads();
  out[threadIdx.x] = weigh(tile[threadIdx.x][threadIdx.y], 1);
}
__global__ void second(float* out, int n) {
  for (int i = threadIdx.x; i < n; i += 32) out[i] = weigh(out[i], i) * ${second};
}
template <int N> __global__ void third(int* out) { out[threadIdx.x * N] = N; }
int main() { third<3><<<1, 32>>>(nullptr); }
`;

  async function kernelSession() {
    const clang = await counting();
    const cache = createCompileCache();
    const syntax = await sharedSyntax();
    return async (code: string) => {
      const before = clang.count;
      const source = { path: "home/me/a.cu", text: code };
      const outline = syntax.outline(code);
      const compiled = await compileKernels({
        clang,
        cache,
        source,
        outline,
        files: new Map(),
        options: defaultOptions,
      });
      const ir = new Map<string, string>();
      for (const { bitcode, kernels } of compiled.parts) {
        for (const one of readModule(bitcode).functions) {
          const name = kernels.find((kernel) => one.name.includes(kernel));
          if (one.isKernel && one.blocks.length > 0 && name) ir.set(name, printFunction(one));
        }
      }
      return { ir, calls: clang.count - before, parts: compiled.parts, leftOut: compiled.leftOut };
    };
  }

  it("have the IR that they have in the whole file", async () => {
    const edited = await kernelSession();
    await edited(text("1.0f", "2.0f"));
    const one = await edited(text("1.5f", "2.0f"));
    const two = await edited(text("1.5f", "2.5f"));
    const fresh = await kernelSession();
    const whole = await fresh(text("1.5f", "2.5f"));
    assert.deepEqual([one.calls, two.calls], [1, 1]);
    assert.deepEqual([one.parts.length, two.parts.length, whole.parts.length], [2, 3, 1]);
    assert.deepEqual([...two.ir.keys()].sort(), ["first", "second", "third"]);
    for (const [name, ir] of whole.ir) assert.equal(two.ir.get(name), ir);
  });

  it("are all compiled anew when what they share changes", async () => {
    const edited = await kernelSession();
    await edited(text("1.0f", "2.0f"));
    const changed = await edited(text("1.0f", "2.0f").replace("TILE 16", "TILE 32"));
    assert.equal(changed.parts.length, 1);
    const fresh = await kernelSession();
    assert.deepEqual(changed.ir, (await fresh(text("1.0f", "2.0f").replace("TILE 16", "TILE 32"))).ir);
  });

  it("are compiled one by one beside what was left out, and beside what we instantiated", async () => {
    const broken = (first: string, second: string) => `#include <cstdio>
__device__ float damaged(float x) { return nowhere(x); }
__global__ void first(float* out) {
  out[threadIdx.x] = ${first};
}
__global__ void unknownHead(Unknown value, float* out) { out[threadIdx.x] = value.x; }
template <typename T> __global__ void nobodyLaunches(T* out) { out[threadIdx.x] *= T(2); }
__global__ void second(float* out) { out[threadIdx.x] = damaged(out[0]) + ${second}; }
Missing<int> global;
`;
    const edited = await kernelSession();
    await edited(broken("1.0f", "2.0f"));
    const one = await edited(broken("1.5f", "2.0f"));
    const two = await edited(broken("1.5f", "2.5f"));
    const bad = await edited(broken("1.5f", "absent"));
    const three = await edited(broken("1.5f", "3.5f"));
    assert.deepEqual([one.calls, two.calls], [1, 1], "a whole compile takes several calls");
    assert.ok(bad.leftOut.some((left) => left.function === "second"));
    const fresh = await kernelSession();
    const whole = await fresh(broken("1.5f", "3.5f"));
    assert.ok(whole.calls > 2 && three.calls <= 2, `${whole.calls} against ${three.calls}`);
    assert.deepEqual([...three.ir.keys()].sort(), ["first", "nobodyLaunches", "second"]);
    for (const [name, ir] of whole.ir) assert.equal(three.ir.get(name), ir, name);
    const told = (some: typeof whole) => some.leftOut.map((left) => JSON.stringify(left)).sort();
    assert.deepEqual(told(three), told(whole));
  });

  it("are compiled beside the bodies that clang wants, where lambdas are template arguments", async () => {
    const lambdas = (value: string) => `#include <utility>
template <typename F> __global__ void each(int n, F f) { for (int i = threadIdx.x; i < n; i += 32) f(i); }
template <typename F> void run(int n, F&& f) { each<<<1, 32>>>(n, std::forward<F>(f)); }
__global__ void plain(float* out) { out[threadIdx.x] = ${value}; }
int main() {
  float* x;
  run(10, [=] __device__(int i) { x[i] = i; });
}
`;
    const edited = await kernelSession();
    await edited(lambdas("1.0f"));
    await edited(lambdas("2.0f"));
    const again = await edited(lambdas("3.0f"));
    const whole = await (await kernelSession())(lambdas("3.0f"));
    assert.equal(again.calls, 1, "what clang wants is known from the edit before");
    assert.equal(again.parts.length, 2);
    assert.deepEqual([...again.ir.keys()].sort(), ["each", "plain"]);
    assert.deepEqual(again.ir, whole.ir);
  });

  it("come back after an edit that does not compile", async () => {
    const edited = await kernelSession();
    const first = await edited(text("1.0f", "2.0f"));
    const broken = await edited(text("1.0f +", "2.0f").replace("+ 1.0f +", "+"));
    assert.deepEqual(
      broken.leftOut.map((one) => one.function),
      ["first"],
    );
    assert.equal(broken.ir.get("second"), first.ir.get("second"));
    assert.deepEqual((await edited(text("1.0f", "2.0f"))).ir, first.ir);
  });
});
