/**
 * A user's own Nsight Compute export, in each of the forms in which `ncu --csv` prints one: a row a launch (`--page raw`), a
 * row a counter (`--page details`, or `--metrics`), the instructions of each launch (`--page source --print-source sass`).
 * What the profiled program printed may stand before.
 */
import { decimalOf, dimensionsOf, exportRows, numberOf, scaleOf } from "./nsightCsv";
import { sassLaunches } from "./nsightSass";
import { functionName, type ProfiledLaunch } from "./profile";

type Row = readonly string[];

/** The cell of a column by its title. */
const column = (names: Row, row: Row, name: string): string | undefined => row[names.indexOf(name)];

const counter = (name: string): string => name.replace(/\.sum$/, "");

/** A row a launch, after a row of names and a row of units. */
function rawLaunches(names: Row, units: Row, rows: readonly Row[]): ProfiledLaunch[] {
  const decimal = decimalOf(rows.flat());
  return rows
    .filter((row) => row.length === names.length)
    .map((row) => {
      const metrics = names.flatMap((name, i) => {
        const value = name.includes("__") ? numberOf(row[i], decimal) : undefined;
        return value === undefined ? [] : [[counter(name), value * scaleOf(units[i] ?? "")] as const];
      });
      const signature = column(names, row, "Kernel Name") ?? "";
      return {
        kernel: functionName(signature),
        signature,
        grid: dimensionsOf(column(names, row, "Grid Size") ?? column(names, row, "launch__grid_size")),
        block: dimensionsOf(column(names, row, "Block Size") ?? column(names, row, "launch__block_size")),
        metrics: Object.fromEntries(metrics),
        titled: {},
      };
    });
}

/** A row a counter; those of a launch have one number. Rows of advice have none, and may be shorter. */
function detailLaunches(names: Row, rows: readonly Row[]): ProfiledLaunch[] {
  const decimal = decimalOf(rows.map((row) => column(names, row, "Metric Value") ?? ""));
  const byLaunch = new Map<string, Row[]>();
  for (const row of rows) {
    const signature = column(names, row, "Kernel Name");
    const name = column(names, row, "Metric Name");
    if (!signature || !name) continue;
    const id = `${column(names, row, "Process ID") ?? ""} ${column(names, row, "ID") ?? ""} ${signature}`;
    byLaunch.set(id, [...(byLaunch.get(id) ?? []), row]);
  }
  return [...byLaunch.values()].map((own) => {
    const cell = (row: Row, name: string) => column(names, row, name) ?? "";
    const signature = cell(own[0]!, "Kernel Name");
    const metrics: Record<string, number> = {};
    const titled: Record<string, string> = {};
    for (const row of own) {
      const [name, unit, text] = ["Metric Name", "Metric Unit", "Metric Value"].map((title) => cell(row, title));
      const value = numberOf(text, decimal);
      if (!name!.includes("__")) titled[name!] = `${text} ${unit}`.trim();
      else if (value !== undefined) metrics[counter(name!)] = value * scaleOf(unit!);
    }
    return {
      kernel: functionName(signature),
      signature,
      grid: dimensionsOf(cell(own[0]!, "Grid Size")),
      block: dimensionsOf(cell(own[0]!, "Block Size")),
      metrics,
      titled,
    };
  });
}

/** The launches of an export, or a sentence about why there are none. */
export function readProfile(text: string): readonly ProfiledLaunch[] | string {
  const rows = exportRows(text);
  const head = rows.findIndex((row) => row.includes("Kernel Name") && row.length > 3);
  const names = rows[head];
  const launches = names
    ? names.includes("Metric Name")
      ? detailLaunches(names, rows.slice(head + 1))
      : rawLaunches(names, rows[head + 1] ?? [], rows.slice(head + 2))
    : sassLaunches(rows);
  if (launches.length > 0) return launches;
  if (names) return "This export has no launch.";
  if (rows.some((row) => row[0] === "Line No")) {
    return "This source page has lines without counters: export it with `--page source --print-source sass`, or with `--page raw`.";
  }
  return "This file has no column “Kernel Name”: export it with `ncu --csv --page raw`.";
}
