/** A run as text: the headline counters beside the ideal, then each line of the kernel that moved memory. */

import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Document } from "../../engine/model";
import { libraryText } from "../../pictures/figures";
import { shownPath } from "../common/documents";
import { bold, dim, green, red, yellow } from "../common/terminal";
import { dimensions, table, thousands } from "./text";

interface Headline {
  readonly name: string;
  readonly measured: number;
  readonly ideal: number;
  readonly requests: number;
}

function sum(lines: readonly LineJson[], count: (line: LineJson) => number): number {
  return lines.reduce((total, line) => total + count(line), 0);
}

function headlines(report: LaunchReportJson): Headline[] {
  const of = (space: LineJson["space"]) => report.lines.filter((line) => line.space === space);
  return (["global", "local", "shared"] as const).flatMap((space) => {
    const lines = of(space);
    if (lines.length === 0) return [];
    const shared = space === "shared";
    return [
      {
        name: `${space} ${shared ? "wavefronts" : "sectors"}`,
        measured: sum(lines, (line) => (shared ? line.wavefronts : line.sectors)),
        ideal: sum(lines, (line) => (shared ? line.wavefrontsIdeal : line.sectorsIdeal)),
        requests: sum(lines, (line) => line.requests),
      },
    ];
  });
}

function verdict(measured: number, ideal: number): string {
  if (measured <= ideal) return green("ideal");
  const ratio = measured / ideal;
  return (ratio >= 4 ? red : yellow)(`${ratio.toFixed(ratio < 10 ? 1 : 0)}× the ideal`);
}

/** Where a line is: its file too where that is not the first source, whose lines stand alone. */
const placed = ({ line, path }: { readonly line: number | null; readonly path?: string }): string =>
  path ? `${shownPath(path)}:${line}` : `${line}`;

/** A finding's place before its message; nothing where the line is not known. */
const before = (place: { readonly line: number | null; readonly path?: string }): string =>
  place.line === null ? "" : place.path ? `${placed(place)}: ` : `line ${place.line}: `;

function renderLaunch(report: LaunchReportJson, colour: typeof red, source: readonly string[]): string {
  const rows = report.lines.map((line) => {
    const shared = line.space === "shared";
    const measured = shared ? line.wavefronts : line.sectors;
    const ideal = shared ? line.wavefrontsIdeal : line.sectorsIdeal;
    return [
      `${placed(line)}: ${(!line.path && source[line.line - 1]?.slice(line.column, line.endColumn)) || line.function}`,
      `${line.space} ${line.op} ${line.width} B`,
      thousands(line.requests),
      thousands(measured),
      thousands(ideal),
      line.requests ? (measured / line.requests).toFixed(1) : "–",
    ];
  });
  const given = report.arguments.map((one) => `${one.name} = ${one.spec}`).join(", ");
  return [
    `${bold(report.signature)}${dim(`  grid ${dimensions(report.grid)}, block ${dimensions(report.block)}${given && `; ${given}`}`)}`,
    ...(report.instantiated ? [yellow(`  Instantiated by WarpLens: ${report.instantiated}.`)] : []),
    ...libraryText(report).map((one) => yellow(`  ${one}`)),
    ...(report.sampled
      ? [
          yellow(
            `  Sampled: ${thousands(report.sampled.blocks)} of ${thousands(report.sampled.of)} blocks were run; the figures are scaled to all.`,
          ),
        ]
      : []),
    ...headlines(report).map(
      (one) =>
        `  ${one.name.padEnd(18)} ${thousands(one.measured).padStart(10)}  ideal ${thousands(one.ideal).padStart(8)}  ${verdict(one.measured, one.ideal)}`,
    ),
    table(
      ["  line", "kind", "requests", "sectors/wavefronts", "ideal", "per request"],
      rows.map(([first, ...rest]) => [`  ${first}`, ...rest]),
    ),
    ...report.findings.map((finding) => {
      const text = `  ${before(finding)}${finding.message}${finding.fix ? ` ${finding.fix}` : ""}`;
      return finding.severity === "warning" ? yellow(text) : colour(text);
    }),
  ].join("\n");
}

/** The result of `simulate` as text. */
export function renderSimulation(result: SimulateJson, document: Document): string {
  const source = document.text.split(/\r?\n/);
  const blocks = result.launches.map((report) => renderLaunch(report, result.assumed ? yellow : red, source));
  if (result.stderr) blocks.unshift(yellow(result.stderr.trimEnd()));
  if (result.stdout) blocks.unshift(result.stdout.trimEnd());
  for (const finding of result.findings ?? []) {
    const { message, other } = finding;
    const also = other ? ` (${before(other)}${other.message})` : "";
    blocks.push(yellow(`${before(finding)}${message}${also}`));
  }
  if (result.exit_code !== undefined && result.exit_code !== null)
    blocks.push(`The program ended with exit code ${result.exit_code}.`);
  const classes = "Counters of class A: they equal the hardware's on supported programs (docs/counters.md).";
  blocks.push(dim(`Simulated ${result.device}, ${result.outcome}. ${classes}`));
  return `${blocks.join("\n\n")}\n`;
}
