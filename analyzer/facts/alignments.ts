/** How pointer arguments are aligned, read from the expressions that a launch passes. */
import type { Func } from "../ir/model";
import { foldInteger } from "../syntax/constants";
import { sizeOfType } from "../syntax/integers";
import type { FoldedLaunch } from "../syntax/launches";
import type { Outline, Span } from "../syntax/model";
import { gcd } from "./lanes";
import { ALLOCATION_ALIGNMENT } from "./leaves";

/**
 * Alignments of those pointer parameters that do not get a whole allocation: `out + 16` is as aligned as 16 elements are.
 * Where the distance or the element is not known, nothing is taken for granted.
 */
export function argumentAlignments(
  kernel: Func,
  site: FoldedLaunch,
  { text, outline }: { readonly text: string; readonly outline: Outline },
): ReadonlyMap<number, number> {
  const spans = argumentSpans(site, outline);
  const alignments = new Map<number, number>();
  for (const { index, type } of kernel.arguments) {
    const span = spans[index];
    if (type.kind !== "pointer" || !span) continue;
    const alignment = alignmentOf(text.slice(span.start, span.end).trim(), outline, site.start);
    if (alignment !== ALLOCATION_ALIGNMENT) alignments.set(index, alignment);
  }
  return alignments;
}

function argumentSpans(site: FoldedLaunch, outline: Outline): readonly Span[] {
  return outline.launches.find(({ start }) => start === site.start)?.arguments ?? [];
}

/** A name, perhaps below casts and members, or one of an array of pointers: a whole allocation. */
const whole =
  /^(?:\(\s*(?:const\s+)?\w[\w:\s]*(?:\s*\*)+\s*\)\s*|\(|&(?=\w+\)*$))*[A-Za-z_]\w*(?:(?:\.|->|::)\w+|\(\)|\[\w+\])*\)*$/;

function alignmentOf(expression: string, outline: Outline, at: number): number {
  if (whole.test(expression)) return ALLOCATION_ALIGNMENT;
  const sum = /^(.*?)\s*\+\s*([^+]+)$/s.exec(expression);
  if (!sum || !whole.test(sum[1]!)) return 1;
  const distance = foldInteger(sum[2]!, outline, at);
  const bytes = elementBytes(sum[1]!, outline, at);
  return distance === undefined || bytes === undefined ? 1 : gcd(ALLOCATION_ALIGNMENT, Number(distance) * bytes);
}

function elementBytes(pointer: string, outline: Outline, at: number): number | undefined {
  const cast = /^\(\s*(?:const\s+)?([\w:\s]+?)\s*\*\s*\)/.exec(pointer)?.[1];
  if (cast) return sizeOfType(cast);
  const variable = (outline.variables ?? []).findLast(
    ({ name, scope }) => name === pointer && scope.start <= at && at < scope.end,
  );
  const pointee = /^(.*)\*$/.exec(variable?.type.trim() ?? "")?.[1];
  return pointee === undefined || pointee.includes("*")
    ? undefined
    : sizeOfType(pointee.replace(/\bconst\b/g, "").trim());
}
