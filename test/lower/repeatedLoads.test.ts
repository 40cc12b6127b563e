/**
 * What is loaded again and what is not, and sums that nvcc leaves out or has where clang has none. The figures are those of
 * the PTX and the machine code that nvcc 13.0 makes of these kernels for sm_90.
 */
import assert from "node:assert/strict";
import { lowerModule } from "../../analyzer/lower/lower";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { deviceModule } from "../support/device";
import { floats } from "./kernels";
import { summary, wordOf } from "./words";

const KERNELS = `
#define KERNEL extern "C" __global__ void
KERNEL inLoop(const float* __restrict__ in, float* __restrict__ o, int n, int m) { for (int k = 0; k < n; ++k) o[threadIdx.x * m + k] = __ldg(&in[threadIdx.x]); }
KERNEL plainInLoop(const float* __restrict__ in, float* __restrict__ o, int n, int m) { for (int k = 0; k < n; ++k) o[threadIdx.x * m + k] = in[threadIdx.x]; }
KERNEL copies(const float* __restrict__ in, float* __restrict__ o, int n, int m) { for (int k = 0; k < 4; ++k) o[threadIdx.x * m + k] = __ldg(&in[threadIdx.x]); }
KERNEL acrossBarrier(const float* in, float* o, int n) { float s = __ldg(&in[threadIdx.x]); if (n > 3) o[n] = s; __syncthreads(); o[threadIdx.x] = s + __ldg(&in[threadIdx.x]); }
KERNEL arms(const float* __restrict__ in, float* __restrict__ o, int n) { float s; if (threadIdx.x & 1) s = __ldg(&in[threadIdx.x]); else s = __ldg(&in[n]); o[threadIdx.x] = s; }
KERNEL besidePlain(const float* in, float* o) { float s = __ldg(&in[threadIdx.x]); float r = in[threadIdx.x]; o[threadIdx.x] = s * r; }
KERNEL forNobody(const float* in, float* o) { float v = __ldg(&in[threadIdx.x]); o[threadIdx.x] = 1; }
KERNEL part(const float4* in, float* o) { float4 v = __ldg(&in[threadIdx.x]); o[threadIdx.x] = v.z; }
KERNEL kept(const int4* in, float* o, int n) { int4 v = __ldcs(in + threadIdx.x); const float* p = (const float*)&v; float s = 0; for (int k = 0; k < 4; ++k) if (threadIdx.x * 4 + k < n) s += p[k]; o[threadIdx.x] = s; }
KERNEL keptForOne(const float* in, float* o, int n) { float v = __ldcs(in + threadIdx.x); if (n > 3) o[threadIdx.x] = v; }
KERNEL refilled(const float* in, float* o, int n) { for (int k = 0; k < n; ++k) o[threadIdx.x + k * 64] = in[threadIdx.x ^ 21]; }
KERNEL refilledThrice(const float* in, float* o) { for (int k = 0; k < 3; ++k) o[threadIdx.x + k * 64] = in[threadIdx.x ^ 21]; }
KERNEL filled(const float* in, float* o, int n) { float v = in[threadIdx.x ^ 21]; for (int k = 0; k < n; ++k) o[threadIdx.x + k * 64] = v; }
KERNEL zeros(const float* in, float* o) { float p = in[0] + 0.0f; o[0] = p + 0.0f; }
KERNEL zeroOfSum(const float* in, float* o) { float p = (in[0] + 0.0f) + in[1]; o[0] = p + 0.0f; }
KERNEL population(const int* in, float* o) { float s = (float)__popc(in[0]) + 1.0f; o[0] = s; }
KERNEL nextIndex(const int* in, float* o) { float s = (float)((in[0] & 31) + 1); o[0] = s; }
KERNEL scaledTwice(const float* in, float* o) { o[0] = in[1] - in[0] * 0.25f * 2.0f; }
KERNEL twofold(const float* in, float* o) { o[0] = in[1] - in[0] * 2.0f; }
`;

describe("repeated loads and additions", () => {
  let lowered: (kernel: string) => LoweredFunction;
  before(async () => {
    const all = lowerModule(await deviceModule(KERNELS, "again.cu"));
    lowered = (kernel) => all.get(kernel)!;
  });
  const accesses = (kernel: string) => summary(lowered(kernel).accesses.map(wordOf), false);

  it("a load through the read-only path stays in its loop, once in each block; another load is hoisted", () => {
    assert.equal(accesses("inLoop"), "2 × load global 4, 5 × store global 4");
    assert.equal(accesses("plainInLoop"), "load global 4, 5 × store global 4");
    assert.equal(accesses("copies"), "load global 4, 4 × store global 4");
  });

  it("a value from the read-only path is reused after branches and barriers, but not by other loads nor in another arm", () => {
    assert.equal(accesses("acrossBarrier"), "load global 4, 2 × store global 4");
    assert.equal(accesses("arms"), "2 × load global 4, store global 4");
    assert.equal(accesses("besidePlain"), "2 × load global 4, store global 4");
  });

  it("elements of it without a use are not loaded", () => {
    assert.equal(accesses("forNobody"), "store global 4");
    assert.equal(accesses("part"), "load global 4, store global 4");
  });

  it("a load with a cache operator stays one load, where it is written, however its elements are used", () => {
    assert.equal(accesses("kept"), "load global 16, store global 4");
    assert.equal(accesses("keptForOne"), "load global 4, store global 4");
    assert.deepEqual(
      lowered("keptForOne").accesses.map(({ leader }) => leader.block.index),
      [0, 1],
    );
  });

  it("a statement in a loop loads what its store may have overwritten; a variable keeps its value", () => {
    assert.equal(accesses("refilled"), "5 × load global 4, 5 × store global 4");
    assert.equal(accesses("refilledThrice"), "3 × load global 4, 3 × store global 4");
    assert.equal(accesses("filled"), "load global 4, 5 × store global 4");
  });

  it("zero is added unless the addition before added zero", () => {
    assert.deepEqual(floats(lowered("zeros")), ["fadd"]);
    assert.deepEqual(floats(lowered("zeroOfSum")), ["fadd", "fadd", "fadd"]);
  });

  it("an addition of small integers that the source converts first is one of floats", () => {
    assert.deepEqual([...lowered("population").issuedAs.values()], ["fadd"]);
    assert.deepEqual([...lowered("nextIndex").issuedAs.values()], []);
  });

  it("a multiply by two is fused where a constant before it can take the sign", () => {
    assert.deepEqual(floats(lowered("scaledTwice")), ["fmul", "ffma"]);
    assert.deepEqual(floats(lowered("twofold")), ["fadd", "fadd"]);
  });
});
