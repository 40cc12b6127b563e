import assert from "node:assert/strict";
import fc from "fast-check";
import { controlFlow } from "../../analyzer/ir/cfg";
import { IrError } from "../../analyzer/ir/model";
import { printFunction, printGlobal } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { usesIn } from "../../analyzer/ir/uses";
import { deviceBitcode } from "../support/device";
import { clang, hostArguments } from "./support/clang";
import { hostPrograms } from "./support/programs";

const kernel = `
#include <cuda_runtime.h>
__constant__ float weights[4];
template <typename T> __global__ void sum(const T *in, T *out, int n) {
  __shared__ T tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] * (T)weights[i & 3] : T(0);
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(out, tile[0]);
}
template __global__ void sum<float>(const float *, float *, int);
template __global__ void sum<int>(const int *, int *, int);
`;

/** Reads and, when that works, walks over everything: nothing but an IrError may come of it. */
function readAndWalk(bitcode: Uint8Array): "read" | "refused" {
  try {
    const module = readModule(bitcode);
    for (const global of module.globals) printGlobal(global);
    for (const func of module.functions) {
      printFunction(func);
      if (!func.blocks.length) continue;
      controlFlow(func);
      usesIn(func);
    }
    return "read";
  } catch (error) {
    assert(error instanceof IrError, `${error instanceof Error ? error.stack : error}`);
    return "refused";
  }
}

describe("damaged bitcode", () => {
  const sources: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
    ["a kernel", () => deviceBitcode(kernel, "damage.cu")],
    ["a host program", () => clang(hostArguments("corners.cpp"), "corners.cpp", hostPrograms.corners as string)],
  ];

  for (const [name, make] of sources) {
    it(`${name}, cut anywhere, is refused`, async () => {
      const whole = await make();
      assert.equal(readAndWalk(whole), "read");
      const step = Math.ceil(whole.length / 1500);
      for (let length = 0; length < whole.length - 4; length += step) {
        assert.equal(readAndWalk(whole.subarray(0, length)), "refused", `cut at ${length} of ${whole.length}`);
      }
    });

    it(`${name}, with bytes changed, is read or refused`, async () => {
      const whole = await make();
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
      const outcomes = { read: 0, refused: 0 };
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          const damaged = Uint8Array.from(whole);
          for (const [at, byte] of changes) damaged[at] = byte;
          outcomes[readAndWalk(damaged)]++;
        }),
        { numRuns: 1500 },
      );
      assert(outcomes.refused > 0);
    });

    it(`${name}, with bits shifted, is read or refused`, async () => {
      const whole = await make();
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 64 }), fc.boolean(), (at, count, remove) => {
          const middle = remove ? new Uint8Array() : new Uint8Array(count).fill(0x5a);
          const rest = whole.subarray(remove ? Math.min(at + count, whole.length) : at);
          readAndWalk(Buffer.concat([whole.subarray(0, at), middle, rest]));
        }),
        { numRuns: 500 },
      );
    });
  }

  it("that is no bitcode at all is refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => readAndWalk(bytes) === "refused"),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (bytes) => readAndWalk(Uint8Array.of(0x42, 0x43, 0xc0, 0xde, ...bytes)) === "refused",
      ),
      { numRuns: 500 },
    );
  });
});
