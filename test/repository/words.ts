/**
 * Words that code would show to a reader without asking the table of translations: texts and templates that are no argument
 * of `t`. Code is read character by character, as templates lie inside each other and regular expressions hold quotes.
 */

/** A piece of text in code: what it says, with `{}` for values, and what stands before it. */
interface Piece {
  readonly text: string;
  readonly before: string;
  readonly quote: string;
}

/** What a regular expression may follow; elsewhere a slash divides. */
const BEFORE_PATTERN = /(?:[=([,;:?!&|{}>]|\breturn)\s*$/;

/** The end of a plain text, a pattern or a remark that begins at `from`. */
function endOf(code: string, from: number): number {
  const start = code[from]!;
  if (start === "/" && code[from + 1] === "/") return Math.max(from, code.indexOf("\n", from));
  if (start === "/" && code[from + 1] === "*") return code.indexOf("*/", from) + 2;
  let at = from + 1;
  for (let inClass = false; at < code.length && (code[at] !== start || inClass); at++) {
    if (code[at] === "\\") at++;
    else if (start === "/" && code[at] === "[") inClass = true;
    else if (start === "/" && code[at] === "]") inClass = false;
  }
  return at + 1;
}

/** Reads code from `from` to the brace that closes it, gathering pieces; gives the place behind. */
function readCode(code: string, from: number, pieces: Piece[]): number {
  let depth = 0;
  for (let at = from; at < code.length; ) {
    const character = code[at]!;
    const before = code.slice(Math.max(0, at - 80), at);
    if (character === "`") at = readTemplate(code, at, pieces);
    else if (character === '"' || character === "'") {
      const end = endOf(code, at);
      pieces.push({ text: code.slice(at + 1, end - 1), before, quote: character });
      at = end;
    } else if (character === "/" && (/^\/[/*]/.test(code.slice(at, at + 2)) || BEFORE_PATTERN.test(before)))
      at = endOf(code, at);
    else if (character === "}" && depth === 0) return at + 1;
    else {
      depth += character === "{" ? 1 : character === "}" ? -1 : 0;
      at++;
    }
  }
  return code.length;
}

function readTemplate(code: string, from: number, pieces: Piece[]): number {
  let text = "";
  let at = from + 1;
  while (code[at] !== "`") {
    if (code[at] === "$" && code[at + 1] === "{") {
      text += "{}";
      at = readCode(code, at + 2, pieces);
    } else {
      text += code[at] === "\\" ? code.slice(at, at + 2) : code[at];
      at += code[at] === "\\" ? 2 : 1;
    }
  }
  pieces.push({ text, before: code.slice(Math.max(0, from - 80), from), quote: "`" });
  return at + 1;
}

/** Attributes that a reader sees or hears. */
const SHOWN = /\b(?:placeholder|title|label|aria-label|alt)="([^"]*)"/g;

/** What a template of HTML shows: its texts, and the attributes that are read. */
function textsOf(template: string): string[] {
  const attributes = [...template.matchAll(SHOWN)].map(([, text]) => text!);
  return [...template.split(/<[^>]*>/), ...attributes];
}

/** Two words, or one as a sentence begins or ends. */
const isWords = (text: string): boolean => /\p{L}{2,}[,;:]? \p{L}{2,}|\p{L}{2,} \{\}|^\p{Lu}\p{Ll}+[.…:]/u.test(text);

/** Texts of code that a reader would see untranslated. */
export function shownWords(code: string): string[] {
  const pieces: Piece[] = [];
  readCode(code, 0, pieces);
  return pieces.flatMap(({ text, before, quote }) => {
    if (/\bt\(\s*$/.test(before)) return [];
    if (/\bclass=\$\{[^}]*$/.test(before)) return [];
    if (quote === "`" && (/\bhtml$/.test(before) || text.startsWith("<")))
      return textsOf(text).filter((one) => isWords(one) || /^\p{Lu}\p{Ll}+$/u.test(one));
    return isWords(text) ? [text] : [];
  });
}
