/**
 * Variables of a `switch` that a later label jumps over with their initialisers: an error to clang, a warning to nvcc (546,
 * measured with 13.0). Such a variable is declared without a value and gets it by an assignment, which is what runs.
 */
import type { Edit } from "../text/edits";
import { closingAt, codeOnly, listParts } from "../text/statements";

/** Characters of a function that are looked at before a label. */
const REACH = 20_000;

/** `float sum =` and the like, up to the name; the type has no word that begins no declaration, or one without assignments. */
const declaration =
  /^(\s*(?:const\s+)?)((?!(?:const|constexpr|auto|static|return|goto|case|delete|throw|typedef|using|extern|__shared__)\b)[A-Za-z_][\w:]*(?:<[^;={}()]*>)?(?:\s+\w+)*?\s*[\s*]\s*)(?=[A-Za-z_]\w*\s*[=,])/;

/** A name with a value that can be assigned, or without one. */
const declarator = /^\s*([A-Za-z_]\w*)\s*(?:=(?!=)\s*(?!\{)\S[\s\S]*)?$/;

/** Where the block begins that an offset of code is in; undefined outside of all. */
function blockBefore(code: string, offset: number): number | undefined {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    if (code[at] === "}") depth++;
    else if (code[at] === "{" && depth-- === 0) return at;
  }
  return undefined;
}

/** The statements of a block that are in no block of their own, without the labels before them: where each begins and ends. */
function* statementsOf(code: string, open: number, close: number): Generator<{ start: number; end: number }> {
  let [start, depth] = [open + 1, 0];
  for (let at = open + 1; at < close; at++) {
    const character = code[at]!;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    if (depth > 0) continue;
    const label = character === ":" && code[at + 1] !== ":" && code[at - 1] !== ":";
    if (character === ";") yield { start, end: at };
    if (character === ";" || character === "}" || (label && /^\s*(?:case\b|default\b)/.test(code.slice(start, at))))
      start = at + 1;
  }
}

/**
 * A declaration and then the assignments of its values, which stay in their lines and columns where the declaration has a line
 * above it; undefined where it is none, or has none that can be assigned.
 */
function assigned(text: string, code: string): string | undefined {
  const [head, lead = "", type = ""] = declaration.exec(code) ?? [];
  if (!head) return undefined;
  const list = listParts(code, lead.length + type.length, code.length);
  const names = list?.map(({ start, end }) => declarator.exec(code.slice(start, end))?.[1]);
  if (!list || !names || names.includes(undefined)) return undefined;
  const valued = list.filter(({ start, end }) => code.slice(start, end).includes("="));
  if (valued.length === 0) return undefined;
  const characters = text.replace(/[^\r\n]/g, " ").split("");
  for (const [index, { start, end }] of valued.entries()) {
    for (let at = start; at < end; at++) characters[at] = text[at]!;
    if (index > 0) characters[start - 1] = ",";
  }
  return `${type.trim()} ${names.join(", ")};${characters.join("")}`;
}

/** The edit for the `switch` that a label at an offset belongs to; undefined where it has no such variables. */
export function withoutInitializers(text: string, offset: number): Edit | undefined {
  const from = Math.max(0, offset - REACH);
  const near = text.slice(from, offset + REACH);
  const code = codeOnly(near);
  const open = blockBefore(code, offset - from);
  const close = open === undefined ? undefined : closingAt(code, open);
  if (open === undefined || close === undefined) return undefined;
  if (!/\bswitch\s*\([^{};]*\)\s*$/.test(code.slice(0, open))) return undefined;
  const found = [...statementsOf(code, open, close)].flatMap(({ start, end }) => {
    const written = assigned(near.slice(start, end), code.slice(start, end));
    return written === undefined ? [] : [{ start, end, written }];
  });
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return undefined;
  const parts = found.map(({ start, written }, at) => near.slice(at > 0 ? found[at - 1]!.end : start, start) + written);
  return { start: from + first.start, end: from + last.end, text: parts.join(""), isExact: true };
}
