/** Positions, ranges and places in source text. */

/** Zero-based line and UTF-16 column. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A half-open range of a text. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A function that was inlined at a place; one-based line. */
export interface InlineFrameJson {
  readonly file: string;
  readonly line: number;
}

/** Where a figure belongs: the expression in the kernel's file, and the call chain outside-in when it was inlined. */
export interface PlaceJson {
  /** The file, where it is not the first one: another source file of a program, or a header. */
  readonly path?: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly inlined: readonly InlineFrameJson[];
}
