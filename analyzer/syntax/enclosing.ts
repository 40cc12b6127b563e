/** The function around a place of the text. */
import type { FunctionOutline, Outline } from "./model";

/** Characters of a stretch of the text, for each of which the functions are listed that reach into it. */
const STRETCH = 512;

/** By stretch, indices of the functions with a body there, in order. */
const stretches = new WeakMap<Outline, readonly (readonly number[] | undefined)[]>();

function stretchesOf(outline: Outline): readonly (readonly number[] | undefined)[] {
  const known = stretches.get(outline);
  if (known) return known;
  const made: number[][] = [];
  for (const [index, { body }] of outline.functions.entries()) {
    if (!body) continue;
    for (let at = Math.floor(body.start / STRETCH); at * STRETCH < body.end; at++) {
      const near = made[at] ?? [];
      near.push(index);
      made[at] = near;
    }
  }
  stretches.set(outline, made);
  return made;
}

/**
 * Index into `Outline.functions` of the first function whose body holds `start` to `end`, offsets into the text.
 * @param end one past the last character; without it, the character at `start` alone
 */
export function enclosingFunctionIndex(outline: Outline, start: number, end = start + 1): number | undefined {
  const near = stretchesOf(outline)[Math.floor(start / STRETCH)];
  return near?.find((index) => {
    const body = outline.functions[index]!.body!;
    return body.start <= start && end <= body.end;
  });
}

/** The function of {@link enclosingFunctionIndex}. */
export function enclosingFunction(outline: Outline, start: number, end?: number): FunctionOutline | undefined {
  const index = enclosingFunctionIndex(outline, start, end);
  return index === undefined ? undefined : outline.functions[index];
}
