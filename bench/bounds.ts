/**
 * Bounds against recorded times: `node scripts/bench.mjs bounds FOLDER`, over recordings whose launches have
 * `gpu__time_duration` (in nanoseconds) beside the counters. Says how many launches were faster than their bound, how far
 * below the measured time it lies for launches over 10 µs, and which resources decide.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultArchitecture } from "../analyzer/hardware/architectures";
import { boundsOf } from "../engine/bounds/bounds";
import type { Launched } from "../engine/bounds/work";

interface Recorded extends Launched {
  readonly kernel: string;
}

const TIME = "gpu__time_duration";
/** Seconds; shorter launches are mostly their own beginning and end. */
const LONG = 1e-5;
/** Clocks and timers are this exact. */
const TOLERANCE = 0.98;

const folders = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (folders.length === 0) throw new Error("bounds: name a folder of recordings");

const found = folders
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name)),
  )
  .flatMap((path) => {
    const { launches = [] }: { launches?: readonly Recorded[] } = JSON.parse(readFileSync(path, "utf8"));
    return launches.flatMap((launch) => {
      const measured = (launch.metrics[TIME] ?? 0) / 1e9;
      const bounds = measured > 0 ? boundsOf(launch, [], defaultArchitecture) : null;
      return bounds ? [{ path, kernel: launch.kernel, measured, bounds, ratio: measured / bounds.seconds }] : [];
    });
  })
  .sort((a, b) => a.ratio - b.ratio);

const long = found.filter(({ measured }) => measured > LONG);
const beaten = found.filter(({ ratio }) => ratio < TOLERANCE);
const quantile = (part: number) => long[Math.floor(part * (long.length - 1))]?.ratio.toFixed(2) ?? "–";
console.log(`${found.length} launches, ${beaten.length} faster than their bound, ${long.length} over 10 µs`);
console.log(`measured ÷ bound of those: median ${quantile(0.5)}, 80 % ${quantile(0.8)}, 95 % ${quantile(0.95)}`);
const tally = new Map<string, number>();
for (const { bounds } of long) tally.set(bounds.by, (tally.get(bounds.by) ?? 0) + 1);
for (const [by, count] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${by}: ${count}`);
for (const { path, kernel, ratio, bounds } of [...beaten, ...long.slice(-10)])
  console.log(`  ${ratio.toFixed(2)} × ${bounds.by}: ${kernel} of ${path}`);
