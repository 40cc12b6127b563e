import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { Compiled, SourceFiles } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

const cache = createCompileCache();

async function compile(text: string, files: SourceFiles = new Map()): Promise<Compiled> {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/test.cu", text };
  return compileDevice({ clang: await sharedClang(), source, outline, files, options: defaultOptions, cache });
}

/** The printed IR of every kernel, by mangled name. */
function kernels({ bitcode, errors }: Compiled): Map<string, string> {
  assert.ok(bitcode, `nothing compiled: ${JSON.stringify(errors)}`);
  const module = readModule(bitcode);
  const found = module.functions.filter((one) => one.isKernel && one.blocks.length > 0);
  return new Map(found.map((one) => [one.name, printFunction(one)]));
}

/** Three good kernels with what they need: whatever stands at PLACE must not change them. */
const good = `#include <cstdio>
#define TILE 32
__constant__ float weights[4];
template <typename T> __device__ T twice(T x) { return x + x; }
__global__ void first(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = twice(in[i]) * weights[i & 3];
}
PLACE
__global__ void second(float* out) {
  __shared__ float tile[TILE][TILE];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template <int N> __global__ void third(int* out) {
  for (int k = 0; k < N; k++) out[k * 32 + threadIdx.x] += k;
}
int main() {
  third<3><<<1, 32>>>(nullptr);
  return 0;
}
`;

interface Case {
  readonly name: string;
  readonly broken: string;
  /** Names in \`leftOut\`. */
  readonly leftOut: readonly string[];
  /** Kernels besides the good ones. */
  readonly extra?: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "a half-typed statement in a kernel",
    broken: "__global__ void bad(float* a) {\n  int i = threadIdx.x;\n  a[i] = \n}",
    leftOut: ["bad"],
  },
  {
    name: "a kernel with C linkage that takes a type that nobody has",
    broken: 'extern "C" __global__ void bad(SceneHandle scene, float* a) { a[0] = scene.depth; }',
    leftOut: ["bad"],
  },
  {
    name: "an unknown name in a kernel",
    broken: "__global__ void bad(float* a) { a[nowhere] = 1; }",
    leftOut: ["bad"],
  },
  {
    name: "an unknown name in a device function that a kernel calls",
    broken:
      "__device__ float help(float x) { return nowhere(x); }\n__global__ void calls(float* a) { a[0] = help(a[0]); }",
    leftOut: ["help"],
    extra: ["_Z5callsPf"],
  },
  {
    name: "a missing brace at the end of a kernel",
    broken: "__global__ void bad(float* a) {\n  if (threadIdx.x < 3) {\n    a[0] = 1;\n}\n",
    leftOut: [],
    extra: ["_Z3badPf"],
  },
  { name: "a brace too many", broken: "}", leftOut: ["}"] },
  {
    name: "an unknown type behind a pointer",
    broken: "__global__ void takes(Unknown* a, int* b) { *b = 1; }",
    leftOut: [],
    extra: ["_Z5takesP7UnknownPi"],
  },
  {
    name: "an unknown template behind a pointer",
    broken: "__global__ void takes(Matrix<float>* a, int* b) { *b = 1; }",
    leftOut: [],
    extra: ["_Z5takesP6MatrixIJfEEPi"],
  },
  {
    name: "an unknown type by value",
    broken: "__global__ void bad(Unknown a, int* b) { *b = a.x; }",
    leftOut: ["bad"],
  },
  {
    name: "a variable of an unknown namespace",
    broken: "thrust::device_vector<float> global(100);",
    leftOut: ["global"],
  },
  {
    name: "a library in host code that nobody has",
    broken: `#include <nowhere/device_vector.h>
#include <nowhere/sort.h>
void host() {
  nowhere::device_vector<float> v(100);
  for (int i = 0; i < 3; i++) {
    nowhere::sort(v.begin(), v.end());
    first<<<1, 32>>>(nullptr, nullptr, 100);
  }
}`,
    leftOut: ["host"],
  },
  {
    name: "a kernel of which only the first line is typed",
    broken: "__global__ void bad(float* a",
    leftOut: ["bad"],
  },
  {
    name: "a member function that fails",
    broken: "struct S { int x; __device__ S(int q) : x(q), y(q) {} __device__ int get() const { return z; } };",
    leftOut: ["S::S", "S::get"],
  },
  {
    name: "half a condition in a member function that no kernel calls",
    broken:
      "struct S {\n  int a[4];\n  __device__ int bad(int i) { if ( return a[i]; }\n  __device__ int get(int i) { return a[i]; }\n};\n__global__ void calls(S s, int* out) { *out = s.get(*out); }",
    leftOut: ["S::bad"],
    extra: ["_Z5calls1SPi"],
  },
  {
    name: "a member function without its last brace",
    broken:
      "struct S {\n  int a[4];\n  __device__ int twice(int i) {\n    if (i > 1) {\n      return 2;\n    return 1;\n  }\n  __device__ int get(int i) { return a[i]; }\n};\n__global__ void calls(S s, int* out) { *out = s.get(*out); }",
    leftOut: [],
    extra: ["_Z5calls1SPi"],
  },
  {
    name: "a structure begun in a function of one line, the last one of its namespace",
    broken:
      "namespace m {\nconstexpr __device__ int square(int x) {struct S { return x * x; }\n}\n__global__ void calls(int* a) { *a = m::square(*a); }",
    leftOut: ["m::square"],
    extra: ["_Z5callsPi"],
  },
  {
    name: "a header that nobody has",
    broken: '#include <cub/cub.cuh>\n#include "mine/deep/own.h"\n#include "../above.h"',
    leftOut: [],
  },
  { name: "an unterminated condition", broken: "#ifdef SOMETHING\n#endif\n#if 0\n#else\n#endif", leftOut: [] },
  { name: "an error directive", broken: "#error wrong compiler", leftOut: ["#error wrong compiler"] },
  {
    name: "unknown macros in the head of a kernel",
    broken: "__global__ void C10_LAUNCH_BOUNDS_1(256) bounded(int* a) { *a = 1; }",
    leftOut: [],
    extra: ["_Z7boundedPi"],
  },
  {
    name: "a literal without an end in a member function of one line",
    broken:
      'struct Box {\n  __device__ float area() const { return " w; }\n  float w;\n};\n__global__ void calls(Box b, float* out) { *out = b.w; }',
    leftOut: ["Box::area"],
    extra: ["_Z5calls3BoxPf"],
  },
  {
    name: "a literal without an end in a constructor, before a member that others need",
    broken:
      "struct Box {\n  Box() = default;\n  __device__ explicit Box(int w) { ' fill(&values, w); }\n  static constexpr int size = 4;\n  float values[size];\n};\n__global__ void calls(Box b, float* out) { *out = b.values[1]; }",
    leftOut: ["Box::Box"],
    extra: ["_Z5calls3BoxPf"],
  },
  {
    name: "an unknown type in a template of the device that a kernel calls",
    broken:
      "template <typename T> __device__ T sum(T x) { Unknown<int> y; return x; }\ntemplate <typename T> __global__ void adds(T* a) { *a = sum<T>(*a); }\nvoid run() { adds<float><<<1, 32>>>(nullptr); }",
    leftOut: ["sum"],
    extra: ["_Z4addsIfEvPT_"],
  },
  {
    name: "a comment between the template list of a broken kernel and the kernel",
    broken:
      "template <typename T> __global__ void adds(T* a) { *a += 1; }\ntemplate <typename T> // of a library\n__global__ void bad(lib::Accessor<T> a) { a[0] = 0; }\nvoid run() { adds<float><<<1, 32>>>(nullptr); }",
    leftOut: ["bad"],
    extra: ["_Z4addsIfEvPT_"],
  },
  {
    name: "a missing brace before explicit instantiations",
    broken:
      "template <typename T> __global__ void adds(T* a) { *a += 1; }\ntemplate <typename T> void run(T* a) {\n  adds<T><<<1, 32>>>(a);\n\ntemplate void run<float>(float*);\ntemplate void run<int>(int*);",
    leftOut: [],
    extra: ["_Z4addsIfEvPT_", "_Z4addsIiEvPT_"],
  },
];

describe("error isolation", () => {
  let expected: Map<string, string>;
  before(async () => {
    expected = kernels(await compile(good.replace("PLACE", "")));
    assert.equal(expected.size, 3);
  });

  for (const { name, broken, leftOut, extra = [] } of cases) {
    it(`${name}: every other kernel is as it was`, async () => {
      // The same lines, empty, so that positions are the same too.
      const empty = broken.replace(/[^\n]/g, "");
      expected = kernels(await compile(good.replace("PLACE", empty)));
      const compiled = await compile(good.replace("PLACE", broken));
      const found = kernels(compiled);
      for (const [kernel, ir] of expected) assert.equal(found.get(kernel), ir, kernel);
      assert.deepEqual(
        [...new Set(compiled.leftOut.map((one) => one.function))],
        leftOut,
        JSON.stringify(compiled.leftOut),
      );
      const others = [...found.keys()].filter((kernel) => !expected.has(kernel));
      assert.deepEqual(others.sort(), [...extra].sort());
    });
  }

  it("takes what fails out of a header of the user's, not the header", async () => {
    const header = (bad: string) => `#pragma once
#include "../deep/inner.h"
namespace lib {
struct Pair { float x, y; };
${bad}
__device__ inline float sum(Pair p) { return p.x + p.y + inner(); }
}
`;
    const text = `#include "lib/pair.h"
__global__ void uses(lib::Pair* p, float* out) { out[threadIdx.x] = lib::sum(p[threadIdx.x]); }
`;
    const files = (bad: string) =>
      new Map([
        ["home/me/lib/pair.h", header(bad)],
        ["home/me/deep/inner.h", "#pragma once\n__device__ inline float inner() { return 3; }\n"],
      ]);
    const clean = kernels(await compile(text, files("")));
    assert.equal(clean.size, 1);
    const bad: readonly (readonly [code: string, name: string])[] = [
      ["__device__ float bad(float x) { return nowhere(x); }", "lib::bad"],
      ["__global__ __launch_bounds__(64, (2)) void wide(float* x) { *x = nowhere(); }", "lib::wide"],
      ["unknown::type variable;", "unknown::type variable;"],
      ["void declared(int n, const unknown::type* all);", "declared"],
    ];
    for (const [code, name] of bad) {
      const compiled = await compile(text, files(code));
      assert.deepEqual(kernels(compiled), clean, code);
      assert.equal(compiled.leftOut.map((one) => one.function).join(), name);
    }
  });

  describe("of a header whose own headers are not there", () => {
    /** A kernel that calls what does not need them, after a comment in the first line, which clang says is to blame for its precompiled headers. */
    const text = `/* A licence (c). */
#include <vector>
#include "lib/math.h"
__global__ void uses(float* out, unsigned n) { out[threadIdx.x] = lib::half(out[threadIdx.x]) + lib::next(n); }
`;
    const header = (macro: string, others: string) => `#pragma once
#include <nowhere/types.h>
${macro}
namespace lib {
HD inline float half(float x) { return x * 0.5f; }
inline HD uint32_t next(uint32_t x) { return x + 1; }
${others}
}
`;
    const compiled = async (macro: string, others = "") =>
      compile(text, new Map([["home/me/lib/math.h", header(macro, others)]]));
    const attributes = "#include <stdint.h>\n#define HD __host__ __device__";
    let whole: Map<string, string>;
    before(async () => {
      whole = kernels(await compiled(attributes));
      assert.equal(whole.size, 1);
    });

    for (const [name, macro, others, leftOut] of [
      [
        "takes a function with the macro before it",
        attributes,
        "HD inline vec3 third(vec3 x) { return x; }",
        "lib::third",
      ],
      [
        "blames what asked for a template of the library",
        attributes,
        "inline void last(std::vector<vec3>& all) { all.back(); }",
        "lib::last",
      ],
      ["takes an unknown macro before functions for attributes of theirs", "#include <stdint.h>\n", "", undefined],
      ["knows the integers of the standard", "\n#define HD __host__ __device__", "", undefined],
      [
        "names a structure that lacks its members' types",
        attributes,
        "template <class T> struct Ray final { T t; vec3 from; };",
        "Ray",
      ],
    ] as const) {
      it(name, async () => {
        const found = await compiled(macro, others);
        assert.deepEqual(kernels(found), whole);
        assert.deepEqual([...new Set(found.leftOut.map((one) => one.function))], leftOut ? [leftOut] : []);
      });
    }
  });

  it("keeps what stands in namespaces of which the ends are not typed yet", async () => {
    const compiled = await compile(`namespace m {
__global__ void kept(int* a) { *a = 1; }
template <typename T, int N = 3>
__global__ void __launch_bounds__(N) made(T* a) { *a = N; }
extern "C" {
#ifdef __CUDACC__
__global__ void bad(int* a) { a[nowhere`);
    assert.deepEqual([...kernels(compiled).keys()], ["_ZN1m4keptEPi", "_ZN1m4madeIfLi3EEEvPT_"]);
    assert.deepEqual([...compiled.instantiated.keys()], ["m::made<float>"]);
    assert.deepEqual([...new Set(compiled.leftOut.map((one) => one.function))], ["m::bad"]);
  });

  it("keeps device lambdas that a broken statement hands on", async () => {
    const text = (
      first: string,
      second: string,
    ) => `template <typename F> __global__ void apply(F f, int* a) { *a = f(1); }
template <typename L> void run(L f, int* a) { apply<<<1, 32>>>(f, a); }
void host(int* a, int n) {
  ${first}run([=] __device__(int i) { return i; }, a);
  ${second}run([=] __host__ __device__(int i) mutable { return i + n; }, a);
}
`;
    const whole = kernels(await compile(text("", "")));
    assert.equal(whole.size, 2);
    for (const first of ["<<< ", "int broken = ", "foo(1, "]) {
      const found = kernels(await compile(text(first, "a[n] = ")));
      assert.deepEqual([...found.keys()], [...whole.keys()], first);
    }
  });

  it("keeps the instances that calls of host templates make behind what does not parse", async () => {
    const text = (
      functor: string,
      lambda: string,
      launch: string,
    ) => `struct One { __device__ int operator()(int i) const { return i; } };
template <typename F> __global__ void apply(F f, int* a) { *a = f(1); }
template <typename L> void run(L f, int* a) { apply<<<1, 32>>>(f, a); }
void host(int* a, int n) {
  ${functor}run(One{}, a);
  ${lambda}run([=] __device__(int i) mutable { return i + n; }, a);
  ${launch}apply<<<1, 1>>>([] __device__(int i) { return i * 3; }, a);
}
`;
    const whole = kernels(await compile(text("", "", "")));
    assert.equal(whole.size, 3);
    for (const word of ["<<< ", "foo(1, 2 ", "x. ", "cons ", ") ", "return nowhere "]) {
      for (const place of [0, 1, 2]) {
        const [first, second, third] = [0, 1, 2].map((one) => (one === place ? word : ""));
        const found = kernels(await compile(text(first!, second!, third!)));
        assert.deepEqual([...found.keys()].sort(), [...whole.keys()].sort(), `${word}before statement ${place}`);
      }
    }
  });

  it("keeps the instances of a host function where a structure begins to be typed", async () => {
    const text = (first: string, second: string, third: string) => `template <class T, int N>
__global__ void scale(T* a) { a[threadIdx.x] *= N; }
template <class T> void launch(int which, T* a) {
  ${first}dim3 block(32);
  switch (which) {
    case 0: scale<T, 1><<<1, block>>>(a); break;
    ${second}case 1:
      switch (block.x) { case 32: scale<T, 2><<<1, block>>>(a); break; }
      break;
    default:
      ${third}block.x *= 2;
      if (which < 0) scale<T, 3><<<1, block>>>(a);
      else scale<T, 4><<<1, block>>>(a);
  }
}
template void launch<int>(int, int*);
template void launch<float>(int, float*);
`;
    const whole = kernels(await compile(text("", "", "")));
    assert.equal(whole.size, 8);
    for (const head of ["struct S { ", "class S : Base { ", "union { "])
      for (const place of [0, 1, 2]) {
        const [first, second, third] = [0, 1, 2].map((one) => (one === place ? head : ""));
        const found = kernels(await compile(text(first!, second!, third!)));
        assert.deepEqual([...found.keys()].sort(), [...whole.keys()].sort(), `${head}before statement ${place}`);
      }
  });

  it("keeps kernels in the arms of a condition that is itself broken, up to the end of the text", async () => {
    const compiled = await compile(`#if defined(USE_FAST
__global__ void fast(int* a) { *a = 1; }
#else
__global__ void slow(int* a)`);
    assert.deepEqual([...kernels(compiled).keys()], ["_Z4fastPi"]);
  });

  it("is not ended by clang's guess at what a misspelled template was meant to be", async () => {
    const compiled = await compile(`template <int N> __global__ void scaleAll(int* a) { *a = N; }
__global__ void scaleOne(int* a) { *a = 1; }
int main() { scaleAl<3><<<1, 32>>>(nullptr); }
`);
    assert.deepEqual([...kernels(compiled).keys()].sort(), ["_Z8scaleAllILi32EEvPi", "_Z8scaleOnePi"]);
    assert.deepEqual(
      compiled.errors.map((one) => one.message),
      ["use of undeclared identifier 'scaleAl'"],
    );
  });

  it("takes special registers of inline PTX with one percent sign, as nvcc does, and nothing else", async () => {
    const statements = (sign: string) => `asm volatile("mov.u32 %0, ${sign}laneid;" : "=r"(a[0]));
  asm("{ add.u32 %0, ${sign}tid.x, ${sign}ctaid.y; }" : "=r"(a[1])); asm("mov.u32 %0, ${sign}clock;" : "=r"(a[2]));`;
    const text = (sign: string) => `__global__ void reads(unsigned* a) {\n  ${statements(sign)}\n}
__global__ void bad(unsigned* a) { asm("mov.u32 %0, %foo;" : "=r"(a[0])); }
`;
    const one = await compile(text("%"));
    assert.deepEqual([...kernels(one)], [...kernels(await compile(text("%%")))]);
    assert.deepEqual([...kernels(one).keys()], ["_Z5readsPj"]);
    assert.deepEqual(
      one.leftOut.map((left) => left.function),
      ["bad"],
    );
  });

  it("keeps the instances that launches in a broken statement make", async () => {
    const text = `template <typename T, typename U> __global__ void scale(T* out, U by) { out[threadIdx.x] *= by; }
template <typename F> __global__ void apply(F f, int* a) { a[threadIdx.x] = f(threadIdx.x); }
template <typename L> void run(L&& f, int* a) { a[i] = apply<<<1, 32>>>(f, a); }
int main() {
  float* f; int* a;
  foo(1, 2 scale<<<1,
    32>>>(f, 3); scale<double><<<1, 32>>>(nullptr, 3);
  run([=] __device__(int i) { return i; }, a);
}
`;
    const compiled = await compile(text);
    assert.deepEqual([...kernels(compiled).keys()].sort(), [
      "_Z5applyIZ4mainEUliE_EvT_Pi",
      "_Z5scaleIdiEvPT_T0_",
      "_Z5scaleIfiEvPT_T0_",
    ]);
    assert.deepEqual([...new Set(compiled.leftOut.map((one) => one.function))].sort(), ["main", "run"]);
  });

  it("takes thousands of conditions without an end out at once, not a thousand for each run of clang", async () => {
    const text = `__global__ void k(int* p) { p[threadIdx.x] = 1; }\n${"#if 1\n".repeat(5000)}__global__ void l(int* p) { p[0] = 1; }\n`;
    const shared = await sharedClang();
    const passes: number[] = [];
    const clang: typeof shared = {
      ...shared,
      async run(...call) {
        const result = await shared.run(...call);
        if (!call[0].includes("-emit-pch")) passes.push(result.exitCode);
        return result;
      },
    };
    const outline = (await sharedSyntax()).outline(text);
    const source = { path: "home/me/conditions.cu", text };
    const options = defaultOptions;
    const compiled = await compileDevice({ clang, source, outline, files: new Map(), options, cache });
    assert.deepEqual([passes, compiled.leftOut, [...kernels(compiled).keys()]], [[1, 0], [], ["_Z1kPi", "_Z1lPi"]]);
  });

  it("gives an answer when clang itself fails", async () => {
    const outline = (await sharedSyntax()).outline(good);
    const broken = { run: async () => ({ exitCode: 134, stdout: new Uint8Array(), stderr: "unreachable executed" }) };
    const source = { path: "a.cu", text: good };
    const { bitcode, errors } = await compileDevice({
      clang: broken,
      source,
      outline,
      files: new Map(),
      options: defaultOptions,
    });
    assert.equal(bitcode, undefined);
    assert.deepEqual(
      errors.map((one) => one.message),
      ["unreachable executed"],
    );
  });

  it("leaves nothing out of a file without errors", async () => {
    const { leftOut, errors } = await compile(good.replace("PLACE", ""));
    assert.deepEqual({ leftOut, errors }, { leftOut: [], errors: [] });
  });
});
