/** From positions of the IR to expressions in the user's text. */
import { frames, isProvided, outermostFrame } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import { accessSpanAt } from "../../analyzer/syntax/accessSpan";
import { lostAccessSpan } from "../../analyzer/syntax/lostAccess";
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
  const frame = outermostFrame(location, (one) => one.file === file);
  const chain = frames(location);
  return frame && { frame, inner: chain.slice(0, chain.indexOf(frame)) };
}

/** The outermost frame in a header of the user's, where no frame lies in a source file: a kernel that a header defines. */
export function frameInHeader(location: Location | undefined): Location | undefined {
  return outermostFrame(location, (one) => one.line > 0 && !isProvided(one));
}

/** A virtual path as the source's own path is written: with the root or the scheme that `virtualPath` took away. */
export function besides(source: string, file: string): string {
  const virtual = virtualPath(source);
  return source.endsWith(virtual) ? source.slice(0, source.length - virtual.length) + file : file;
}

/** The source file of a program that a location lies in, by its outermost frame; the first where it is in none. */
export function textOf(text: SourceText, location: Location | undefined): SourceText {
  const texts = [text, ...(text.others ?? [])];
  const within = (file: string) => texts.find(({ document }) => virtualPath(document.path) === file);
  const frame = outermostFrame(location, ({ file }) => within(file) !== undefined);
  return (frame && within(frame.file)) ?? text;
}

/** The expression of an access: the smallest one that stands at its location. */
export function spanOf(text: SourceText, location: Location | undefined, op?: string): Span | undefined {
  const found = frameIn(location, virtualPath(text.document.path));
  if (!found || found.frame.line === 0) return undefined;
  const { line, column, lost } = found.frame;
  const sought = lost && { ...lost, line, op: op as "load" };
  const lostSpan = sought && lostAccessSpan(text.document.text, text.outline, sought);
  if (lostSpan) return lostSpan;
  const hints = op ? { op: op as "load" } : undefined;
  return accessSpanAt(text.document.text, text.outline, line, column, hints);
}

/** A span as lines and columns. */
export function rangeOf(text: SourceText, span: Span): Range {
  return { start: text.lines.positionAt(span.start), end: text.lines.positionAt(span.end) };
}

/** One-based line, zero-based columns; line 0 where the source is not known. `path` where it is not in the first file. */
export function placeOf(first: SourceText, location: Location | undefined, op?: string): PlaceJson {
  const text = textOf(first, location);
  const found = frameIn(location, virtualPath(text.document.path));
  const shown = found?.frame ?? frameInHeader(location);
  const chain = frames(location);
  const inlined = (shown ? chain.slice(0, chain.indexOf(shown)) : [])
    .map((one) => ({ file: isProvided(one) ? one.file : besides(first.document.path, one.file), line: one.line }))
    .reverse();
  const span = spanOf(text, location, op);
  if (!span) {
    const frame = shown;
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
