/**
 * What the lines of a text say of its braces, where their number does not come out: people indent what a brace holds, and
 * write after the brace of a namespace that it is one.
 */
import type { Span } from "./model";

/** Blanks at the beginning of the line that an offset is on. */
function indentOf(text: string, at: number): string {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, line + 400))![0];
}

/** Characters of a line that are looked at before a brace: no line of source begins with more braces and blanks. */
const MARGIN = 1000;

/** Whether nothing but other closing braces stands before an offset on its line. */
function beginsLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && text[before] !== "\n"; before--) {
    if (at - before > MARGIN || !" \t}".includes(text[before]!)) return false;
  }
  return true;
}

/** Whether one indentation goes further than another; tabs and blanks that are mixed say nothing. */
const isDeeper = (one: string, other: string) => one.length > other.length && one.startsWith(other);

/** Whether a closing brace that begins its line stands deeper than the line that an offset is on. */
export function closesDeeper(skeleton: string, brace: number, at: number): boolean {
  return beginsLine(skeleton, brace) && isDeeper(indentOf(skeleton, brace), indentOf(skeleton, at));
}

/** Where the line begins that opens a brace: that of the parenthesis before it, where its list takes several lines. */
function headOf(skeleton: string, brace: number): number {
  const close = /\)[\s\w]*$/.exec(skeleton.slice(Math.max(0, brace - 200), brace));
  if (!close) return brace;
  let depth = 0;
  for (let at = brace - close[0].length; at >= 0; at--) {
    if (skeleton[at] === ")") depth++;
    else if (skeleton[at] === "(" && --depth === 0) return at;
    else if (skeleton[at] === "{" || skeleton[at] === "}") break;
  }
  return brace;
}

/** An end that the layout gives to an item, and how many closing braces are missing there. */
export interface LayoutEnd {
  readonly end: number;
  readonly missing: number;
}

/**
 * The end of a function that lacks braces: that of the brace that closes it by its indentation, if braces inside of it, on
 * lines that are indented further, are still open there.
 */
export function endByLayout(skeleton: string, start: number, limit: number): LayoutEnd | undefined {
  const open: number[] = [];
  let missing = 0;
  for (let at = start; at < limit; at++) {
    if (skeleton[at] === "{") open.push(at);
    if (skeleton[at] !== "}") continue;
    const indent = open.length > 1 && beginsLine(skeleton, at) ? indentOf(skeleton, at) : undefined;
    while (indent !== undefined && open.length > 1) {
      if (!isDeeper(indentOf(skeleton, headOf(skeleton, open.at(-1)!)), indent)) break;
      open.pop();
      missing++;
    }
    open.pop();
    if (open.length === 0) return missing > 0 ? { end: at + 1, missing } : undefined;
  }
  return undefined;
}

/**
 * The end of a function that began to be written on one line, and of which that line is all: the next one is a closing
 * brace no deeper than the function, which is that of what is around it.
 */
export function endOfOneLine(skeleton: string, start: number): LayoutEnd | undefined {
  const stop = skeleton.indexOf("\n", start);
  const line = skeleton.slice(start, stop < 0 ? start : stop).trimEnd();
  const rest = line.slice(line.indexOf("{") + 1);
  const missing = line.split("{").length - line.split("}").length;
  const next = /^\s*?\n?([ \t]*)\}/.exec(skeleton.slice(stop, stop + 400));
  if (missing <= 0 || rest.trim() === "" || !next || isDeeper(next[1]!, indentOf(skeleton, start))) return undefined;
  return { end: start + line.length, missing };
}

const saysNamespace = /^\/[/*]+\s*(?:(?:end|close)\s+(?:of\s+)?)?(?:(?:the|anonymous|unnamed)\s+)*namespace\b/i;

/** The closing braces of which a comment after them says that they end a namespace. */
export function namespaceEnds(text: string, comments: readonly Span[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { start, end } of comments) {
    if (!saysNamespace.test(text.slice(start, Math.min(end, start + 80)))) continue;
    for (let at = start - 1; at >= 0 && /[ \t};]/.test(text[at]!); at--) if (text[at] === "}") found.add(at);
  }
  return found;
}

/** Words that begin a statement and no declaration. */
const statementWord = /^(?:if|for|while|switch|do|else|return|catch|case|default|goto|try|break|continue|delete)\b/;
/** What is done with a value: `a = b;`, `a[i] += b;`, `p->f(x);`, `i++;`, `f(x);`. */
const expression =
  /^\(*\s*[*&]*\s*(?:[A-Za-z_]\w*\s*(?:::|\.|->)\s*)*[A-Za-z_]\w*\s*(?:\[|\.|->|\(|\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)|<<)/;
/** A head of a function, and something else than its body after it. */
const headWithoutBody =
  /^[A-Za-z_][\w\s:<>*&,]*\([^(){}]*\)\s*(?!const\b|noexcept\b|override\b|__\w+__)[A-Za-z_]\w*\b(?!\s*\()/;

/** Whether code can only be a statement: where it stands outside of functions, a brace was lost or is too many before it. */
export function isStatement(code: string): boolean {
  const head = code.slice(0, 400).trimStart();
  if (statementWord.test(head) || headWithoutBody.test(head)) return true;
  // Macros that declare are written in capitals, or alone on their lines without a semicolon.
  if (/^[A-Z][A-Z0-9_]*\s*\(/.test(head) || /^(?:static_assert|asm|using|operator)\b/.test(head)) return false;
  return expression.test(head) && /;\s*$/.test(code);
}
