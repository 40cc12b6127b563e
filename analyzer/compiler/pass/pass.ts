/** One pass over one file: compile, take out what fails, compile again, until there is IR. */

import type { Outline } from "../../syntax/model";
import { lexical, unendedLiteral } from "../../syntax/text/lexical";
import { lineIndex } from "../../syntax/text/lineIndex";
import { rooted, type SourceFile, virtualFileOptions, virtualFiles } from "../command/virtualFiles";
import { type Diagnostic, parseDiagnostics } from "../isolation/diagnostics";
import { headerSubject } from "../isolation/headerOutline";
import { type Isolation, isolate, nothingIsolated, type Subject } from "../isolation/isolate";
import { isRepaired, repairsOf } from "../isolation/repairs";
import type { Clang, CompileError, CompileOptions, LeftOut, SourceFiles } from "../model";
import { applyEdits, type Edit } from "../text/edits";
import type { PassCache } from "./cache";
import { learn, noFeedback, type PassFeedback } from "./feedback";
import { stableHeaders, withPreamble } from "./preamble";

/** Rounds of isolation at most; what does not compile by then is given up, loudly. */
const MAX_ROUNDS = 24;

/** One file to compile. */
export interface CompileRequest {
  readonly clang: Clang;
  /** Kept by the caller between compiles; without one nothing is kept, and headers are parsed every time. */
  readonly cache?: PassCache | undefined;
  readonly source: SourceFile;
  /** Without one nothing can be left out, and one error anywhere means no bitcode. */
  readonly outline?: Outline | undefined;
  /** The user's headers, by virtual path. */
  readonly files: SourceFiles;
  readonly options: CompileOptions;
  readonly signal?: AbortSignal | undefined;
}

/** One pass over a file: its command line, and what is changed in its text. */
export interface PassRequest extends CompileRequest {
  /** clang's command line for the file. */
  readonly command: readonly string[];
  /** Taken out before the first compile, because this pass has no need of it. */
  readonly omitted?: readonly Edit[];
  /** Lines added behind the last one; one that fails ends the pass, and `failed` names it. */
  readonly appended?: readonly string[];
  /** Messages at the first of which the pass gives up with `retry`, because what was omitted may be the cause. */
  readonly giveUpAt?: readonly RegExp[];
}

/** By path: the file itself and the user's headers. */
export type Isolations = ReadonlyMap<string, Isolation>;

/** The result of a compile for the device or the host. */
export interface PassResult {
  readonly bitcode: Uint8Array | undefined;
  readonly leftOut: readonly LeftOut[];
  readonly errors: readonly CompileError[];
  /** What was taken out of which file, for a further compile of the same text. */
  readonly isolations: Isolations;
  /** Appended lines, counted from zero, that do not compile, with the first error of each. */
  readonly failed: ReadonlyMap<number, CompileError>;
  /** Given up, see `giveUpAt`. */
  readonly retry?: boolean;
}

/** Messages that a declaration of the C++ library could silence. */
export const undeclared =
  /undeclared|unknown type|no (?:member|template|type|matching)|incomplete|implicit instantiation/;

const OPAQUE = "warplens-opaque.h";

/** Types of which only the name is known, in a header of their own so that no line of the file moves. */
function opaqueHeader(isolations: readonly Isolation[]): string {
  const opaque = new Map(isolations.flatMap((one) => [...one.opaque]));
  const declared = [...opaque].filter(([, template]) => template !== undefined);
  return declared.map(([name, template]) => `${template ? "template <class...> " : ""}struct ${name};\n`).join("");
}

/**
 * The braces that functions lack, where the outline ends them; one that was taken out lacks none. What ends there is the
 * item: behind the braces of a structure stands a semicolon.
 */
function supplied(text: string, outline: Outline, edits: readonly Edit[]): Edit[] {
  const lacking = outline.functions.filter((one) => one.missingBraceAt !== undefined);
  const unended = lacking.length > 0 ? lexical(text).literals.flatMap((one) => unendedLiteral(text, one) ?? []) : [];
  return lacking
    .filter(({ body }) => body && !edits.some((edit) => edit.start <= body.start && body.end <= edit.end))
    .map(({ start, missingBraceAt, missingBraces }) => {
      const at = missingBraceAt!;
      const item = outline.declarations.find((one) => one.start <= start && start < one.end);
      const isStructure =
        item &&
        item.end <= at &&
        /^\s*(?:template\s*<[^{};]*>\s*)?(?:struct|class|union)\b/.test(text.slice(item.start, start));
      const braces = "}".repeat(missingBraces ?? 1) + (isStructure ? ";" : "");
      // A literal without an end would hold them. What stands in its place is an error as well: an empty body is none.
      const literal = unended.find((one) => one.start < at && at <= one.end);
      return literal ? { start: literal.start, end: at, text: `@${braces}` } : { start: at, end: at, text: braces };
    });
}

/** The text that clang is to see. Every line of the file is where it was. */
function isolatedText(text: string, { edits, missingEnds }: Isolation, request: PassRequest): string {
  const cuts = [...(request.omitted ?? []), ...edits];
  const { outline } = request;
  const strays = (outline?.strayBraces ?? []).map((start): Edit => ({ start, end: start + 1, text: "" }));
  const braces = outline ? [...supplied(text, outline, cuts), ...strays] : [];
  const changed = applyEdits(text, [...cuts, ...braces]);
  return [changed, ...missingEnds, ...(request.appended ?? [])].join("\n");
}

/** The appended lines that led to errors. */
function failedLines(errors: readonly Diagnostic[], path: string, firstLine: number): Map<number, CompileError> {
  const failed = new Map<number, CompileError>();
  for (const error of errors) {
    const place = [error, ...error.via].find(({ file, line }) => file === path && line >= firstLine);
    if (place && !failed.has(place.line - firstLine)) failed.set(place.line - firstLine, error);
  }
  return failed;
}

function dropped(errors: readonly Diagnostic[]): CompileError[] {
  return errors.map(({ via: _via, opens: _opens, ...error }) => error);
}

/** One round of isolation over all files; the same map when nothing could be helped. */
function isolateAll(
  subjects: (path: string) => Subject | undefined,
  main: string,
  errors: readonly Diagnostic[],
  before: Isolations,
  round: number,
): Isolations {
  const byFile = new Map<string, Diagnostic[]>();
  for (const error of errors) {
    // An error in a header is helped there; only when that fails it falls back on the line that includes it.
    const path = subjects(error.file) ? error.file : main;
    byFile.set(path, [...(byFile.get(path) ?? []), error]);
  }
  const after = new Map(before);
  const step = (path: string, found: readonly Diagnostic[]) => {
    const subject = subjects(path);
    const old = before.get(path) ?? nothingIsolated;
    const next = subject ? isolate(subject, found, old, round) : old;
    if (next !== old) after.set(path, next);
    return next !== old;
  };
  const helped = [...byFile].map(([path, found]) => step(path, found));
  if (!helped.includes(true)) step(main, errors);
  return [...after].some(([path, one]) => before.get(path) !== one) ? after : before;
}

/** Runs clang until it gives bitcode, nothing more can be taken out, or the signal says stop (then it rejects). */
export async function compilePass(request: PassRequest, start: Isolations = new Map()): Promise<PassResult> {
  const { clang, cache, source, outline, options, signal } = request;
  const subjects = subjectsOf(source, outline, request.files);
  let isolations = start;
  let repaired: readonly Edit[] = [];
  let learned = cache?.feedback.get(source.path) ?? noFeedback;
  let first: readonly Diagnostic[] | undefined;
  for (let round = 0; ; round++) {
    const isolation = isolations.get(source.path) ?? nothingIsolated;
    const omitted = [...(request.omitted ?? []), ...repaired];
    const text = isolatedText(source.text, isolation, { ...request, omitted });
    const files = isolatedFiles(request.files, isolations);
    const opaque = opaqueHeader([...isolations.values()]);
    const command = commandFor(request.command, learned);
    const { missing, headers } = learned;
    const key = JSON.stringify([command, source.path, significant(text), opaque, [...missing], [...files]]);
    const done = (bitcode: Uint8Array | undefined, errors: readonly Diagnostic[]): PassResult => ({
      bitcode,
      leftOut: [...isolations.values()].flatMap((one) => one.leftOut),
      errors: dropped(first ?? errors),
      isolations,
      failed: new Map(),
    });
    const known = cache?.outputs.get(key);
    if (known) return done(known, []);
    const tree = virtualFiles({ path: source.path, text }, files, options.includeFolders, missing);
    const users = (name: string) => [...files.keys()].some((path) => path === name || path.endsWith(`/${name}`));
    const stable = stableHeaders([text, ...files.values()], users, headers);
    const ready = cache ? await withPreamble(clang, cache, command, stable) : { command, files: {} };
    const args = [...ready.command, ...virtualFileOptions, ...(opaque ? ["-include", OPAQUE] : [])];
    const work = rooted({ ...tree, ...ready.files, ...(opaque ? { [OPAQUE]: opaque } : {}) });
    const { exitCode, stdout, stderr } = await clang.run(args, work, signal);
    if (exitCode === 0) {
      cache?.outputs.set(key, stdout);
      return done(stdout, []);
    }
    const errors = parseDiagnostics(stderr);
    if (errors.length === 0) return done(undefined, [unexplained(source.path, stderr)]);
    const more = learn(learned, errors);
    if (more !== learned) {
      learned = more;
      cache?.feedback.set(source.path, learned);
      continue;
    }
    if (request.appended?.length) {
      const firstLine = source.text.split("\n").length + isolation.missingEnds.length + 1;
      const failed = failedLines(errors, source.path, firstLine);
      if (failed.size > 0) return { ...done(undefined, errors), failed };
    }
    if (request.giveUpAt?.some((one) => errors.some((error) => one.test(error.message)))) {
      return { ...done(undefined, errors), retry: true };
    }
    // Without an outline nothing is taken out, but what clang alone refuses is written as it takes it all the same.
    const repairs = outline
      ? []
      : repairsOf(source, errors).filter((one) => !repaired.some((known) => isSame(one, known)));
    if (repairs.length > 0) {
      repaired = [...repaired, ...repairs];
      continue;
    }
    const lasting = errors.filter((error) => !isRepairedIn(subjects, error));
    if (lasting.length > 0) first ??= lasting;
    const next = round < MAX_ROUNDS ? isolateAll(subjects, source.path, errors, isolations, round) : isolations;
    if (next === isolations) return done(undefined, errors);
    isolations = next;
  }
}

const isSame = (one: Edit, other: Edit) => one.start === other.start && one.end === other.end;

/** Whether what an error asks for is written otherwise from the next round on, so that the error is none. */
function isRepairedIn(subjects: (path: string) => Subject | undefined, error: Diagnostic): boolean {
  const subject = subjects(error.file);
  return subject !== undefined && isRepaired(subject, error);
}

/** clang's command line for what is known of a file. What is included before it is seen again costs nothing. */
function commandFor(
  command: readonly string[],
  { headers, launchesFromDevice, ownsTexture }: PassFeedback,
): readonly string[] {
  const relocatable = launchesFromDevice && command.includes("-fcuda-is-device") ? ["-fgpu-rdc"] : [];
  const includes = [...headers].flatMap((header) => ["-include", header]);
  const defines = ownsTexture ? ["-D__WL_NO_TEXTURE_REFERENCES__=1"] : [];
  return [...command.slice(0, -1), ...relocatable, ...defines, ...includes, command.at(-1)!];
}

/** The files that can be isolated, outlined when they are first asked for. */
function subjectsOf(source: SourceFile, outline: Outline | undefined, files: SourceFiles) {
  const known = new Map<string, Subject>();
  if (outline) {
    known.set(source.path, { ...source, outline, lines: lineIndex(source.text), items: outline.declarations });
  }
  return (path: string): Subject | undefined => {
    const text = files.get(path);
    if (!known.has(path) && outline && text !== undefined) known.set(path, headerSubject(path, text));
    return known.get(path);
  };
}

function isolatedFiles(files: SourceFiles, isolations: Isolations): SourceFiles {
  return new Map(
    [...files].map(([path, text]) => [path, applyEdits(text, isolations.get(path)?.edits ?? [])] as const),
  );
}

/** A failure without a message: clang crashed, or ran out of memory or of time. */
function unexplained(file: string, stderr: string): Diagnostic {
  const message = stderr.trim().split("\n").at(-1) || "clang ended without a message";
  return { file, line: 0, column: 0, message, fatal: true, via: [] };
}

/** What of a text decides its IR. Spaces at the end of a line decide nothing: an edit in what was blanked gives the same text. */
function significant(text: string): string {
  return text.replace(/[ \t]+$/gm, "");
}
