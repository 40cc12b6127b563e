/** What nvcc does not know, and so does not use: ranges of registers, integers after floats, the mathematics library. */
import assert from "node:assert/strict";
import { LIBRARY_NAMES } from "../../analyzer/compiler/command/mathematics";
import type { Instruction, Value } from "../../analyzer/ir/model";
import { lowerFunction } from "../../analyzer/lower/lower";
import { LIBRARY_FUNCTIONS } from "../../analyzer/ptx/libraryCalls";
import { deviceModule } from "../support/device";
import { summary, wordOf } from "./words";

const KERNELS = `
#define KERNEL extern "C" __global__ void
KERNEL quotient(int* o) { int t = threadIdx.x; o[t / 16] = t; }
KERNEL fill(float* o) { __shared__ float tile[512]; for (int j = threadIdx.x; j < 512; j += 128) tile[j] = o[j]; __syncthreads(); o[threadIdx.x] = tile[511 - threadIdx.x]; }
KERNEL sum(const unsigned char* in, unsigned char* o) { int t = threadIdx.x; float s = 0; for (int i = 0; i < 3; i++) s += in[t + 9 * i]; o[t] = (unsigned char)s; }
KERNEL narrow(const int* in, short* o) { int t = threadIdx.x; o[t] = (short)((float)in[t]); }
KERNEL less(const unsigned char* in, int* o) { int t = threadIdx.x; o[t] = (float)in[t] + (float)in[t + 1] > 5.0f; }
KERNEL chosen(const float* in, float* o, float c) { int t = threadIdx.x; float x = in[t]; o[t] = x > c ? x : expf(x); }
KERNEL absolute(const float* in, float* o, float c) { int t = threadIdx.x; float x = in[t]; if (x > c) x = fabsf(x); o[t] = x; }
KERNEL square(const float* in, float* o) { int t = threadIdx.x; o[t] = powf(in[t], 2.0f); }
KERNEL scaled(const float* in, float* o) { int t = threadIdx.x; o[t] = in[t] / sqrtf(64.0f) + sinf(0.0f) * 2.0f; }
KERNEL looped(const float* in, float* o, int n) { float s = 0; for (int j = 0; j < n; j++) s += expf(in[j]); o[threadIdx.x] = s; }
KERNEL windows(float* o) {
  __shared__ float s[64];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x + 1] + s[threadIdx.x + 2];
  o[threadIdx.x + 64] = s[threadIdx.x + 2] + s[threadIdx.x + 3];
}
KERNEL separate(float* o, const float* in, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  o[t] = t > 0 ? tile[t - 1] : in[n];
}
KERNEL twice(float* __restrict__ o, const float* __restrict__ in, int n) {
  int i = threadIdx.x;
  o[i] = in[i];
  if (n > 3) o[i + 64] = 1;
  o[i] = 2;
}
`;

describe("what nvcc does not know", () => {
  let instructions: (kernel: string) => readonly Instruction[];
  let accesses: (kernel: string) => string;
  before(async () => {
    const module = await deviceModule(KERNELS, "unknown.cu");
    const of = (name: string) => module.functions.find((func) => func.name === name)!;
    instructions = (kernel) => of(kernel).blocks.flatMap((block) => block.instructions);
    accesses = (kernel) => summary(lowerFunction(of(kernel), module).accesses.map(wordOf), false);
  });

  const binaries = (kernel: string) => instructions(kernel).flatMap((one) => (one.op === "binary" ? [one.binary] : []));
  const calls = (kernel: string) =>
    instructions(kernel).flatMap((one) => (one.op === "call" ? [(one.callee as Value & { name: string }).name] : []));
  const branches = (kernel: string) => instructions(kernel).filter(({ op }) => op === "condbr").length;

  it("is the range of a thread's index: its quotient is signed, and no loop over it is known to be short", () => {
    assert.deepEqual(binaries("quotient"), ["sdiv"]);
    assert.deepEqual(calls("quotient"), ["llvm.nvvm.read.ptx.sreg.tid.x"]);
    assert.equal(accesses("fill"), "5 × load global 4, load shared 4, store global 4, 5 × store shared 4");
  });

  it("is that a sum of floats could be one of integers, and that a value which passes a float needs fewer bytes", () => {
    assert.equal(binaries("sum").filter((one) => one === "fadd").length, 2);
    assert.equal(accesses("narrow"), "load global 4, store global 2");
    assert.ok(binaries("less").includes("fadd"));
  });

  it("is that a function of the mathematics library could be computed for lanes that do not want it", () => {
    assert.equal(branches("chosen"), 1);
    assert.deepEqual(calls("chosen").slice(-1), ["llvm.exp.f32"]);
    assert.equal(branches("absolute"), 1);
  });

  it("is what a power is, but not what the library gives for constants", () => {
    assert.ok(calls("square").includes("llvm.pow.f32"));
    assert.deepEqual(binaries("scaled"), ["fmul", "fadd"]);
    assert.ok(!calls("scaled").some((name) => /sqrt|sin\./.test(name)));
  });

  it("does not keep a loop that calls the library from being unrolled", () => {
    assert.equal(accesses("looped"), "5 × load global 4, store global 4");
  });

  it("has clang's options and the names that calls are known by in step", () => {
    const names = LIBRARY_NAMES.flatMap((name) => [name, `${name}f`]);
    assert.deepEqual([...LIBRARY_FUNCTIONS.keys()].sort(), names.sort());
  });

  it("is not that addresses of shared memory have 32 bits: what was read there is known by them", () => {
    assert.match(accesses("windows"), /(^|, )3 × load shared 4/);
  });

  it("is no pointer that leads here or there: each space is loaded from by itself", () => {
    assert.equal(accesses("separate"), "2 × load global 4, load shared 4, store global 4, store shared 4");
  });

  it("is what a later block overwrites: both stores stay", () => {
    assert.equal(accesses("twice"), "load global 4, 3 × store global 4");
  });
});
