/** What the fix of a line brings: by it lines are ordered, and what is rarely worth the work says so. */
import type { BoundsJson } from "../engine/formats/launch";
import type { PlaceJson } from "../engine/formats/place";
import { timeText } from "./bounds";

type Line = Pick<PlaceJson, "line" | "path">;
type Fix = BoundsJson["fixes"][number];

/** The fix of a line; of a launch that has so little to do that starting it decides, nothing is worth a word. */
const fixOf = (bounds: BoundsJson | null | undefined, { line, path }: Line): Fix | undefined =>
  bounds?.by === "launch" ? undefined : bounds?.fixes.find((one) => one.line === line && one.path === path);

/** A time that every fix falls below: what a fix has that is not known to bring something. */
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Where a line stands among others, the least first: those whose fix brings the bound down, by how far; those of which that is
 * open; those whose fix does not move it.
 */
function standing(bounds: BoundsJson | null | undefined, line: Line): readonly [rank: number, seconds: number] {
  const fix = fixOf(bounds, line);
  if (fix?.pays === true) return [0, fix.seconds];
  return [fix?.pays === false ? 2 : 1, NEVER];
}

/** Compares two lines of a launch by what their fixes bring; 0 where that decides nothing. */
export function byWorth(bounds: BoundsJson | null | undefined): (a: Line, b: Line) => number {
  return (a, b) => {
    const [[rank, seconds], [other, others]] = [standing(bounds, a), standing(bounds, b)];
    if (rank !== other) return rank - other;
    return seconds === others ? 0 : seconds - others;
  };
}

/** Whether a line costs more than its ideal without that deciding how long the launch takes at least. */
export const isUseless = (bounds: BoundsJson | null | undefined, line: Line): boolean =>
  fixOf(bounds, line)?.pays === false;

/**
 * What a line's ideal alone brings: `70.2 µs → 21.3 µs at least; then device memory`. Empty where nothing is known, or it is
 * open.
 */
export function worthText(bounds: BoundsJson | null | undefined, line: Line): string {
  const fix = fixOf(bounds, line);
  if (!bounds || !fix || fix.pays === null) return "";
  if (!fix.pays) return `does not move the least time of ${timeText(bounds.seconds)}`;
  return `${timeText(bounds.seconds)} → ${timeText(fix.seconds)} at least; then ${fix.by}`;
}
