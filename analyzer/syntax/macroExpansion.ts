/** Expansion of the macros that a file defines itself, in the text of one expression. */
import type { MacroOutline } from "./model";

const word = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\.?\d[\w.']*|[A-Za-z_]\w*/g;

/** Longer results are given up: nested macros grow exponentially. */
const LENGTH_LIMIT = 10_000;

/** The definition in force at an offset; `"ambiguous"` when arms of conditionals define the name differently. */
function definitionAt(
  macros: readonly MacroOutline[],
  name: string,
  at: number,
): MacroOutline | "ambiguous" | undefined {
  const all = macros.filter((one) => one.name === name && one.start < at && at < (one.until ?? Infinity));
  const last = all.at(-1);
  if (!last) return undefined;
  const same = all.every((one) => one.body === last.body);
  return same || !all.some((one) => one.conditional) ? last : "ambiguous";
}

/** The arguments of a call that begins at a parenthesis, and the offset behind it. */
function argumentsAt(text: string, open: number): { parts: string[]; end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length; at++) {
    const character = text[at]!;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) {
      depth--;
      if (depth === 0) {
        parts.push(text.slice(start, at).trim());
        return { parts, end: at + 1 };
      }
    } else if (character === "," && depth === 1) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return undefined;
}

/**
 * Expands macros as the preprocessor would, token by token and without adding parentheses. Undefined when a macro cannot be
 * expanded for certain.
 */
export function expandMacros(
  text: string,
  macros: readonly MacroOutline[],
  at: number,
  active: ReadonlySet<string> = new Set(),
): string | undefined {
  if (macros.length === 0) return text;
  let expanded = "";
  let done = 0;
  word.lastIndex = 0;
  for (const match of text.matchAll(word)) {
    if (match.index < done || active.has(match[0])) continue;
    const macro = definitionAt(macros, match[0], at);
    if (!macro) continue;
    if (macro === "ambiguous") return undefined;
    let body = macro.body;
    let end = match.index + match[0].length;
    if (macro.parameters) {
      const open = /^\s*\(/.exec(text.slice(end));
      if (!open) continue;
      const call = argumentsAt(text, end + open[0].length - 1);
      if (!call || call.parts.length !== macro.parameters.length || /#|__VA_/.test(body)) return undefined;
      const values = new Map<string, string>();
      for (const [index, parameter] of macro.parameters.entries()) {
        const value = expandMacros(call.parts[index]!, macros, at, active);
        if (value === undefined) return undefined;
        values.set(parameter, value);
      }
      body = body.replace(word, (token) => values.get(token) ?? token);
      end = call.end;
    }
    const inner = expandMacros(body, macros, at, new Set([...active, match[0]]));
    if (inner === undefined || expanded.length + inner.length > LENGTH_LIMIT) return undefined;
    expanded += `${text.slice(done, match.index)} ${inner} `;
    done = end;
  }
  return expanded + text.slice(done);
}
