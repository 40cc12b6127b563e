/** Errors of WarpLens itself: what fails is left out by name, and the rest of the file is analysed. */
import assert from "node:assert/strict";
import type { KernelFacts } from "../../analyzer/facts/model";
import { soundVerdict } from "../../engine/documents/defects";
import { contextOf } from "../rules/support";

const TEXT = `#include <cuda_runtime.h>
__global__ void first(float* out) { out[threadIdx.x * 32] = 1; }
__global__ void second(float* out) { out[threadIdx.x * 32] = 2; }
void launch(float* out) {
  first<<<1, 256>>>(out);
  second<<<1, 256>>>(out);
  float* host = (float*)malloc(400);
  cudaMemcpyAsync(out, host, 400, cudaMemcpyHostToDevice);
}
`;

/** The facts of a kernel, one group of which cannot be computed. */
function broken(facts: KernelFacts): KernelFacts {
  return Object.defineProperty({ ...facts }, "accesses", {
    enumerable: true,
    get() {
      throw new RangeError("Maximum call\nstack size exceeded");
    },
  });
}

describe("errors of WarpLens itself", () => {
  it("are none in code that is understood", async () => {
    const { kernels, findings, defects } = soundVerdict(await contextOf(TEXT));
    assert.equal(kernels.length, 2);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ["uncoalesced-access", "uncoalesced-access", "pageable-async-copy"],
    );
    assert.deepEqual(defects, []);
  });

  it("leave out a kernel whose facts cannot be computed, and no other", async () => {
    const context = await contextOf(TEXT);
    const [first, second] = context.kernels as [KernelFacts, KernelFacts];
    const verdict = soundVerdict({ ...context, kernels: [broken(first), second] });
    assert.deepEqual(verdict.kernels, [second]);
    assert.deepEqual(
      verdict.findings.map(({ rule, span }) => `${rule} ${TEXT.slice(0, span.start).split("\n").length}`),
      ["uncoalesced-access 3", "pageable-async-copy 8"],
    );
    const [defect, ...others] = verdict.defects;
    assert.deepEqual(others, []);
    assert.deepEqual(defect?.leftOut, {
      function: "first",
      reason: "a defect of WarpLens (RangeError: Maximum call stack size exceeded). Please report it with this file.",
    });
    assert.ok(defect.error instanceof RangeError);
  });

  it("leave out a rule that fails, and no other", async () => {
    const context = await contextOf(TEXT);
    const verdict = soundVerdict({
      ...context,
      accessSpan() {
        throw new TypeError("no span");
      },
    });
    assert.equal(verdict.kernels.length, 2);
    assert.deepEqual(
      verdict.findings.map(({ rule }) => rule),
      ["pageable-async-copy"],
    );
    assert.ok(verdict.defects.some(({ leftOut }) => leftOut.function === "the rule uncoalesced-access"));
    assert.ok(verdict.defects.every(({ leftOut }) => leftOut.reason.includes("(TypeError: no span)")));
  });
});
