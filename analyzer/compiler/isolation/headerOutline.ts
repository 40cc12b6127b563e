/**
 * A coarse outline of an included file, from brackets alone: enough to take out of it what does not compile. The file
 * that is open has a real one.
 */
import { splitItems } from "../../syntax/items";
import { namespaceEnds } from "../../syntax/layout";
import type { FunctionOutline, Span } from "../../syntax/model";
import { lineIndex } from "../../syntax/text/lineIndex";
import { pattern } from "../../syntax/text/patterns";
import { leadOf, prepare } from "../../syntax/text/prepare";
import { codeOnly } from "../text/statements";
import type { Subject } from "./model";

/** `… name(parameters) … {`, up to the brace. What has an `=` or begins a type before the parentheses is no function. */
const functionHead =
  /^(?:(?!\b(?:struct|class|union|enum|namespace)\b)[^={}();])*?\b(~?\w+)\s*\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)[^={};()]*(?:\([^(){};]*\)[^={};()]*)*\{/;

/** Words with parentheses before a function's name that are not its name. */
const attributes =
  /\b(?:__launch_bounds__|__attribute__|__declspec|__align__|__maxnreg__|__cluster_dims__|__block_size__|alignas|explicit|requires)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

function functionOf(text: string, item: Span, namespace: string): FunctionOutline | undefined {
  const code = codeOnly(text.slice(item.start, item.end)).replace(attributes, (one) => " ".repeat(one.length));
  const head = functionHead.exec(code);
  if (!head) return undefined;
  const nameAt = code.slice(0, head[0].length).search(pattern`\b~?${head[1]!.replace("~", "")}\s*\(`);
  const name = head[1]!;
  const nameStart = item.start + Math.max(0, nameAt);
  return {
    ...item,
    name,
    qualifiedName: namespace ? `${namespace}::${name}` : name,
    nameSpan: { start: nameStart, end: nameStart + name.length },
    isKernel: /\b__global__\b/.test(head[0]),
    // Whether a host statement may be taken out of it cannot be known from here: it goes as a whole.
    isDevice: true,
    body: { start: item.start + head[0].length - 1, end: item.end },
    parameters: [],
    statements: [],
  };
}

/** A header with its functions, so that a failing one can be left out by name. */
export function headerSubject(path: string, text: string): Subject {
  const prepared = prepare(text, []);
  const split = splitItems(prepared.skeleton, false, namespaceEnds(text, prepared.comments));
  // A macro of attributes that remained would be those of what follows: `HD inline vec3 f(…) { … }`.
  const items = split.items.map(({ start, end, namespace }) => ({ start: leadOf(prepared, start), end, namespace }));
  const functions = items.flatMap(({ start, end, namespace }) => functionOf(text, { start, end }, namespace) ?? []);
  return {
    path,
    text,
    lines: lineIndex(text),
    isHeader: true,
    items: items.map(({ start, end }) => ({ start, end })),
    outline: {
      functions,
      launches: [],
      calls: [],
      arrays: [],
      includes: prepared.includes,
      macros: prepared.macros,
      suppressions: [],
      declarations: [],
    },
  };
}
