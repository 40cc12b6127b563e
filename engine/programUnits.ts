/** The source files of a whole program, each compiled apart: the host pass of every file, the device pass of a `.cu`. */
import type { Language, Level } from "../analyzer/compiler/commands";
import { compileDevice } from "../analyzer/compiler/device";
import { compileHost } from "../analyzer/compiler/host";
import type { Compiled } from "../analyzer/compiler/model";
import { lineIndex } from "../analyzer/syntax/lineIndex";
import type { Workshop } from "./analysis";
import type { Configuration } from "./config";
import { compileOptions } from "./configuration/resolve";
import { UsageError } from "./errors";
import type { Document } from "./model";
import type { SourceText } from "./places";
import type { ProgramJob } from "./simulation/job";
import { compileInput, virtualPath } from "./sources";

type Unit = ProgramJob["units"][number];

/** As nvcc tells them apart; a file without an ending of its own is CUDA. */
const languages: readonly { readonly ending: RegExp; readonly language: Language }[] = [
  { ending: /\.c$/, language: "c" },
  { ending: /\.(?:cpp|cc|cxx|c\+\+|C)$/, language: "c++" },
];

function languageOf(path: string): Language {
  return languages.find(({ ending }) => ending.test(path))?.language ?? "cuda";
}

/** What clang says of dynamic parallelism. */
const LAUNCHED_BY_KERNEL = /kernel launch from __device__ or __global__ function/;

/** The bitcode of a side. A program of which a part does not compile is none: nothing is left out of it silently. */
function required({ bitcode, errors }: Compiled, path: string, side: string): Uint8Array {
  const first = errors[0];
  if (bitcode && !first) return bitcode;
  if (first && LAUNCHED_BY_KERNEL.test(first.message)) {
    const what = `line ${first.line} of ${first.file} launches a kernel from a kernel`;
    throw new UsageError(`${path}: ${what}, which programs cannot do here: launch it from the host.`);
  }
  const place = first && virtualPath(path) !== first.file ? `${first.file}, line ${first.line}` : `line ${first?.line}`;
  const why = first ? `${first.message} (${place})` : "clang gave no reason";
  throw new UsageError(`${path}: the ${side} code does not compile: ${why}.`);
}

async function compiledUnit(
  text: SourceText,
  { platform, cache }: Workshop,
  configuration: Configuration,
  signal: AbortSignal | undefined,
  level: Level,
): Promise<Unit> {
  const { document, outline } = text;
  const { path } = document;
  const language = languageOf(path);
  const compile = await compileOptions(platform, path, configuration);
  const { source, files, options } = await compileInput(platform, document, compile, signal);
  const { clang } = platform;
  const host = await compileHost(clang, source, outline, files, options, signal, { cache, language });
  if (language !== "cuda") return { path, host: required(host, path, "host") };
  const device = await compileDevice(clang, source, outline, files, options, signal, { cache, level });
  return { path, host: required(host, path, "host"), device: required(device, path, "device") };
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
  if (!texts.some(({ outline }) => outline.functions.some((one) => one.name === "main" && one.body))) {
    const paths = texts.map(({ document }) => document.path).join(", ");
    throw new UsageError(`${paths}: there is no main() to run; simulate a kernel instead.`);
  }
  const units: Unit[] = [];
  for (const one of texts) {
    units.push(await compiledUnit(one, workshop, await configurationOf(one.document.path), signal, level));
  }
  return units;
}
