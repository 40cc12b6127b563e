/** Findings as a compiler prints them: the place, the sentence, the source line with its range underlined. */

import type { FindingJson } from "../../engine/formats/findings";
import { numbered } from "../../pictures/figures";
import type { CheckReport } from "../check/report";
import { blue, bold, dim, green, red, width, wrap, yellow } from "../common/terminal";

const paint = { error: red, warning: yellow, information: blue, hint: dim } as const;

/** Columns that a line number and its bar take. */
const MARGIN = 8;

/** The part of a long line that shows the range: where the line is cut, an ellipsis stands. */
function excerpt(source: string, from: number, to: number): { text: string; at: number } {
  const room = Math.max(24, width() - MARGIN);
  if (source.length <= room) return { text: source, at: 0 };
  const at = Math.max(0, Math.min(from - 8, source.length - room));
  const text = source.slice(at, at + room);
  const end = at + room < source.length && to <= at + room - 1 ? `${text.slice(0, -1)}…` : text;
  return { text: at > 0 ? `…${end.slice(1)}` : end, at };
}

function sourceLines(source: string, { range: { start, end }, severity }: FindingJson): [string, string] {
  const last = end.line === start.line ? end.character : source.length;
  const { text, at } = excerpt(source, start.character, last);
  const lead = text.slice(0, start.character - at).replaceAll(/[^\t]/g, " ");
  const length = Math.max(1, Math.min(last - at, text.length) - (start.character - at));
  return [text, lead + paint[severity]("^".repeat(length))];
}

/** A note, after its line where that is another one than the finding's. */
function noteLines({ range, message }: FindingJson["related"][number], finding: FindingJson, margin: string): string {
  const { line } = range.start;
  const text = line === finding.range.start.line ? message : `line ${line + 1}: ${message}`;
  const indent = ` ${margin}   `;
  return ` ${margin} = ${wrap(text, width() - indent.length, indent)}`;
}

/** Code to write instead, where no edit can do it. */
function sketchLines({ sketch }: FindingJson, margin: string): string[] {
  if (sketch === undefined) return [];
  return [
    green(`${margin} + instead:`),
    ...sketch
      .trimEnd()
      .split("\n")
      .map((line) => `${margin}   ${line}`),
  ];
}

function renderFinding(path: string, lines: readonly string[], finding: FindingJson): string {
  const { start } = finding.range;
  const place = `${path}:${start.line + 1}:${start.character + 1}`;
  const number = String(start.line + 1);
  const margin = " ".repeat(number.length);
  const [source, underline] = sourceLines(lines[start.line] ?? "", finding);
  const head = wrap(`${place}: ${finding.severity}: ${finding.message} [${finding.rule}]`, width(), "    ");
  // Wrapped first and painted then: colours have no width.
  const painted = head
    .replace(place, bold(place))
    .replace(`${finding.severity}:`, `${paint[finding.severity](finding.severity)}:`)
    .replace(`[${finding.rule}]`, dim(`[${finding.rule}]`));
  return [
    painted,
    dim(` ${number} | `) + source,
    dim(` ${margin} | `) + underline,
    ...finding.related.map((one) => dim(noteLines(one, finding, margin))),
    ...finding.fixes.map((fix) => green(` ${margin} + fix: ${fix.title}`)),
    ...sketchLines(finding, ` ${margin}`),
  ].join("\n");
}

/** Text for people; the last line is the tally. */
export function renderFindings({ files }: CheckReport): string {
  const blocks = files.flatMap((file) => {
    const lines = file.text.split(/\r?\n/);
    return [
      ...file.findings.map((finding) => renderFinding(file.path, lines, finding)),
      ...file.left_out.map((one) => dim(`${file.path}: left out ${one.function}: ${one.reason}`)),
    ];
  });
  const total = files.reduce((sum, file) => sum + file.findings.length, 0);
  const silent = files.reduce((sum, file) => sum + file.suppressed.length, 0);
  const tally = `${total === 0 ? "No findings" : numbered(total, "finding")} in ${numbered(files.length, "file")}`;
  blocks.push(`${tally}${silent > 0 ? `, ${silent} suppressed` : ""}.`);
  return `${blocks.join("\n\n")}\n`;
}
