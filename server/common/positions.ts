/** Between offsets, which everything below speaks, and LSP's positions, which exist only in this room. */
import type { Range } from "vscode-languageserver";
import type { Span } from "../../analyzer/syntax/model";
import type { PlaceJson } from "../../engine/formats/place";
import type { Snapshot } from "./snapshots";

/** A span as an LSP range. */
export const rangeOf = (snapshot: Snapshot, { start, end }: Span): Range => ({
  start: snapshot.positionAt(start),
  end: snapshot.positionAt(end),
});

/** An LSP range as offsets. */
export const spanOf = (snapshot: Snapshot, { start, end }: Range): Span => ({
  start: snapshot.offsetAt(start),
  end: snapshot.offsetAt(end),
});

/** Places count lines from one, ranges from zero. */
export const placeRange = ({ line, column, endColumn }: PlaceJson): Range => ({
  start: { line: line - 1, character: column },
  end: { line: line - 1, character: endColumn },
});

/** Touching counts: a cursor at the end of an expression is on it. */
export const touches = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;

/** Whether a position lies in a range, its end included. */
export const contains = (range: Range, { line, character }: Range["start"]): boolean =>
  (line > range.start.line || (line === range.start.line && character >= range.start.character)) &&
  (line < range.end.line || (line === range.end.line && character <= range.end.character));
