/** Finds simple statements in text by brackets and semicolons alone: enough to take one out of broken code. */
import type { Span } from "../../syntax/model";
import { patternWith } from "../../syntax/text/patterns";

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Blanks literals and comments, so that brackets in them do not count. */
export function codeOnly(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (found) =>
    found.replace(/[^\n]/g, " "),
  );
}

/** An open bracket: what closes it, and whether it is that of a `for`, in which semicolons end nothing. */
interface Bracket {
  readonly closer: string;
  readonly isLoop: boolean;
}

/** The statements that are open at an offset of code, and where the innermost one starts. */
interface Nesting {
  readonly brackets: Bracket[];
  /** The starts of the statements around it, one for each open block. */
  readonly outer: number[];
  start: number;
}

/** Whether an offset is inside parentheses or square brackets, where everything belongs to the statement around them. */
const isNested = ({ brackets }: Nesting): boolean => brackets.some(({ closer }) => closer !== "}");

function openBracket(nesting: Nesting, code: string, at: number): void {
  const character = code[at]!;
  // A brace after a parenthesis or a word opens a block; one inside parentheses (lambdas) belongs to its statement.
  if (character === "{" && !isNested(nesting)) {
    nesting.outer.push(nesting.start);
    nesting.start = at + 1;
  }
  const isLoop = character === "(" && /\bfor\s*$/.test(code.slice(Math.max(0, at - 9), at));
  nesting.brackets.push({ closer: closers[character]!, isLoop });
}

function closeBracket(nesting: Nesting, code: string, at: number): void {
  nesting.brackets.pop();
  if (code[at] !== "}" || isNested(nesting)) return;
  const start = nesting.outer.pop();
  // An initialiser in braces is part of the statement that goes on after it.
  const goesOn = /^\s*([;,.)\]]|\w*\s*;)/.test(code.slice(at + 1));
  nesting.start = goesOn && start !== undefined ? start : at + 1;
}

/**
 * The innermost statement inside a body that ends with a semicolon and contains an offset; a `for` head is not split. A
 * parenthesis that is never closed ends with its statement. Undefined where there is none, as in the condition of an `if`
 * with a block.
 */
export function simpleStatementAt(text: string, body: Span, offset: number): Span | undefined {
  const code = codeOnly(text.slice(body.start, body.end));
  const target = offset - body.start;
  const nesting: Nesting = { brackets: [], outer: [], start: 1 };
  for (let at = 0; at < code.length; at++) {
    const character = code[at]!;
    if (character in closers) openBracket(nesting, code, at);
    else if (character === nesting.brackets.at(-1)?.closer) closeBracket(nesting, code, at);
    else if (character === ";" && !nesting.brackets.at(-1)?.isLoop) {
      while (nesting.brackets.length > 0 && nesting.brackets.at(-1)!.closer !== "}") nesting.brackets.pop();
      if (isNested(nesting)) continue;
      if (target < nesting.start) return undefined;
      if (target <= at) return trimmed(text, body.start + nesting.start, body.start + at + 1);
      nesting.start = at + 1;
    }
  }
  return undefined;
}

/** Where the bracket that stands at an offset of code without literals is closed; undefined where it never is. */
export function closingAt(code: string, open: number): number | undefined {
  const expected: string[] = [];
  for (let i = open; i < code.length; i++) {
    const character = code[i]!;
    if (character in closers) expected.push(closers[character]!);
    else if (character === expected.at(-1)) expected.pop();
    if (expected.length === 0) return i;
  }
  return undefined;
}

/** The parts of a list in code without literals, between its commas outside of brackets; undefined where brackets do not close. */
export function listParts(code: string, from: number, to: number): Span[] | undefined {
  const parts: Span[] = [];
  const open: string[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const character = code[at]!;
    if (character in closers) open.push(closers[character]!);
    else if (")]}".includes(character)) {
      if (open.pop() !== character) return undefined;
    } else if (character === "," && open.length === 0) {
      parts.push({ start, end: at });
      start = at + 1;
    } else if (character === "<" && /\w/.test(code[at - 1] ?? "")) {
      const end = angleEnd(code, at, to);
      if (end !== undefined) at = end;
    }
  }
  parts.push({ start, end: to });
  return open.length === 0 ? parts : undefined;
}

/** Where template arguments end that begin at a `<`, when what follows can only follow template arguments. */
function angleEnd(code: string, from: number, to: number): number | undefined {
  let depth = 0;
  for (let at = from; at < to; at++) {
    if (code[at] === "<") depth++;
    else if (code[at] === ">" && --depth === 0) return /^\s*(?:\(|::|\{)/.test(code.slice(at + 1, to)) ? at : undefined;
    else if (!/[\w\s:,*&<>]/.test(code[at]!)) return undefined;
  }
  return undefined;
}

/** The outermost calls and launches of some functions in a span, by their names, whatever stands before them. */
export function callsIn(text: string, { start, end }: Span, names: ReadonlySet<string>): Span[] {
  const words = [...names].filter((name) => /^\w+$/.test(name));
  if (words.length === 0) return [];
  const code = codeOnly(text.slice(start, end));
  const head = patternWith("g")`(?:\b\w+\s*::\s*)*\b${words}\s*(?:<(?!<)[^;(){}]*?>\s*)?(?:<<<[^;{}]*?>>>\s*)?\(`;
  const found: Span[] = [];
  for (const one of code.matchAll(head)) {
    const last = closingAt(code, one.index + one[0].length - 1);
    const isInside = start + one.index < (found.at(-1)?.end ?? 0);
    if (last !== undefined && !isInside) found.push({ start: start + one.index, end: start + last + 1 });
  }
  return found;
}

/** Without leading space, and without what introduces a controlled statement: `else`, labels, heads in parentheses. */
function trimmed(text: string, start: number, end: number): Span | undefined {
  const head =
    /^(?:\s|(?:if|while|for|switch)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|else\b|do\b|case\b[^:;]*:|default\s*:)+/;
  const lead = head.exec(text.slice(start, end))?.[0].length ?? 0;
  return start + lead < end ? { start: start + lead, end } : undefined;
}
