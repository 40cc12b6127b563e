/**
 * The padding of a shared array of one dimension that is indexed as `row * pitch + column`: the pitch grows in every index
 * of the kernel, and with it the array, at its declaration or by the bytes of every launch. What is written otherwise is not
 * changed.
 */

import { variableAt } from "../../facts/host/declarations";
import { foldInteger } from "../../syntax/constants";
import type { ArrayOutline, FunctionOutline, LaunchOutline, Span } from "../../syntax/model";
import { closingBracket } from "../../syntax/text/brackets";
import { mentionsOf, pattern } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import { partsBetween } from "../host/blockShape";
import type { RuleContext, TextEdit } from "../model";

/** A pitch that all indices of an array share. */
export interface Pitch {
  readonly text: string;
  /** Elements of a row. */
  readonly length: number;
  /** Where the pitch stands in each index. */
  readonly factors: readonly Span[];
}

interface Term extends Span {
  readonly factors: readonly Span[];
}

/** The pitch of an array in a kernel, or the sentence that says why it cannot be found. */
export function pitchOf(
  array: ArrayOutline,
  owner: FunctionOutline,
  blocks: readonly (readonly [number, number, number])[],
  context: RuleContext,
): Pitch | string {
  const indices = indicesOf(array, owner, context);
  if (!indices) return `${array.name} is also used without a subscript, so its rows cannot be moved safely.`;
  const code = codeOf(context.text);
  const written = ({ start, end }: Span): string => code.slice(start, end).replace(/\s+/g, " ").trim();
  const terms = indices.map((index) => sumOf(index, code));
  const products = terms.flatMap((own) => own.filter(({ factors }) => factors.length === 2));
  const candidates = [...new Set(products.flatMap(({ factors }) => factors.map(written)))];
  const at = indices[0]?.start ?? owner.body!.start;
  for (const text of candidates) {
    const length = lengthFor(text, at, blocks, context);
    if (length === undefined || !products.every(({ factors }) => factors.some((one) => written(one) === text)))
      continue;
    const isColumn = (term: Term): boolean => staysBelow(written(term), length, { blocks, owner, at }, context);
    const isRows = terms.every((own) => own.filter(({ factors }) => factors.length === 2).length <= 1);
    if (!isRows || !terms.every((own) => own.every((term) => term.factors.length === 2 || isColumn(term)))) continue;
    const factors = products.map((term) => term.factors.findLast((one) => written(one) === text)!);
    return { text, length, factors };
  }
  return `${array.name} is not indexed as row * pitch + column with one known pitch, so no padding can be made for it: change the index, for example from i to i + i / 32.`;
}

/** The subscripts of the array in the kernel; `undefined` where it stands without one. */
function indicesOf(
  { name, start, end }: ArrayOutline,
  owner: FunctionOutline,
  { text }: RuleContext,
): readonly Span[] | undefined {
  const code = codeOf(text);
  const body = owner.body!;
  const indices: Span[] = [];
  for (const index of mentionsOf(name, code.slice(body.start, body.end))) {
    const at = body.start + index;
    if (start <= at && at < end) continue;
    const open = /^\w+\s*\[/.exec(code.slice(at));
    const close = open ? closingBracket(code, at + open[0].length - 1) : undefined;
    if (!open || close === undefined || /^\s*\[/.test(code.slice(close + 1))) return undefined;
    indices.push({ start: at + open[0].length, end: close });
  }
  return indices;
}

/** The parts of a sum, each with its factors. */
function sumOf({ start, end }: Span, code: string): readonly Term[] {
  return splitAt("+", start, end, code).map((term) => ({ ...term, factors: splitAt("*", term.start, term.end, code) }));
}

function splitAt(operator: "+" | "*", from: number, to: number, code: string): readonly Span[] {
  // Lists are split at commas: the operator is one for this purpose.
  const masked = code.slice(0, to).split("");
  let depth = 0;
  for (let at = from; at < to; at++) {
    if ("([{".includes(masked[at]!)) depth++;
    else if (")]}".includes(masked[at]!)) depth--;
    else if (masked[at] === operator && depth === 0) masked[at] = ",";
  }
  return partsBetween(from, to, masked.join(""));
}

function lengthFor(
  text: string,
  at: number,
  blocks: readonly (readonly [number, number, number])[],
  { outline }: RuleContext,
): number | undefined {
  const axis = /^blockDim\s*\.\s*([xyz])$/.exec(text)?.[1];
  if (axis) {
    const lengths = new Set(blocks.map((block) => block["xyz".indexOf(axis)]));
    return lengths.size === 1 ? [...lengths][0] : undefined;
  }
  if (/threadIdx|blockIdx/.test(text)) return undefined;
  const folded = foldInteger(text, outline, at);
  return folded === undefined || folded <= 1n ? undefined : Number(folded);
}

interface Use {
  readonly blocks: readonly (readonly [number, number, number])[];
  readonly owner: FunctionOutline;
  readonly at: number;
}

/** Is an index below a length in every thread: a thread index of a block that is no wider, or a loop up to there? */
function staysBelow(text: string, length: number, use: Use, context: RuleContext): boolean {
  const { blocks, owner, at } = use;
  const axis = /^threadIdx\s*\.\s*([xyz])$/.exec(text)?.[1];
  if (axis) return blocks.length > 0 && blocks.every((block) => block["xyz".indexOf(axis)]! <= length);
  const constant = foldInteger(text, context.outline, at);
  if (constant !== undefined) return constant >= 0n && constant < BigInt(length);
  if (!/^\w+$/.test(text)) return false;
  const code = codeOf(context.text).slice(owner.body!.start, owner.body!.end);
  const loop =
    pattern`\bfor\s*\(\s*(?:unsigned\s+)?\w+\s+${text}\s*=\s*\w+[\w.]*\s*;\s*${text}\s*<\s*([\w.]+)\s*;`.exec(code);
  const end = loop && lengthFor(loop[1]!, at, blocks, context);
  if (end !== null && end !== undefined) return end <= length;
  const declared =
    pattern`\b(?:int|unsigned|auto|size_t)\s+(?:int\s+)?(?:[^;()]*,\s*)?${text}\s*=\s*(threadIdx\s*\.\s*[xyz])\s*[;,]`.exec(
      code,
    )?.[1];
  return declared !== undefined && staysBelow(declared, length, use, context);
}

/** The edits of one launch that give it `pad` more elements for each row; `undefined` where its bytes cannot be followed. */
export function widerLaunch(
  launch: LaunchOutline,
  pitch: Pitch,
  pad: number,
  context: RuleContext,
): readonly TextEdit[] | undefined {
  const { text, outline } = context;
  const slot = launch.configuration[2];
  if (!slot) return undefined;
  const code = codeOf(text);
  const name = /^\s*(\w+)\s*$/.exec(code.slice(slot.start, slot.end))?.[1];
  const variable = name === undefined ? undefined : variableAt(name, slot.start, outline);
  if (!variable) return widerProduct(slot, pitch, pad, context);
  const equals = /^\s*=\s*/.exec(code.slice(variable.nameSpan.end));
  if (!equals) return undefined;
  const start = variable.nameSpan.end + equals[0].length;
  return widerProduct({ start, end: /[;,]/.exec(code.slice(start))!.index + start }, pitch, pad, context);
}

/** The edits that make a number of elements or bytes, which holds whole rows, hold wider ones. */
export function widerProduct(
  { start, end }: Span,
  { text: pitch, length }: Pitch,
  pad: number,
  { text, outline }: RuleContext,
): readonly TextEdit[] | undefined {
  const code = codeOf(text);
  const total = foldInteger(text.slice(start, end), outline, start);
  if (total === undefined || Number(total) % length !== 0) return undefined;
  const factors = splitAt("*", start, end, code);
  const factor =
    factors.find((one) => code.slice(one.start, one.end) === pitch) ??
    factors.find((one) => foldInteger(code.slice(one.start, one.end), outline, start) === BigInt(length));
  return factor
    ? [{ ...factor, newText: `(${text.slice(factor.start, factor.end)} + ${pad})` }]
    : [{ start, end, newText: `(${text.slice(start, end).trim()}) / ${length} * ${length + pad}` }];
}
