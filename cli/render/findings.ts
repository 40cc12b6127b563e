/** Findings as a compiler prints them: the place, the sentence, the source line with its range underlined. */
import type { FileFindingsJson, FindingJson } from "../../engine/formats";
import type { Document } from "../../engine/model";
import { blue, bold, dim, green, red, yellow } from "./text";

const paint = { error: red, warning: yellow, information: blue, hint: dim } as const;

function underline(source: string, finding: FindingJson): string {
  const { start, end } = finding.range;
  const last = end.line === start.line ? end.character : source.length;
  const lead = source.slice(0, start.character).replaceAll(/[^\t]/g, " ");
  return lead + paint[finding.severity]("^".repeat(Math.max(1, last - start.character)));
}

function renderFinding(path: string, lines: readonly string[], finding: FindingJson): string {
  const { start } = finding.range;
  const source = lines[start.line] ?? "";
  const place = `${path}:${start.line + 1}:${start.character + 1}`;
  const number = String(start.line + 1);
  const margin = " ".repeat(number.length);
  return [
    `${bold(place)}: ${paint[finding.severity](finding.severity)}: ${finding.message} ${dim(`[${finding.rule}]`)}`,
    dim(` ${number} | `) + source,
    dim(` ${margin} | `) + underline(source, finding),
    ...finding.related.map((one) => dim(` ${margin} = line ${one.range.start.line + 1}: ${one.message}`)),
    ...finding.fixes.map((fix) => green(` ${margin} + fix: ${fix.title}`)),
  ].join("\n");
}

/** Text for people; the last line is the tally. */
export function renderFindings(files: readonly FileFindingsJson[], documents: readonly Document[]): string {
  const blocks = files.flatMap((file, i) => {
    const lines = documents[i]!.text.split(/\r?\n/);
    return [
      ...file.findings.map((finding) => renderFinding(file.path, lines, finding)),
      ...file.left_out.map((one) => dim(`${file.path}: left out ${one.function}: ${one.reason}`)),
    ];
  });
  const total = files.reduce((sum, file) => sum + file.findings.length, 0);
  const noun = files.length === 1 ? "1 file" : `${files.length} files`;
  blocks.push(total === 0 ? `No findings in ${noun}.` : `${total} finding${total === 1 ? "" : "s"} in ${noun}.`);
  return `${blocks.join("\n\n")}\n`;
}
