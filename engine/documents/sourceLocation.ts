/** From positions of the IR to expressions in the user's text. */
import { CUDA_INCLUDE } from "../../analyzer/compiler/command/commands";
import type { Location } from "../../analyzer/ir/model";
import { accessSpanAt } from "../../analyzer/syntax/accessSpan";
import type { Span } from "../../analyzer/syntax/model";
import type { PlaceJson, Range } from "../formats/place";
import type { Analysis } from "../model";
import { virtualPath } from "../sources/paths";

/** A source file in which places are shown. */
export interface SourceText extends Pick<Analysis, "document" | "outline" | "lines"> {
  /** The further source files of a program. */
  readonly others?: readonly SourceText[];
}

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

/** Folders of headers that are not the user's: what is inlined from them stands for the line that calls it. */
const PROVIDED = new RegExp(`^(?:(?:/work/)?${CUDA_INCLUDE}|/usr/include)/`);

/** The outermost frame in a header of the user's, where no frame lies in a source file: a kernel that a header defines. */
export function frameInHeader(location: Location | undefined): Location | undefined {
  let found: Location | undefined;
  for (let one = location; one; one = one.inlinedAt) if (one.line > 0 && !PROVIDED.test(one.file)) found = one;
  return found;
}

/** A virtual path as the source's own path is written: with the root or the scheme that `virtualPath` took away. */
function besides(source: string, file: string): string {
  const virtual = virtualPath(source);
  return source.endsWith(virtual) ? source.slice(0, source.length - virtual.length) + file : file;
}

/** The source file of a program that a location lies in, by its outermost frame; the first where it is in none. */
export function textOf(text: SourceText, location: Location | undefined): SourceText {
  const texts = [text, ...(text.others ?? [])];
  let found = text;
  for (let one = location; one; one = one.inlinedAt) {
    const { file } = one;
    found = texts.find(({ document }) => virtualPath(document.path) === file) ?? found;
  }
  return found;
}

/** The expression of an access: the smallest one that stands at its location. */
export function spanOf(text: SourceText, location: Location | undefined, op?: string): Span | undefined {
  const found = frameIn(location, virtualPath(text.document.path));
  if (!found || found.frame.line === 0) return undefined;
  const { line, column } = found.frame;
  const hints = op ? { op: op as "load" } : undefined;
  return accessSpanAt(text.document.text, text.outline, line, column, hints);
}

export function rangeOf(text: SourceText, span: Span): Range {
  return { start: text.lines.positionAt(span.start), end: text.lines.positionAt(span.end) };
}

/** One-based line, zero-based columns; line 0 where the source is not known. `path` where it is not in the first file. */
export function placeOf(first: SourceText, location: Location | undefined, op?: string): PlaceJson {
  const text = textOf(first, location);
  const found = frameIn(location, virtualPath(text.document.path));
  const inlined = (found?.inner ?? []).map(({ file, line }) => ({ file, line })).reverse();
  const span = spanOf(text, location, op);
  if (!span) {
    const frame = found?.frame ?? frameInHeader(location);
    const line = frame?.line ?? location?.line ?? 0;
    const column = Math.max(0, (frame?.column ?? 1) - 1);
    const path = found ? text.document.path : frame ? besides(first.document.path, frame.file) : location?.file;
    return { line, column, endColumn: column, inlined, ...(path && path !== first.document.path && { path }) };
  }
  const start = text.lines.positionAt(span.start);
  const end = text.lines.positionAt(span.end);
  const endColumn =
    end.line === start.line ? end.character : text.lines.lineEnd(start.line) - text.lines.lineStart(start.line);
  const path = text === first ? {} : { path: text.document.path };
  return { line: start.line + 1, column: start.character, endColumn, inlined, ...path };
}
