/**
 * What was taken out of a text, for a text that says the same outside of its kernel bodies: everything outside of them has
 * only moved, and what lay inside of them is no more.
 */

import type { Span } from "../../syntax/model";
import type { LineIndex } from "../../syntax/text/lineIndex";
import type { Isolation } from "../isolation/model";
import { lineMap, lineNow } from "../lines/lineMap";
import type { Compiled, LeftOut } from "../model";
import type { Isolations } from "../pass/pass";
import type { Edit } from "../text/edits";

/** A kernel's body in a text, with the lines that it takes. */
export interface BodySpan extends Span {
  /** One-based line that it begins on. */
  readonly line: number;
  /** How many lines further it ends. */
  readonly lines: number;
}

/** Where everything stands in a text. */
export interface TextLayout {
  readonly text: string;
  readonly index: LineIndex;
  /** One-based lines outside of kernel bodies that say something. */
  readonly outside: readonly number[];
  /** Kernel bodies; those of another layout are the same kernels' in the same order. */
  readonly bodies: readonly BodySpan[];
}

/** What of a compile has places in the text. */
export type Positioned = Pick<Compiled, "leftOut" | "errors"> & { readonly isolations: Isolations };

/** Whether a body stands on a one-based line. */
export function isOn({ line: first, lines }: BodySpan, line: number): boolean {
  return first <= line && line <= first + lines;
}

/** Whether something lies in a body; what takes the head of the function with it does not. */
function inside(places: readonly BodySpan[], { start, end }: Span): boolean {
  return places.some((one) => one.start <= start && start < one.end && end <= one.end);
}

/**
 * The isolation of a whole compile, moved, and its errors outside of kernel bodies.
 * @param path the file that the kernels stand in; what was taken out of its headers stays
 * @returns undefined where something removed has no position in the new text
 */
export function rebase(path: string, whole: Positioned, before: TextLayout, now: TextLayout): Positioned | undefined {
  const shift = lineMap(path, before.outside, now.outside);
  const isInBody = (line: number | undefined) => line !== undefined && before.bodies.some((one) => isOn(one, line));

  /** An offset outside of bodies, or at the end of one. */
  const moved = (at: number): number | undefined => {
    if (before === now) return at;
    const body = before.bodies.findIndex((one) => one.start <= at && at <= one.end);
    if (body >= 0) {
      const { start, end } = now.bodies[body]!;
      if (at === before.bodies[body]!.end) return end;
      return at === before.bodies[body]!.start ? start : undefined;
    }
    const { line: index, character } = before.index.positionAt(at);
    const line = index + 1;
    const to = lineNow(shift, path, line);
    // Of a line that says nothing it is only known between two that have moved alike.
    const next = before.outside.find((one) => one >= line);
    if (next === undefined || lineNow(shift, path, next) - next !== to - line) return undefined;
    return now.index.offsetAt({ line: to - 1, character });
  };

  const edits: Edit[] = [];
  for (const edit of whole.isolations.get(path)?.edits ?? []) {
    if (inside(before.bodies, edit)) continue;
    const start = moved(edit.start);
    const end = moved(edit.end);
    if (start === undefined || end === undefined || end < start) return undefined;
    // What stands in place of something has its lines.
    const isSame = before.text.slice(edit.start, edit.end) === now.text.slice(start, end);
    if (!isSame && (edit.isExact || edit.text.includes("\n"))) return undefined;
    edits.push({ ...edit, start, end });
  }
  const place = (one: LeftOut): LeftOut =>
    one.line === undefined ? one : { ...one, line: lineNow(shift, path, one.line) };
  const isolations = new Map(
    [...whole.isolations].map(([file, isolation]): [string, Isolation] => {
      if (file !== path) return [file, isolation];
      const leftOut = isolation.leftOut.filter((one) => !isInBody(one.line)).map(place);
      return [file, { ...isolation, edits, leftOut }];
    }),
  );
  const errors = whole.errors
    .filter((one) => one.file !== path || !isInBody(one.line))
    .map((one) => ({ ...one, line: lineNow(shift, one.file, one.line) }));
  return { isolations, leftOut: [...isolations.values()].flatMap((one) => one.leftOut), errors };
}
