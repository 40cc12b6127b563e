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
import { type Peaks, peaksOfH100 } from "../analyzer/hardware/peaks";
import { peaksOf } from "../analyzer/hardware/peaksOf";
import { boundsOf } from "../engine/bounds/bounds";
import type { Launched } from "../engine/bounds/work";
import type { BoundsJson, LaunchReportJson } from "../engine/formats/launch";
import type { SimulateJson } from "../engine/formats/simulation";

interface Recorded extends Launched {
  readonly kernel: string;
}

interface Recording {
  readonly device?: string;
  readonly launches?: readonly Recorded[];
}

/** A launch with its time in seconds and its bound. */
interface Held {
  readonly path: string;
  readonly kernel: string;
  readonly measured: number;
  readonly by: string;
  readonly ratio: number;
  readonly agrees: boolean | undefined;
}

const TIME = "gpu__time_duration";
/** Seconds; shorter launches are mostly their own beginning and end. */
const LONG = 1e-5;
/** Clocks and timers are this exact. */
const TOLERANCE = 0.98;
/** Percent of a peak from which a throughput decides. */
const HIGH = 60;

type Part = "multiprocessor" | "L1" | "L2" | "device" | "none";

/** Nsight Compute's throughputs by part. */
const throughputs: readonly (readonly [Part, string])[] = [
  ["multiprocessor", "sm__throughput.avg.pct_of_peak_sustained_elapsed"],
  ["L1", "l1tex__throughput.avg.pct_of_peak_sustained_active"],
  ["L2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"],
  ["device", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"],
];

/** The parts that a resource is of; L1's instructions pass a pipe of the multiprocessor. */
const partsOf: Readonly<Record<string, readonly Part[]>> = {
  instructions: ["multiprocessor"],
  "single precision": ["multiprocessor"],
  "double precision": ["multiprocessor"],
  "special functions": ["multiprocessor"],
  "memory instructions": ["multiprocessor", "L1"],
  "L1 and shared memory": ["L1"],
  "L1 lines": ["L1"],
  barriers: ["multiprocessor"],
  "loads from L2": ["L2"],
  "stores to L2": ["L2"],
  "global atomics": ["L2", "multiprocessor"],
  "device memory": ["device"],
};

/** Whether the bound is of the part whose throughput is highest, or of none where none is high; undefined without throughputs. */
function agreesWith(metrics: Recorded["metrics"], by: string): boolean | undefined {
  if (throughputs.some(([, name]) => metrics[name] === undefined)) return undefined;
  const [top] = [...throughputs].sort(([, a], [, b]) => metrics[b]! - metrics[a]!);
  const part = metrics[top![1]]! > HIGH ? top![0] : "none";
  return (partsOf[by] ?? ["none"]).includes(part);
}

/** Those bounds on a device with other device memory. */
function scaled({ resources }: BoundsJson, from: Peaks, to: Peaks): { readonly seconds: number; readonly by: string } {
  const times = resources.map(({ name, seconds }) => {
    return { by: name, seconds: name === "device memory" ? (seconds * from.deviceBytes) / to.deviceBytes : seconds };
  });
  return times.reduce((a, b) => (b.seconds > a.seconds ? b : a));
}

function heldOf(path: string, simulated?: string): readonly Held[] {
  const { device = "", launches = [] }: Recording = JSON.parse(readFileSync(path, "utf8"));
  const known = peaksOf(defaultArchitecture.name)!;
  const peaks = device.includes("H100") ? peaksOfH100 : known;
  const report: SimulateJson | undefined = simulated && JSON.parse(readFileSync(simulated, "utf8"));
  const left = [...(report?.launches ?? [])];
  return launches.flatMap((launch) => {
    const measured = (launch.metrics[TIME] ?? 0) / 1e9;
    const isSame = ({ kernel, grid, block, bounds }: LaunchReportJson) =>
      bounds && kernel === launch.kernel && `${grid} ${block}` === `${launch.grid} ${launch.block}`;
    const at = left.findIndex(isSame);
    const own = at < 0 ? undefined : left.splice(at, 1)[0]!.bounds!;
    const bounds = report ? own : boundsOf(launch, [], defaultArchitecture);
    if (!bounds || measured === 0) return [];
    const { by, seconds } = scaled(bounds, known, peaks);
    return [
      { path, kernel: launch.kernel, measured, by, ratio: measured / seconds, agrees: agreesWith(launch.metrics, by) },
    ];
  });
}

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (words.length === 0) throw new Error("bounds: name a folder of recordings, or a recording and a simulation");

const found = words
  .flatMap((word) => {
    const [path, simulated] = word.split("=") as [string, string?];
    if (path.endsWith(".json")) return heldOf(path, simulated);
    const names = readdirSync(path).filter((name) => name.endsWith(".json"));
    return names.flatMap((name) => heldOf(join(path, name)));
  })
  .sort((a, b) => a.ratio - b.ratio);

const long = found.filter(({ measured }) => measured > LONG);
const beaten = found.filter(({ ratio }) => ratio < TOLERANCE);
const quantile = (part: number) => long[Math.floor(part * (long.length - 1))]?.ratio.toFixed(2) ?? "–";
console.log(`${found.length} launches, ${beaten.length} faster than their bound, ${long.length} over 10 µs`);
console.log(`measured ÷ bound of those: median ${quantile(0.5)}, 80 % ${quantile(0.8)}, 95 % ${quantile(0.95)}`);
const judged = long.filter(({ agrees }) => agrees !== undefined);
const agreeing = judged.filter(({ agrees }) => agrees);
console.log(`limited by the part that Nsight Compute has highest: ${agreeing.length} of ${judged.length}`);
const tally = new Map<string, number>();
for (const { by } of long) tally.set(by, (tally.get(by) ?? 0) + 1);
for (const [by, count] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${by}: ${count}`);
for (const { path, kernel, ratio, by } of [...beaten, ...long.slice(-10)])
  console.log(`  ${ratio.toFixed(2)} × ${by}: ${kernel} of ${path}`);
