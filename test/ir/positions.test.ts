import assert from "node:assert/strict";
import type { Func, Instruction, Module } from "../../analyzer/ir/model";
import { userLocation } from "../../analyzer/ir/positions";
import { deviceModule, recordedProgram } from "../support/device";

const ACCESSES = new Set(["load", "store", "atomicrmw", "cmpxchg"]);

function accesses(func: Func): Instruction[] {
  return func.blocks.flatMap((block) => block.instructions).filter((one) => ACCESSES.has(one.op));
}

function kernel(module: Module, part: string): Func {
  const func = module.functions.find((one) => one.isKernel && one.name.includes(part));
  assert(func, part);
  return func;
}

/** Number of the line of `text` that has `mark`. */
function lineOf(text: string, mark: string): number {
  const at = text.split("\n").findIndex((line) => line.includes(mark));
  assert(at >= 0, mark);
  return at + 1;
}

const SOURCE = `#include <cuda_runtime.h>
struct Shape { int rows, columns; };
__device__ float pick(const float *in, int i) {
  return in[i * 3]; // inside the helper
}
__global__ void inlined(const float *in, float *out) {
  out[threadIdx.x] = pick(in, threadIdx.x); // the call
}
__global__ void counted(int *bins, const int *in) {
  atomicAdd(&bins[in[threadIdx.x]], 1); // the atomic
}
__global__ void hoisted(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[0] * out[i]; // hoisted from here
  out[n] = sum;
}
`;

describe("positions", () => {
  it("of what is inlined are those of the call in the user's file", async () => {
    const module = await deviceModule(SOURCE, "positions.cu");
    const [load] = accesses(kernel(module, "inlined"));
    assert(load?.op === "load");
    const place = userLocation(load, "positions.cu");
    assert.equal(place?.shown.line, lineOf(SOURCE, "the call"));
    assert.equal(place.frames[0]?.line, lineOf(SOURCE, "inside the helper"));
    assert.equal(place.from, "itself");
  });

  it("of what a header does are those of the user's line", async () => {
    const module = await deviceModule(SOURCE, "positions.cu");
    const atomic = accesses(kernel(module, "counted")).find((one) => one.op === "atomicrmw");
    assert(atomic?.location);
    const place = userLocation(atomic, "positions.cu");
    assert.equal(place?.shown.line, lineOf(SOURCE, "the atomic"));
    assert.equal(place.shown.file, "positions.cu");
    assert.notEqual(place.frames[0]?.file, "positions.cu");
    assert.equal(userLocation(atomic, "elsewhere.cu"), undefined);
  });

  it("of accesses without one are those of what stands in for them", async () => {
    const module = await deviceModule(SOURCE, "positions.cu");
    for (const one of accesses(kernel(module, "inlined"))) {
      const { location: _, ...bare } = one;
      // The copy is not what its users name, so users are found through the block; a store has its value.
      const place = userLocation(bare as Instruction, "positions.cu");
      assert.equal(place?.shown.line, lineOf(SOURCE, "the call"));
      assert.notEqual(place.from, "itself");
    }
  });

  it("exist for every access of the recorded programs", async () => {
    for (const name of ["coalescing", "shared_banks", "atomics", "divergence", "matmul", "memory_spaces"]) {
      const text = recordedProgram(name);
      const lines = text.split("\n");
      const module = await deviceModule(text, `${name}.cu`);
      for (const func of module.functions.filter((one) => one.isKernel && one.blocks.length)) {
        for (const one of accesses(func)) {
          const place = userLocation(one, `${name}.cu`);
          assert(place, `${one.op} in ${func.name}`);
          assert.match(lines[place.shown.line - 1] ?? "", /[[*=.]|\w\(/);
        }
      }
    }
  });
});
