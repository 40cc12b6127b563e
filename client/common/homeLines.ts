/** A run of selected statements, in the lines of the file that they were selected in. */
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Run } from "../messages";

/** Where statements were selected, and the text that was made of them to be run. */
export interface Home {
  readonly uri: string;
  readonly fileName: string;
  /** The file's text, and the zero-based line at which the selection begins. */
  readonly text: string;
  readonly from: number;
  /** The made text, and the piece of it that was selected. */
  readonly made: string;
  readonly piece: string;
}

/**
 * Lines of the file by lines of the made text, both counted from one: the piece is somewhere in it, and what precedes
 * it in the file is copied as it is. Undefined for a line that is in neither.
 */
export function homeLines({ text, from, made, piece }: Home): (line: number) => number | undefined {
  const [own, other] = [text.split(/\r?\n/), made.split(/\r?\n/)];
  const start = made.lastIndexOf(piece);
  const first = start < 0 ? -1 : made.slice(0, start).split("\n").length;
  const count = piece.split("\n").length;
  return (line) => {
    if (first >= 0 && line >= first && line < first + count) return line - first + from + 1;
    return line >= 1 && own[line - 1] !== undefined && own[line - 1] === other[line - 1] ? line : undefined;
  };
}

/** The run with every figure at its line of the file; a line that the file does not have is said to be of the snippet. */
export function atHome(run: Omit<Run, "id">, home: Home): Omit<Run, "id"> {
  const lineOf = homeLines(home);
  const placed = <T extends { readonly line: number; readonly path?: string }>(one: T): T => {
    if (one.path !== undefined) return one;
    const line = lineOf(one.line);
    return line === undefined ? { ...one, path: run.fileName } : { ...one, line };
  };
  const report: SimulateJson = {
    ...run.report,
    launches: run.report.launches.map((launch) => ({
      ...launch,
      lines: launch.lines.map(placed),
      ...(launch.branches && { branches: launch.branches.map(placed) }),
      findings: launch.findings.map((one) => {
        const line = one.line === null || one.path !== undefined ? one.line : (lineOf(one.line) ?? null);
        return { ...one, line };
      }),
    })),
  };
  const lines = home.text.split(/\r?\n/);
  const source = run.source?.flatMap(({ line }) => {
    const own = lineOf(line);
    return own === undefined ? [] : [{ line: own, text: lines[own - 1]! }];
  });
  return { ...run, uri: home.uri, fileName: home.fileName, report, ...(source && { source }) };
}
