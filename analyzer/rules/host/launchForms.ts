/** How the sizes of a launch are computed: divisions that round up or down, in the slot itself or where its variable starts. */

import { variableAt } from "../../facts/host/declarations";
import type { Slot } from "../../facts/host/launchSlots";
import { foldInteger } from "../../syntax/constants";
import type { Outline, Span } from "../../syntax/model";
import { closingBracket } from "../../syntax/text/brackets";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext } from "../model";
import { partsBetween } from "./blockShape";

/** One dimension of a size as it is written. */
export interface Part extends Span {
  readonly text: string;
}

/** By slot: several checks of a launch ask. */
const partsOfSlots = new WeakMap<Slot, readonly Part[]>();

/** The dimensions of a slot, x first: of `dim3(a, b)`, of the variable that it names, or the expression itself. */
export function partsOf(slot: Slot, context: RuleContext): readonly Part[] {
  const known = partsOfSlots.get(slot) ?? findParts(slot, context);
  partsOfSlots.set(slot, known);
  return known;
}

function findParts(slot: Slot, context: RuleContext): readonly Part[] {
  const code = codeOf(context.text);
  const name = /^\w+$/.test(slot.text) ? slot.text : undefined;
  const variable = name === undefined ? undefined : variableAt(name, slot.span.start, context.outline);
  if (!variable) return partsIn((name && macroBody(name, context)) || slot.span, code);
  const rest = code.slice(variable.nameSpan.end);
  const initializer = /^\s*(?:=\s*)?(?=[({]|dim3\b)|^\s*=\s*/.exec(rest);
  if (!initializer) return [];
  const start = variable.nameSpan.end + initializer[0].length;
  const end = endOfInitializer(start, code);
  return partsIn({ start, end }, code);
}

/** The text of an object-like macro, where it is defined. */
function macroBody(name: string, { text, outline }: RuleContext): Span | undefined {
  const macro = outline.macros.findLast((one) => one.name === name && !one.parameters);
  const body = macro?.body.trim();
  const start = macro && body ? text.indexOf(body, macro.start + name.length) : -1;
  return start < 0 ? undefined : { start, end: start + body!.length };
}

function endOfInitializer(start: number, code: string): number {
  for (let at = start; at < code.length; at++) {
    if ("([{".includes(code[at]!)) at = closingBracket(code, at) ?? at;
    else if (code[at] === "," || code[at] === ";") return at;
  }
  return code.length;
}

function partsIn(span: Span, code: string): readonly Part[] {
  const written = code.slice(span.start, span.end);
  const list = /^\s*(?:dim3\s*)?[({]/.exec(written);
  const open = list ? span.start + list[0].length - 1 : -1;
  const close = list ? closingBracket(code, open) : undefined;
  const isList = close !== undefined && code.slice(close + 1, span.end).trim() === "";
  const parts = isList ? partsBetween(open + 1, close, code) : partsBetween(span.start, span.end, code);
  return parts.map((part) => ({ ...part, text: code.slice(part.start, part.end) }));
}

/** A division of two expressions, at the outermost level. */
export interface Division {
  readonly dividend: string;
  readonly divisor: string;
}

/** `n / 256`; `undefined` for anything that adds to the dividend first. */
export function roundsDown(text: string): Division | undefined {
  const plain = unwrapped(text);
  let [depth, at] = [0, -1];
  for (let i = 0; i < plain.length; i++) {
    if ("([{".includes(plain[i]!)) depth++;
    else if (")]}".includes(plain[i]!)) depth--;
    else if (depth === 0 && /[-+%<>?]/.test(plain[i]!)) return undefined;
    else if (depth === 0 && plain[i] === "/") at = i;
  }
  const dividend = plain.slice(0, at).trim();
  const divisor = unwrapped(plain.slice(at + 1));
  return at <= 0 || /[+]|-/.test(unwrapped(dividend)) || !/^[\w.]+$/.test(divisor) ? undefined : { dividend, divisor };
}

/** `t` of `(n + t - 1) / t`, `(n - 1) / t + 1`, `(n + 255) / 256`, `divUp(n, t)`. */
export function roundsUpBy(text: string, outline: Outline, at: number): string | undefined {
  const plain = unwrapped(text).replace(/\s+/g, "");
  const forms = [
    /^\(.+\+([\w.]+)-1\)\/\(?([\w.]+)\)?$/,
    /^\(.+-1\+([\w.]+)\)\/\(?([\w.]+)\)?$/,
    /^\(([\w.]+)-1\+.+\)\/\(?([\w.]+)\)?$/,
    /^\(.+\+\(([\w.]+)-1\)\)\/\(?([\w.]+)\)?$/,
  ];
  for (const form of forms) {
    const match = form.exec(plain);
    if (match && match[1] === match[2]) return match[1];
  }
  const step = /^\(.+-1\)\/([\w.]+)\+1$/.exec(plain)?.[1];
  if (step) return step;
  const helper = /^(?:\w+::)*(?:\w*(?:ceil_?div|div_?ceil|div_?up|up_?div|div_?round_?up)\w*)\((.+),([\w.]+)\)$/i.exec(
    plain,
  )?.[2];
  if (helper) return helper;
  const [, added, divisor] = /^\(.+\+(\w+)\)\/(\w+)$/.exec(plain) ?? [];
  if (added === undefined || divisor === undefined) return undefined;
  const [more, by] = [foldInteger(added, outline, at), foldInteger(divisor, outline, at)];
  return more !== undefined && by !== undefined && more === by - 1n ? divisor : undefined;
}

/** The expression without parentheses and casts around the whole of it. */
function unwrapped(text: string): string {
  const plain = text
    .trim()
    .replace(/^\((?:int|unsigned(?: int)?|size_t|unsigned)\)\s*/, "")
    .replace(/^static_cast<[^<>]*>\s*(?=\()/, "");
  if (!plain.startsWith("(") || closingBracket(plain, 0) !== plain.length - 1) return plain;
  return unwrapped(plain.slice(1, -1));
}

/** Do two expressions mean one number: by their text, or by what they fold to? */
export function isSameSize(a: string, b: string, outline: Outline, at: number): boolean {
  const [x, y] = [unwrapped(a), unwrapped(b)];
  if (x === y) return true;
  const [first, second] = [foldInteger(x, outline, at), foldInteger(y, outline, at)];
  return first !== undefined && first === second;
}
