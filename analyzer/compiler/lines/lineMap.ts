/** Where the lines of a file are now that were somewhere else when it was compiled. */

/** How far lines have moved: each step moves the lines from its own on, until the next step. Plain data, for a worker. */
export interface LineMap {
  /** The file as clang saw it. */
  readonly file: string;
  /** In order of their lines, which are one-based as they were. */
  readonly steps: readonly (readonly [line: number, by: number])[];
}

/**
 * @param then one-based lines as they were
 * @param now the same lines as they are
 * @returns undefined when none has moved
 */
export function lineMap(file: string, then: readonly number[], now: readonly number[]): LineMap | undefined {
  // Most keystrokes move none, in as many lists as there are kernels: nothing is sorted for them.
  if (then.every((line, i) => line === now[i])) return undefined;
  const pairs = then.map((line, i) => [line, now[i]! - line] as const).sort(([a], [b]) => a - b);
  const steps = pairs.filter(([, by], i) => by !== (i === 0 ? 0 : pairs[i - 1]![1]));
  return steps.length === 0 ? undefined : { file, steps };
}

/** Whether two maps move every line alike; undefined moves none. */
export function isSameLineMap(one: LineMap | undefined, other: LineMap | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The same line by line, as the reader of a module asks. */
export function linesNow(moved: LineMap | undefined): (file: string, line: number) => number {
  return (file, line) => lineNow(moved, file, line);
}

/** Where a line is now. Line 0 is none, and stays. */
export function lineNow(moved: LineMap | undefined, file: string, line: number): number {
  if (!moved || line === 0 || file !== moved.file) return line;
  // The steps are few: places at which lines were put in or taken out.
  const step = moved.steps.findLast(([from]) => from <= line);
  return step ? line + step[1] : line;
}
