/** Blocks and warps that a multiprocessor holds, against what was recorded of every launch on an H200. */
import assert from "node:assert/strict";
import { architectures, defaultArchitecture } from "../../analyzer/hardware/architectures";
import {
  blocksByRegisters,
  blocksByShared,
  blocksByWarps,
  occupancyPercent,
  residentBlocks,
  warpsOf,
} from "../../analyzer/hardware/occupancy";
import { language, recordedPrograms, recording } from "../support/recorded";

describe("occupancy", () => {
  it("is that of every recorded launch that registers do not limit", () => {
    let [launches, limited] = [0, 0];
    for (const program of [...recordedPrograms, ...language]) {
      for (const { kernel, block, metrics } of recording(program).launches) {
        const warps = warpsOf(block.reduce((product, side) => product * side, 1));
        const shared = metrics.launch__shared_mem_per_block_static! + metrics.launch__shared_mem_per_block_dynamic!;
        const where = `${program} ${kernel}`;
        assert.equal(blocksByWarps(defaultArchitecture, warps), metrics.launch__occupancy_limit_warps, where);
        launches++;
        const most = blocksByRegisters(defaultArchitecture, warps, metrics.launch__registers_per_thread!);
        assert.equal(most, metrics.launch__occupancy_limit_registers, `${where}: registers`);
        const byRegisters = metrics.launch__occupancy_limit_registers!;
        if (byRegisters < residentBlocks(defaultArchitecture, { warps, shared })) limited++;
        else {
          const percent = occupancyPercent(defaultArchitecture, { warps, shared });
          assert.equal(percent, metrics.sm__maximum_warps_per_active_cycle_pct, where);
        }
      }
    }
    assert.equal(limited, 8);
    assert.ok(launches > 1800, `${launches} launches`);
  });

  it("counts shared memory with what the driver reserves, in granules", () => {
    // 228 KiB: 227 of them are for a block, and 1 is reserved.
    assert.equal(blocksByShared(defaultArchitecture, 227 * 1024), 1);
    assert.equal(blocksByShared(defaultArchitecture, 227 * 1024 + 1), 0);
    // 1,024 reserved bytes and 1 more take 1,152.
    assert.equal(blocksByShared(defaultArchitecture, 1), Math.floor((228 * 1024) / 1152));
    assert.equal(blocksByShared(defaultArchitecture, 0), 228);
    const volta = architectures.get("sm_70")!;
    assert.equal(blocksByShared(volta, 0), volta.maxBlocksPerMultiprocessor);
    assert.equal(blocksByShared(volta, 48 * 1024), 2);
  });

  it("is bounded by blocks where they are small", () => {
    assert.equal(residentBlocks(defaultArchitecture, { warps: 1, shared: 0 }), 32);
    assert.equal(occupancyPercent(defaultArchitecture, { warps: 1, shared: 0 }), 50);
  });
});
