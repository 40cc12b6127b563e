/**
 * Where a text breaks off: beginnings without an end, ends without a beginning, and what the place of an error is to be
 * called. What is taken out for them is little, so that nothing around it goes with it.
 */

import { isStructure } from "../../syntax/items";
import { isStatement } from "../../syntax/layout";
import type { Outline, Span } from "../../syntax/model";
import { conflicts } from "../../syntax/text/conflicts";
import { lexical, lineEnd } from "../../syntax/text/lexical";
import { closingAt, codeOnly } from "../text/statements";

/** The lines of conflict markers, and all versions between them but the first. */
export function conflictsIn(text: string): Span[] {
  return conflicts(text, () => {
    const { comments, literals } = lexical(text);
    return [...comments, ...literals];
  });
}

/** Where the lines begin of conditionals that a text never ends, and whether they have another arm: an `#else` of their own. */
export function unendedConditions(text: string): ReadonlyMap<number, boolean> {
  const open: { readonly line: number; hasOther: boolean }[] = [];
  for (const { start, end } of lexical(text).directives) {
    const word = /^#\s*(\w+)/.exec(text.slice(start, end))?.[1] ?? "";
    const innermost = open.at(-1);
    if (/^if(?:n?def)?$/.test(word)) open.push({ line: text.lastIndexOf("\n", start - 1) + 1, hasOther: false });
    else if (word === "endif") open.pop();
    else if (innermost && /^el/.test(word)) innermost.hasOther = true;
  }
  return new Map(open.map(({ line, hasOther }) => [line, hasOther]));
}

/** A comment or a raw literal that nothing ends: the rest of its line, which is what the outline takes it for. */
export function unendedAt(text: string, message: string, offset: number): Span | undefined {
  if (!/^unterminated \/\*|^raw string missing terminating/.test(message)) return undefined;
  return { start: offset, end: lineEnd(text, offset) };
}

/** Whether an item stops without the semicolon or brace that ends one. */
export function isOpenEnded(text: string, item: Span): boolean {
  return !/[;}]\s*$/.test(codeOnly(text.slice(item.start, item.end)));
}

/** A macro alone on its lines, which needs no semicolon: `DECLARE_THINGS(a, b)`, `BEGIN_API`. */
const macroLine = /^\s*(?:[A-Z][A-Z0-9_]*|\w+\s*\([\s\S]*\))\s*$/;

/**
 * The item before the one at an index, where it breaks off and an error is in the head of the next: what is wrong is that
 * both are read as one.
 */
export function brokenBefore(text: string, items: readonly Span[], index: number, offset: number): Span | undefined {
  const [item, previous] = [items[index], items[index - 1]];
  if (!item || !previous || !isOpenEnded(text, previous)) return undefined;
  if (codeOnly(text.slice(item.start, offset)).includes("{")) return undefined;
  return macroLine.test(codeOnly(text.slice(previous.start, previous.end))) ? undefined : previous;
}

/** Where the semicolon of a structure is missing, by an error that says so: after the last item that ends before it. */
export function missingSemicolon(
  text: string,
  items: readonly Span[],
  message: string,
  offset: number,
): Span | undefined {
  if (!/^expected ';' after (?:struct|class|union|enum)/.test(message)) return undefined;
  const item = items.findLast(({ start, end }) => start < offset && end <= offset + 1);
  const isLacking = item && isStructure(text.slice(item.start, item.end)) && text[item.end - 1] === "}";
  return isLacking ? { start: item.end, end: item.end } : undefined;
}

/** The statements that stand side by side outside of functions, around the item at an index: what a lost brace leaves. */
export function strayStatements(text: string, items: readonly Span[], index: number): Span | undefined {
  const code = (item: Span | undefined) => (item ? codeOnly(text.slice(item.start, item.end)) : "");
  const isStray = (at: number) => isStatement(code(items[at]));
  const areNeighbours = (at: number) => !codeOnly(text.slice(items[at]!.end, items[at + 1]!.start)).includes("}");
  if (!isStray(index)) return undefined;
  let [first, last] = [index, index];
  while (first > 0 && isStray(first - 1) && areNeighbours(first - 1)) first--;
  while (last + 1 < items.length && isStray(last + 1) && areNeighbours(last)) last++;
  return first === last ? undefined : { start: items[first]!.start, end: items[last]!.end };
}

const localStructure = /\b(?:struct|class|union)\b[^;{}()]*\{/g;

/** A statement, or a launch, where a member would stand: no structure has one. */
const statementMember =
  /(?:^|[;{}])\s*(?:(?:if|for|while|switch|do|else|return|case|goto|try|break|continue)\b|[^;{}]*<<<)/;

/**
 * The head of a structure that began to be written before the statements of a function: its brace lacks an end, and
 * statements stand where its members would. Without the head the statements are what they were.
 */
export function structureOfStatements(text: string, body: Span): Span | undefined {
  const code = codeOnly(text.slice(body.start, body.end));
  if (code.split("{").length <= code.split("}").length) return undefined;
  for (const { index, 0: head } of code.matchAll(localStructure)) {
    const open = index + head.length - 1;
    const members = topLevel(code.slice(open + 1, closingAt(code, open)));
    if (statementMember.test(members)) return { start: body.start + index, end: body.start + open + 1 };
  }
  return undefined;
}

/** Code without what stands in its braces. */
function topLevel(code: string): string {
  let depth = 0;
  let kept = "";
  for (const character of code) {
    if (character === "}") depth--;
    if (depth <= 0) kept += character;
    if (character === "{") depth++;
  }
  return kept;
}

const LONGEST_NAME = 40;

/** The head of a structure with its name, where an outline has none. */
const structureHead =
  /^\s*(?:template\s*<[^{};]*>\s*)?(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(?:\w+\s+)*?(\w+)\s*(?:final\s*)?[:{]/;

/** The name of a function that an item declares: its last word before the parentheses, after that of a type. */
function declaredFunction(code: string): string | undefined {
  const [head = "", parameters] = code.split("(", 2);
  const words = head.trim();
  return parameters === undefined || /[^\w\s:<>,*&~]/.test(words)
    ? undefined
    : /[\s*&]([A-Za-z_~][\w:~]*)$/.exec(words)?.[1];
}

/** What that is called that is taken out of a text outside of functions: a structure, a variable, a function, else its first words. */
export function nameOf(text: string, outline: Outline, { start, end }: Span): string {
  const isIn = (at: number) => start <= at && at < end;
  const structure = (outline.structures ?? []).find((one) => one.name !== "" && isIn(one.start));
  if (structure) return structure.name;
  const variable = (outline.variables ?? []).find((one) => one.within === undefined && isIn(one.nameSpan.start));
  if (variable) return variable.name;
  const code = codeOnly(text.slice(start, end));
  const head = structureHead.exec(code)?.[1] ?? declaredFunction(code);
  if (head) return head;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, lineEnd(text, start));
  const words = (text.slice(start, end).trim().split("\n", 1)[0]!.trim() || line.trim()).replace(/\s+/g, " ");
  const isShort = words.length <= LONGEST_NAME;
  return isShort ? words : `${words.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
}
