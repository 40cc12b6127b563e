/** Patterns that search code for names and expressions. */

/** What a pattern is put together of: a text is found as it is written, of several texts any, a pattern as a pattern. */
export type PatternPart = string | RegExp | Iterable<string>;

/** A text as a pattern that finds it as it is written: `S<int**>::x` has signs that patterns give a meaning. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Finds nothing. */
const NOTHING = "(?!)";

function sourceOf(part: PatternPart): string {
  if (typeof part === "string") return escaped(part);
  return `(?:${part instanceof RegExp ? part.source : [...part].map(escaped).join("|") || NOTHING})`;
}

/** The tag {@link pattern} with flags, such as `g` for all matches. */
export const patternWith =
  (flags: string) =>
  ({ raw }: TemplateStringsArray, ...parts: readonly PatternPart[]): RegExp =>
    new RegExp(raw.map((text, at) => text + (at < parts.length ? sourceOf(parts[at]!) : "")).join(""), flags);

/**
 * A pattern around names of the user's code, whatever signs are in them: `` pattern`\b${name}\s*\[` ``. What stands between
 * the names is written as in a literal.
 */
export const pattern = patternWith("");

/** The offsets at which code names a variable; members of the same name are others. */
export const mentionsOf = (name: string, code: string): readonly number[] =>
  Array.from(code.matchAll(patternWith("g")`(?<![\w.])${name}\b`), ({ index }) => index);
