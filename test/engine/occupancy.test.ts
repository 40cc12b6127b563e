/** Occupancy of a kernel under a launch, from its text: shared memory, `__launch_bounds__`, registers, the nearest better block. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { architectures } from "../../analyzer/hardware/architectures";
import type { OccupancyJson } from "../../engine/formats/occupancy";
import type { Engine } from "../../engine/model";
import { kernelOccupancy } from "../../engine/occupancy/kernel";
import { occupancyOf } from "../../engine/occupancy/occupancy";
import { nodeEngine } from "../support/engine";

const text = `__device__ __noinline__ float staged(float v) {
  __shared__ float extra[256];
  extra[threadIdx.x % 256] = v;
  __syncthreads();
  return extra[(threadIdx.x + 1) % 256];
}
__global__ void tiles(float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = staged(tile[threadIdx.x][threadIdx.y]);
}
__global__ void __launch_bounds__(256, 3) bounded(float* out) { out[threadIdx.x] = 1; }
__global__ void dynamic(float* out) {
  extern __shared__ float all[];
  all[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = all[threadIdx.x ^ 1];
}
void start(float* out) {
  tiles<<<64, dim3(32, 32)>>>(out);
  dynamic<<<2, 96, 65536>>>(out);
}
`;

describe("occupancy of a launch", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const of = async (kernel: string, device = "sm_90", given: object = {}): Promise<OccupancyJson> =>
    kernelOccupancy(await engine.settled({ path: "/w/occupancy.cu", text }), device, { kernel, ...given })!;

  it("takes block, grid and shared memory from the file, that of called functions too", async () => {
    const { threads, static_shared, dynamic_shared, blocks, warps, percent, limited_by, grid } = await of("tiles");
    assert.deepEqual([threads, static_shared, dynamic_shared], [1024, 32 * 33 * 4 + 1024, 0]);
    assert.deepEqual([blocks, warps, percent, limited_by], [2, 64, 100, ["warps"]]);
    assert.deepEqual(grid, { blocks: 64, at_once: 264 });
  });

  it("says what registers leave", async () => {
    const rows = (await of("tiles")).registers.map(({ up_to, blocks, percent }) => [up_to, blocks, percent]);
    assert.deepEqual(rows, [
      [32, 2, 100],
      [64, 1, 50],
    ]);
  });

  it("ends with the registers that __launch_bounds__ leaves", async () => {
    const { bounds, registers, blocks } = await of("bounded");
    assert.deepEqual(bounds, { threads: 256, blocks: 3 });
    assert.equal(blocks, 8);
    // 65,536 registers for 24 warps: 85 a thread, in granules of 8.
    assert.deepEqual(registers.at(-1), { up_to: 80, blocks: 3, warps: 24, percent: 37.5 });
  });

  it("names shared memory as the limit, and the nearest block that holds more warps", async () => {
    const here = await of("dynamic");
    assert.deepEqual([here.dynamic_shared, here.blocks, here.limited_by], [65_536, 3, ["shared memory"]]);
    assert.deepEqual(here.better, { threads: 1024, percent: (100 * 32 * 2) / 64 });
    const small = await of("dynamic", "sm_86", { block: [1024, 1, 1], shared: 0 });
    assert.deepEqual([small.blocks, small.percent], [1, (100 * 32) / 48]);
    assert.deepEqual(small.better, { threads: 768, percent: 100 });
  });

  it("is null where a block is none, and fails where there is no such kernel", async () => {
    const analysis = await engine.settled({ path: "/w/occupancy.cu", text });
    assert.equal(kernelOccupancy(analysis, "sm_90", { kernel: "tiles", block: [2048, 1, 1] }), undefined);
    assert.throws(() => kernelOccupancy(analysis, "sm_90", { kernel: "absent" }), /absent/);
  });

  it("never says more than any limit allows, and a better block is better", () => {
    const device = fc.constantFrom(...architectures.values());
    const needs = fc.record({
      threads: fc.integer({ min: 1, max: 1024 }),
      shared: fc.integer({ min: 0, max: 99 * 1024 }),
    });
    fc.assert(
      fc.property(device, needs, (one, { threads, shared }) => {
        const launch = (size: number) => ({
          block: [size, 1, 1] as const,
          grid: undefined,
          staticShared: 0,
          dynamicShared: shared,
          bounds: undefined,
        });
        const here = occupancyOf(one, launch(threads));
        assert.equal(here.blocks, Math.min(...here.limits.map(({ blocks }) => blocks)));
        assert.ok(here.warps <= here.most_warps);
        for (const row of here.registers) assert.ok(row.blocks <= here.blocks);
        if (here.better) assert.equal(occupancyOf(one, launch(here.better.threads)).percent, here.better.percent);
        if (here.better) assert.ok(here.better.percent > here.percent);
      }),
    );
  });
});
