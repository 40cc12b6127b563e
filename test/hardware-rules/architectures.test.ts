/** The architecture table: what the recordings say of the H200, and what holds for all. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { architectureNamed, architectures, defaultArchitecture } from "../../analyzer/hardware/architectures";

interface Recorded {
  launches: { block: number[]; metrics: Record<string, number> }[];
}

describe("architectures", () => {
  it("has the eight that are supported, oldest first", () => {
    const names = ["sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"];
    assert.deepEqual([...architectures.keys()], names);
    for (const [name, one] of architectures) {
      assert.equal(name, `sm_${one.computeCapability[0]}${one.computeCapability[1]}`);
      assert.ok(one.sharedPerBlockOptIn + one.sharedReservedPerBlock <= one.sharedPerMultiprocessor, name);
      assert.ok(one.sharedPerBlock <= one.sharedPerBlockOptIn, name);
    }
  });

  it("finds variants of a name and nothing for strangers", () => {
    assert.equal(architectureNamed("sm_90a")?.product, "H200");
    assert.equal(architectureNamed("compute_80")?.product, "A100");
    assert.equal(architectureNamed("sm_35"), undefined);
  });

  it("gives the recorded occupancy limits of the H200", () => {
    const recorded = JSON.parse(readFileSync("test/hardware/counters/shared_banks.json", "utf8")) as Recorded;
    const { maxBlocksPerMultiprocessor, maxThreadsPerMultiprocessor } = defaultArchitecture;
    const { sharedPerMultiprocessor, sharedReservedPerBlock } = defaultArchitecture;
    let compared = 0;
    for (const { block, metrics } of recorded.launches) {
      const threads = block.reduce((product, side) => product * side, 1);
      const shared = metrics.launch__shared_mem_per_block_static! + metrics.launch__shared_mem_per_block_dynamic!;
      const granule = Math.ceil((shared + sharedReservedPerBlock) / 128) * 128;
      const warps = maxThreadsPerMultiprocessor / 32 / Math.ceil(threads / 32);
      assert.equal(metrics.launch__occupancy_limit_blocks, maxBlocksPerMultiprocessor);
      assert.equal(metrics.launch__occupancy_limit_warps, Math.floor(warps));
      if (shared > 0) {
        // The limit is that of the carveout that the driver chose, which is at most the whole.
        assert.ok(metrics.launch__occupancy_limit_shared_mem! <= Math.floor(sharedPerMultiprocessor / granule));
        compared++;
      }
    }
    assert.ok(compared > 10);
  });
});
