/**
 * Bounds beside measured times: how many are beaten, how far below the time they lie, and how often the part that decides is
 * the one whose throughput Nsight Compute has highest.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import { boundsOf } from "../../engine/bounds/bounds";
import type { BoundsJson } from "../../engine/formats/launch";
import type { LaunchReport, Metrics } from "../../simulator/model";
import { nodeEngine } from "./engine";

/** A launch with its time in seconds, its bound, and what decides that. */
export interface TimedBound {
  readonly kernel: string;
  readonly measured: number;
  readonly seconds: number;
  readonly by: string;
  /**
   * Whether Nsight Compute has the part that decides highest, or has no throughput of it and none that is high; undefined where
   * the recording has no throughputs.
   */
  readonly agrees: boolean | undefined;
  /**
   * Whether it has, or has no throughput of that part and all that it has are lower than the part's own: its least time for the
   * launch's.
   */
  readonly isBusiest: boolean | undefined;
}

/** Nsight Compute's name of a launch's time, nanoseconds. */
export const TIME = "gpu__time_duration";
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
  "L2 fabric": ["L2"],
  "global atomics": ["L2", "multiprocessor"],
  "device memory": ["device"],
};

/**
 * A bound beside the launch's time, and whether it is of the part whose throughput is highest, or of one that has no throughput
 * where none is high.
 */
export function timed(
  kernel: string,
  metrics: Metrics,
  { seconds, by, resources }: Pick<BoundsJson, "seconds" | "by" | "resources">,
): TimedBound {
  const measured = (metrics[TIME] ?? 0) / 1e9;
  const bound = { kernel, measured, seconds, by };
  if (throughputs.some(([, name]) => metrics[name] === undefined))
    return { ...bound, agrees: undefined, isBusiest: undefined };
  const [top] = [...throughputs].sort(([, a], [, b]) => metrics[b]! - metrics[a]!);
  const highest = metrics[top![1]]!;
  const parts = partsOf[by] ?? ["none"];
  const isUnseen = parts.includes("none");
  const agrees = parts.includes(top![0]) || (isUnseen && highest <= HIGH);
  const own = resources.find(({ name }) => name === by)?.seconds ?? 0;
  return { ...bound, agrees, isBusiest: agrees || (isUnseen && (100 * own) / measured > highest) };
}

/** Launches that were faster than their bound. */
export const beatenOf = (all: readonly TimedBound[]): readonly TimedBound[] =>
  all.filter(({ measured, seconds }) => measured < TOLERANCE * seconds);

/** Launches that took more than ten microseconds, the tightest bound first. */
export const longOnes = (all: readonly TimedBound[]): readonly TimedBound[] =>
  all.filter(({ measured }) => measured > LONG).sort((a, b) => a.measured / a.seconds - b.measured / b.seconds);

/** Measured ÷ bound of long launches, which this share of them does not exceed. */
export function tightness(long: readonly TimedBound[], share: number): string {
  const one = long[Math.floor(share * (long.length - 1))];
  return one ? (one.measured / one.seconds).toFixed(2) : "–";
}

/** Long launches of which the same part decides as on the hardware, of those with throughputs. */
export function agreement(long: readonly TimedBound[], kind: "agrees" | "isBusiest"): string {
  const judged = long.filter((one) => one[kind] !== undefined);
  return judged.length ? `${judged.filter((one) => one[kind]).length} of ${judged.length}` : "–";
}

/** A table of groups of launches, as its lines. */
export function boundsTable(groups: ReadonlyMap<string, readonly TimedBound[]>): readonly string[] {
  return [
    "| launches | beaten | over 10 µs | measured ÷ bound: median | 80 % | 95 % | highest throughput | busiest |",
    "|---|---|---|---|---|---|---|---|",
    ...[...groups].map(([name, all]) => {
      const long = longOnes(all);
      const shares = [0.5, 0.8, 0.95].map((share) => tightness(long, share));
      const row = [
        `${all.length} of ${name}`,
        beatenOf(all).length,
        long.length,
        ...shares,
        agreement(long, "agrees"),
        agreement(long, "isBusiest"),
      ];
      return `| ${row.join(" | ")} |`;
    }),
  ];
}

const folder = join(process.cwd(), "test/hardware");
const durations: { readonly programs: Readonly<Record<string, readonly (number | null)[]>> } = JSON.parse(
  readFileSync(join(folder, "durations.json"), "utf8"),
);

/** The bounds of simulated launches of a recorded program, beside the times that an H200 took. */
export function boundsOfProgram(program: string, launches: readonly LaunchReport[]): readonly TimedBound[] {
  const times = durations.programs[program] ?? [];
  return launches.flatMap(({ launch, metrics, demand }, i) => {
    const time = times[i];
    const bounds = boundsOf({ ...launch, metrics, ...(demand && { demand }) }, [], defaultArchitecture);
    if (!time || !bounds) return [];
    return [timed(launch.kernel, { [TIME]: time }, bounds)];
  });
}

/** A launch with the seconds of each resource. */
export type TimedResources = TimedBound & { readonly resources: ReadonlyMap<string, number> };

/** The bounds of a program of `test/hardware/bounds`, simulated whole, beside its recording. */
export async function boundsOfPairs(name: string): Promise<readonly TimedResources[]> {
  const engine = nodeEngine();
  const text = readFileSync(join(folder, "bounds", `${name}.cu`), "utf8");
  const recorded: { readonly launches: readonly { readonly kernel: string; readonly metrics: Metrics }[] } = JSON.parse(
    readFileSync(join(folder, "bounds", `${name}.json`), "utf8"),
  );
  const report = await engine.simulateProgram({ path: `/w/${name}.cu`, text }, { arguments: [], budget: 600 });
  await engine.dispose();
  assert.equal(report.outcome, "completed", report.message);
  return report.launches.map(({ kernel, bounds }, i) => {
    const { kernel: recordedKernel, metrics } = recorded.launches[i]!;
    assert.equal(kernel, recordedKernel);
    const resources = new Map(bounds!.resources.map(({ name, seconds }) => [name, seconds]));
    return { ...timed(kernel, metrics, bounds!), resources };
  });
}
