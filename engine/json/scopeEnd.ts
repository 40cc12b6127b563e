/** Where a declared variable ends to be: the brace that closes around it, read from the text. */
import { blankSpans } from "../../analyzer/syntax/text/blank";
import { lexical } from "../../analyzer/syntax/text/lexical";

const blanked = new Map<string, string>();

/** The text without what may hold braces that are none; that of the last text is kept. */
function codeOf(text: string): string {
  const known = blanked.get(text);
  if (known !== undefined) return known;
  const { comments, literals, directives } = lexical(text);
  const spans = [...comments, ...literals, ...directives].sort((a, b) => a.start - b.start);
  const apart = spans.filter((span, i) => i === 0 || span.start >= spans[i - 1]!.end);
  blanked.clear();
  blanked.set(text, blankSpans(text, apart));
  return blanked.get(text)!;
}

/** The offset after the bracket that closes the one at `open`; the end of the text where none does. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ("({[".includes(code[at]!)) depth++;
    else if (")}]".includes(code[at]!) && --depth === 0) return at + 1;
  }
  return code.length;
}

/**
 * The offset at which the scope of what is declared at `start` ends. A parameter's, and that of what stands in the brackets of
 * a `for`, `if` or `while`, ends with the body or statement after them.
 */
export function scopeEnd(text: string, start: number): number {
  const code = codeOf(text);
  let at = start;
  while (at < code.length && !")}]".includes(code[at]!)) at = "({[".includes(code[at]!) ? closing(code, at) : at + 1;
  if (code[at] !== ")") return Math.min(at, text.length);
  // A constructor's list of members may stand before the body.
  const body = /[{;]/.exec(code.slice(at))?.index;
  if (body === undefined) return text.length;
  return code[at + body] === "{" ? closing(code, at + body) - 1 : at + body;
}
