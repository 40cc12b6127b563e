/** Finds simple statements in text by brackets and semicolons alone: enough to take one out of broken code. */
import type { Span } from "../syntax/model";

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Blanks literals and comments, so that brackets in them do not count. */
export function codeOnly(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (found) =>
    found.replace(/[^\n]/g, " "),
  );
}

/**
 * The innermost statement inside a body that ends with a semicolon and contains an offset; a `for` head is not split.
 * Undefined where there is none, as in the condition of an `if` with a block.
 */
export function simpleStatementAt(text: string, body: Span, offset: number): Span | undefined {
  const code = codeOnly(text.slice(body.start, body.end));
  const at = offset - body.start;
  const starts: number[] = [];
  const open: string[] = [];
  let start = 1;
  for (let i = 0; i < code.length; i++) {
    const character = code[i]!;
    const nested = open.includes(")") || open.includes("]");
    if (character in closers) {
      // A brace behind a parenthesis or a word opens a block; one behind `=`, `,`, `(` a value, which belongs to its
      // statement. Inside parentheses (lambdas) everything belongs to the statement around.
      open.push(closers[character]!);
      if (character === "{" && !nested) {
        starts.push(start);
        start = i + 1;
      }
    } else if (character === open.at(-1)) {
      open.pop();
      if (character === "}" && !(open.includes(")") || open.includes("]"))) {
        const outer = starts.pop();
        const next = /^\s*([;,.)\]]|\w*\s*;)/.test(code.slice(i + 1));
        start = next && outer !== undefined ? outer : i + 1;
      }
    } else if (character === ";" && !nested) {
      if (at < start) return undefined;
      if (at <= i) return trimmed(text, body.start + start, body.start + i + 1);
      start = i + 1;
    }
  }
  return undefined;
}

/** Without leading space, and without what introduces a controlled statement: `else`, labels, heads in parentheses. */
function trimmed(text: string, start: number, end: number): Span | undefined {
  const head =
    /^(?:\s|(?:if|while|for|switch)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|else\b|do\b|case\b[^:;]*:|default\s*:)+/;
  const lead = head.exec(text.slice(start, end))?.[0].length ?? 0;
  return start + lead < end ? { start: start + lead, end } : undefined;
}
