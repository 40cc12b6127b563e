/** Loads through the read-only path in loops: how often a warp executes them. */
import assert from "node:assert/strict";
import { simulateProgram } from "../support/conformance";

const N = 23;

/**
 * Kernels, and how many loads from global memory one warp executes. The machine code that nvcc 13.0 makes of them for sm_90
 * says it: the load stands before the loop, or of each of the loops that copying makes of it.
 */
const KERNELS: readonly (readonly [name: string, body: string, loads: number])[] = [
  ["inFront", "\n#pragma unroll 1\nfor (int k = 0; k < n; k++) s += __ldg(&x[t]); y[t] = s;", 1],
  ["perStage", "for (int k = 0; k < n; k++) s += __ldg(&x[t]); y[t] = s;", 3],
  ["acrossStores", "\n#pragma unroll 1\nfor (int k = 0; k < t; k++) y[k] = __ldg(&x[t]);", 1],
  [
    "acrossBarriers",
    "\n#pragma unroll 1\nfor (int k = 0; k < n; k++) { y[k + t] = s; s += __ldg(&x[t]) * x[k + 99]; __syncthreads(); }",
    1 + N,
  ],
  [
    "innerLoop",
    "\n#pragma unroll 1\nfor (int k = 0; k < n; k++) {\n#pragma unroll 1\nfor (int j = 0; j < t; j++) s += __ldg(&x[t + k]); } y[t] = s;",
    N,
  ],
  ["elsewhereEachRound", "\n#pragma unroll 1\nfor (int k = 0; k < n; k++) s += __ldg(&x[t + k]); y[t] = s;", N],
  ["throughAnother", "\n#pragma unroll 1\nfor (int k = 0; k < n; k++) s += __ldg(&x[(int)__ldg(&x[t])]); y[t] = s;", 2],
];

const PROGRAM = `#include <cstdio>
${KERNELS.map(
  ([name, body]) =>
    `__global__ void ${name}(const float* x, float* y, int n) { int t = threadIdx.x; float s = 0; ${body} }`,
).join("\n")}
int main() {
  float *x, *y;
  cudaMalloc(&x, 1024); cudaMalloc(&y, 1024);
  cudaMemset(x, 0, 1024);
${KERNELS.map(([name]) => `  ${name}<<<1, 32>>>(x, y, ${N});`).join("\n")}
  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
`;

describe("loads through the read-only path", () => {
  it("are hoisted out of the loops in which every iteration reads one address", async () => {
    const { outcome, launches } = await simulateProgram(PROGRAM, "hoist.cu");
    assert.equal(outcome.kind, "completed", outcome.message);
    const loads = launches.map(({ metrics }) => metrics.smsp__sass_inst_executed_op_global_ld);
    assert.deepEqual(
      KERNELS.map(([name], index) => [name, loads[index]]),
      KERNELS.map(([name, , count]) => [name, count]),
    );
  });
});
