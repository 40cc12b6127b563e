/** Detail and traces in the documented JSON, of one kernel and of a launch of a whole program; nothing of it unasked. */
import assert from "node:assert/strict";
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Engine } from "../../engine/model";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

const text = `#include <cstdio>
__global__ void rows(int* out, const int* in, int n) {
  int i = threadIdx.x;
  if (i < n) atomicAdd(&out[i], in[32 * i]);
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 8192 * 4);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 0, 8192 * 4);
  rows<<<1, 32>>>(out, in, 32);
  rows<<<1, 64>>>(out, in, 40);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
`;
const document = { path: "/w/detail.cu", text };
const observedKeys = ["branches", "traffic", "warps", "trace"] as const;

describe("detail of a simulation", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const unobserved = (launch: LaunchReportJson) =>
    observedKeys.every((key) => launch[key] === undefined) && launch.lines.every(({ sample }) => !sample);

  function holds(launch: LaunchReportJson): void {
    const load = launch.lines.find(({ op }) => op === "load")!;
    assert.equal(load.line, 4);
    const { sample } = load;
    assert.deepEqual([sample?.block, sample?.warp, sample?.mask], [[0, 0, 0], 0, 0xffff_ffff]);
    assert.equal(sample!.addresses[3]! - sample!.addresses[2]!, 128);
    const branch = launch.branches!.find(({ divergent }) => divergent > 0)!;
    assert.deepEqual([branch.line, branch.function, branch.executions, branch.lanes], [4, "rows", 2, 64]);
    assert.equal(branch.sample!.warp, 1);
    assert.ok([8, 24].includes(branch.sample!.taken.toString(2).replaceAll("0", "").length));
    assert.deepEqual(launch.traffic, [{ space: "global", requests: 4, movedBytes: 45 * 32, usefulBytes: 80 * 4 }]);
    assert.deepEqual(
      launch.warps?.rows.map(({ warp, requests, sectors, divergent }) => [warp, requests, sectors, divergent]),
      [
        [0, 2, 36, 0],
        [1, 2, 9, 1],
      ],
    );
    assert.deepEqual(
      launch.trace?.steps.filter(({ op }) => op !== "branch").map(({ op, space, mask }) => [op, space, mask]),
      [
        ["load", "global", 0xff],
        ["reduction", "global", 0xff],
      ],
    );
    const [first] = launch.trace!.steps.filter(({ op }) => op === "branch");
    assert.equal(first?.values?.filter((value) => value === "taken").length, branch.sample!.taken === 0xff ? 8 : 24);
  }

  it("of a kernel", async () => {
    const request = {
      kernel: "rows",
      block: [64, 1, 1] as const,
      arguments: new Map([["n", { kind: "number" as const, text: "40" }]]),
    };
    const trace = { block: [0, 0, 0] as const, warp: 1 };
    const all = await engine.simulate(document, { ...request, detail: true, trace });
    assert.equal(all.outcome, "completed", all.message);
    holds(validated<SimulateJson>("simulate", JSON.stringify(all)).launches[0]!);
    const plain = await engine.simulate(document, request);
    assert.ok(unobserved(plain.launches[0]!));
    assert.deepEqual(plain.launches[0]!.metrics, all.launches[0]!.metrics);
    await assert.rejects(
      engine.simulate(document, { ...request, trace: { block: [1, 0, 0], warp: 0 } }),
      /The launch has no warp 0 of block 1,0,0: its last block is 0,0,0, and the last warp of a block is 1\./,
    );
  });

  it("of the launch of a program that was asked for, and of no other", async () => {
    const trace = { block: [0, 0, 0] as const, warp: 1 };
    const result = await engine.simulateProgram(document, {
      arguments: [],
      observe: { launch: 1, detail: true, trace },
    });
    assert.equal(result.outcome, "completed", result.message);
    const { launches } = validated<SimulateJson>("simulate", JSON.stringify(result));
    assert.equal(launches.length, 2);
    assert.ok(unobserved(launches[0]!));
    holds(launches[1]!);
  });
});
