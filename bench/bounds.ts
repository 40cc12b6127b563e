/**
 * Bounds against recorded times: `node scripts/bench.mjs bounds FOLDER|RECORDING.json=SIMULATED.json …`. A recording's launches
 * have `gpu__time_duration` (in nanoseconds) beside the counters; without a simulation (`warplens simulate --format json`) the
 * bounds are those of the recorded counters. Says how many launches were faster than their bound, how far below the measured
 * time it lies for launches over 10 µs, which resources decide, and how often Nsight Compute's highest throughput is of the
 * same part.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultArchitecture } from "../analyzer/hardware/architectures";
import { boundsOf } from "../engine/bounds/bounds";
import type { Launched } from "../engine/bounds/work";
import type { LaunchReportJson } from "../engine/formats/launch";
import type { SimulateJson } from "../engine/formats/simulation";
import { agreement, beatenOf, longOnes, TIME, type TimedBound, tightness, timed } from "../test/support/boundsTable";

interface Recorded extends Launched {
  readonly kernel: string;
}

interface Recording {
  readonly launches?: readonly Recorded[];
}

/** A launch with its bound, and the file that it was recorded in. */
type Held = TimedBound & { readonly path: string };

function heldOf(path: string, simulated?: string): readonly Held[] {
  const { launches = [] }: Recording = JSON.parse(readFileSync(path, "utf8"));
  const report: SimulateJson | undefined = simulated && JSON.parse(readFileSync(simulated, "utf8"));
  const left = [...(report?.launches ?? [])];
  return launches.flatMap((launch) => {
    const isSame = ({ kernel, grid, block, bounds }: LaunchReportJson) =>
      bounds && kernel === launch.kernel && `${grid} ${block}` === `${launch.grid} ${launch.block}`;
    const at = left.findIndex(isSame);
    const own = at < 0 ? undefined : left.splice(at, 1)[0]!.bounds!;
    const bounds = report ? own : boundsOf(launch, [], defaultArchitecture);
    if (!bounds || !launch.metrics[TIME]) return [];
    return [{ path, ...timed(launch.kernel, launch.metrics, bounds) }];
  });
}

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (words.length === 0) throw new Error("bounds: name a folder of recordings, or a recording and a simulation");

const found = words.flatMap((word) => {
  const [path, simulated] = word.split("=") as [string, string?];
  if (path.endsWith(".json")) return heldOf(path, simulated);
  const names = readdirSync(path).filter((name) => name.endsWith(".json"));
  return names.flatMap((name) => heldOf(join(path, name)));
});
const long = longOnes(found) as readonly Held[];
const beaten = beatenOf(found) as readonly Held[];
const [half, most, nearlyAll] = [0.5, 0.8, 0.95].map((share) => tightness(long, share));
console.log(`${found.length} launches, ${beaten.length} faster than their bound, ${long.length} over 10 µs`);
console.log(`measured ÷ bound of those: median ${half}, 80 % ${most}, 95 % ${nearlyAll}`);
console.log(`limited by the part that Nsight Compute has highest: ${agreement(long, "agrees")}`);
console.log(`or by one that it has no throughput of, and that is busier: ${agreement(long, "isBusiest")}`);
const tally = new Map<string, number>();
for (const { by } of long) tally.set(by, (tally.get(by) ?? 0) + 1);
for (const [by, count] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${by}: ${count}`);
for (const { path, kernel, measured, seconds, by } of [...beaten, ...long.slice(-10)])
  console.log(`  ${(measured / seconds).toFixed(2)} × ${by}: ${kernel} of ${path}`);
