/** How pointer arguments are aligned, read from the expressions that a launch passes. */

import type { Func } from "../../ir/model";
import { foldInteger } from "../../syntax/constants";
import { enclosingFunction } from "../../syntax/enclosing";
import type { FoldedLaunch } from "../../syntax/launches";
import type { Outline, Span, VariableOutline } from "../../syntax/model";
import { sizeOfType } from "../../syntax/text/integers";
import { ALLOCATION_ALIGNMENT } from "../forms/inputForms";
import { gcd } from "../forms/lanes";

/**
 * Alignments of those pointer parameters that do not get a whole allocation: `out + 16` is as aligned as 16 elements are.
 * Where the distance or the element is not known, nothing is taken for granted. Of a structure it is the alignment that
 * all pointers in it have, as far as the file shows what is put into it.
 */
export function argumentAlignments(
  kernel: Func,
  site: FoldedLaunch,
  { text, outline }: { readonly text: string; readonly outline: Outline },
): ReadonlyMap<number, number> {
  const spans = argumentSpans(site, outline);
  const alignments = new Map<number, number>();
  for (const { index, type, attributes } of kernel.arguments) {
    const span = spans[index];
    if (type.kind !== "pointer" || !span) continue;
    const expression = text.slice(span.start, span.end).trim();
    const alignment = attributes.has("byval")
      ? memberAlignment(expression, outline, site.start)
      : alignmentOf(expression, outline, site.start);
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
  const inner = /^\([^()]*\*\s*\)\s*\(([^()]*)\)$/.exec(expression)?.[1];
  if (inner) return alignmentOf(inner.trim(), outline, at);
  const sum = /^(.*?)\s*\+\s*([^+]+)$/s.exec(expression);
  if (!sum || !whole.test(sum[1]!)) return 1;
  const distance = foldInteger(sum[2]!, outline, at);
  const bytes = elementBytes(sum[1]!, outline, at);
  return distance === undefined || bytes === undefined ? 1 : gcd(ALLOCATION_ALIGNMENT, Number(distance) * bytes);
}

/** What the pointers in a structure are aligned to: by its initializer, what is assigned to its members, or its parts. */
function memberAlignment(expression: string, outline: Outline, at: number): number {
  const made = /^[\w:]+(?:<[^{}()]*>)?\s*[{(](.*)[})]$/s.exec(expression)?.[1];
  const variable = variableAt(expression, outline, at);
  const assigned = (outline.assignments ?? []).filter(
    ({ root, member, operator, start }) => root === expression && member && operator === "=" && start < at,
  );
  const parts = made === undefined ? (variable?.initializer?.parts ?? []) : [made];
  const values = [...parts.flatMap(topLevel), ...assigned.flatMap(({ value }) => value ?? [])];
  return values.reduce((alignment, value) => gcd(alignment, partAlignment(value, outline, at)), ALLOCATION_ALIGNMENT);
}

/** A member that is no pointer moves none; `16 + out` is one. */
function partAlignment(value: string, outline: Outline, at: number): number {
  const last = /\+\s*([A-Za-z_]\w*)$/.exec(value)?.[1];
  if (last && typeAt(last, outline, at)?.trim().endsWith("*")) return alignmentOf(value, outline, at);
  const number = /^[-+]?\s*(?:\d|sizeof\b)|^["'].*["']$|^(?:true|false|nullptr|NULL)$/.test(value);
  const first = /^\(?\s*([A-Za-z_]\w*)/.exec(value)?.[1];
  const type = first === undefined ? undefined : typeAt(first, outline, at);
  const isNumber = type !== undefined && !/[*&]|^auto\b/.test(type) && !/^\w+\s*(?:\.|->|\()/.test(value);
  return number || isNumber ? ALLOCATION_ALIGNMENT : alignmentOf(value, outline, at);
}

/** The parts of a list that are separated by commas outside of brackets. */
function topLevel(list: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const character of list.replace(/^\s*\{(.*)\}\s*$/s, "$1").replaceAll("->", ".")) {
    if ("([{<".includes(character)) depth++;
    if (")]}>".includes(character)) depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function variableAt(name: string, outline: Outline, at: number): VariableOutline | undefined {
  return (outline.variables ?? []).findLast((one) => one.name === name && one.scope.start <= at && at < one.scope.end);
}

/** The declared type of a variable or of a parameter of the function around. */
function typeAt(name: string, outline: Outline, at: number): string | undefined {
  const around = enclosingFunction(outline, at);
  const parameter = around?.parameters.find((one) => one.name === name);
  return variableAt(name, outline, at)?.type ?? parameter?.type;
}

function elementBytes(pointer: string, outline: Outline, at: number): number | undefined {
  const cast = /^\(\s*(?:const\s+)?([\w:]+(?:\s+[\w:]+)*)\s*\*\s*\)/.exec(pointer)?.[1];
  if (cast) return sizeOfType(cast);
  const variable = variableAt(pointer, outline, at);
  const pointee = /^(.*)\*$/.exec(variable?.type.trim() ?? "")?.[1];
  return pointee === undefined || pointee.includes("*")
    ? undefined
    : sizeOfType(pointee.replace(/\bconst\b/g, "").trim());
}
