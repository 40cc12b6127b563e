/** A kernel that is too large for its limit of steps: sampled and labelled in the JSON; a program is never sampled. */
import assert from "node:assert/strict";
import { defaultConfiguration } from "../../engine";
import type { SimulateRequest } from "../../engine/model";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

const text = `#include <cstdio>
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) x[i & 1023] = x[(i + k) & 1023] * 1.5f;
}
int main() {
  float* x;
  cudaMalloc(&x, 4096);
  scale<<<4000, 64>>>(x, 50);
  cudaDeviceSynchronize();
  printf("done\\n");
  return 0;
}
`;
const document = { path: "/w/sampling.cu", text };
const request: SimulateRequest = { kernel: "scale", arguments: new Map() };

describe("a launch that is larger than the limit of steps", () => {
  it("is sampled when it is a kernel alone, and every figure is of class C", async () => {
    const whole = nodeEngine();
    const some = nodeEngine({ ...defaultConfiguration, limits: { ...defaultConfiguration.limits, steps: 1_000_000 } });
    try {
      const [expected, result] = [await whole.simulate(document, request), await some.simulate(document, request)];
      validated("simulate", JSON.stringify(result));
      assert.equal(result.outcome, "completed", result.message);
      const [launch, all] = [result.launches[0]!, expected.launches[0]!];
      assert.equal(all.sampled, undefined);
      assert.equal(launch.sampled?.of, 4000);
      assert.ok(launch.sampled.blocks < 2000);
      assert.deepEqual(launch.metrics, all.metrics);
      assert.deepEqual(Object.keys(launch.classes).sort(), Object.keys(launch.metrics).sort());
      assert.ok(Object.values(launch.classes).every((one) => one === "C"));
      assert.ok(launch.lines.length > 0 && launch.lines.every((line) => line.class === "C"));
    } finally {
      whole.dispose();
      some.dispose();
    }
  });

  it("reaches its limit in a program", async () => {
    const engine = nodeEngine({
      ...defaultConfiguration,
      limits: { ...defaultConfiguration.limits, steps: 1_000_000 },
    });
    try {
      const result = await engine.simulateProgram(document, { arguments: [] });
      validated("simulate", JSON.stringify(result));
      assert.equal(result.launches[0]?.sampled, undefined);
      assert.match(result.launches[0]?.findings[0]?.message ?? "", /limit of 1000000 warp instructions/);
    } finally {
      engine.dispose();
    }
  });
});
