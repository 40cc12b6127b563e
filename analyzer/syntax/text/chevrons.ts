/**
 * Launches whose chevrons are taken apart: formatters that do not know CUDA write `kernel << <1, 32 >> > (p)`. nvcc reads
 * `<< <` and `>> >` as it reads `<<<` and `>>>`; neither clang nor the grammar does.
 */
import { blankSpans } from "./blank";
import { lexical } from "./lexical";

/** Most texts need no change, which is decided without a lexical pass. */
const apart = /(?<!<)<<[ \t]+<(?!<)|>>[ \t]+>/;

const opening = /(?<!<)<<[ \t]*<(?!<)/g;

/** What ends the chevrons that are open at an offset: before the statement ends, and outside of parentheses. */
function closing(code: string, from: number): { start: number; end: number } | undefined {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const character = code[at]!;
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (depth < 0 || ";{}".includes(character)) return undefined;
    else if (character === ">" && depth === 0) {
      const found = /^>>[ \t]*>(?=\s*\()/.exec(code.slice(at, at + 200));
      if (found) return { start: at, end: at + found[0].length };
    }
  }
  return undefined;
}

/**
 * The text with the chevrons of every launch together; its length and the places of everything else stay what they are.
 * Chevrons in comments and literals stay apart.
 */
export function joinedChevrons(text: string): string {
  if (!apart.test(text)) return text;
  const { comments, literals } = lexical(text);
  const hidden = [...comments, ...literals].sort((a, b) => a.start - b.start);
  const code = blankSpans(text, hidden);
  const pieces: string[] = [];
  let at = 0;
  for (const { index, 0: open } of code.matchAll(opening)) {
    const close = index < at ? undefined : closing(code, index + open.length);
    if (!close) continue;
    const configuration = text.slice(index + open.length, close.start);
    const spaces = " ".repeat(close.end - close.start - 3);
    pieces.push(text.slice(at, index), "<<<".padEnd(open.length), configuration, spaces, ">>>");
    at = close.end;
  }
  return pieces.join("") + text.slice(at);
}
