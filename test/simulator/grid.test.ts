/** Barriers of the whole grid: blocks stop and go on in rounds. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void prefix(const int* in, int* out, int* sums, int n) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  for (int round = 0; round < n; ++round) {
    if (t == 0) { int sum = 0; for (int k = 0; k < blockDim.x; ++k) sum += s[k]; sums[blockIdx.x] = sum; }
    grid.sync();
    int other = sums[(blockIdx.x + 1) % gridDim.x];
    grid.sync();
    s[t] += other;
    __syncthreads();
  }
  out[i] = s[t];
}
__global__ void half(int* out) { if (threadIdx.x < 32) cg::this_grid().sync(); else __syncthreads(); out[threadIdx.x] = 1; }
`;

describe("barriers of the grid", () => {
  it("let every block see what all have written, with its shared memory and variables as they were", async () => {
    const device = new Bench(await programOf(source, "grid.cu"));
    const [blocks, size, rounds] = [5, 64, 3];
    const input = Int32Array.from({ length: blocks * size }, (_, i) => (i * 37) % 101);
    const out = device.buffer(new Int32Array(blocks * size));
    const args = [pointer(device.buffer(input)), pointer(out), pointer(device.buffer(64)), int(rounds)];
    const { outcome, metrics } = device.launch("6prefix", blocks, size, args);
    assert.equal(outcome.kind, "completed", outcome.message);
    const values = Array.from({ length: blocks }, (_, b) => [...input.slice(b * size, (b + 1) * size)]);
    for (let round = 0; round < rounds; round++) {
      const sums = values.map((each) => each.reduce((a, b) => a + b, 0));
      values.forEach((each, b) => {
        each.forEach((value, k) => {
          each[k] = value + sums[(b + 1) % blocks]!;
        });
      });
    }
    assert.deepEqual([...device.ints(out, blocks * size)], values.flat());
    // Two warps of each block load their input once, and the neighbour's sum in every round.
    assert.equal(metrics.l1tex__t_requests_pipe_lsu_mem_global_op_ld, blocks * 2 * (1 + rounds));
    // One thread of each block adds to the counter that the grid's barrier stands on.
    assert.deepEqual(
      [
        metrics.smsp__sass_inst_executed_op_global_atom,
        metrics.l1tex__t_requests_pipe_lsu_mem_global_op_atom,
        metrics.smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom,
      ],
      [blocks * 2 * rounds, blocks * 2 * rounds, blocks * 2 * rounds],
    );
  });

  it("say so when a block can never come", async () => {
    const device = new Bench(await programOf(source, "grid.cu"));
    const { outcome } = device.launch("4half", 2, 64, [pointer(device.buffer(256))]);
    assert.equal(outcome.kind, "deadlock", outcome.message);
    assert.match(
      outcome.message,
      /^Deadlock in block \(0,0,0\): warp 0 waits for the grid at line 21; warp 1 waits at the barrier at line 21\.$/,
    );
  });
});
