/** Nests that no parser should see: what the grammar needs of memory grows with them, and clang refuses them anyway. */

/** Brackets within one another: clang takes 256, templates 1,024. */
const DEEPEST = 2000;

const codes = (characters: string): readonly number[] => [...characters].map((one) => one.charCodeAt(0));
const OPENING = new Set(codes("([{"));
const CLOSING = new Set(codes(")]}"));
const [LESS, GREATER, DASH, SEMICOLON] = codes("<>-;") as [number, number, number, number];

/** Whether a text has more brackets within one another than anybody reads; `<` is one where a name may be before it. */
export function nestsTooDeeply(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  // Those that nothing closes in their statement were comparisons.
  let angles = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) {
      if (depth > 0) depth--;
    } else if (code === LESS && text.charCodeAt(at + 1) !== LESS && text.charCodeAt(at - 1) !== LESS) angles++;
    else if (code === GREATER && angles > 0 && text.charCodeAt(at - 1) !== DASH) angles--;
    else if (code === SEMICOLON) angles = 0;
    if (depth + angles > DEEPEST) return true;
  }
  return false;
}
