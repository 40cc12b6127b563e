/**
 * Annotations of a GitHub workflow: one `::warning …::` command a finding. The form and its escapes are those of GitHub's
 * documentation, "Workflow commands for GitHub Actions".
 */

import type { FindingJson } from "../../engine/formats/findings";
import type { CheckReport } from "../check/report";

const commands = { error: "error", warning: "warning", information: "notice", hint: "notice" } as const;

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function annotation(path: string, { rule, severity, message, range, fixes, sketch }: FindingJson): string {
  const { start, end } = range;
  // Columns only have a meaning within one line.
  const columns = start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {};
  const place = { file: path, line: start.line + 1, endLine: end.line + 1, ...columns, title: `warplens: ${rule}` };
  const properties = Object.entries(place).map(([name, value]) => `${name}=${property(String(value))}`);
  const offers = fixes.map((fix) => `\nFix: ${fix.title}.`).join("") + (sketch ? `\nInstead:\n${sketch}` : "");
  return `::${commands[severity]} ${properties.join(",")}::${data(message + offers)}`;
}

/** The report of `check` as workflow commands of GitHub Actions, one line for each finding. */
export function renderGithub({ files }: CheckReport): string {
  const lines = files.flatMap((file) => file.findings.map((finding) => annotation(file.path, finding)));
  return lines.map((line) => `${line}\n`).join("");
}
