/** From positions of the IR to expressions in the user's text. */
import type { Location } from "../analyzer/ir/model";
import { accessSpanAt } from "../analyzer/syntax/accessSpan";
import type { Span } from "../analyzer/syntax/model";
import type { PlaceJson, Range } from "./formats";
import type { Analysis } from "./model";
import { virtualPath } from "./sources";

type Text = Pick<Analysis, "document" | "outline" | "lines">;

/** The frame of a location that lies in a file, outermost first, and the frames inside it. */
export function frameIn(
  location: Location | undefined,
  file: string,
): { frame: Location; inner: Location[] } | undefined {
  const chain: Location[] = [];
  for (let one = location; one; one = one.inlinedAt) chain.push(one);
  // The chain runs from the innermost frame outwards; people want the outermost one in their file.
  for (let i = chain.length - 1; i >= 0; i--) {
    if (chain[i]!.file === file) return { frame: chain[i]!, inner: chain.slice(0, i) };
  }
  return undefined;
}

/** The expression of an access: the smallest one that stands at its location. */
export function spanOf(text: Text, location: Location | undefined, op?: string): Span | undefined {
  const found = frameIn(location, virtualPath(text.document.path));
  if (!found || found.frame.line === 0) return undefined;
  const { line, column } = found.frame;
  const hints = op ? { op: op as "load" } : undefined;
  return accessSpanAt(text.document.text, text.outline, line, column, hints);
}

export function rangeOf(text: Text, span: Span): Range {
  return { start: text.lines.positionAt(span.start), end: text.lines.positionAt(span.end) };
}

/** One-based line, zero-based columns; line 0 where the source is not known. */
export function placeOf(text: Text, location: Location | undefined, op?: string): PlaceJson {
  const found = frameIn(location, virtualPath(text.document.path));
  const inlined = (found?.inner ?? []).map(({ file, line }) => ({ file, line })).reverse();
  const span = spanOf(text, location, op);
  if (!span) {
    const line = found?.frame.line ?? location?.line ?? 0;
    const column = Math.max(0, (found?.frame.column ?? 1) - 1);
    return { line, column, endColumn: column, inlined };
  }
  const start = text.lines.positionAt(span.start);
  const end = text.lines.positionAt(span.end);
  const endColumn =
    end.line === start.line ? end.character : text.lines.lineEnd(start.line) - text.lines.lineStart(start.line);
  return { line: start.line + 1, column: start.character, endColumn, inlined };
}
