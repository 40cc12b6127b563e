/** A run, or two side by side, as Markdown: for a pull request, an issue, a note. */
import type { LaunchReportJson } from "../engine/formats/launch";
import type { SimulateJson } from "../engine/formats/simulation";
import {
  type Compared,
  comparisonTable,
  comparisonVerdict,
  differences,
  lineComparison,
  metricComparison,
} from "./comparison";
import { dimensions } from "./figures";
import type { Table } from "./model";
import { modelledSentences } from "./modelled";
import { launchTable } from "./program";
import { accessTable, metricTable } from "./tables";
import { ending, launchRemarks, launchVerdict, programVerdict } from "./verdict";

/** Rows of a table that stand outside of a fold. */
const UNFOLDED = 12;

const cell = (value: string | number): string => String(value).replaceAll("|", "\\|").replaceAll("\n", " ");

const row = (cells: readonly (string | number)[]): string => `| ${cells.map(cell).join(" | ")} |`;

/** A table as Markdown. */
function markdownTable({ columns, rows }: Table): string {
  const rule = columns.map(({ numeric }) => (numeric ? "--:" : "---"));
  return [row(columns.map(({ title }) => title)), `|${rule.join("|")}|`, ...rows.map(row)].join("\n");
}

/** Under its caption; a long one is folded away, as GitHub and GitLab show it. */
function section(table: Table): string[] {
  if (table.rows.length === 0) return [];
  if (table.rows.length <= UNFOLDED) return [`**${table.caption}**\n\n${markdownTable(table)}`];
  return [`<details><summary>${table.caption}</summary>\n\n${markdownTable(table)}\n\n</details>`];
}

function launchMarkdown(launch: LaunchReportJson): string[] {
  return [
    `### \`${launch.signature}\`, grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)}`,
    launchVerdict(launch),
    ...launchRemarks(launch),
    ...section(accessTable(launch)),
    ...section(metricTable(launch, false)),
  ];
}

/** The report of a run. */
export function reportMarkdown(report: SimulateJson, title: string): string {
  return [
    `## ${title}`,
    ending(report),
    ...(report.stdout === undefined
      ? []
      : [programVerdict(report), ...modelledSentences(report), ...section(launchTable(report))]),
    ...report.launches.flatMap(launchMarkdown),
    "",
  ].join("\n\n");
}

/** Two runs side by side. */
export function comparisonMarkdown(before: Compared, after: Compared): string {
  const others = differences(before, after);
  return [
    `## ${before.name} → ${after.name}`,
    comparisonVerdict(before, after),
    ...(others.length ? [`They also differ in ${others.join(", ")}.`] : []),
    ...section(comparisonTable(before.launch.lines, after.launch.lines)),
    ...section(lineComparison(before, after)),
    ...section(metricComparison(before, after)),
    "",
  ].join("\n\n");
}
