/** What the text of an allocation says: how many bytes, of which type, and where they are given back. */

import type { Allocation } from "../../facts/host/memoryModel";
import { enclosingFunction } from "../../syntax/enclosing";
import type { Span } from "../../syntax/model";
import { closingBracket } from "../../syntax/text/brackets";
import { sizeOfType } from "../../syntax/text/integers";
import { pattern, patternWith } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext } from "../model";

/** The bytes that an expression allocates, as text; `isZeroed` where it fills them with zeros. */
export interface AllocatedBytes {
  readonly bytes: string;
  readonly isZeroed: boolean;
  /** The pointer's type, where the expression has it: `float*`. */
  readonly type: string | undefined;
}

const newArray = /^(?:\([^()]*\)\s*)?new\s+([\w:]+(?:\s+[\w:]+)*)\s*\[(.*)\]\s*(\(\s*\)|\{\s*\})?$/s;

/** `undefined` for expressions that do more than allocate bytes: elements with constructors, for one. */
export function allocatedBytes(expression: string): AllocatedBytes | undefined {
  const text = expression.trim();
  const array = newArray.exec(text);
  if (array) {
    const [, type, length, zeros] = array;
    return sizeOfType(type!) === undefined
      ? undefined
      : { bytes: `${factor(length!)} * sizeof(${type})`, isZeroed: zeros !== undefined, type: `${type}*` };
  }
  const call = /\b(malloc|calloc)\s*\(/.exec(text);
  if (!call) return undefined;
  const open = call.index + call[0].length - 1;
  const close = closingBracket(text, open);
  if (
    close === undefined ||
    text
      .slice(close + 1)
      .replace(/\)/g, "")
      .trim() !== ""
  )
    return undefined;
  const cast = /^\(\s*([\w:\s]+\*+)\s*\)/.exec(text) ?? /^(?:static|reinterpret)_cast\s*<\s*([^<>]*\*+)\s*>/.exec(text);
  const given = topLevelParts(text.slice(open + 1, close));
  const bytes = call[1] === "calloc" ? given.map(factor).join(" * ") : given.join(", ");
  return bytes ? { bytes, isZeroed: call[1] === "calloc", type: cast?.[1]?.trim() } : undefined;
}

function factor(text: string): string {
  const plain = text.trim();
  return /^(?:[\w.:]+|sizeof\s*\([^()]*\))$/.test(plain) ? plain : `(${plain})`;
}

/** The parts of a list, split at the commas that are not inside of brackets. */
function topLevelParts(list: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < list.length; at++) {
    if ("([{".includes(list[at]!)) depth++;
    else if (")]}".includes(list[at]!)) depth--;
    else if (list[at] === "," && depth === 0) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, list.slice(start).trim()];
}

/**
 * The statements that give a pointer's memory back, `free(h)` and `delete[] h`, without their semicolon; `undefined` where
 * the pointer is handed on in a way that may free it elsewhere.
 */
export function freesOf({ owner, variable }: Allocation, context: RuleContext): readonly Span[] | undefined {
  if (!owner) return undefined;
  const code = codeOf(context.text);
  const scope = variable?.scope ?? { start: 0, end: code.length };
  const inside = code.slice(scope.start, scope.end);
  // A member is freed through whatever object it is reached: in the class itself by its own name.
  const member = owner.name.split(/\.|->/).at(-1)!;
  const name = variable ? member : `(?:[\\w\\])]+\\s*(?:\\.|->)\\s*)*${member}`;
  if (mayBeFreedElsewhere(name, inside) || isPassedToFree(owner.name, scope, context)) return undefined;
  const freed = patternWith("g")`(?:\b(?:std::)?free\s*\(\s*${name}\s*\))|(?:\bdelete\s*(?:\[\s*\])?\s*${name}\b)`;
  return [...inside.matchAll(freed)].map(({ index, 0: whole }) => ({
    start: scope.start + index,
    end: scope.start + index + whole.length,
  }));
}

/** The pointer that a `free` or `delete` is given, as written. */
export const freedName = (statement: string): string =>
  /^(?:(?:std::)?free\s*\(\s*([\s\S]*?)\s*\)|delete\s*(?:\[\s*\])?\s*([\s\S]*))$/
    .exec(statement)
    ?.slice(1)
    .find(Boolean) ?? "";

function mayBeFreedElsewhere(name: string, code: string): boolean {
  return pattern`\breturn\s+${name}\s*;|\brealloc\s*\(\s*${name}\b|unique_ptr\s*<[^;]*\b${name}\b|shared_ptr\s*<[^;]*\b${name}\b`.test(
    code,
  );
}

/** Is the pointer an argument of a function of the file that frees its parameter? */
function isPassedToFree(name: string, scope: Span, { text, outline }: RuleContext): boolean {
  return outline.calls.some((call) => {
    if (call.start < scope.start || call.end > scope.end) return false;
    const position = call.arguments.findIndex((one) => text.slice(one.start, one.end).trim() === name);
    const callee = outline.functions.find((one) => one.body && one.name === call.callee);
    const parameter = position < 0 ? undefined : callee?.parameters[position]?.name;
    if (!callee?.body || !parameter) return false;
    const frees = pattern`\b(?:free\s*\(\s*${parameter}\s*\)|delete\s*(?:\[\s*\])?\s*${parameter}\b)`;
    return frees.test(text.slice(callee.body.start, callee.body.end));
  });
}

/** Is a span a statement of its own, so that another one can stand beside it? */
export function isOwnStatement({ start, end }: Span, text: string): boolean {
  const code = codeOf(text);
  return /(?:[;{}:]|^)\s*$/.test(code.slice(0, start)) && /^\s*;/.test(code.slice(end));
}

/** The function whose body holds an offset. */
export const ownerAt = (at: number, { outline }: RuleContext): Span | undefined => enclosingFunction(outline, at)?.body;
