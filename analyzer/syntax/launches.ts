/** The launches of a file, folded: the sizes and the arguments that each site gives to its kernel. */
import { type Dimensions, foldDim3, foldInteger } from "./constants";
import type { CallOutline, LaunchOutline, Outline, Span } from "./model";
import { integerType } from "./text/integers";
import { lineIndex } from "./text/lineIndex";
import { pattern, patternWith } from "./text/patterns";

/** One launch site with what of it folds. */
export interface FoldedLaunch extends Span {
  /** As written, without template arguments. */
  readonly kernel: string;
  /** Template arguments, integers folded where they fold: `["float", "32"]`. Empty when none are written. */
  readonly templateArguments: readonly string[];
  readonly grid: Dimensions | undefined;
  readonly block: Dimensions | undefined;
  /** Bytes of dynamic shared memory; 0 when the launch names none. */
  readonly shared: number | undefined;
  /** It names no stream. */
  readonly isDefaultStream?: true;
  /** Kernel arguments, by index, that are one known integer. */
  readonly arguments: ReadonlyMap<number, bigint>;
  /** Zero-based line that the launch begins on. */
  readonly line: number;
  /** Index into `Outline.functions` of the function that launches. */
  readonly within?: number;
}

type Site = Omit<FoldedLaunch, "line">;

/** Runtime calls that launch: `(function, grid, block, arguments, shared, stream)`. */
const launchCalls = new Set(["cudaLaunchKernel", "cudaLaunchCooperativeKernel"]);

/** Splits at commas outside of brackets. */
function split(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    const character = list[at];
    if (character === undefined || (character === "," && depth === 0)) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    } else if ("(<[{".includes(character)) depth++;
    else if (")>]}".includes(character)) depth--;
  }
  return parts.filter(Boolean);
}

function templateArguments(written: string | undefined, outline: Outline, at: number): string[] {
  return split(written ?? "").map((part) => {
    if (integerType(part)) return part;
    const folded = foldInteger(part, outline, at);
    return folded === undefined ? part : String(folded);
  });
}

function sharedBytes(text: string | undefined, outline: Outline, at: number): number | undefined {
  if (text === undefined) return 0;
  const bytes = foldInteger(text, outline, at);
  return bytes === undefined || bytes < 0n ? undefined : Number(bytes);
}

/** Elements of `for (dim3 name : array)` loops around a launch, where the array is written out: by name. */
function rangeLoop(text: string, outline: Outline, launch: LaunchOutline): readonly [string, string[]] | undefined {
  const body = launch.within === undefined ? undefined : outline.functions[launch.within]?.body;
  if (!body) return undefined;
  const before = text.slice(body.start, launch.start);
  let found: readonly [string, string[]] | undefined;
  for (const loop of before.matchAll(/\bfor\s*\(\s*(?:const\s+)?dim3\s*&?\s*(\w+)\s*:\s*(\w+)\s*\)\s*\{/g)) {
    const inside = before.slice(loop.index + loop[0].length);
    if (isClosed(inside)) continue;
    const list = pattern`\bconst\s+dim3\s+${loop[2]!}\s*\[\s*\d*\s*\]\s*=?\s*\{([^;]*)\}\s*;`.exec(before);
    const isChanged = pattern`\b${loop[1]!}\s*(?:\.\s*[xyz]\s*)?=[^=]`.test(inside);
    if (list && !isChanged) found = [loop[1]!, split(list[1]!)];
  }
  return found;
}

/** Does a text that begins inside braces get out of them? */
function isClosed(text: string): boolean {
  let depth = 1;
  for (const character of text) {
    if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return true;
  }
  return false;
}

/** One site, or one for each element that a loop over written-out sizes gives to it. */
function foldSites(text: string, outline: Outline, launch: LaunchOutline): readonly Site[] {
  const loop = rangeLoop(text, outline, launch);
  if (!loop) return [foldSite(text, outline, launch)];
  const [name, elements] = loop;
  const uses = launch.configuration.some(({ start, end }) => text.slice(start, end).trim() === name);
  if (!uses) return [foldSite(text, outline, launch)];
  return elements.map((element) => foldSite(text, outline, launch, [name, element]));
}

/** A size with the loop's element in place of its name; a `dim3` declared from it in the loop is written out first. */
function withElement(
  text: string,
  outline: Outline,
  launch: LaunchOutline,
  written: string,
  name: string,
  value: string,
): string {
  if (written.trim() === name) return value;
  const size = foldDim3(value, outline, launch.start);
  const declared = /^\s*\w+\s*$/.test(written)
    ? [...text.slice(0, launch.start).matchAll(patternWith("g")`\bdim3\s+${written.trim()}\s*\(([^;]*)\)\s*;`)].at(-1)
    : undefined;
  const members = patternWith("g")`\b${name}\s*\.\s*([xyz])\b`;
  if (!size || (declared && !members.test(declared[1]!))) return written;
  const full = declared ? `dim3(${declared[1]})` : written;
  return full.replace(members, (_, axis: string) => `${size["xyz".indexOf(axis)]}u`);
}

function foldSite(
  text: string,
  outline: Outline,
  launch: LaunchOutline,
  [name, value]: readonly [string, string] | readonly [] = [],
): Site {
  const at = launch.start;
  const [grid, block, shared] = launch.configuration.map(({ start, end }) => {
    const written = text.slice(start, end);
    return name === undefined ? written : withElement(text, outline, launch, written, name, value!);
  });
  const values = new Map<number, bigint>();
  for (const [index, { start, end }] of launch.arguments.entries()) {
    const folded = foldInteger(text.slice(start, end), outline, at);
    if (folded !== undefined) values.set(index, folded);
  }
  return {
    start: launch.start,
    end: launch.end,
    kernel: launch.kernel,
    templateArguments: templateArguments(launch.templateArguments, outline, at),
    grid: grid === undefined ? undefined : foldDim3(grid, outline, at),
    block: block === undefined ? undefined : foldDim3(block, outline, at),
    shared: sharedBytes(shared, outline, at),
    arguments: values,
    ...(launch.configuration.length < 4 && { isDefaultStream: true as const }),
    ...(launch.within !== undefined && { within: launch.within }),
  };
}

function foldCall(text: string, outline: Outline, call: CallOutline): Site | undefined {
  const [kernel, grid, block, , shared] = call.arguments.map(({ start, end }) => text.slice(start, end));
  const name = /^(?:\(\s*(?:const\s+)?void\s*\*\s*\)|\(|&|\s)*([A-Za-z_][\w:]*)\s*(?:<(.*)>)?\s*\)?$/.exec(
    kernel ?? "",
  );
  if (!name || grid === undefined || block === undefined) return undefined;
  const at = call.start;
  return {
    start: call.start,
    end: call.end,
    kernel: name[1]!,
    templateArguments: templateArguments(name[2], outline, at),
    grid: foldDim3(grid, outline, at),
    block: foldDim3(block, outline, at),
    shared: sharedBytes(shared, outline, at),
    arguments: new Map(),
    ...(call.within !== undefined && { within: call.within }),
  };
}

/** The launch sites of outlines: every kernel of a file asks for all of them. */
const known = new WeakMap<
  Outline,
  { readonly text: string; readonly byKernel: ReadonlyMap<string, readonly FoldedLaunch[]> }
>();

/** All launch sites by the name of the kernel as written, each in the order of the text. Kept with the outline. */
export function foldLaunches(text: string, outline: Outline): ReadonlyMap<string, readonly FoldedLaunch[]> {
  const kept = known.get(outline);
  if (kept?.text === text) return kept.byKernel;
  const byKernel = foldAll(text, outline);
  known.set(outline, { text, byKernel });
  return byKernel;
}

function foldAll(text: string, outline: Outline): ReadonlyMap<string, readonly FoldedLaunch[]> {
  const calls = outline.calls.filter((one) => launchCalls.has(one.callee));
  const folded = [
    ...outline.launches.flatMap((one) => foldSites(text, outline, one)),
    ...calls.flatMap((one) => foldCall(text, outline, one) ?? []),
  ].sort((a, b) => a.start - b.start);
  const byKernel = new Map<string, FoldedLaunch[]>();
  const lines = lineIndex(text);
  for (const site of folded) {
    const launch = { ...site, line: lines.positionAt(site.start).line };
    const sites = byKernel.get(launch.kernel);
    if (sites) sites.push(launch);
    else byKernel.set(launch.kernel, [launch]);
  }
  return byKernel;
}
