/**
 * How near the counters of class B and C come: the figures of every recorded launch beside the hardware's, and the bands in
 * which their relative differences lie.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LaunchReport } from "../../simulator/model";
import { counterClasses } from "../../simulator/report/metrics";
import { isExcepted } from "./conformance";
import type { RecordedLaunch } from "./recorded";

/** What one counter was on the hardware and in the simulation of a launch. */
export type Pair = readonly [hardware: number, simulated: number];

/** By counter. */
export type Pairs = ReadonlyMap<string, readonly Pair[]>;

/** Figures of all launches of a program, in order. Launches in which both sides are 0 say nothing. */
export function pairsOf(
  program: string,
  recorded: readonly RecordedLaunch[],
  simulated: readonly LaunchReport[],
): Pairs {
  const found = new Map<string, Pair[]>();
  recorded.forEach((launch, index) => {
    const ours = simulated[index]?.metrics ?? {};
    for (const [metric, hardware] of Object.entries(launch.metrics)) {
      const value = ours[metric];
      if (value === undefined || counterClasses[metric] === "A" || isExcepted(program, launch, metric)) continue;
      if (hardware === 0 && value === 0) continue;
      found.set(metric, [...(found.get(metric) ?? []), [hardware, value]]);
    }
  });
  return found;
}

/** Those of several programs. */
export function joinPairs(all: readonly Pairs[]): Pairs {
  const joined = new Map<string, readonly Pair[]>();
  for (const pairs of all) {
    for (const [metric, values] of pairs) joined.set(metric, [...(joined.get(metric) ?? []), ...values]);
  }
  return joined;
}

const difference = ([hardware, simulated]: Pair): number => Math.abs(simulated - hardware) / Math.max(hardware, 1);
const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

/** The smallest difference that this share of the launches does not exceed. */
function quantile(pairs: readonly Pair[], share: number): number {
  const sorted = pairs.map(difference).sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1]!;
}

/** One row a counter: its name and class, launches equal and measured, median and 90th percentile of the relative difference. */
export function bands(pairs: Pairs): readonly (readonly string[])[] {
  const order = Object.keys(counterClasses);
  return [...pairs]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([metric, values]) => {
      const equal = values.filter(([hardware, simulated]) => hardware === simulated).length;
      const quantiles = [0.5, 0.9].map((share) => percent(quantile(values, share)));
      return [metric, counterClasses[metric]!, `${equal} / ${values.length}`, ...quantiles];
    });
}

/** The table of docs/conformance.md, as its lines. */
export function bandTable(pairs: Pairs): readonly string[] {
  return [
    "| counter | class | launches equal / measured | median difference | 90th percentile |",
    "|---|---|---|---|---|",
    ...bands(pairs).map((row) => `| ${row.join(" | ")} |`),
  ];
}

/** Sums of what was simulated, by program and counter: they move when any launch's figure does. */
export type Estimates = Readonly<Record<string, Readonly<Record<string, number>>>>;

const file = join(process.cwd(), "test/conformance/estimates.json");

/** The sums of one program. */
export function sumsOf(pairs: Pairs): Readonly<Record<string, number>> {
  const sum = (values: readonly Pair[]) => values.reduce((total, [, simulated]) => total + simulated, 0);
  return Object.fromEntries([...pairs].map(([metric, values]) => [metric, sum(values)]));
}

/** As `npm run hardware` wrote them under `WARPLENS_UPDATE=1`. */
export function readEstimates(): Estimates {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function writeEstimates(estimates: Estimates): void {
  writeFileSync(file, `${JSON.stringify(estimates, undefined, 2)}\n`);
}
