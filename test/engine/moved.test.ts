/** A text whose lines have moved since its kernels were compiled: findings and simulations stand where the lines are now. */
import assert from "node:assert/strict";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";

const text = `__device__ float read(const float* p, int i) {
  return p[i * 32];
}
__global__ void column(float* out, const float* in) {
  out[threadIdx.x] = read(in, threadIdx.x);
}
__global__ void banks(float* out) {
  __shared__ float s[32 * 32];
  s[threadIdx.x * 32] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32];
}
int main() {
  column<<<1, 32>>>(nullptr, nullptr);
  banks<<<1, 32>>>(nullptr);
}
`;

describe("lines that have moved", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  it("have their findings and their counts where they are now, whatever is typed next", async () => {
    const buffer = { kind: "buffer", fill: { kind: "zeros" }, count: 1024 } as const;
    const told = async (path: string, now: string) => {
      const document = { path, text: now };
      const { findings } = await engine.analyse(document);
      const request = (kernel: string, names: readonly string[]) => ({
        kernel,
        block: [32, 1, 1] as const,
        arguments: new Map(names.map((name) => [name, buffer] as const)),
      });
      const column = await engine.simulate(document, request("column", ["out", "in"]));
      const banks = await engine.simulate(document, request("banks", ["out"]));
      return {
        findings,
        lines: JSON.parse(JSON.stringify([column.launches, banks.launches]).replaceAll(path.slice(1), "")),
      };
    };
    const path = "/w/moved.cu";
    const first = await told(path, text);
    assert.ok(first.findings.length >= 2);
    const commented = text.replace("__global__ void banks", "\n// Columns.\n__global__ void banks");
    const spread = commented.replace("  return p", "\n  return p");
    const edited = spread.replace("= 1.0f", "= 2.0f");
    for (const [turn, now] of [commented, spread, edited, text].entries()) {
      const moved = await told(path, now);
      const fresh = await told(`/w/fresh${turn}.cu`, now);
      assert.deepEqual(moved, fresh);
      if (now !== text) assert.notDeepEqual(moved.findings, first.findings);
    }
  });
});
