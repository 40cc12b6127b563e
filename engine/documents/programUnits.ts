/** The source files of a whole program, each compiled apart: the host pass of every file, the device pass of a `.cu`. */
import type { Level } from "../../analyzer/compiler/command/commands";
import type { Compiled, CompileError } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { namingMissing } from "../../analyzer/compiler/pass/missingHeaders";
import { codeOnly } from "../../analyzer/compiler/text/statements";
import { lineIndex } from "../../analyzer/syntax/text/lineIndex";
import { compileOptions } from "../configuration/resolve";
import type { Document } from "../model";
import type { Configuration } from "../model/configuration";
import { UsageError } from "../model/errors";
import type { ProgramJob } from "../model/job";
import { compileInput } from "../sources/includes";
import { virtualPath } from "../sources/paths";
import { compileHostSide, languageOf } from "./hostCode";
import type { SourceText } from "./sourceLocation";
import type { Workshop } from "./workshop";

type Unit = ProgramJob["units"][number];

/** What clang says of dynamic parallelism. */
const LAUNCHED_BY_KERNEL = /kernel launch from __device__ or __global__ function/;

const cannotLaunch = (what: string) =>
  `${what}, and simulated programs do not support dynamic parallelism: launch it from the host.`;

/** Where an error is: its line, with the name of the file where that is another one. */
function placeOf({ file, line }: CompileError, path: string): string {
  return virtualPath(path) === file ? `line ${line}` : `line ${line} of ${file.slice(file.lastIndexOf("/") + 1)}`;
}

/** The bitcode of a side. A program of which a part does not compile is none: nothing is left out of it silently. */
function required({ bitcode, errors }: Compiled, { text, source, files, options }: Prepared, side: string): Uint8Array {
  const { path } = text.document;
  const first = errors[0];
  if (bitcode && !first) return bitcode;
  if (first && LAUNCHED_BY_KERNEL.test(first.message)) {
    throw new UsageError(`${path}: ${cannotLaunch(`${placeOf(first, path)} launches a kernel from a kernel`)}`);
  }
  const named = namingMissing(source, files, options.defines);
  const why = first ? `${named(first.message)} (${placeOf(first, path)})` : "clang gave no reason";
  throw new UsageError(`${path}: the ${side} code does not compile: ${why}.`);
}

/** A file of the program with everything that its compiles read. */
interface Prepared extends Awaited<ReturnType<typeof compileInput>> {
  readonly text: SourceText;
}

async function prepared(
  text: SourceText,
  { platform }: Workshop,
  configuration: Configuration,
  signal: AbortSignal | undefined,
): Promise<Prepared> {
  const compile = await compileOptions(platform, text.document.path, configuration);
  return { text, ...(await compileInput(platform, text.document, compile, signal)) };
}

/** Whether `main` is in a file of the program, or in a header of the user's that it includes. */
function hasMain({ text, files }: Prepared): boolean {
  if (text.outline.functions.some((one) => one.name === "main" && one.body)) return true;
  return [...files.values()].some((header) => /\bint\s+main\s*\(/.test(codeOnly(header)));
}

async function compiledUnit(
  prepared: Prepared,
  workshop: Workshop,
  signal: AbortSignal | undefined,
  level: Level,
): Promise<Unit> {
  const { text, source, files, options } = prepared;
  const { platform, cache } = workshop;
  const { document, outline, lines } = text;
  const { path } = document;
  const language = languageOf(path);
  const { clang } = platform;
  const nested = outline.launches.find(({ within }) => within !== undefined && outline.functions[within]?.isKernel);
  if (nested) {
    const line = lines.positionAt(nested.start).line + 1;
    throw new UsageError(`${path}: ${cannotLaunch(`line ${line} launches a kernel from a kernel`)}`);
  }
  const host = await compileHostSide(prepared, outline, language, workshop, signal);
  if (language !== "cuda") return { path, host: required(host, prepared, "host") };
  const device = await compileDevice({ clang, source, outline, files, options, signal, cache, level });
  return { path, host: required(host, prepared, "host"), device: required(device, prepared, "device") };
}

/** A program's files as texts with outlines, the first with the others beside it. */
export function programText(documents: readonly Document[], { syntax }: Workshop): SourceText {
  const [first, ...others] = documents.map((document) => ({
    document,
    outline: syntax.outline(document.text),
    lines: lineIndex(document.text),
  }));
  return { ...first!, others };
}

/**
 * Compiles every file of a program with its own configuration; `level` is that of the device code.
 *
 * @throws UsageError when a file does not compile, or none has a `main`.
 */
export async function programUnits(
  text: SourceText,
  workshop: Workshop,
  configurationOf: (path: string) => Promise<Configuration>,
  signal?: AbortSignal,
  level: Level = "optimised",
): Promise<Unit[]> {
  const texts = [text, ...(text.others ?? [])];
  const all: Prepared[] = [];
  for (const one of texts) all.push(await prepared(one, workshop, await configurationOf(one.document.path), signal));
  if (!all.some(hasMain)) {
    const paths = texts.map(({ document }) => document.path).join(", ");
    throw new UsageError(`${paths}: there is no main() to run; simulate a kernel instead.`);
  }
  const units: Unit[] = [];
  for (const one of all) units.push(await compiledUnit(one, workshop, signal, level));
  return units;
}
