/**
 * Frames of a location: the function in which an instruction was written, then those that it was inlined into, up to the one
 * that was called or launched. Findings, counters and runs choose here which frame they show.
 */
import type { Location } from "./model";

/** Frames from the innermost outwards; none for an unknown location. */
export function frames(location: Location | undefined): readonly Location[] {
  const all: Location[] = [];
  for (let frame = location; frame; frame = frame.inlinedAt) all.push(frame);
  return all;
}

/** Folders of headers that are not the user's, as clang is given them. */
const PROVIDED = /^(?:(?:\/work\/)?cuda-include|\/usr\/include)\//;

/** Whether a frame lies in a header that comes with CUDA or the C++ library: a reader wants the line that calls it. */
export const isProvided = ({ file }: Location): boolean => PROVIDED.test(file);

/** The outermost frame for which a test holds: where the user wrote what led to the instruction. */
export function outermostFrame(
  location: Location | undefined,
  isWanted: (frame: Location) => boolean,
): Location | undefined {
  return frames(location).findLast(isWanted);
}

/** The innermost frame for which a test holds: where one steps through code. */
export function innermostFrame(
  location: Location | undefined,
  isWanted: (frame: Location) => boolean,
): Location | undefined {
  return frames(location).find(isWanted);
}

/** The frame in the function that was called or launched. */
export function rootFrame(location: Location): Location {
  return frames(location).at(-1)!;
}

/** Whether a frame has a line, and one that the user may change. */
const isOwn = (frame: Location): boolean => frame.line > 0 && !isProvided(frame);

/** A file that is compiled by itself: a line without the name of a file is one of such a file. */
const SOURCE_FILE = /\.(?:cu|cc?|cpp|cxx|c\+\+|cl)$/i;

/** A frame's line as messages name it: `line 12`, `line 12 of work.cuh` in a header. */
export function lineName({ file, line }: Location): string {
  return SOURCE_FILE.test(file) ? `line ${line}` : `line ${line} of ${file.slice(file.lastIndexOf("/") + 1)}`;
}

/** Of several frames that could be shown, which one is. */
type Side = "outermost" | "innermost";

/** The frame whose line messages name: the outermost, or innermost, that the user may change. Undefined where none has a line. */
export function shownFrame(location: Location | undefined, side: Side = "outermost"): Location | undefined {
  const frame = side === "innermost" ? innermostFrame(location, isOwn) : outermostFrame(location, isOwn);
  return frame ?? outermostFrame(location, ({ line }) => line > 0);
}

/** The line of {@link shownFrame}, as {@link lineName}. */
export function lineAt(location: Location | undefined, side?: Side): string | undefined {
  const frame = shownFrame(location, side);
  return frame && lineName(frame);
}

/** ` at line 12`, nothing where no frame has a line. */
export function atLine(location: Location | undefined, side?: Side): string {
  const line = lineAt(location, side);
  return line === undefined ? "" : ` at ${line}`;
}
