/** Lanes that take part in what a launch executes, by line: which line loses most, and where warps diverge. */
import assert from "node:assert/strict";
import { addLanes, hasFewLanes } from "../../simulator/estimates/laneUse";
import type { LaunchReport } from "../../simulator/model";
import { Bench, int, pointer, programOf } from "./support";

const text = `
__global__ void loop(int* out, int n) {
  int steps = 0;
  for (int v = threadIdx.x * n; v > 0; v -= 3)
    steps = steps * 5 + (v ^ steps);
  out[threadIdx.x] = steps;
}
__global__ void straight(int* out, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = n * (int)threadIdx.x;
}
`;

describe("lanes by line", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(text));
  });
  const run = (kernel: string, block: number): LaunchReport =>
    bench.launch(kernel, 1, block, [pointer(bench.buffer(4096)), int(2)]);

  it("name the loop whose lanes leave one after the other", () => {
    const { lanes, mix } = run("loop", 32);
    const idle = lanes!.lines.toSorted(
      (a, b) => 32 * b.warpInstructions - b.threadInstructions - (32 * a.warpInstructions - a.threadInstructions),
    );
    assert.ok([4, 5].includes(idle[0]!.location!.line));
    assert.ok(lanes!.branches.some(({ location, divergent }) => location!.line === 4 && divergent > 0));
    const sum = (of: (line: (typeof idle)[number]) => number) => idle.reduce((total, line) => total + of(line), 0);
    assert.equal(
      sum(({ warpInstructions }) => warpInstructions),
      mix!.warpInstructions,
    );
    assert.equal(
      sum(({ threadInstructions }) => threadInstructions),
      mix!.threadInstructions,
    );
  });

  it("are left out where nearly all lanes are active", () => {
    assert.equal(run("straight", 64).lanes, undefined);
    // A block of eight threads leaves three quarters of its warp idle, and no branch diverges.
    const { lanes, mix } = run("straight", 8);
    assert.ok(hasFewLanes(mix!));
    assert.deepEqual(lanes!.branches, []);
  });

  it("of parts add up by place", () => {
    const { lanes } = run("loop", 32);
    const twice = addLanes([lanes!, lanes!]);
    assert.equal(twice.lines.length, lanes!.lines.length);
    assert.equal(twice.lines[0]!.warpInstructions, 2 * lanes!.lines[0]!.warpInstructions);
    assert.equal(twice.branches[0]!.divergent, 2 * lanes!.branches[0]!.divergent);
  });
});
