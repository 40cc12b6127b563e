/**
 * Reports in which a launch that is like an earlier one in everything names it. Thousands of launches stay readable, and a
 * program that launches without end does not fill the memory of whoever writes or reads its report.
 */
import type { LaunchReportJson } from "./launch";
import type { SimulateJson } from "./simulation";

/** What stands for a launch that has the report of an earlier one. */
export type SameLaunch = Pick<LaunchReportJson, "kernel" | "signature" | "grid" | "block" | "shared" | "repeats"> & {
  /** The earlier launch, counted from 0. */
  readonly sameAs: number;
};

/** A report as it is printed, sent and saved. */
export interface WrittenReport extends Omit<SimulateJson, "launches"> {
  readonly launches: readonly (LaunchReportJson | SameLaunch)[];
}

/** Numbers values so that those with the same JSON have the same number; what several launches share is looked at once. */
export function numbering(): (value: unknown) => number {
  const byText = new Map<string, number>();
  const byObject = new WeakMap<object, number>();
  return (value) => {
    const isObject = typeof value === "object" && value !== null;
    const known = isObject ? byObject.get(value) : undefined;
    if (known !== undefined) return known;
    const text = JSON.stringify(value) ?? "";
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    if (isObject) byObject.set(value, number);
    return number;
  };
}

function writtenLaunches(launches: readonly LaunchReportJson[]): WrittenReport["launches"] {
  const firstOf = new Map<string, number>();
  const seen = new Map<LaunchReportJson, SameLaunch>();
  const numberOf = numbering();
  return launches.map((launch, index) => {
    const again = seen.get(launch);
    if (again) return again;
    const { repeats, ...own } = launch;
    const key = Object.entries(own)
      .map(([name, value]) => `${name} ${numberOf(value)}`)
      .join();
    const sameAs = firstOf.get(key) ?? index;
    firstOf.set(key, sameAs);
    const { kernel, signature, grid, block, shared } = own;
    const same = { kernel, signature, grid, block, shared, ...(repeats !== undefined && { repeats }), sameAs };
    seen.set(launch, same);
    return sameAs === index ? launch : same;
  });
}

const written = new WeakMap<SimulateJson, WrittenReport>();

/** The report with each launch in full once. The same report gives the same object. */
export function writtenReport(report: SimulateJson): WrittenReport {
  const known = written.get(report) ?? { ...report, launches: writtenLaunches(report.launches) };
  written.set(report, known);
  return known;
}

/** A launch like another one, but for the earlier launch that it repeats; the same object where that is the same, too. */
export function repeating(launch: LaunchReportJson, repeated: number | undefined): LaunchReportJson {
  if (repeated === launch.repeats) return launch;
  const { repeats: _, ...own } = launch;
  return repeated === undefined ? own : { ...own, repeats: repeated };
}

/**
 * The report with every launch in full again: launches that are alike are one object unless they repeat different ones. Throws a
 * sentence when a launch names one that does not precede it.
 */
export function wholeReport({ launches, ...report }: WrittenReport): SimulateJson {
  const whole: LaunchReportJson[] = [];
  for (const launch of launches) {
    if ("sameAs" in launch) {
      const before = whole[launch.sameAs];
      if (!before)
        throw new Error(
          `Launch ${whole.length} is said to be the same as launch ${launch.sameAs}, which is not before it.`,
        );
      whole.push(repeating(before, launch.repeats));
    } else whole.push(launch);
  }
  return { ...report, launches: whole };
}
