/** Operations under a predicate: how many lanes execute them. */
import assert from "node:assert/strict";
import { simulateProgram } from "../support/conformance";

/** Values of the lanes: 10 of 32 are more than their neighbour's. */
const VALUES = [0, 1, 2];

/**
 * Kernels, with additions, products and fused operations by lanes: the machine code that nvcc 13.0 makes of them for sm_90
 * has `@P` before an operation, or selects its result.
 */
const KERNELS: readonly (readonly [name: string, body: string, fadd: number, fmul: number, ffma: number])[] = [
  ["scaled", "y[t] = v > s ? v : s * 0.5f;", 0, 10, 0],
  ["fused", "y[t] = v > s ? v : s * 0.5f + 1.0f;", 0, 0, 10],
  ["chain", "y[t] = v > s ? v : (s * 0.5f + 1.0f) * v;", 0, 10, 32],
  ["added", "if (v > s) s = s + v; y[t] = s;", 22, 0, 0],
  ["both", "y[t] = v > s ? v + 1.0f : s * 0.5f;", 32, 10, 0],
  ["constant", "y[t] = v > s ? s + v : 0.0f;", 32, 0, 0],
  ["usedAgain", "y[t] = v > s ? s + v : s; y[t + 40] = s;", 32, 0, 0],
  ["secondOfTwo", "float w = s; if (v > s) { s = s + v; w = w * v; } y[t] = s; y[t + 40] = w;", 32, 22, 0],
];

const PROGRAM = `#include <cstdio>
${KERNELS.map(
  ([name, body]) =>
    `__global__ void ${name}(const float* x, float* y) { int t = threadIdx.x; float s = x[t], v = x[t + 1]; ${body} }`,
).join("\n")}
int main() {
  float values[64], *x, *y;
  for (int k = 0; k < 64; ++k) values[k] = k % ${VALUES.length};
  cudaMalloc(&x, 512); cudaMalloc(&y, 512);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
${KERNELS.map(([name]) => `  ${name}<<<1, 32>>>(x, y);`).join("\n")}
  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
`;

describe("operations whose result a select uses", () => {
  it("are predicated where the result can overwrite the other value", async () => {
    const { outcome, launches } = await simulateProgram(PROGRAM, "predicates.cu");
    assert.equal(outcome.kind, "completed", outcome.message);
    const counted = launches.map(({ metrics }, index) => [
      KERNELS[index]![0],
      ...["fadd", "fmul", "ffma"].map((kind) => metrics[`smsp__sass_thread_inst_executed_op_${kind}_pred_on`]),
    ]);
    assert.deepEqual(
      counted,
      KERNELS.map(([name, , ...counts]) => [name, ...counts]),
    );
  });
});
