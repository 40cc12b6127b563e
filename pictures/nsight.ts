/**
 * A user's own Nsight Compute export (`ncu --csv --page raw`) beside our counts. The export has a row of counter names, a row
 * of units and then a row a launch; what the profiled program printed may stand before.
 */
import type { LaunchReportJson } from "../engine/formats";
import { decimal, dimensions, grouped } from "./figures";
import type { Table } from "./model";

/** One launch of an export. */
export interface ProfiledLaunch {
  /** Function name, without template arguments and parameters. */
  readonly kernel: string;
  /** As written in the export; empty where it has no such column. */
  readonly grid: readonly number[];
  readonly block: readonly number[];
  /** By counter name without `.sum`, bytes in bytes. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** Rows of comma-separated values with quotes, as RFC 4180 has them. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === "" && end === "" && row.length === 0) break;
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Nsight Compute scales counts and bytes unless told `--print-units base`. */
const scales: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 };

function scaleOf(unit: string): number {
  const prefix = /^([KMGT])(?:byte|block|sector|request|inst|warp|thread)?s?\b/.exec(unit)?.[1];
  return prefix ? scales[prefix]! : 1;
}

/** `1,234.5`; undefined for what is no number. */
function numberOf(text: string | undefined): number | undefined {
  const plain = text?.replaceAll(",", "").trim();
  return plain && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** `(8, 8, 1)` */
const dimensionsOf = (text: string | undefined): number[] => (text?.match(/\d+/g) ?? []).map(Number);

const functionName = (signature: string): string =>
  signature
    .replace(/^(void|static)\s+/, "")
    .replace(/[<(].*$/s, "")
    .replace(/^.*::/, "")
    .trim();

/** The launches of an export, or a sentence about why there are none. */
export function readProfile(text: string): readonly ProfiledLaunch[] | string {
  const rows = csvRows(text.replace(/^\uFEFF/, ""));
  const head = rows.findIndex((row) => row.includes("Kernel Name"));
  if (head < 0) {
    return "No column “Kernel Name” is in this file: export it with `ncu --csv --page raw`.";
  }
  const names = rows[head]!;
  if (names.includes("Metric Name")) {
    return "This export has a row a counter: export it with `--page raw`, which has a row a launch.";
  }
  const units = rows[head + 1] ?? [];
  const column = (row: readonly string[], name: string) => row[names.indexOf(name)];
  const launches = rows
    .slice(head + 2)
    .filter((row) => row.length === names.length)
    .map((row): ProfiledLaunch => {
      const metrics = names.flatMap((name, i) => {
        const value = name.includes("__") ? numberOf(row[i]) : undefined;
        return value === undefined ? [] : [[name.replace(/\.sum$/, ""), value * scaleOf(units[i] ?? "")] as const];
      });
      return {
        kernel: functionName(column(row, "Kernel Name") ?? ""),
        grid: dimensionsOf(column(row, "Grid Size") ?? column(row, "launch__grid_size")),
        block: dimensionsOf(column(row, "Block Size") ?? column(row, "launch__block_size")),
        metrics: Object.fromEntries(metrics),
      };
    });
  return launches.length ? launches : "This export has no launch.";
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.length === 3 && a.every((n, i) => n === b[i]);

/** The launch of an export that a report is of: the same kernel, and where there are several the same size. */
export function profiledLaunch(
  profile: readonly ProfiledLaunch[],
  { kernel, grid, block }: Pick<LaunchReportJson, "kernel" | "grid" | "block">,
): ProfiledLaunch | undefined {
  const named = profile.filter((one) => one.kernel === functionName(kernel));
  return named.find((one) => same(one.grid, grid) && same(one.block, block)) ?? named[0];
}

/** `same`, `+12.5 %`; relative to what was measured. */
function difference(ours: number, measured: number): string {
  if (ours === measured) return "same";
  if (measured === 0) return "–";
  const percent = ((ours - measured) / measured) * 100;
  return `${percent > 0 ? "+" : "−"}${decimal(Math.abs(percent))} %`;
}

/** Counters that both have, those that differ first. */
export function profileTable(launch: LaunchReportJson, profiled: ProfiledLaunch): Table {
  const shared = Object.entries(launch.metrics)
    .filter(([name]) => profiled.metrics[name] !== undefined)
    .map(([name, ours]) => ({ name, ours, measured: profiled.metrics[name]! }));
  const size = same(profiled.grid, launch.grid) && same(profiled.block, launch.block);
  const sizes = size
    ? ""
    : `, which ran with grid ${dimensions(profiled.grid) || "unknown"} and block ${dimensions(profiled.block) || "unknown"}`;
  return {
    caption: `${shared.length} counters of our run and of your profile${sizes}`,
    columns: ["Counter", "Ours", "Profile", "Off"].map((title, i) => ({ title, numeric: i > 0 })),
    rows: [...shared]
      .sort((a, b) => Number(a.ours === a.measured) - Number(b.ours === b.measured) || a.name.localeCompare(b.name))
      .map(({ name, ours, measured }) => [name, grouped(ours), grouped(measured), difference(ours, measured)]),
  };
}
