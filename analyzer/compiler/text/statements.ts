/** Finds simple statements in text by brackets and semicolons alone: enough to take one out of broken code. */
import type { Span } from "../../syntax/model";

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

/**
 * The innermost statement inside a body that ends with a semicolon and contains an offset; a `for` head is not split. A
 * parenthesis that is never closed ends with its statement. Undefined where there is none, as in the condition of an `if`
 * with a block.
 */
export function simpleStatementAt(text: string, body: Span, offset: number): Span | undefined {
  const code = codeOnly(text.slice(body.start, body.end));
  const at = offset - body.start;
  const starts: number[] = [];
  const open: Bracket[] = [];
  const isNested = () => open.some(({ closer }) => closer !== "}");
  let start = 1;
  for (let i = 0; i < code.length; i++) {
    const character = code[i]!;
    if (character in closers) {
      // A brace behind a parenthesis or a word opens a block; one behind `=`, `,`, `(` a value, which belongs to its
      // statement. Inside parentheses (lambdas) everything belongs to the statement around.
      if (character === "{" && !isNested()) {
        starts.push(start);
        start = i + 1;
      }
      open.push({
        closer: closers[character]!,
        isLoop: character === "(" && /\bfor\s*$/.test(code.slice(Math.max(0, i - 9), i)),
      });
    } else if (character === open.at(-1)?.closer) {
      open.pop();
      if (character === "}" && !isNested()) {
        const outer = starts.pop();
        const next = /^\s*([;,.)\]]|\w*\s*;)/.test(code.slice(i + 1));
        start = next && outer !== undefined ? outer : i + 1;
      }
    } else if (character === ";" && !open.at(-1)?.isLoop) {
      while (open.length > 0 && open.at(-1)!.closer !== "}") open.pop();
      if (isNested()) continue;
      if (at < start) return undefined;
      if (at <= i) return trimmed(text, body.start + start, body.start + i + 1);
      start = i + 1;
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

/** The outermost calls and launches of some functions in a span, by their names, whatever stands before them. */
export function callsIn(text: string, { start, end }: Span, names: ReadonlySet<string>): Span[] {
  const words = [...names].filter((name) => /^\w+$/.test(name));
  if (words.length === 0) return [];
  const code = codeOnly(text.slice(start, end));
  const head = `(?:\\b\\w+\\s*::\\s*)*\\b(?:${words.join("|")})\\s*(?:<(?!<)[^;(){}]*?>\\s*)?(?:<<<[^;{}]*?>>>\\s*)?\\(`;
  const found: Span[] = [];
  for (const one of code.matchAll(new RegExp(head, "g"))) {
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
