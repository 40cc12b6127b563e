/** A function as a declaration: what remains of one that does not compile, so that its callers keep their meaning. */
import type { FunctionOutline, Outline, Span } from "../../syntax/model";
import type { Edit } from "./edits";

/** Offset after the bracket that closes the one at an offset; the end when nothing does. */
function behindClosing(text: string, open: number, end: number): number {
  let depth = 0;
  for (let at = open; at < end; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return end;
}

/** Where the initialisers of a constructor begin, or the body when there are none. */
function endOfHead(text: string, one: FunctionOutline, body: Span): number {
  const open = text.indexOf("(", one.nameSpan.end);
  if (open < 0 || open >= body.start) return body.start;
  const close = behindClosing(text, open, body.start);
  const colon = /(?<!:):(?!:)/.exec(text.slice(close, body.start));
  return colon ? close + colon.index : body.start;
}

/**
 * `;` in place of the body. Never an empty body: that of a function with a result makes whatever calls it unreachable,
 * and silently empties good kernels. A member that is defined outside of its class is declared there already, and may not
 * be declared again.
 */
export function asDeclaration(text: string, one: FunctionOutline): Edit | undefined {
  if (!one.body) return undefined;
  if (text.slice(one.nameSpan.start, one.nameSpan.end).includes("::"))
    return { start: one.start, end: one.body.end, text: ";" };
  return { start: endOfHead(text, one, one.body), end: one.body.end, text: ";" };
}

/** The innermost function around an offset. One whose end is missing reaches to where its braces are supplied. */
export function functionAt(outline: Outline, offset: number): FunctionOutline | undefined {
  let found: FunctionOutline | undefined;
  for (const one of outline.functions) {
    const end = one.missingBraceAt === undefined ? one.end : Math.max(one.end, one.missingBraceAt) + 1;
    if (one.start <= offset && offset < end && (!found || one.end - one.start <= found.end - found.start)) found = one;
  }
  return found;
}
