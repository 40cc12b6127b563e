/** Tables of a launch, and tables as text. */

import type { LaunchReportJson } from "../engine/formats/launch";
import { accessName, decimal, grouped, idealOf, isCounted, measuredOf, unitOf } from "./figures";
import type { Table } from "./model";
import { writtenAccesses } from "./shares";

/** Columns padded to their widest cell; numbers to the right. */
export function textTable({ columns, rows }: Table): string {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, i) => cells.reduce((most, row) => Math.max(most, (row[i] ?? "").length), 0));
  return cells
    .map((row) =>
      row
        .map((cell, i) => (columns[i]!.numeric ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One row an access as it is written, narrow enough for a sidebar: what a request costs, what it would at best. */
export function accessTable(launch: LaunchReportJson): Table {
  const each = (value: number, requests: number) => decimal(requests ? value / requests : 0);
  return {
    caption: "Each request: sectors, in shared memory wavefronts",
    columns: ["Line", "Access", "Takes", "Ideal", "Lanes"].map((title, i) => ({ title, numeric: i !== 1 })),
    rows: writtenAccesses(launch.lines).map((line) => [
      line.line,
      `${line.space} ${line.op}${line.copies > 1 ? ` ×${line.copies}` : ""}`,
      isCounted(line) ? each(measuredOf(line), line.requests) : "–",
      isCounted(line) ? each(idealOf(line), line.requests) : "–",
      each(line.lanes, line.requests),
    ]),
  };
}

/** One row an access, with its totals. */
export function lineTable(launch: LaunchReportJson): Table {
  return {
    caption: "Accesses",
    columns: ["Line", "Access", "Requests", "Measured", "Ideal", "Per request", "Lanes", "Unit"].map((title, i) => ({
      title,
      numeric: i !== 1 && i !== 7,
    })),
    rows: launch.lines.map((line) => [
      line.line,
      `${accessName(line, ", ")}${line.isLibrary ? ", inside of the function" : ""}`,
      grouped(line.requests),
      isCounted(line) ? grouped(measuredOf(line)) : "–",
      isCounted(line) ? grouped(idealOf(line)) : "–",
      isCounted(line) && line.requests ? decimal(measuredOf(line) / line.requests) : "–",
      decimal(line.requests ? line.lanes / line.requests : 0),
      unitOf(line),
    ]),
  };
}

/** Counters by Nsight Compute's names; those that counted nothing only when asked for. */
export function metricTable({ metrics, classes }: LaunchReportJson, withZeros: boolean): Table {
  const kinds = { A: "exact", B: "within a band", C: "modelled" } as const;
  return {
    caption: "Counters",
    columns: [
      { title: "Counter", numeric: false },
      { title: "Value", numeric: true },
      { title: "Kind", numeric: false },
    ],
    rows: Object.entries(metrics)
      .filter(([, value]) => withZeros || value !== 0)
      .map(([name, value]) => [name, grouped(value), kinds[classes[name] ?? "A"]]),
  };
}
