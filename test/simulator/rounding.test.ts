/** What rounding half away from zero costs in floating-point operations; expected: nvcc 13.0's PTX of the same kernels. */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
extern "C" {
__global__ void single_(float* p) { p[threadIdx.x] = roundf(p[threadIdx.x]); }
__global__ void double_(double* p) { p[threadIdx.x] = round(p[threadIdx.x]); }
__global__ void longOfSingle_(float* p) { ((int*)p)[threadIdx.x] = (int)lroundf(p[threadIdx.x]); }
__global__ void longOfDouble_(double* p) { p[threadIdx.x] = (double)llround(p[threadIdx.x]); }
__global__ void even_(float* p) { p[threadIdx.x] = rintf(p[threadIdx.x]); }
}`;

/** Lanes that add in single and in double precision. */
const cases: readonly (readonly [kernel: string, singles: number, doubles: number])[] = [
  ["single_", 32, 0],
  ["double_", 0, 32],
  ["longOfSingle_", 0, 0],
  ["longOfDouble_", 0, 32],
  ["even_", 0, 0],
];

describe("rounding half away from zero", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "rounding.cu"));
  });

  for (const [kernel, singles, doubles] of cases) {
    it(`adds in ${kernel} as the machine code does`, () => {
      const { outcome, metrics } = bench.launch(kernel, 1, 32, [pointer(bench.buffer(new Float64Array(32).fill(0.5)))]);
      assert.equal(outcome.kind, "completed", outcome.message);
      assert.deepEqual(
        [
          metrics.smsp__sass_thread_inst_executed_op_fadd_pred_on,
          metrics.smsp__sass_thread_inst_executed_op_dadd_pred_on,
        ],
        [singles, doubles],
      );
    });
  }
});
