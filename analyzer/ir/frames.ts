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
