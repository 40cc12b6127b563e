/** One pass over one file: compile, take out what fails, compile again, until there is IR. */

import type { Outline } from "../../syntax/model";
import { lineIndex } from "../../syntax/text/lineIndex";
import { libraryOf } from "../command/libraries";
import { rooted, type SourceFile, virtualFileOptions, virtualFiles } from "../command/virtualFiles";
import { type Diagnostic, MAX_ERRORS, parseDiagnostics } from "../isolation/diagnostics";
import { headerSubject } from "../isolation/headerOutline";
import { isolate } from "../isolation/isolate";
import { covers, type Isolation, nothingIsolated, type Subject } from "../isolation/model";
import { repairAt, repairsOf } from "../isolation/repairs";
import { DECLARATIONS, declarationsOf } from "../isolation/unknownNames";
import { significantLines, withoutComments } from "../lines/significantLines";
import {
  type Clang,
  type CompileError,
  type CompileOptions,
  HeadersPending,
  type LeftOut,
  type SourceFiles,
} from "../model";
import { applyEdits, type Edit, isSameSpan } from "../text/edits";
import type { PassCache } from "./cache";
import { learn, noFeedback, type PassFeedback } from "./feedback";
import { withHeavyHeaders } from "./heavyHeaders";
import { stableHeaders, withPreamble } from "./preamble";

/** Passes of isolation at most; what does not compile by then is left out, with its reason. */
const MAX_ATTEMPTS = 24;

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
  /** Lines added after the last one; one that fails ends the pass, and `failed` names it. */
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

/**
 * The braces that functions lack, where the outline ends them; one that was taken out lacks none. What ends there is the
 * item: after the braces of a structure stands a semicolon.
 */
function supplied(text: string, outline: Outline, edits: readonly Edit[]): Edit[] {
  return outline.functions
    .filter(({ missingBraceAt, body }) => missingBraceAt !== undefined && body && !covers(edits, body))
    .map(({ start, missingBraceAt, missingBraces }) => {
      const at = missingBraceAt!;
      const item = outline.declarations.find((one) => one.start <= start && start < one.end);
      const isStructure =
        item &&
        item.end <= at &&
        /^\s*(?:template\s*<[^{};]*>\s*)?(?:struct|class|union)\b/.test(text.slice(item.start, start));
      const braces = "}".repeat(missingBraces ?? 1) + (isStructure ? ";" : "");
      // A literal without an end would hold them. What stands in its place is an error as well: an empty body is none.
      const literal = outline.unendedLiterals?.find((one) => one.start < at && at <= one.end);
      return literal ? { start: literal.start, end: at, text: `@${braces}` } : { start: at, end: at, text: braces };
    });
}

/** Literals without an end before braces that close their line: for clang they would hold the braces. */
const closedLiterals = (text: string, { unendedLiterals = [] }: Outline): Edit[] =>
  unendedLiterals
    .filter(({ end }) => /^[ \t;]*\}/.test(text.slice(end, end + 200)))
    .map(({ start, end }) => ({ start, end, text: "@" }));

/** The text that clang is to see. Every line of the file is where it was. */
function isolatedText(text: string, { edits, missingEnds }: Isolation, request: PassRequest): string {
  const cuts = [...(request.omitted ?? []), ...edits];
  const { outline } = request;
  const strays = (outline?.strayBraces ?? []).map((start): Edit => ({ start, end: start + 1, text: "" }));
  const closed = outline ? closedLiterals(text, outline).filter((one) => !covers(cuts, one)) : [];
  const braces = outline ? [...supplied(text, outline, cuts), ...strays, ...closed] : [];
  const changed = applyEdits(text, [...cuts, ...braces]);
  return [changed, ...missingEnds, ...(request.appended ?? [])].join("\n");
}

/** The appended lines that led to errors. What the text leaves open ends behind the last of them, and is the fault of none. */
function failedLines(
  errors: readonly Diagnostic[],
  path: string,
  firstLine: number,
  lines: number,
): Map<number, CompileError> {
  const failed = new Map<number, CompileError>();
  const isAppended = (line: number) => line >= firstLine && line < firstLine + lines;
  for (const error of errors) {
    const place = [error, ...error.via].find(({ file, line }) => file === path && isAppended(line));
    if (place && !failed.has(place.line - firstLine)) failed.set(place.line - firstLine, error);
  }
  return failed;
}

/** Errors as they are reported. What is missing at the end of the file is so after its last line that says something. */
function reportedErrors(errors: readonly Diagnostic[], { path, text }: SourceFile): CompileError[] {
  return errors.map(({ via: _via, opens: _opens, invalid: _invalid, ...error }) => {
    if (error.file !== path || !error.message.startsWith("expected '}'")) return error;
    const significant = significantLines(withoutComments(text));
    const line = significant.lines.at(-1) ?? error.line;
    const last = significant.text.slice(significant.text.lastIndexOf("\n") + 1);
    const column = new TextEncoder().encode(last).length + 1;
    return error.line > line || (error.line === line && error.column > column) ? { ...error, line, column } : error;
  });
}

/** One attempt of isolation over all files; the same map when nothing can be removed. */
function isolateAll(
  subjects: (path: string) => Subject | undefined,
  main: string,
  errors: readonly Diagnostic[],
  before: Isolations,
  attempt: number,
): Isolations {
  const byFile = new Map<string, Diagnostic[]>();
  for (const error of errors) {
    // The cause of an error in a header is removed there; only when that fails, the line that includes the header is. One in
    // a template of the library is that of the header which asked for it.
    const path = [error, ...error.via].find(({ file }) => subjects(file))?.file ?? main;
    byFile.set(path, [...(byFile.get(path) ?? []), error]);
  }
  const step = (path: string, found: readonly Diagnostic[]): [string, Isolation][] => {
    const subject = subjects(path);
    const old = before.get(path) ?? nothingIsolated;
    const next = subject ? isolate(subject, found, old, attempt) : old;
    return next === old ? [] : [[path, next]];
  };
  const changed = [...byFile].flatMap(([path, found]) => step(path, found));
  // What uses a name of another file fails until that is declared, for no reason of its own.
  const declaring = changed.filter(([path, { opaque }]) => opaque !== (before.get(path) ?? nothingIsolated).opaque);
  const helped = declaring.length > 0 ? declaring : changed;
  const all = helped.length > 0 ? helped : step(main, errors);
  return all.length > 0 ? new Map([...before, ...all]) : before;
}

/** What the compiles so far have led to. Replaced, never changed. */
interface PassState {
  readonly isolations: Isolations;
  /** Edits that write in another way what clang alone refuses. */
  readonly repaired: readonly Edit[];
  readonly feedback: PassFeedback;
  /** The errors that are reported: those of the first compile with errors that no repair removes. */
  readonly reported?: readonly Diagnostic[];
  /** The step whose errors they have: later ones of the same step may come from what was taken out. */
  readonly reportedStep?: number;
}

/** What one run of clang gave; `isFinal` for a failure that no edit can mend. */
interface CompileOutcome {
  readonly bitcode?: Uint8Array;
  readonly errors: readonly Diagnostic[];
  readonly isFinal?: boolean;
  /** The step of heavy headers that has the errors; absent where the file itself was compiled. */
  readonly step?: number;
}

function resultOf(
  { source }: PassRequest,
  { isolations, reported }: PassState,
  { bitcode, errors }: Pick<CompileOutcome, "bitcode" | "errors">,
): PassResult {
  return {
    bitcode,
    leftOut: [...isolations.values()].flatMap((one) => one.leftOut),
    errors: reportedErrors(reported ?? errors, source),
    isolations,
    failed: new Map(),
  };
}

/** Characters of a line that only generated files have. */
const LONG_LINE = 10_000;

/**
 * clang counts the column of each error from the start of its line, so that a hundred thousand errors in one line took 8 s:
 * of a file with such lines it reports as many as are read.
 */
const errorLimit = (text: string): readonly string[] =>
  text.split("\n").some(({ length }) => length > LONG_LINE) ? ["-ferror-limit", `${MAX_ERRORS + 1}`] : [];

/** The text as the state has it, with all that decides what clang makes of it. */
interface PassInput {
  readonly source: SourceFile;
  readonly files: SourceFiles;
  readonly command: readonly string[];
  /** Types of which only the name is known. */
  readonly opaque: string;
}

function inputOf(request: PassRequest, { isolations, feedback, repaired }: PassState): PassInput {
  const { path } = request.source;
  const isolation = isolations.get(path) ?? nothingIsolated;
  const omitted = [...(request.omitted ?? []), ...repaired];
  return {
    source: { path, text: isolatedText(request.source.text, isolation, { ...request, omitted }) },
    files: isolatedFiles(request.files, isolations),
    command: commandFor(request.command, feedback),
    opaque: declarationsOf([...isolations.values()]),
  };
}

/** The precompiled headers that a compile starts from, made where they are not there yet; rejects with `HeadersPending`. */
async function startOf(
  { clang, cache, options }: PassRequest,
  { source, files, command, opaque }: PassInput,
  { missing, headers }: PassFeedback,
) {
  if (!cache) return { ready: { command, files: {} }, heavy: undefined };
  const users = (name: string) =>
    options.theirLibraries?.some((one) => one === libraryOf(name)) ||
    [...files.keys()].some((path) => path === name || path.endsWith(`/${name}`));
  const stable = stableHeaders([source.text, ...files.values()], users, headers);
  const ready = await withPreamble(clang, cache, command, stable);
  const types = { name: DECLARATIONS, text: opaque };
  return {
    ready,
    heavy: await withHeavyHeaders({ clang, cache, source, files, options, missing, ready, opaque: types }),
  };
}

/** Compiles the text as the state has it, or finds its bitcode in the cache. */
async function compileOnce(request: PassRequest, state: PassState): Promise<CompileOutcome> {
  const { clang, cache, options, signal } = request;
  const input = inputOf(request, state);
  const { source, files, command, opaque } = input;
  const { missing } = state.feedback;
  const key = JSON.stringify([command, source.path, significantText(source.text), opaque, [...missing], [...files]]);
  const known = cache?.outputs.get(key);
  if (known) return { bitcode: known, errors: [] };
  const start = await startOf(request, input, state.feedback).catch((error: unknown) => {
    if (error instanceof HeadersPending) return error;
    throw error;
  });
  if (start instanceof HeadersPending) return { errors: [unexplained(source.path, start.message)], isFinal: true };
  const { ready, heavy } = start;
  if (heavy?.failure !== undefined) return { errors: [unexplained(source.path, heavy.failure)], isFinal: true };
  // What is wrong in the directives themselves is told by a compile of the file, as nothing else would be.
  const isOfHeaders = heavy?.errors.every(({ file }) => file !== source.path);
  if (heavy && heavy.errors.length > 0 && isOfHeaders) return { errors: heavy.errors, step: heavy.steps };
  const tree = virtualFiles(heavy?.source ?? source, heavy?.files ?? files, options, missing);
  const before = opaque && !heavy?.steps ? ["-include", DECLARATIONS] : [];
  const args = [...(heavy ?? ready).command, ...virtualFileOptions, ...errorLimit(source.text), ...before];
  const work = rooted({ ...tree, ...(heavy?.tree ?? ready.files), ...(opaque ? { [DECLARATIONS]: opaque } : {}) });
  const { exitCode, stdout, stderr } = await clang.run(args, work, signal);
  if (exitCode === 0) {
    cache?.outputs.set(key, stdout);
    return { bitcode: stdout, errors: [] };
  }
  const errors = parseDiagnostics(stderr);
  return errors.length > 0 ? { errors } : { errors: [unexplained(source.path, stderr)], isFinal: true };
}

/** The result of a pass that ends at its errors because its request asks for that; undefined where the pass goes on. */
function endedBy(request: PassRequest, state: PassState, errors: readonly Diagnostic[]): PassResult | undefined {
  const { source } = request;
  const result = resultOf(request, state, { errors });
  const { appended = [] } = request;
  if (appended.length > 0) {
    const { missingEnds } = state.isolations.get(source.path) ?? nothingIsolated;
    const firstLine = source.text.split("\n").length + missingEnds.length + 1;
    const failed = failedLines(errors, source.path, firstLine, appended.length);
    if (failed.size > 0) return { ...result, failed };
  }
  const givesUp = request.giveUpAt?.some((one) => errors.some((error) => one.test(error.message)));
  return givesUp ? { ...result, retry: true } : undefined;
}

/** Runs clang until it gives bitcode, nothing more can be removed, or the signal says stop (then it rejects). */
export async function compilePass(request: PassRequest, start: Isolations = new Map()): Promise<PassResult> {
  const { cache, source, outline } = request;
  const subjects = subjectsOf(source, outline, request.files);
  let state: PassState = {
    isolations: start,
    repaired: [],
    feedback: cache?.feedback.get(source.path) ?? noFeedback,
  };
  for (let attempt = 0; ; attempt++) {
    const outcome = await compileOnce(request, state);
    const { errors } = outcome;
    if (outcome.bitcode || outcome.isFinal) return resultOf(request, state, outcome);
    const feedback = learn(state.feedback, errors);
    if (feedback !== state.feedback) {
      cache?.feedback.set(source.path, feedback);
      state = { ...state, feedback };
      continue;
    }
    const ended = endedBy(request, state, errors);
    if (ended) return ended;
    // Without an outline nothing is removed, but what clang alone refuses can be written in another way.
    const repairs = outline ? [] : newRepairs(source, errors, state.repaired);
    if (repairs.length > 0) {
      state = { ...state, repaired: [...state.repaired, ...repairs] };
      continue;
    }
    const lasting = errors.filter((error) => !isRepairedIn(subjects, error));
    const step = outcome.step ?? Number.POSITIVE_INFINITY;
    if (lasting.length > 0 && step > (state.reportedStep ?? -1)) {
      state = { ...state, reported: [...(state.reported ?? []), ...lasting], reportedStep: step };
    }
    const { isolations } = state;
    const next = attempt < MAX_ATTEMPTS ? isolateAll(subjects, source.path, errors, isolations, attempt) : isolations;
    if (next === isolations) return resultOf(request, state, { errors });
    state = { ...state, isolations: next };
  }
}

function newRepairs(source: SourceFile, errors: readonly Diagnostic[], known: readonly Edit[]): Edit[] {
  return repairsOf(source, errors).filter((one) => !known.some((edit) => isSameSpan(one, edit)));
}

/** Whether the next compile writes in another way what an error asks for, so that the error is not reported. */
function isRepairedIn(subjects: (path: string) => Subject | undefined, error: Diagnostic): boolean {
  const subject = subjects(error.file);
  return subject !== undefined && repairAt(subject, error.message, error) !== undefined;
}

/** clang's command line for what is known of a file. Headers that are included twice cost nothing. */
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
function significantText(text: string): string {
  return text.replace(/(?<![ \t])[ \t]+$/gm, "");
}
