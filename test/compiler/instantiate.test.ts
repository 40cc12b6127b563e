import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

const cache = createCompileCache();

async function compile(text: string) {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/kernels.cuh", text };
  const compiled = await compileDevice({
    clang: await sharedClang(),
    source,
    outline,
    files: new Map(),
    options: defaultOptions,
    cache,
  });
  assert.ok(compiled.bitcode, JSON.stringify(compiled.errors));
  const { functions } = readModule(compiled.bitcode);
  return { ...compiled, kernels: functions.filter((one) => one.isKernel).map((one) => one.name) };
}

describe("template kernels that nothing instantiates", () => {
  it("are instantiated with stated defaults", async () => {
    const { kernels, instantiated, leftOut } = await compile(`namespace ns {
template <typename T, int N, bool FLAG, int M = 4>
__global__ void scale(T* out, T by) { if (FLAG) out[threadIdx.x * N + M] *= by; }
}
`);
    assert.deepEqual(kernels, ["_ZN2ns5scaleIfLi32ELb1ELi4EEEvPT_S1_"]);
    assert.deepEqual([...instantiated.keys()], ["ns::scale<float, 32, true>"]);
    assert.deepEqual(leftOut, []);
  });

  it("take the arguments of a launch that stands in broken code", async () => {
    const { kernels, instantiated } = await compile(`template <typename T, int N>
__global__ void scale(T* out) { out[threadIdx.x * N] = 1; }
void run(at::Tensor& t) {
  scale<double, 7><<<1, 32>>>(t.data_ptr<double>());
}
`);
    assert.deepEqual(kernels, ["_Z5scaleIdLi7EEvPT_"]);
    assert.deepEqual([...instantiated.keys()], ["scale<double, 7>"]);
  });

  it("take what a dispatch macro that nobody knows leaves open from defaults", async () => {
    const { kernels, instantiated } = await compile(`#include <torch/extension.h>
template <typename scalar_t, int STEP>
__global__ void C10_LAUNCH_BOUNDS_1(256) scale(scalar_t* out) { out[threadIdx.x * STEP] *= scalar_t(2); }
torch::Tensor run(torch::Tensor x) {
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale", ([&] {
    scale<scalar_t, 8><<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>());
  }));
  return x;
}
`);
    assert.deepEqual(kernels, ["_Z5scaleIfLi8EEvPT_"]);
    assert.deepEqual(
      [...instantiated],
      [["scale<float, 8>", "a launch in this file does not say which types; float is assumed"]],
    );
  });

  it("fill in the arguments that a launch in a host template leaves to be deduced", async () => {
    const { kernels, instantiated } = await compile(`namespace detail { struct Twice {}; }
template <typename Operation, typename T>
__global__ void apply(T* out) { out[threadIdx.x] += out[threadIdx.x]; }
template <typename T> void run(T* out) { apply<detail::Twice><<<1, 32>>>(out); }
`);
    assert.deepEqual(kernels, ["_Z5applyIN6detail5TwiceEfEvPT0_"]);
    assert.deepEqual(
      [...instantiated],
      [["apply<detail::Twice, float>", "a launch in this file does not say which types; float is assumed"]],
    );
  });

  it("keep the arguments of a launch whose statement fails, in the words of its function", async () => {
    const { kernels, instantiated } = await compile(`template <typename T, int N>
__global__ void scale(T* out) { out[threadIdx.x * N] = 1; }
template <typename V> void run(Unknown& t) {
  using element = V;
  constexpr int step = sizeof(element);
  scale<element, step><<<t.blocks(), 32>>>(t.data());
}
void caller(Unknown& t) { run<double>(t); }
`);
    assert.deepEqual(kernels, ["_Z5scaleIdLi8EEvPT_"]);
    assert.equal(instantiated.size, 0);
  });

  it("are made for every type of a dispatch macro in whose argument a brace is missing", async () => {
    const { kernels } = await compile(`template <typename T> __global__ void scale(T* out) { *out *= 2; }
#define DISPATCH(KIND, ...) \\
  switch (KIND) { \\
    case 0: { using scalar_t = float; __VA_ARGS__(); break; } \\
    case 1: { using scalar_t = double; __VA_ARGS__(); break; } \\
  }
void run(int kind, void* out) {
  DISPATCH(kind, [&] {
    { scale<scalar_t><<<1, 32>>>((scalar_t*)out);
  });
}
`);
    assert.deepEqual(kernels, ["_Z5scaleIfEvPT_", "_Z5scaleIdEvPT_"]);
  });

  it("find launches in macros, heads over several lines, and every spelling of a kernel's head", async () => {
    const { kernels, leftOut } = await compile(`#define LAUNCH(T, n) onePerMacro<T, n><<<1, 32>>>(nullptr)
template <typename T, int N>
__global__ void onePerMacro(T* p) { p[threadIdx.x] = N; }
template <typename T>

__global__
void __launch_bounds__(256, 2)
headOverLines(T* p) { p[0] = 1; }
__global__ __launch_bounds__(128) void bounds(int* p) { *p = 1; }
extern "C" __global__ void plainC(int* p) { *p = 1; }
static __global__ void hidden(int* p) { *p = 1; }
__global__ static void hiddenToo(int* p) { *p = 1; }
inline __global__ void inlined(int* p) { *p = 1; }
[[maybe_unused]] __global__ void attributed(int* p) { *p = 1; }
namespace a { namespace { __global__ void nested(int* p) { *p = 1; } } }
namespace a::b { __global__ void deeper(int* p) { *p = 1; } }
struct Holder { static __global__ void member(int* p) { *p = 1; } };
template <> __global__ void headOverLines<double>(double* p) { p[0] = 2; }
void run() { LAUNCH(float, 4); LAUNCH(int, 5); headOverLines<<<1, 1>>>((float*)nullptr); Holder::member<<<1, 1>>>(nullptr); }
`);
    assert.deepEqual(leftOut, []);
    for (const name of [
      "11onePerMacroIfLi4E",
      "11onePerMacroIiLi5E",
      "13headOverLinesIf",
      "13headOverLinesId",
      "6bounds",
      "plainC",
    ]) {
      assert.ok(
        kernels.some((one) => one.includes(name)),
        `${name} in ${kernels}`,
      );
    }
    for (const name of ["hidden", "hiddenToo", "inlined", "attributed", "nested", "deeper", "member"]) {
      assert.ok(
        kernels.some((one) => one.includes(`${name.length}${name}`)),
        `${name} in ${kernels}`,
      );
    }
  });

  it("are given a functor of the file where they call one", async () => {
    const { instantiated, leftOut } =
      await compile(`struct Twice { __device__ float operator()(float x) const { return x + x; } };
template <typename F> __global__ void apply(F f, float* p) { p[threadIdx.x] = f(p[threadIdx.x]); }
`);
    assert.deepEqual([...instantiated.keys()], ["apply<Twice>"]);
    assert.deepEqual(leftOut, []);
  });

  it("are given one that hands on its first argument where the file defines none", async () => {
    const { kernels, instantiated, leftOut } = await compile(`template <typename T, typename F, typename... Rest>
__global__ void forEach(long long size, volatile int* flag, T parts, F visit, Rest... rest) { visit(size, flag, parts, rest...); }
template <typename T, typename Op> __global__ void combine(T* out, const T* a, Op op) {
  if (op(a[0], a[1]) > T(0)) out[threadIdx.x] = op(a[threadIdx.x], out[threadIdx.x]);
}
`);
    assert.deepEqual(leftOut, []);
    assert.equal(kernels.length, 2);
    assert.deepEqual(
      [...instantiated],
      ["forEach", "combine"].map((name) => [
        `${name}<float, WarpLensFirstArgument>`,
        "no launch of it is in sight; a functor that gives back its first argument is assumed",
      ]),
    );
  });

  it("try another type where the first does not fit", async () => {
    const { instantiated, leftOut } = await compile(
      "template <typename T> __global__ void bits(T* out) { out[threadIdx.x] %= 3; }\n",
    );
    assert.deepEqual([...instantiated.keys()], ["bits<int>"]);
    assert.deepEqual(leftOut, []);
  });

  it("are each made where several have one name", async () => {
    const { kernels, leftOut } = await compile(`template <typename T, int N = 4>
__global__ void scale(T* out, T by) { out[threadIdx.x] *= by * N; }
template <typename T, int N = 4>
__global__ void scale(T* out, const T* by) { out[threadIdx.x] *= by[N]; }
`);
    assert.deepEqual(kernels.sort(), ["_Z5scaleIfLi4EEvPT_PKS0_", "_Z5scaleIfLi4EEvPT_S0_"]);
    assert.deepEqual(leftOut, []);
  });

  it("name what their own namespace names, where one further out has the same name", async () => {
    const { kernels, leftOut } = await compile(`namespace a {
namespace detail { struct Twice { static __device__ float of(float x) { return 2 * x; } }; }
namespace b {
namespace detail { struct Thrice { static __device__ float of(float x) { return 3 * x; } }; }
template <typename Op> __global__ void apply(float* out) { *out = Op::of(*out); }
template <typename Unused> void run(Unused* p) { apply<detail::Thrice><<<1, 32>>>(p, Unused::missing); }
}
}
`);
    assert.deepEqual(kernels, ["_ZN1a1b5applyINS0_6detail6ThriceEEEvPf"]);
    assert.deepEqual(leftOut, []);
  });

  it("keep the defaults of parameters that stand in front of some without", async () => {
    const { kernels } = await compile(`#define SCALED true
template <bool scaled = SCALED, unsigned long rows = 8UL, typename T1, typename T2 = T1>
__global__ void convert(T1* out, const T2* in) { out[threadIdx.x] = in[threadIdx.x * rows] * (scaled ? 2 : 1); }
`);
    assert.deepEqual(kernels, ["_Z7convertILb1ELm8EffEvPT1_PKT2_"]);
  });

  it("are given a vector type where they read components", async () => {
    const { kernels, instantiated } = await compile(`template <typename V2, typename V4, typename T>
__global__ void unpack(const V2* in, T* out, int* order) {
  V4 all;
  all.x = in[order[threadIdx.x]].x;
  all.w = in[threadIdx.x].y;
  out[threadIdx.x] = all.x + all.w;
}
`);
    assert.deepEqual(kernels, ["_Z6unpackI6float26float4fEvPKT_PT1_Pi"]);
    assert.deepEqual([...instantiated.keys()], ["unpack<float2, float4, float>"]);
  });

  it("take the arguments of a launch whose chevrons stand apart", async () => {
    const { instantiated } = await compile(`template <typename T> __global__ void scale(T* out) { *out *= 2; }
void run(at::Tensor& t) { scale<double> << <1, 32 >> > (t.data_ptr<double>()); }
`);
    assert.deepEqual([...instantiated.keys()], ["scale<double>"]);
  });

  it("are named as left out when no arguments fit, and change nothing else", async () => {
    const { kernels, leftOut } = await compile(`template <typename T> __global__ void odd(T* out) { out->member = 3; }
__global__ void plain(int* out) { *out = 1; }
`);
    assert.deepEqual(kernels, ["_Z5plainPi"]);
    assert.deepEqual(
      leftOut.map((one) => one.function),
      ["odd"],
    );
    assert.match(leftOut[0]!.reason, /^Nothing instantiates this template, .* with <float>: /);
  });

  it("stay alone when the file instantiates them, also from a template and with a device lambda", async () => {
    const { kernels, instantiated } = await compile(`template <typename F> __global__ void each(F f) { f(threadIdx.x); }
template <typename T> void run(T* out) {
  each<<<1, 32>>>([=] __device__(int i) { out[i] = 1; });
}
template void run<float>(float*);
`);
    assert.equal(kernels.length, 1);
    assert.equal(instantiated.size, 0);
  });
});
