/** Launches that are too large for their budget: some blocks stand for all, and never where blocks depend on each other. */
import assert from "node:assert/strict";
import { halfWidth, inRandomOrder } from "../../simulator/machine/sampling";
import type { LaunchReport } from "../../simulator/model";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cooperative_groups.h>
__global__ void even(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k) sum += in[(i + 32 * k) & 4095];
  out[i] = sum;
}
__global__ void uneven(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < (blockIdx.x * n) / gridDim.x; ++k) sum += in[(i * (k % 7)) & 4095];
  out[i] = sum;
}
__global__ void reduces(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k) atomicAdd(&out[k & 7], in[threadIdx.x]);
}
__global__ void lastBlock(const int* in, int* out, int n) {
  int mine = 0;
  for (int k = 0; k < n; ++k) mine += in[(threadIdx.x + k) & 4095];
  if (atomicAdd(out, mine) > 1000000) out[1] = 1;
}
__global__ void together(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k) cooperative_groups::this_grid().sync();
}
`;

const BLOCKS = 2000;
const ROUNDS = 100;

async function launcher() {
  const bench = new Bench(await programOf(source, "sampling.cu"));
  return (kernel: string, steps: number, sample = true): LaunchReport => {
    const buffers = [bench.buffer(new Int32Array(4096).fill(3)), bench.buffer(new Int32Array(BLOCKS * 64))];
    const options = { limits: { steps, memory: 1 << 20 }, sample };
    return bench.launch(kernel, BLOCKS, 64, [...buffers.map(pointer), int(ROUNDS)], options);
  };
}

describe("blocks that stand for others", () => {
  it("give the figures of the whole launch where all blocks cost the same", async () => {
    const run = await launcher();
    const whole = run("4even", 1e9);
    assert.equal(whole.sampled, undefined);
    const some = run("4even", 1e6);
    assert.equal(some.outcome.kind, "completed", some.outcome.message);
    assert.equal(some.sampled?.of, BLOCKS);
    assert.ok(some.sampled.blocks > 100 && some.sampled.blocks < BLOCKS / 2, `${some.sampled.blocks} blocks`);
    assert.deepEqual(some.metrics, whole.metrics);
    const name = "smsp__sass_inst_executed_op_global_ld";
    assert.deepEqual(some.sampled.intervals?.[name], [whole.metrics[name], whole.metrics[name]]);
    assert.deepEqual(
      some.lines.map(({ requests, sectors, lanes, bytes }) => ({ requests, sectors, lanes, bytes })),
      whole.lines.map(({ requests, sectors, lanes, bytes }) => ({ requests, sectors, lanes, bytes })),
    );
    assert.deepEqual(some.mix, whole.mix);
  });

  it("come near where later blocks cost more, and give the same figures every time", async () => {
    const run = await launcher();
    const whole = run("6uneven", 1e9);
    const some = run("6uneven", 4e5);
    assert.ok(some.sampled && some.sampled.blocks < BLOCKS / 2);
    assert.deepEqual(some.metrics, run("6uneven", 4e5).metrics);
    for (const name of [
      "smsp__sass_inst_executed_op_global_ld",
      "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
    ]) {
      const ratio = some.metrics[name]! / whole.metrics[name]!;
      assert.ok(Math.abs(ratio - 1) < 0.1, `${name}: ${ratio}`);
      const [low, high] = some.sampled.intervals![name]!;
      assert.ok(low < whole.metrics[name]! && whole.metrics[name]! < high, `${name}: ${low} … ${high}`);
      assert.ok(high - low < 0.5 * whole.metrics[name]!, `${name}: ${low} … ${high}`);
    }
  });

  it("may add to what others add to, when nobody reads the result", async () => {
    const run = await launcher();
    const some = run("7reduces", 1e6);
    assert.ok(some.sampled);
    assert.deepEqual(some.metrics, run("7reduces", 1e9).metrics);
  });

  it("are refused where blocks depend on each other, with the reason", async () => {
    const run = await launcher();
    const last = run("9lastBlock", 1e6);
    assert.equal(last.outcome.kind, "limit");
    assert.match(
      last.outcome.message,
      /cannot be sampled because each may depend on what others wrote .* at line 20 reads\.$/,
    );
    const together = run("8together", 1e6);
    assert.equal(together.outcome.kind, "limit");
    assert.match(together.outcome.message, /cannot be sampled because they wait for each other at line 23\.$/);
  });

  it("are only taken when asked for", async () => {
    const run = await launcher();
    const { outcome, sampled } = run("4even", 1e6, false);
    assert.equal(outcome.kind, "limit");
    assert.equal(sampled, undefined);
  });

  it("are a random sample: each once, in an order of its own for every seed", () => {
    for (const count of [1, 2, 3, 100, 1000]) {
      const order = [...inRandomOrder(count)];
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        Array.from({ length: count }, (_, index) => index),
      );
    }
    assert.deepEqual([...inRandomOrder(1000)], [...inRandomOrder(1000)]);
    assert.notDeepEqual([...inRandomOrder(1000, 2)], [...inRandomOrder(1000, 3)]);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const index of [...inRandomOrder(100_000)].slice(0, 10_000)) tenths[Math.floor(index / 10_000)]!++;
    // 1,000 are expected in each, with a standard deviation of 28.
    assert.ok(
      tenths.every((count) => Math.abs(count - 1000) < 150),
      `${tenths}`,
    );
  });

  it("say how far the estimate may be off, which holds for 19 seeds of 20", () => {
    const costs = Array.from({ length: 4000 }, (_, block) => (block % 64 === 5 ? 900 : block / 40));
    const total = costs.reduce((sum, one) => sum + one, 0);
    const seeds = Array.from({ length: 400 }, (_, seed) => seed + 1);
    const hits = seeds.filter((seed) => {
      const taken = [...inRandomOrder(costs.length, seed)].slice(0, 320).map((block) => costs[block]!);
      const batches = Array.from({ length: 16 }, (_, i) => {
        return { blocks: 20, value: taken.slice(20 * i, 20 * i + 20).reduce((sum, one) => sum + one, 0) };
      });
      const estimate = (taken.reduce((sum, one) => sum + one, 0) / taken.length) * costs.length;
      return Math.abs(estimate - total) <= halfWidth(batches, costs.length)!;
    });
    const share = hits.length / seeds.length;
    assert.ok(share > 0.92 && share < 0.98, `${share}`);
    assert.equal(halfWidth([{ blocks: 3, value: 1 }], 10), undefined);
  });
});
