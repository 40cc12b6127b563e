/**
 * Vectors of which parts are used under conditions: loaded at once, and where. The figures are those of the PTX that nvcc
 * 13.0 makes of these kernels for sm_90.
 */
import assert from "node:assert/strict";
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Module } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";
import { lowerModule } from "../../analyzer/lower/lower";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { deviceModule } from "../support/device";
import { summary, wordOf } from "./words";

const KERNELS = `
#define KERNEL extern "C" __global__ void
KERNEL scalar(const float* in, float* o, int n) { int i = threadIdx.x; float a = in[i]; if (i < n) o[i] = a; }
KERNEL pair(const float2* in, float* o, int n) { int i = threadIdx.x; float2 a = in[i]; if (i < n) o[i] = a.x; if (i < 3 * n) o[i + 7] = a.y; }
KERNEL oneBranch(const float4* in, float* o, int n) { int i = threadIdx.x; float4 a = in[i]; if (i < n) o[i] = a.x + a.y + a.z + a.w; }
KERNEL arms(const float4* in, float* o, int n) {
  int i = threadIdx.x; float4 a = in[i];
  if (i < n) o[i] = __expf(a.x) + a.y; else o[2 * i] = __logf(a.z) * a.w;
}
KERNEL tail(const float* in, float* o, int n) {
  int i = threadIdx.x; float4 a = reinterpret_cast<const float4*>(in)[i]; const float* p = reinterpret_cast<const float*>(&a);
  float s = 0;
#pragma unroll
  for (int k = 0; k < 4; k++) { if (i * 4 + k >= n) continue; s += __expf(p[k]); }
  o[i] = s;
}
KERNEL wide(const double2* in, double* o, int n) { int i = threadIdx.x; double2 a = in[i]; if (i < n) o[i] = a.x; if (i > 3 * n) o[i + 7] = a.y; }
struct Three { float x, y, z; };
KERNEL structure(const Three* in, float* o, int n) {
  int i = threadIdx.x; Three a = in[i];
  if (i < n) o[i] = __expf(a.x);
  if (i < 2 * n) o[2 * i] = __logf(a.z) * a.y;
}
struct alignas(16) Eight { float a[8]; };
KERNEL aligned(const Eight* in, float* o, int n) { int i = threadIdx.x; Eight a = in[i]; if (i < n) o[i] = a.a[4] + a.a[5]; if (i < 3 * n) o[i + 7] = a.a[6] + a.a[7]; }
struct Mixed { long long k; int a, b; };
KERNEL mixed(const Mixed* in, float* o, int n) { int i = threadIdx.x; Mixed m = in[i]; if (i < n) o[i] = m.a; if (i < 3 * n) o[i + 7] = m.b; if (i > 5) o[i + 99] = m.k; }
KERNEL rows(const float4* in, float* o, int n) {
  for (int r = 0; r < 2; r++) { int i = threadIdx.x + r; if (i > n) break; float4 a = in[i]; if (i < 3) o[i] = a.x; if (i > 9) o[i + 7] = a.y + a.z + a.w; }
}
`;

describe("vectors whose members are used separately", () => {
  let module: Module;
  let lowered: (kernel: string) => LoweredFunction;
  before(async () => {
    module = await deviceModule(KERNELS, "vectorCopies.cu");
    const all = lowerModule(module);
    lowered = (kernel) => all.get(kernel)!;
  });
  const loads = (kernel: string) => lowered(kernel).accesses.filter(({ op }) => op === "load");
  const words = (kernel: string) => summary(loads(kernel).map(wordOf), false);
  const blocks = (kernel: string) => loads(kernel).map(({ leader }) => leader.block.index);

  it("are loaded at once, before the branches that separate the uses", () => {
    assert.equal(words("pair"), "load global 8");
    assert.equal(words("arms"), "load global 16");
    assert.equal(words("tail"), "load global 16");
    assert.equal(words("wide"), "load global 16");
    for (const kernel of ["pair", "arms", "tail", "wide"]) assert.deepEqual(blocks(kernel), [0], kernel);
  });

  it("are loaded in the branch that uses all of them, as a scalar is", () => {
    assert.equal(words("oneBranch"), "load global 16");
    assert.equal(words("scalar"), "load global 4");
    for (const kernel of ["oneBranch", "scalar"]) assert.notDeepEqual(blocks(kernel), [0], kernel);
  });

  it("include members of structures with a declared alignment, and no members of others", () => {
    assert.equal(words("aligned"), "load global 16");
    assert.deepEqual(blocks("aligned"), [0]);
    assert.equal(words("structure"), "3 × load global 4");
    assert.equal(words("mixed"), "2 × load global 4, load global 8");
  });

  it("are loaded in the iteration that reads them", () => {
    assert.equal(words("rows"), "2 × load global 16");
    assert.equal(new Set(blocks("rows")).size, 2);
  });

  it("leave every value before its uses", () => {
    for (const func of module.functions.filter((one) => one.blocks.length > 0)) {
      const flow = controlFlow(func);
      for (const block of func.blocks) {
        block.instructions.forEach((one, at) => {
          if (one.op === "phi") return;
          for (const value of operands(one)) {
            if (value.kind !== "instruction") continue;
            const isBefore =
              value.block === block ? block.instructions.indexOf(value) < at : flow.dominates(value.block, block);
            assert.ok(isBefore, `${func.name}: ${one.op} takes what comes behind it`);
          }
        });
      }
    }
  });
});
