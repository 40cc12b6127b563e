/** Launches that are too large for their budget: some blocks stand for all, and never where blocks depend on each other. */
import assert from "node:assert/strict";
import { spreadEvenly } from "../../simulator/machine/sampling";
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
      assert.ok(Math.abs(ratio - 1) < 0.05, `${name}: ${ratio}`);
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

  it("are spread evenly, however many there are", () => {
    for (const count of [1, 2, 3, 100, 1000]) {
      const order = [...spreadEvenly(count)];
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        Array.from({ length: count }, (_, index) => index),
      );
    }
    const tenth = [...spreadEvenly(1000)].slice(0, 100).sort((a, b) => a - b);
    const gaps = tenth.slice(1).map((index, at) => index - tenth[at]!);
    assert.ok(Math.max(...gaps) <= 20, `${Math.max(...gaps)}`);
  });
});
