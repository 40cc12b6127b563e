/** Offsets against lines: as editors count (zero-based, UTF-16) and as clang counts (one-based, UTF-8 bytes). */

import { ofText } from "./ofText";

/** A place as editors count. */
export interface Position {
  /** Zero-based. */
  readonly line: number;
  /** Zero-based, in UTF-16 units. */
  readonly character: number;
}

/** A place as clang prints it: both one-based, the column in UTF-8 bytes. */
export interface ClangPosition {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns of the offsets of a text. */
export interface LineIndex {
  readonly lineCount: number;
  /** Offset of the first character of a zero-based line; the end of the text for lines beyond it. */
  lineStart(line: number): number;
  /** Offset after the last character of a zero-based line, its line break left out. */
  lineEnd(line: number): number;
  positionAt(offset: number): Position;
  /** Places outside of the text are moved to the nearest one inside. */
  offsetAt(position: Position): number;
  clangPositionAt(offset: number): ClangPosition;
  clangOffsetAt(position: ClangPosition): number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Bytes that the character at an offset has in UTF-8, and the UTF-16 units that it takes. */
function widths(text: string, offset: number): { bytes: number; units: number } {
  const code = text.codePointAt(offset)!;
  if (code < 0x80) return { bytes: 1, units: 1 };
  if (code < 0x800) return { bytes: 2, units: 1 };
  return code < 0x10000 ? { bytes: 3, units: 1 } : { bytes: 4, units: 2 };
}

/** The index of a text; breaks are `\n`, `\r\n` and a lone `\r`, for editors and for clang alike. */
export const lineIndex = ofText(indexOf);

function indexOf(text: string): LineIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) starts.push(at + 1);
  }
  const lineStart = (line: number) => (line < 0 ? 0 : (starts[line] ?? text.length));
  const lineEnd = (line: number) => {
    let end = lineStart(line + 1);
    if (end > lineStart(line) && text.charCodeAt(end - 1) === LINE_FEED) end--;
    if (end > lineStart(line) && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
    return end;
  };
  const lineOf = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const inside = (offset: number) => Math.max(0, Math.min(offset, text.length));
  return {
    lineCount: starts.length,
    lineStart,
    lineEnd,
    positionAt(offset) {
      const line = lineOf(inside(offset));
      return { line, character: inside(offset) - starts[line]! };
    },
    offsetAt({ line, character }) {
      return Math.min(lineStart(line) + Math.max(0, character), lineEnd(line));
    },
    clangPositionAt(offset) {
      const line = lineOf(inside(offset));
      let column = 1;
      for (let at = starts[line]!; at < inside(offset); ) {
        const { bytes, units } = widths(text, at);
        column += bytes;
        at += units;
      }
      return { line: line + 1, column };
    },
    clangOffsetAt({ line, column }) {
      const end = lineEnd(line - 1);
      let at = lineStart(line - 1);
      for (let left = column - 1; left > 0 && at < end; ) {
        const { bytes, units } = widths(text, at);
        if (bytes > left) break;
        left -= bytes;
        at += units;
      }
      return at;
    },
  };
}
