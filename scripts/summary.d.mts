/** Seconds that one test file took. */
export interface FileTime {
  readonly name: string;
  readonly wall: number;
  readonly processor: number;
}

/** A failed test of a file. */
export interface Failure {
  readonly name: string;
  readonly title: string;
  readonly error: string;
}

/** What one process, or all of them, say at the end of a run. */
export interface Summary {
  readonly times: readonly FileTime[];
  readonly failures: readonly Failure[];
  readonly leftOut: readonly {
    readonly suite: string;
    readonly run: number;
    readonly all: number;
    readonly what: string;
  }[];
}

/** Leaves the summary of this process for the one that started it. */
export function share(folder: string, summary: Summary): void;
/** What all processes left, in one. */
export function collect(folder: string): Summary;
/** The command that runs one failed test again. */
export function repeat(failure: Pick<Failure, "name" | "title">): string;
/** The lines of a summary; `day` is that of the sample. */
export function linesOf(summary: Summary, day?: number): readonly string[];
