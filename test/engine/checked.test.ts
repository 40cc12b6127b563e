/** Checked runs through the engine: findings of a kernel and of a program in the documented JSON, counts of neither. */
import assert from "node:assert/strict";
import { parseSpec } from "../../engine/arguments/spec";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Engine } from "../../engine/model";
import { launchRemarks } from "../../pictures/verdict";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

const text = `__global__ void shift(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void mended(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void unused(int* out) {
  __shared__ int never[64];
  int dropped = never[threadIdx.x];
  if (dropped == 77) dropped++;
  out[threadIdx.x] = 5;
}
__global__ void beyond(int* out, int n) { out[threadIdx.x + n] = 1; }
int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  mended<<<1, 64>>>(out, in);
  shift<<<1, 64>>>(out, in);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
`;
const document = { path: "/w/checked.cu", text };

describe("a checked run through the engine", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const run = async (kernel: string, check: boolean, args: Record<string, string> = {}) => {
    const specs = Object.entries(args).map(([name, text]) => [name, parseSpec(name, text)] as const);
    const request = { kernel, block: [64, 1, 1] as const, arguments: new Map(specs), check };
    const result = await engine.simulate(document, request);
    return validated<SimulateJson>("simulate", JSON.stringify(result));
  };

  it("lists 200 findings of a launch, and says how many more there are", async () => {
    const stores = Array.from({ length: 212 }, (_, i) => `  out[n + ${i}] = ${i};`).join("\n");
    const many = { path: "/w/many.cu", text: `__global__ void many(int* out, int n) {\n${stores}\n}\n` };
    const specs = new Map([["n", parseSpec("n", "1000000000")]]);
    const result = await engine.simulate(many, { kernel: "many", block: [1, 1, 1], arguments: specs, check: true });
    const [launch] = validated<SimulateJson>("simulate", JSON.stringify(result)).launches;
    assert.deepEqual([launch!.findings.length, launch!.unlistedFindings], [200, 12]);
    assert.ok(launchRemarks(launch!).includes("12 more findings, in other lines, are not listed."));
  });

  it("names both sides of a race, with line, block and thread", async () => {
    const { outcome, launches } = await run("shift", true);
    assert.equal(outcome, "completed");
    const [finding, ...others] = launches[0]!.findings;
    assert.deepEqual(others, []);
    assert.equal(finding?.rule, "data-race");
    assert.deepEqual([finding?.line, finding?.other?.line].sort(), [3, 4]);
    assert.deepEqual(
      [finding?.block, finding?.other?.block],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    );
    assert.notDeepEqual(finding?.thread, finding?.other?.thread);
    assert.deepEqual([launches[0]!.metrics, launches[0]!.lines], [{}, []]);
  });

  it("is silent about a clean kernel, and unasked", async () => {
    assert.deepEqual((await run("mended", true)).launches[0]!.findings, []);
    const plain = await run("shift", false);
    assert.deepEqual(plain.launches[0]!.findings, []);
    assert.ok(plain.launches[0]!.lines.length > 0);
  });

  it("sees what the optimiser removes", async () => {
    const { launches } = await run("unused", true);
    assert.deepEqual(
      launches[0]!.findings.map(({ rule, line }) => [rule, line]),
      [["uninitialised-read", 14]],
    );
  });

  it("goes on where an access leaves its allocation, which ends a run that is not checked", async () => {
    const given = { n: "1000000", out: "zeros:1000" };
    const { outcome, launches } = await run("beyond", true, given);
    assert.equal(outcome, "completed");
    assert.deepEqual(
      launches[0]!.findings.map(({ rule, line, thread, times }) => [rule, line, thread, times]),
      [["out-of-bounds", 18, [0, 0, 0], 64]],
    );
    const plain = await run("beyond", false, given);
    assert.equal(plain.outcome, "trapped");
    assert.deepEqual(
      plain.launches[0]!.findings.map(({ rule, line, thread, times }) => [rule, line, thread, times]),
      [["trapped", 18, [0, 0, 0], 1]],
    );
  });

  it("finds no fault in a buffer whose size it has to guess", async () => {
    assert.deepEqual((await run("beyond", true, { n: "1000000" })).launches[0]!.findings, []);
  });

  it("keeps to 20 million steps under values that nothing says, whatever the budget", async () => {
    const source = `__global__ void rolls(unsigned* out, unsigned n) {
  unsigned value = threadIdx.x | 1u;
  while (value != n * 2) value = value * 5 + 4;
  out[threadIdx.x] = value;
}
`;
    for (const budget of [2, 60]) {
      const request = { kernel: "rolls", arguments: new Map(), check: true, budget };
      const { outcome, message } = await engine.simulate({ path: "/w/rolls.cu", text: source }, request);
      assert.equal(outcome, "limit");
      assert.match(message, /budget of 0\.4 s of simulated work/);
    }
  });

  it("tells an access far outside of all buffers by one of them, not by what stands for the index of a thread", async () => {
    const source = `__global__ void far(int* out) {
  int* moved = out;
  for (int i = 0; i < 3; i++) moved += 1 << 18;
  moved[threadIdx.x] = 1;
}
`;
    const specs = new Map([["out", parseSpec("out", "zeros:64")]]);
    const request = { kernel: "far", block: [1, 1, 1] as const, arguments: specs, check: true };
    const { launches } = await engine.simulate({ path: "/w/far.cu", text: source }, request);
    const [finding] = launches[0]!.findings;
    assert.match(finding!.message, /3,145,472 bytes past the end of out, an argument of 256 bytes/);
  });

  it("looks at every launch of a program", async () => {
    const result = await engine.simulateProgram(document, { arguments: [], check: true });
    assert.equal(result.outcome, "completed", result.message);
    const { launches } = validated<SimulateJson>("simulate", JSON.stringify(result));
    assert.deepEqual(
      launches.map(({ kernel, findings }) => [kernel, findings.map(({ rule }) => rule)]),
      [
        ["mended", []],
        ["shift", ["data-race"]],
      ],
    );
  });
});
