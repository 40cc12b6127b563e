/**
 * Headers of the user's that take seconds to parse, as those of CUTLASS and of CCCL do: what stands at the beginning of a
 * file, directives and comments only, is precompiled in steps, so that no compile parses it again as long as none of its
 * files changes, and none of the steps takes as long as all of them.
 */
import { lexical } from "../../syntax/text/lexical";
import { lineIndex } from "../../syntax/text/lineIndex";
import {
  folderOf,
  includesIn,
  resolveInclude,
  rooted,
  type SourceFile,
  virtualFileOptions,
  virtualFiles,
} from "../command/virtualFiles";
import { type Diagnostic, parseDiagnostics } from "../isolation/diagnostics";
import { significantLines, withoutComments } from "../lines/significantLines";
import type { Clang, CompileOptions, FileTree, SourceFiles } from "../model";
import type { PassCache, PrecompiledSteps } from "./cache";

/** Characters of headers below which parsing them takes no time that is worth a step: half a second on two cores. */
const HEAVY = 300_000;

/** Characters of headers after which a step ends: some three seconds. */
const STEP = 1_200_000;

/** As many steps as a file may have: what it includes may come from anywhere. */
const MOST_STEPS = 4;

/** A part of the beginning of a file. */
interface Step {
  /** Offset in the file after the part. */
  readonly end: number;
  /** Its lines that say something, and where they are in the file. */
  readonly text: string;
  readonly lines: readonly number[];
}

/** What a compile starts from. */
export interface HeavyStart {
  readonly command: readonly string[];
  readonly source: SourceFile;
  readonly files: SourceFiles;
  readonly tree: FileTree;
  /** The number of steps that compile. */
  readonly steps: number;
  /** Errors of the step after them; the file itself need not be compiled to find them. */
  readonly errors: readonly Diagnostic[];
  /** Why clang ended without an error in that step; a compile of the file would end so as well. */
  readonly failure: string | undefined;
}

const headerName = (source: SourceFile, step: number) =>
  [folderOf(source.path), `warplens-heavy${step}.h`].filter(Boolean).join("/");
const precompiledName = (step: number) => `warplens-heavy${step}.pch`;

/** Offsets after directives before which nothing but directives and comments stands, outside of conditions. */
function placesToEnd(text: string): number[] {
  const { comments, directives } = lexical(text);
  const places: number[] = [];
  let [at, next, depth] = [0, 0, 0];
  for (const { start, end } of directives) {
    for (; next < comments.length && comments[next]!.start < start; next++) {
      const comment = comments[next]!;
      if (comment.start < at) continue;
      if (text.slice(at, comment.start).trim() !== "") return places;
      at = comment.end;
    }
    if (text.slice(at, start).trim() !== "") return places;
    const word = /^\s*#\s*(\w*)/.exec(text.slice(start, end))?.[1] ?? "";
    if (/^(?:include_next|line|error)$/.test(word)) return places;
    if (/^if/.test(word)) depth++;
    if (word === "endif") depth--;
    if (depth < 0) return places;
    at = end;
    if (depth === 0) places.push(end);
  }
  return places;
}

/** Characters of the headers that a text leads to and that are not `known` yet, which they are then. */
function weightOf(
  path: string,
  text: string,
  files: SourceFiles,
  folders: readonly string[],
  known: Set<string>,
): number {
  let weight = 0;
  const waiting = [{ path, text }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const { name, isQuoted } of includesIn(one.text)) {
      const found = resolveInclude(one.path, name, isQuoted, folders, files);
      if (found === undefined || known.has(found)) continue;
      known.add(found);
      const header = files.get(found)!;
      weight += header.length;
      waiting.push({ path: found, text: header });
    }
  }
  return weight;
}

/** The steps in which the beginning of a file is precompiled; none where its headers are light. */
function stepsOf(source: SourceFile, files: SourceFiles, folders: readonly string[]): readonly Step[] {
  const { path, text } = source;
  const ends: number[] = [];
  const known = new Set<string>();
  let [from, weight, total, last] = [0, 0, 0, 0];
  for (const end of placesToEnd(text)) {
    const added = weightOf(path, text.slice(from, end), files, folders, known);
    from = end;
    weight += added;
    total += added;
    if (added > 0) last = end;
    if (weight < STEP || ends.length === MOST_STEPS - 1) continue;
    ends.push(end);
    weight = 0;
  }
  if (total < HEAVY) return [];
  if (last > (ends.at(-1) ?? 0)) ends.push(last);
  const index = lineIndex(text);
  return ends.map((end, at) => {
    const start = ends[at - 1] ?? 0;
    const first = index.positionAt(start).line;
    const { text: said, lines } = significantLines(withoutComments(text.slice(start, end)));
    return { end, text: `${said}\n`, lines: lines.map((line) => line + first) };
  });
}

/** A command line without the headers before the file, and those headers. */
function withoutIncludes(command: readonly string[]): {
  readonly rest: readonly string[];
  readonly headers: readonly string[];
} {
  const headers: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < command.length; at++) {
    if (command[at] === "-include") headers.push(command[++at]!);
    else rest.push(command[at]!);
  }
  return { rest, headers };
}

/** The command line with other precompiled headers. */
const startingFrom = (command: readonly string[], name: string): string[] =>
  command.map((word, at) => (command[at - 1] === "-include-pch" ? name : word));

/** The command line that precompiles a header, for the command line of a compile that starts from precompiled headers. */
function stepCommand(command: readonly string[], name: string): string[] {
  const language = command[command.indexOf("-x") + 1];
  const args = command.slice(0, -1).filter((word, at) => {
    const isLanguage = word === "-x" || command[at - 1] === "-x";
    return !isLanguage && !["-emit-llvm-bc", "-emit-llvm", "-disable-llvm-passes"].includes(word);
  });
  return [...args, "-x", `${language}-header`, "-emit-pch", name];
}

/** Where errors of a step are in the file. */
function inFile(errors: readonly Diagnostic[], name: string, { path }: SourceFile, { lines }: Step): Diagnostic[] {
  const placed = <T extends { readonly file: string; readonly line: number }>(one: T): T =>
    one.file === name ? { ...one, file: path, line: lines[one.line - 1] ?? one.line } : one;
  return errors.map((error) => ({ ...placed(error), via: error.via.map(placed) }));
}

/** The clang, what it has made so far, and the options of the file. */
export interface HeavyRequest {
  readonly clang: Clang;
  readonly cache: PassCache;
  readonly source: SourceFile;
  readonly files: SourceFiles;
  readonly options: CompileOptions;
  readonly missing: Iterable<string>;
  /** The command line with its precompiled headers, and what they are. */
  readonly ready: { readonly command: readonly string[]; readonly files: FileTree };
  /** A header that declares incomplete types, included before all others. */
  readonly opaque: { readonly name: string; readonly text: string };
}

/** The texts of the steps as clang is to see them: headers that stand before the file come first. */
function textsOf(steps: readonly Step[], before: readonly string[]): string[] {
  const includes = before.map((name) => `#include "${name}"\n`).join("");
  return steps.map(({ text }, at) => (at === 0 ? includes + text : text));
}

/** What the first step begins with, and whether there is still a file for which the steps are made. */
interface Chain {
  /** Headers that stand before the file. */
  readonly count: number;
  /** The command line without them. */
  readonly rest: readonly string[];
  isWanted(): boolean;
}

async function precompile(
  request: HeavyRequest,
  steps: readonly Step[],
  texts: readonly string[],
  { count: before, rest, isWanted }: Chain,
): Promise<PrecompiledSteps> {
  const { clang, source, files, options, missing, ready, opaque } = request;
  let tree: FileTree = ready.files;
  for (const [at, text] of texts.entries()) {
    // Other directives have been typed meanwhile.
    if (!isWanted()) return { count: at, tree, errors: [] };
    const name = headerName(source, at);
    const all = new Map([...files, ...texts.slice(0, at).map((one, i) => [headerName(source, i), one] as const)]);
    const work = virtualFiles({ path: name, text }, all, options, missing);
    const command = at === 0 ? rest : startingFrom(rest, precompiledName(at - 1));
    const args = [...stepCommand(command, name), ...virtualFileOptions];
    const given = rooted({ ...work, ...tree, ...(opaque.text && { [opaque.name]: opaque.text }) });
    const { exitCode, stdout, stderr } = await clang.run(args, given);
    if (exitCode !== 0) {
      const skipped = at === 0 ? before : 0;
      const step = { ...steps[at]!, lines: [...Array<number>(skipped).fill(1), ...steps[at]!.lines] };
      const errors = inFile(parseDiagnostics(stderr), name, source, step);
      return { count: at, tree, errors, ...(errors.length === 0 && { failure: stderr }) };
    }
    tree = { ...tree, [precompiledName(at)]: stdout };
  }
  return { count: texts.length, tree, errors: [] };
}

const isSame = (one: SourceFiles, other: SourceFiles): boolean =>
  one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);

/** What a compile of a file with heavy headers starts from; undefined for one without. */
export async function withHeavyHeaders(request: HeavyRequest): Promise<HeavyStart | undefined> {
  const { clang, cache, source, files, options, ready, opaque } = request;
  if (!ready.command.includes("-include-pch")) return undefined;
  const steps = stepsOf(source, files, options.includeFolders);
  if (steps.length === 0) return undefined;
  const { rest, headers } = withoutIncludes(ready.command);
  const before = [...headers, ...(opaque.text ? [opaque.name] : [])];
  const texts = textsOf(steps, before);
  const key = JSON.stringify([source.path, rest, opaque.text, [...request.missing]]);
  let known = cache.heavy.get(key);
  if (!known || known.steps.join("\0") !== texts.join("\0") || !isSame(known.files, files)) {
    const isWanted = () => cache.heavy.get(key)?.steps === texts;
    const made = Promise.resolve().then(() =>
      precompile(request, steps, texts, { count: before.length, rest, isWanted }),
    );
    known = { steps: texts, files, made };
    cache.heavy.set(key, known);
    // A worker that died says nothing about the headers.
    known.made.catch(() => cache.heavy.delete(key));
  }
  const { count, tree, errors, failure } = await (clang.awaitHeaders?.(known.made) ?? known.made);
  const end = count > 0 ? steps[count - 1]!.end : 0;
  const text = source.text.slice(0, end).replace(/[^\r\n]/g, " ") + source.text.slice(end);
  const made = texts.slice(0, count).map((one, at) => [headerName(source, at), one] as const);
  const command = count > 0 ? startingFrom(rest, precompiledName(count - 1)) : ready.command;
  return {
    command,
    source: { path: source.path, text },
    files: new Map([...files, ...made]),
    tree,
    steps: count,
    errors,
    failure,
  };
}
