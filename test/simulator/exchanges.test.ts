/**
 * What is counted around exchanges between lanes. The figures are those of the machine code that nvcc 13.0 makes of these
 * kernels for sm_90 (`scripts/record-machine-code.mjs`, `nvcc -ptx`), and sums over a warp as an H200 counts them.
 */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#define ALL 0xffffffffu
__device__ __forceinline__ float added(float v) {
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_xor_sync(ALL, v, offset);
  return v;
}
extern "C" {
__global__ void shuffled_(int* p) { int old = atomicAdd(p + threadIdx.x % 7, 3); __shfl_sync(ALL, old, 3); }
__global__ void chained_(int* p) { int old = atomicAdd(p + threadIdx.x % 7, 3); old = __shfl_down_sync(ALL, old, 3) * 2; __shfl_sync(ALL, old + 1, 3); }
__global__ void voted_(int* p) { int old = atomicAdd(p + threadIdx.x % 7, 3); __ballot_sync(ALL, old > 3); }
__global__ void matched_(unsigned long long* p) { unsigned long long old = atomicAdd(p + threadIdx.x % 7, 3ull); __match_any_sync(ALL, (int)old); }
__global__ void summed_(int* p) { int old = atomicAdd(p + threadIdx.x % 7, 3); __reduce_add_sync(ALL, old); }
__global__ void circled_(int* p, int n) { int r = 0; for (int i = 0; i < 3; i++) { r += atomicAdd(p + threadIdx.x % 7 + i, 3); r = __shfl_sync(ALL, r, i); } }
__global__ void taken_(int* p) { int old = atomicAdd(p + threadIdx.x % 7, 3); p[threadIdx.x + 8] = __shfl_sync(ALL, old, 3); }
__global__ void decides_(int* p) { int old = atomicAdd(p + threadIdx.x % 7, 3); if (__any_sync(ALL, old > 3)) p[9] = 1; }
__global__ void someLoads_(int* p) { int r = p[threadIdx.x]; int s = p[threadIdx.x + 64]; int t = __shfl_sync(ALL, r, 3); __shfl_sync(ALL, s + t, 5); p[0] = t; }
__global__ void volatileLoad_(volatile int* p) { int r = p[threadIdx.x]; __shfl_sync(ALL, r, 3); }
__global__ void indirect_(float* p) { float sum = added(p[(int)p[threadIdx.x]]); sum += 1.0f; p[threadIdx.x + 64] = 0; }
__global__ void twice_(float* p) { float sum = added(p[threadIdx.x]); if (threadIdx.x == 0) { p[64] = sum; p[65] = sqrtf(sum); } }
__global__ void nobody_(float* p) { float sum = added(p[threadIdx.x]); if (p[threadIdx.x] < -1.0f) p[64] = sum; p[threadIdx.x + 128] = 0; }
__global__ void atTheEnd_(float* p) { float sum = added(p[threadIdx.x]); if (threadIdx.x == 0) p[64] = sum; }
__global__ void product_(float* p) { float square = p[threadIdx.x] * p[threadIdx.x + 32]; if (threadIdx.x < 5) p[64 + threadIdx.x] = square; }
__global__ void guarded_(float* p) {
  float v = p[threadIdx.x], sum;
  asm volatile("{ .reg .pred in; shfl.sync.down.b32 %0|in, %1, 8, 31, -1; @in add.f32 %0, %0, %1; }" : "=&f"(sum) : "f"(v));
  p[64 + threadIdx.x] = sum;
}
}`;

describe("counting around exchanges", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "exchanges.cu"));
  });
  const metricsOf = (name: string) => {
    const p = bench.buffer(new Float32Array(512).map((_, i) => i % 32));
    const { outcome, metrics } = bench.launch(
      name,
      1,
      32,
      [pointer(p), new Uint8Array(4)].slice(0, name === "circled_" ? 2 : 1),
    );
    assert.equal(outcome.kind, "completed", outcome.message);
    const op = (what: string) => metrics[`smsp__sass_inst_executed_op_global_${what}` as keyof typeof metrics];
    const sums = metrics["smsp__sass_thread_inst_executed_op_fadd_pred_on" as keyof typeof metrics];
    return { loads: op("ld"), atomics: op("atom"), reductions: op("red"), sums, p };
  };

  for (const name of ["shuffled_", "chained_", "voted_", "matched_", "summed_"]) {
    it(`an atomic whose old value goes nowhere is a reduction: ${name}`, () => {
      const { atomics, reductions } = metricsOf(name);
      assert.deepEqual({ atomics, reductions }, { atomics: 0, reductions: 1 });
    });
  }

  it("also where the value goes round in a loop", () => {
    const { atomics, reductions } = metricsOf("circled_");
    assert.deepEqual({ atomics, reductions }, { atomics: 0, reductions: 3 });
  });

  it("an atomic whose old value is stored or decides stays one", () => {
    for (const name of ["taken_", "decides_"]) {
      const { atomics, reductions } = metricsOf(name);
      assert.deepEqual({ atomics, reductions }, { atomics: 1, reductions: 0 }, name);
    }
  });

  it("loads for exchanges that nobody wants are not issued, but for volatile ones", () => {
    assert.equal(metricsOf("someLoads_").loads, 1);
    assert.equal(metricsOf("volatileLoad_").loads, 1);
  });

  it("nor is what they are computed from: sums, and the loads of their addresses", () => {
    const { loads, sums } = metricsOf("indirect_");
    assert.deepEqual({ loads, sums }, { loads: 0, sums: 0 });
  });

  it("the last sum of a warp counts for all lanes, be it needed by one or by none", () => {
    const one = metricsOf("twice_");
    assert.equal(one.sums, 5 * 32);
    assert.equal(new Float32Array(bench.memory.read(one.p + 256n, 4).buffer)[0], (31 * 32) / 2);
    assert.equal(metricsOf("nobody_").sums, 5 * 32);
  });

  it("the last sum counts for the lane that stores it, where the others leave", () => {
    assert.equal(metricsOf("atTheEnd_").sums, 4 * 32 + 1);
  });

  it("arithmetic on what was loaded counts behind the branch that needs it", () => {
    const p = bench.buffer(4 * 128);
    const { metrics } = bench.launch("product_", 1, 32, [pointer(p)]);
    assert.equal(metrics["smsp__sass_thread_inst_executed_op_fmul_pred_on" as keyof typeof metrics], 5);
  });

  it("guarded arithmetic of inline assembly counts where its predicate holds", () => {
    const { sums, p } = metricsOf("guarded_");
    assert.equal(sums, 24);
    const results = [...new Float32Array(bench.memory.read(p + 256n, 128).buffer)];
    assert.deepEqual(
      results,
      Array.from({ length: 32 }, (_, i) => (i < 24 ? 2 * i + 8 : i)),
    );
  });
});
