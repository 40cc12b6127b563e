/** The function around a place of the text. */
import type { AccessOutline, FunctionOutline, Outline, Span } from "./model";

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

/** Functions with a body around an offset, its end included, in order. */
export function functionsAround(outline: Outline, offset: number): readonly FunctionOutline[] {
  const all = bucketsOf(outline);
  const at = Math.floor(offset / BUCKET);
  // A body that ends where a bucket begins is listed in the one before.
  const own = all[at] ?? [];
  const near = offset % BUCKET === 0 ? new Set([...(all[at - 1] ?? []), ...own]) : own;
  const found: FunctionOutline[] = [];
  for (const index of near) {
    const one = outline.functions[index]!;
    if (one.body!.start <= offset && offset <= one.body!.end) found.push(one);
  }
  return found;
}

/** The accesses of an outline inside a span, in order. */
export function accessesWithin({ accesses = [] }: Outline, { start, end }: Span): readonly AccessOutline[] {
  let [first, behind] = [0, accesses.length];
  while (first < behind) {
    const middle = (first + behind) >> 1;
    if (accesses[middle]!.start < start) first = middle + 1;
    else behind = middle;
  }
  const found: AccessOutline[] = [];
  for (let at = first; at < accesses.length && accesses[at]!.start < end; at++) {
    if (accesses[at]!.end <= end) found.push(accesses[at]!);
  }
  return found;
}
