/** The function around a place of the text. */
import type { FunctionOutline, Outline } from "./model";

/** Characters of a bucket of the text: each bucket lists the functions whose bodies reach into it. */
const BUCKET = 512;

/** By bucket, indices of the functions with a body there, in order. */
const buckets = new WeakMap<Outline, readonly (readonly number[] | undefined)[]>();

function bucketsOf(outline: Outline): readonly (readonly number[] | undefined)[] {
  const known = buckets.get(outline);
  if (known) return known;
  const made: number[][] = [];
  for (const [index, { body }] of outline.functions.entries()) {
    if (!body) continue;
    for (let at = Math.floor(body.start / BUCKET); at * BUCKET < body.end; at++) {
      const near = made[at] ?? [];
      near.push(index);
      made[at] = near;
    }
  }
  buckets.set(outline, made);
  return made;
}

/**
 * Index into `Outline.functions` of the first function whose body holds `start` to `end`, offsets into the text.
 * @param end one past the last character; without it, the character at `start` alone
 */
export function enclosingFunctionIndex(outline: Outline, start: number, end = start + 1): number | undefined {
  const near = bucketsOf(outline)[Math.floor(start / BUCKET)];
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
