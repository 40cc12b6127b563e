/** What the reference says of a name in the text, as Markdown; and the call around a position. */
import { architectureNamed } from "../../analyzer/hardware/architectures";
import { entryOf } from "../../analyzer/reference";
import type { Entry } from "../../analyzer/reference/model";
import type { Outline, Span } from "../../analyzer/syntax/model";

/** Qualifiers are CUDA's wherever they stand; functions and variables of the device only in its code. */
const isQualifier = (name: string): boolean => /^__\w+__$/.test(name);
const isRuntimeCall = (name: string): boolean => /^cuda[A-Z]/.test(name);

/** The identifier around an offset; undefined where there is none. */
export function identifierAt(text: string, offset: number): Span | undefined {
  let [start, end] = [offset, offset];
  while (start > 0 && /\w/.test(text[start - 1]!)) start--;
  while (end < text.length && /\w/.test(text[end]!)) end++;
  return end > start && /[A-Za-z_]/.test(text[start]!) ? { start, end } : undefined;
}

/**
 * What is known of the name at a span. A function of the device counts in device code alone, and a name that the file
 * defines, or a member of something, is none of CUDA's.
 */
export function referenceAt(text: string, outline: Outline, { start, end }: Span): Entry | undefined {
  const name = text.slice(start, end);
  const entry = entryOf(name);
  if (!entry || /(?:\.|->)\s*$/.test(text.slice(Math.max(0, start - 8), start))) return undefined;
  if (outline.functions.some((one) => one.name === name)) return undefined;
  if (isQualifier(name) || isRuntimeCall(name)) return entry;
  return outline.functions.some((one) => one.isDevice && one.start <= start && end <= one.end) ? entry : undefined;
}

/** An entry in at most six lines: the declaration, what it does, its order, its cost and since when. */
export function entryText({ signatures, does, order, cost, since }: Entry, architecture: string): string {
  const device = architectureNamed(architecture);
  const price = typeof cost === "function" ? device && cost(device) : cost;
  const lines = [
    ...(order ? [`*Order:* ${order}`] : []),
    ...(price ? [`*Cost:* ${price}`] : []),
    ...(since ? [`*Since:* ${since}`] : []),
  ];
  const code = signatures.length > 0 ? `\`\`\`cuda-cpp\n${signatures.join("\n")}\n\`\`\`` : "";
  return [code, does, lines.join("  \n")].filter(Boolean).join("\n\n");
}

/** A call that is being typed: its name, and how many arguments are complete. */
export interface OpenCall {
  readonly name: string;
  readonly argument: number;
}

/** A call is rarely longer, and reading further back would cost on every keystroke. */
const REACH = 600;

/** The innermost call around an offset; undefined outside of calls. */
export function callAround(text: string, offset: number): OpenCall | undefined {
  let [depth, argument] = [0, 0];
  for (let at = offset - 1; at >= Math.max(0, offset - REACH); at--) {
    const character = text[at]!;
    if (")]}".includes(character)) depth++;
    else if (depth > 0 && "([{".includes(character)) depth--;
    else if (depth > 0) continue;
    else if (character === ",") argument++;
    else if (character === "(") {
      const name = /([A-Za-z_]\w*)\s*(?:<[^;{}<>]*>)?\s*$/.exec(text.slice(Math.max(0, at - 120), at))?.[1];
      return name === undefined ? undefined : { name, argument };
    } else if (";{}".includes(character)) return undefined;
  }
  return undefined;
}

/** The parameters of a declaration, as offsets into it: what editors mark while an argument is typed. */
export function parameterSpans(signature: string): readonly (readonly [number, number])[] {
  const open = signature.indexOf("(");
  const close = signature.lastIndexOf(")");
  if (open < 0 || signature.slice(open + 1, close).trim() === "") return [];
  const spans: [number, number][] = [];
  let [depth, start] = [0, open + 1];
  for (let at = open + 1; at <= close; at++) {
    const character = signature[at]!;
    if ("(<[".includes(character)) depth++;
    else if (depth > 0 && ")>]".includes(character)) depth--;
    else if (at === close || (character === "," && depth === 0)) {
      const lead = signature.slice(start, at).length - signature.slice(start, at).trimStart().length;
      spans.push([start + lead, at]);
      start = at + 1;
    }
  }
  return spans;
}
