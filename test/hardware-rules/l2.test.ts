/**
 * Traffic through L2 against an H200 (`test/hardware/peaks/l2.cu`): what device memory gives, which stores reach L2, and
 * that no run was faster than the peaks.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import { peaksOfH200 } from "../../analyzer/hardware/peaks";
import type { LaunchReportJson } from "../../engine/formats/launch";
import { nodeEngine } from "../support/engine";

interface Recorded {
  readonly kernel: string;
  readonly grid: readonly number[];
  readonly metrics: Readonly<Record<string, number>>;
}

const { launches }: { readonly launches: readonly Recorded[] } = JSON.parse(
  readFileSync("test/hardware/peaks/l2.json", "utf8"),
);

/** Far sectors are counted once more, on their way between the halves of L2: half of all. */
const COUNTED = 1.5;
/** Other traffic of the device, and what profiling brings along. */
const NOISE = 1.01;
/** L1 holds too few of a block's stores to join all of these, and sectors of local memory count in part. */
const JOINED_IN_PART = ["serial 2048", "localStores 2048"];

/** Sectors that stores bring to L2 and that device memory gives, of a simulated launch. */
function sectorsOf({ bounds }: LaunchReportJson) {
  const secondsOf = (name: string) => bounds!.resources.find((one) => one.name === name)?.seconds ?? 0;
  const stored = secondsOf("stores to L2") * peaksOfH200.l2WriteBytes;
  const loads = secondsOf("L2 fabric") - stored / peaksOfH200.fabricStoreBytes;
  return { stored: stored / SECTOR_BYTES, filled: (loads * peaksOfH200.fabricLoadBytes) / SECTOR_BYTES };
}

describe("traffic through L2", () => {
  it("is what an H200 counted, or less", async () => {
    const engine = nodeEngine();
    const text = readFileSync("test/hardware/peaks/l2.cu", "utf8");
    const report = await engine.simulateProgram({ path: "/w/l2.cu", text }, { arguments: [], budget: 600 });
    await engine.dispose();
    assert.equal(report.outcome, "completed", report.message);
    assert.equal(report.launches.length, launches.length);
    for (const [i, { kernel, grid, metrics }] of launches.entries()) {
      const launch = report.launches[i]!;
      const name = `${kernel} ${grid[0]}`;
      const { stored, filled } = sectorsOf(launch);
      const [reached, given] = [metrics.lts__t_sectors_op_write! / COUNTED, metrics.dram__sectors_read!];
      assert.ok(stored <= NOISE * reached + 1000, `${name}: ${stored} sectors stored, ${reached} counted`);
      assert.ok(filled <= NOISE * given + 1000, `${name}: ${filled} sectors loaded, ${given} counted`);
      if (!JOINED_IN_PART.includes(name)) {
        assert.ok(stored >= 0.5 * reached - 5000, `${name}: ${stored} sectors stored, ${reached} counted`);
        assert.ok(filled >= 0.9 * given - 5000, `${name}: ${filled} sectors loaded, ${given} counted`);
      }
      const time = metrics.gpu__time_duration! / 1e9;
      assert.ok(launch.bounds!.seconds <= time, `${name}: ${time} s, at least ${launch.bounds!.seconds} s`);
    }
  });
});
