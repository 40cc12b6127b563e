/** Products that are added after a branch: which of them become fused. */
import assert from "node:assert/strict";
import { contract } from "../../analyzer/lower/contraction";
import { deviceModule } from "../support/device";

/** Kernels with the operations that the machine code has which nvcc 13.0 makes of them for sm_90. */
const KERNELS: readonly (readonly [name: string, body: string, operations: string])[] = [
  ["oneWay", "float s = x[t]; y[t] = s * 1.5f + (r[t] > 3 ? x[t + n] : 0.0f);", "fma"],
  ["named", "float s = x[t], p = s * 1.5f, v = r[t] > 3 ? x[t + n] : 0.0f; y[t] = p + v;", "fma"],
  ["difference", "float s = x[t]; y[t] = s * 1.5f - (r[t] > 3 ? x[t + n] : 0.0f);", "fma"],
  ["twoConditions", "float s = x[t]; y[t] = s * 1.5f + (r[t] > 3 && r[t + 1] < 5 ? x[t + n] : 0.0f);", "fma"],
  ["inArm", "float s = x[t] * 1.5f; if (r[t] > 3) s += x[t + n]; y[t] = s;", "add mul"],
  ["onlyStored", "float p = x[t] * x[t + 1]; if (r[t] > 3) y[t + 5] = 3.0f; y[t] = p + 2.0f;", "add mul"],
  [
    "twoProducts",
    "float p = x[t] * x[t + 1], q = x[t + 3] * x[t + 4], u = r[t] > 3 ? x[t + n] : 0.0f; y[t] = p + q + u;",
    "add add mul mul",
  ],
  [
    "secondBranch",
    "float p = x[t] * x[t + 1], u = r[t] > 3 ? x[t + n] : 0.0f; y[t + 99] = u; float v = r[t + 1] > 3 ? x[t] : 0.0f; y[t] = p + v;",
    "add mul",
  ],
  ["twice", "float p = x[t] * x[t + 1], u = r[t] > 3 ? x[t + n] : 0.0f; y[t] = p + u; y[t + 9] = p + x[3];", "fma fma"],
];

describe("multiplies whose addition follows a branch", () => {
  it("are fused in the block where a phi gives the other operand", async () => {
    const text = KERNELS.map(
      ([name, body]) =>
        `extern "C" __global__ void ${name}(const float* x, float* y, const int* r, int n) { int t = threadIdx.x; ${body} }`,
    ).join("\n");
    const module = await deviceModule(text, "fusedBehind.cu");
    const found = KERNELS.map(([name]) => {
      const func = module.functions.find((one) => one.name === name)!;
      const { fused, absorbed } = contract(func);
      const operations = func.blocks
        .flatMap(({ instructions }) => instructions)
        .flatMap((one) => (one.op === "binary" && /^f/.test(one.binary) && !absorbed.has(one) ? [one] : []))
        .map((one) => (fused.has(one) ? "fma" : one.binary.slice(1).replace("sub", "add")));
      return [name, operations.sort().join(" ")];
    });
    assert.deepEqual(
      found,
      KERNELS.map(([name, , operations]) => [name, operations]),
    );
  });
});
