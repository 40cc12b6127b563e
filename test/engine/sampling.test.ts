/** A kernel that is too large for its limit of steps: sampled and labelled in the JSON; a program ends with the launch in which
 * its budget is used up. */
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
const program = {
  path: "/w/budget.cu",
  text: `#include <cstdio>
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) x[i & 1023] = x[(i + k) & 1023] * 1.5f;
}
__global__ void last(float* x) { x[threadIdx.x] = 0; }
__global__ void never(float* x) { x[threadIdx.x] = 1; }
int main(int argc, char**) {
  float* x;
  cudaMalloc(&x, 4096);
  for (int i = 1; i < 3; ++i) scale<<<2000 * i, 64>>>(x, 50);
  last<<<1, 64>>>(x);
  if (argc > 5) never<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  printf("done\\n");
  cudaFree(x);
  return 0;
}
`,
};
/** Loops of as many millions of iterations as it is told, before a launch and after it: ten of them are a million units. */
const prepares = {
  path: "/w/prepares.cu",
  text: `#include <cstdio>
#include <cstdlib>
__global__ void last(float* x) { x[threadIdx.x] = 0; }
unsigned mixed(int millions) {
  unsigned x = 1;
#pragma unroll 1
  for (int i = 0; i < millions * 1000000; ++i) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
  return x;
}
int main(int, char** argv) {
  float* x;
  cudaMalloc(&x, 4096);
  printf("%u ", mixed(atoi(argv[1])));
  last<<<1, 64>>>(x);
  printf("%u ", mixed(atoi(argv[2])));
  return 0;
}
`,
};
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

  it("ends a program: the launches before it are exact, those after it have names", async () => {
    const some = nodeEngine({ ...defaultConfiguration, limits: { ...defaultConfiguration.limits, steps: 3_000_000 } });
    const whole = nodeEngine();
    try {
      const [result, expected] = [some, whole].map((engine) => engine.simulateProgram(program, { arguments: [] }));
      const [cut, all] = [await result!, await expected!];
      for (const one of [cut, all]) validated("simulate", JSON.stringify(one));
      assert.equal(all.outcome, "completed", all.message);
      assert.equal(all.unreached, undefined);
      assert.equal(cut.outcome, "limit");
      assert.match(cut.message, /^the budget of 0.06 s of simulated work is used up in the kernel scale: /);
      assert.equal(cut.line, 11);
      assert.deepEqual(
        cut.launches.map((one) => [one.kernel, one.sampled?.of]),
        [
          ["scale", undefined],
          ["scale", 4000],
        ],
      );
      assert.deepEqual(cut.launches[0], all.launches[0]);
      assert.deepEqual(cut.launches[1]!.metrics, all.launches[1]!.metrics);
      assert.deepEqual(cut.unreached, [
        { kernel: "last", line: 12 },
        { kernel: "never", line: 13 },
      ]);
      assert.equal(cut.exit_code, null);
    } finally {
      some.dispose();
      whole.dispose();
    }
  });

  it("counts half of what a program does before its first launch", async () => {
    const engine = nodeEngine();
    try {
      for (const [before, after, outcome, launches] of [
        [50, 1, "completed", 1],
        [50, 20, "limit", 1],
        [70, 1, "limit", 0],
      ] as const) {
        const given = { arguments: [`${before}`, `${after}`], budget: 0.06 };
        const result = await engine.simulateProgram(prepares, given);
        assert.deepEqual([result.outcome, result.launches.length], [outcome, launches], result.message);
      }
    } finally {
      engine.dispose();
    }
  });

  it("is as large as the request's budget of seconds says", async () => {
    const engine = nodeEngine();
    try {
      const result = await engine.simulateProgram(program, { arguments: [], budget: 0.06 });
      assert.equal(result.launches[1]?.sampled?.of, 4000);
      const kernel = await engine.simulate(document, { ...request, budget: 0.02 });
      assert.equal(kernel.launches[0]?.sampled?.of, 4000);
    } finally {
      engine.dispose();
    }
  });
});
