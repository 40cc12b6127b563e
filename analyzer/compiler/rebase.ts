/**
 * What was taken out of a text, for the same text with other kernel bodies of as many lines: everything outside of them
 * has only moved, and what lay inside of them is no more.
 */
import type { Span } from "../syntax/model";
import type { Isolation } from "./isolate";
import type { Compiled, LeftOut } from "./model";
import type { Isolations } from "./pass";

/** A kernel's body in a text, with the lines that it takes. */
export interface BodyPlace extends Span {
  /** One-based line that it begins on. */
  readonly line: number;
  /** How many lines further it ends. */
  readonly lines: number;
}

/** Whether something lies in a body; what takes the head of the function with it does not. */
function inside(places: readonly BodyPlace[], { start, end }: Span): boolean {
  return places.some((one) => one.start <= start && start < one.end && end <= one.end);
}

/** Where an offset is now: as much further as the bodies before it have grown. */
function moved(at: number, before: readonly BodyPlace[], now: readonly BodyPlace[]): number {
  const length = ({ start, end }: Span) => end - start;
  return before.reduce((sum, one, i) => (one.end <= at ? sum + length(now[i]!) - length(one) : sum), at);
}

/**
 * The isolation of a whole compile, moved. Kernels in `before` and `now` are the same ones in the same order.
 * @param path the file that the kernels stand in; what was taken out of its headers stays
 */
export function rebase(
  path: string,
  whole: Pick<Compiled, "leftOut"> & { readonly isolations: Isolations },
  before: readonly BodyPlace[],
  now: readonly BodyPlace[],
): { readonly isolations: Isolations; readonly leftOut: readonly LeftOut[] } {
  const isInBody = (line: number | undefined) =>
    line !== undefined && before.some((one) => one.line <= line && line <= one.line + one.lines);
  const isolations = new Map(
    [...whole.isolations].map(([file, isolation]): [string, Isolation] => {
      if (file !== path) return [file, isolation];
      const edits = isolation.edits
        .filter((edit) => !inside(before, edit))
        .map((edit) => ({ ...edit, start: moved(edit.start, before, now), end: moved(edit.end, before, now) }));
      return [file, { ...isolation, edits, leftOut: isolation.leftOut.filter((one) => !isInBody(one.line)) }];
    }),
  );
  return { isolations, leftOut: [...isolations.values()].flatMap((one) => one.leftOut) };
}
