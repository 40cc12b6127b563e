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

/** The arguments of a call that begins at a parenthesis, and the offset after it. */
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

/** What an invocation of a macro stands for before its own macros are expanded, and the offset after it. */
interface Replacement {
  readonly body: string;
  readonly end: number;
}

/** The macros that are in force, and those that are being expanded, which are not expanded again. */
interface Context {
  readonly macros: readonly MacroOutline[];
  readonly at: number;
  readonly active: ReadonlySet<string>;
}

/** The replacement of a macro whose name ends at an offset: `"none"` without the parenthesis that a function-like one needs. */
function replacementOf(
  text: string,
  macro: MacroOutline,
  end: number,
  context: Context,
): Replacement | "none" | undefined {
  if (!macro.parameters) return { body: macro.body, end };
  const open = /^\s*\(/.exec(text.slice(end));
  if (!open) return "none";
  const call = argumentsAt(text, end + open[0].length - 1);
  if (!call || call.parts.length !== macro.parameters.length || /#|__VA_/.test(macro.body)) return undefined;
  const values = new Map<string, string>();
  for (const [index, parameter] of macro.parameters.entries()) {
    const value = expand(call.parts[index]!, context);
    if (value === undefined) return undefined;
    values.set(parameter, value);
  }
  return { body: macro.body.replace(word, (token) => values.get(token) ?? token), end: call.end };
}

function expand(text: string, context: Context): string | undefined {
  const { macros, at, active } = context;
  let expanded = "";
  let done = 0;
  word.lastIndex = 0;
  for (const { 0: name, index } of text.matchAll(word)) {
    if (index < done || active.has(name)) continue;
    const macro = definitionAt(macros, name, at);
    if (!macro) continue;
    if (macro === "ambiguous") return undefined;
    const replacement = replacementOf(text, macro, index + name.length, context);
    if (!replacement) return undefined;
    if (replacement === "none") continue;
    const inner = expand(replacement.body, { ...context, active: new Set([...active, name]) });
    if (inner === undefined || expanded.length + inner.length > LENGTH_LIMIT) return undefined;
    expanded += `${text.slice(done, index)} ${inner} `;
    done = replacement.end;
  }
  return expanded + text.slice(done);
}

/**
 * Expands macros as the preprocessor would, token by token and without adding parentheses. Undefined when a macro cannot be
 * expanded for certain.
 */
export function expandMacros(text: string, macros: readonly MacroOutline[], at: number): string | undefined {
  return macros.length === 0 ? text : expand(text, { macros, at, active: new Set() });
}
