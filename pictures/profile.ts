/** A user's own profile of a launch, and our counts beside it. `nsight.ts` reads one. */

import type { LaunchReportJson } from "../engine/formats/launch";
import { decimal, dimensions, grouped } from "./figures";
import type { Table } from "./model";

/** One launch of an export. */
export interface ProfiledLaunch {
  /** Function name, without template arguments and parameters. */
  readonly kernel: string;
  /** As the export writes it: `void ns::scale<float>(float *)`. */
  readonly signature: string;
  /** Empty where the export does not say. */
  readonly grid: readonly number[];
  readonly block: readonly number[];
  /** By counter name without `.sum`: counts, bytes in bytes, times in nanoseconds. */
  readonly metrics: Readonly<Record<string, number>>;
  /** By the titles that the details page has instead of counters, as written with their units. */
  readonly titled: Readonly<Record<string, string>>;
}

/** `void ns::scale<float>(T1 *)` → `scale` */
export const functionName = (signature: string): string =>
  signature
    .replace(/^(void|static)\s+/, "")
    .replace(/[<(].*$/s, "")
    .replace(/^.*::/, "")
    .trim();

const same = (a: readonly number[], b: readonly number[]): boolean => a.length === 3 && a.every((n, i) => n === b[i]);

/** Template arguments without spaces, casts and suffixes: `<(int)8, float>` → `8,float`. */
const templateArguments = (signature: string): string =>
  (/<(.*)>\s*(?:\(|$)/s.exec(signature)?.[1] ?? "").replaceAll(/\s|\([\w\s]+\)(?=[\d-])|(?<=\d)u?l*\b/gi, "");

type Wanted = Pick<LaunchReportJson, "kernel" | "signature" | "grid" | "block">;

/**
 * The launch of an export that a report is of: the same kernel, where there are several the same instantiation and size, and
 * of those the one at the same place among them (`earlier`: launches of the report before it that are alike).
 */
export function profiledLaunch(
  profile: readonly ProfiledLaunch[],
  { kernel, signature, grid, block }: Wanted,
  earlier = 0,
): ProfiledLaunch | undefined {
  let left = profile.filter((one) => one.kernel === functionName(kernel));
  const narrow = (test: (one: ProfiledLaunch) => boolean) => {
    const fewer = left.filter(test);
    if (fewer.length > 0) left = fewer;
  };
  narrow((one) => templateArguments(one.signature) === templateArguments(signature));
  narrow((one) => same(one.grid, grid) && same(one.block, block));
  return left[earlier] ?? left[0];
}

/** How many launches before `index` are of the same kernel and size. */
export function earlierAlike(launches: readonly Wanted[], index: number): number {
  const chosen = launches[index];
  if (!chosen) return 0;
  const { signature, grid, block } = chosen;
  return launches
    .slice(0, index)
    .filter((one) => one.signature === signature && same(one.grid, grid) && same(one.block, block)).length;
}

/** `same`, `+12.5 %`; relative to what was measured. */
function difference(ours: number, measured: number): string {
  if (ours === measured) return "same";
  if (measured === 0) return "–";
  const percent = ((ours - measured) / measured) * 100;
  return `${percent > 0 ? "+" : "−"}${decimal(Math.abs(percent))} %`;
}

/**
 * What Nsight Compute's usual sets count in place of ours: the same requests at the cache instead of at the instruction.
 * Replays and arbitration may add to them.
 */
const nearest = (name: string): string =>
  name
    .replace(/^smsp__sass_l1tex_t_sectors_/, "l1tex__t_sectors_")
    .replace(/^smsp__sass_l1tex_data_pipe_lsu_wavefronts_/, "l1tex__data_pipe_lsu_wavefronts_");

interface Compared {
  readonly name: string;
  readonly ours: number;
  readonly measured: number;
}

function compared(launch: LaunchReportJson, { metrics }: ProfiledLaunch): Compared[] {
  return Object.entries(launch.metrics).flatMap(([name, ours]) => {
    const own = metrics[name];
    if (own !== undefined) return [{ name, ours, measured: own }];
    const other = metrics[nearest(name)];
    // What neither has is not shown.
    return other === undefined || (ours === 0 && other === 0)
      ? []
      : [{ name: `≈ ${nearest(name)}`, ours, measured: other }];
  });
}

/** What stands over the table. */
function caption(launch: LaunchReportJson, profiled: ProfiledLaunch, rows: readonly Compared[]): string {
  const { grid, block } = profiled;
  const isSized = grid.length > 0 && !(same(grid, launch.grid) && same(block, launch.block));
  const sizes = isSized ? `, which ran with grid ${dimensions(grid)} and block ${dimensions(block)}` : "";
  const near = rows.some(({ name }) => name.startsWith("≈"))
    ? ". ≈ counts the same at the cache, where replays may add to the count"
    : "";
  return `${rows.length} counters of our run and of your profile${sizes}${near}`;
}

/** Counters that both have, those that differ first. */
export function profileTable(launch: LaunchReportJson, profiled: ProfiledLaunch): Table {
  const rows = compared(launch, profiled);
  return {
    caption: caption(launch, profiled, rows),
    columns: ["Counter", "Ours", "Profile", "Off"].map((title, i) => ({ title, numeric: i > 0 })),
    rows: [...rows]
      .sort((a, b) => Number(a.ours === a.measured) - Number(b.ours === b.measured) || a.name.localeCompare(b.name))
      .map(({ name, ours, measured }) => [name, grouped(ours), grouped(measured), difference(ours, measured)]),
  };
}

/** The figures of a details page by their titles; undefined where there are none. */
export function titledTable({ titled }: ProfiledLaunch): Table | undefined {
  const rows = Object.entries(titled);
  if (rows.length === 0) return undefined;
  return {
    caption: "Your profile in the titles of its details page; counters to compare are in --page raw",
    columns: ["What", "Profile"].map((title, i) => ({ title, numeric: i === 1 })),
    rows,
  };
}
