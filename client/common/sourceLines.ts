/** The lines of a text that a run's report is read beside: kernels that were launched, and lines that have figures. */
import type { SimulateJson } from "../../engine/formats/simulation";
import type { SourceLine } from "../../pictures/sourcePage";
import type { KernelChoice } from "../messages";

/** The most lines that are kept with a run. */
const MOST_LINES = 2000;

const unqualified = (name: string): string => name.replace(/<.*$/s, "");

/** Lines count from one; `kernels` are those of the text, as it was when the run began. */
export function sourceLines(text: string, kernels: readonly KernelChoice[], report: SimulateJson): SourceLine[] {
  const launched = new Set(report.launches.map(({ kernel }) => unqualified(kernel)));
  const wanted = new Set<number>();
  for (const { info } of kernels) {
    if (!launched.has(unqualified(info.name))) continue;
    for (let line = info.range.start.line; line <= info.range.end.line; line++) wanted.add(line + 1);
  }
  for (const { path, line } of report.launches.flatMap(({ lines }) => lines)) if (path === undefined) wanted.add(line);
  const lines = text.split(/\r?\n/);
  return [...wanted]
    .filter((line) => line >= 1 && line <= lines.length)
    .toSorted((a, b) => a - b)
    .slice(0, MOST_LINES)
    .map((line) => ({ line, text: lines[line - 1]! }));
}
