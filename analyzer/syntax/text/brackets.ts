/** Brackets of a text, found by counting. */

/** Offset of the bracket that closes the one at `open`; strings and comments are taken as they come. */
export function closingBracket(text: string, open: number): number | undefined {
  const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
  const [opening, closing] = [text[open]!, pairs[text[open]!]];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === closing && --depth === 0) return at;
  }
  return undefined;
}
