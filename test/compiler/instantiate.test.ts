import assert from "node:assert/strict";
import { createCompileCache } from "../../analyzer/compiler/cache";
import { defaultOptions } from "../../analyzer/compiler/commands";
import { compileDevice } from "../../analyzer/compiler/device";
import { readModule } from "../../analyzer/ir/reader";
import { sharedClang, sharedSyntax } from "./support";

const cache = createCompileCache();

async function compile(text: string) {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/kernels.cuh", text };
  const compiled = await compileDevice(await sharedClang(), source, outline, new Map(), defaultOptions, undefined, {
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

  it("try another type where the first does not fit", async () => {
    const { instantiated, leftOut } = await compile(
      "template <typename T> __global__ void bits(T* out) { out[threadIdx.x] %= 3; }\n",
    );
    assert.deepEqual([...instantiated.keys()], ["bits<int>"]);
    assert.deepEqual(leftOut, []);
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
    assert.match(leftOut[0]!.reason, /Nothing instantiates this template/);
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
