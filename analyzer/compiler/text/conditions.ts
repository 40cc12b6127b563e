/**
 * Kernels that a preprocessor condition switches off because nothing defines the name that it asks for. The outline has
 * them, since a header or a command line that is not known here may define it; clang gives no code for them and no error.
 */

import type { FunctionOutline, Outline } from "../../syntax/model";
import { directivesOf } from "../../syntax/text/directives";
import { lineIndex } from "../../syntax/text/lineIndex";

/** What a kernel waits for. */
export interface SwitchedOff {
  /** Names that would have to be defined. */
  readonly names: readonly string[];
  /** One-based line of the innermost condition that asks for one of them. */
  readonly line: number;
}

/** An arm of a conditional that is still open. */
interface Arm {
  readonly line: number;
  /** Names that must be defined for the arm; none where it is taken without, and for conditions that are more than that. */
  readonly names: readonly string[];
  /** Names without which the arms up to here were taken: what `#else` asks for. */
  readonly opposite: readonly string[];
}

const asksFor = /^(?:defined\s*\(\s*(\w+)\s*\)|defined\s+(\w+)|([A-Za-z_]\w*))$/;

/** The names of `defined(A) && B`; none of what is more. */
function namesOf(condition: string): readonly string[] {
  const parts = condition.split("&&").map((part) => asksFor.exec(part.trim().replace(/^\((.*)\)$/, "$1")));
  if (!parts.every((part) => part !== null)) return [];
  return parts.map((part) => (part[1] ?? part[2] ?? part[3])!);
}

function armOf(word: string, rest: string, line: number): Arm {
  if (word === "ifndef") return { line, names: [], opposite: [rest.split(/\W/)[0]!] };
  return { line, names: word === "ifdef" ? [rest.split(/\W/)[0]!] : namesOf(rest), opposite: [] };
}

/** The arms that an offset stands in, outermost first. */
function armsAt(text: string, offset: number): readonly Arm[] {
  const open: Arm[] = [];
  const lines = lineIndex(text);
  for (const { word, rest, span } of directivesOf(text)) {
    if (span.start >= offset) break;
    const line = lines.positionAt(span.start).line + 1;
    if (/^if(?:n?def)?$/.test(word)) open.push(armOf(word, rest, line));
    else if (word === "endif") open.pop();
    else if (word === "elif") open.push({ ...armOf(word, rest, line), opposite: open.pop()?.opposite ?? [] });
    else if (word === "else") open.push({ line, names: open.pop()?.opposite ?? [], opposite: [] });
  }
  return open;
}

/** Names that a compiler or a system header may define unseen. */
const reserved = /^_|^(?:NDEBUG|WIN32|true|false)$/;

/** What a function waits for; undefined where the text or the command line defines it, or where more is asked than names. */
export function switchedOff(
  text: string,
  outline: Outline,
  one: FunctionOutline,
  defines: readonly string[],
): SwitchedOff | undefined {
  const known = new Set([
    ...outline.macros.map(({ name }) => name),
    ...defines.map((define) => define.replace(/[(=].*/s, "")),
  ]);
  const isMissing = (name: string) => !known.has(name) && !reserved.test(name);
  const arms = armsAt(text, one.nameSpan.start).filter(({ names }) => names.some(isMissing));
  const names = [...new Set(arms.flatMap((arm) => arm.names.filter(isMissing)))];
  return names.length > 0 ? { names, line: arms.at(-1)!.line } : undefined;
}
