/** What every command shares: reading options, files and the compile flags that they all understand. */
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { CompileOptions } from "../analyzer/compiler/model";
import type { Dim3 } from "../analyzer/facts/model";
import { type Configuration, defaultConfiguration } from "../engine/config";
import { UsageError } from "../engine/errors";
import type { Document } from "../engine/model";

export interface Command {
  readonly help: string;
  /** Gives the exit code. */
  run(words: readonly string[]): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Flags of nvcc that are honoured by every command that compiles. */
export const compileFlags = {
  include: { type: "string", short: "I", multiple: true },
  define: { type: "string", short: "D", multiple: true },
  std: { type: "string" },
  arch: { type: "string" },
  use_fast_math: { type: "boolean" },
  fmad: { type: "string" },
} as const satisfies Options;

export const compileHelp = `  -I DIR, -D NAME=VALUE      as for nvcc
  --std c++17                C++ standard
  --arch sm_90               architecture to compile for and to simulate
  --use_fast_math, --fmad=false
`;

/** nvcc writes some long options with one dash; they are read as with two. */
function normalise(words: readonly string[]): string[] {
  return words.map((word) => (/^-(std|arch|use_fast_math)\b/.test(word) ? `-${word}` : word));
}

/** Reads options strictly; what is unknown or wrong is one sentence. */
export function readOptions<T extends Options>(words: readonly string[], options: T) {
  try {
    return parseArgs({ args: normalise(words), options, allowPositionals: true, strict: true });
  } catch (error) {
    const text = error instanceof Error ? error.message.split("\n")[0]! : String(error);
    throw new UsageError(`${text.replace(/\.?$/, ".")} See --help.`);
  }
}

interface CompileValues {
  readonly include?: readonly string[] | undefined;
  readonly define?: readonly string[] | undefined;
  readonly std?: string | undefined;
  readonly arch?: string | undefined;
  readonly use_fast_math?: boolean | undefined;
  readonly fmad?: string | undefined;
}

export function configurationFrom(values: CompileValues): Configuration {
  const base = defaultConfiguration.compile;
  if (values.arch !== undefined && !/^sm_\d+a?$/.test(values.arch)) {
    throw new UsageError(`--arch ${values.arch}: write an architecture such as sm_90.`);
  }
  const compile: CompileOptions = {
    architecture: values.arch ?? base.architecture,
    standard: values.std ?? base.standard,
    includeFolders: (values.include ?? []).map((folder) => resolve(folder)),
    defines: values.define ?? [],
    fastMath: values.use_fast_math ?? false,
    fmad: values.fmad !== "false",
  };
  return { ...defaultConfiguration, compile };
}

/** A file as a document. Text that is not UTF-8, binary files and folders are refused in a sentence. */
export async function readDocument(path: string): Promise<Document> {
  const absolute = isAbsolute(path) ? path : resolve(path);
  let bytes: Buffer;
  try {
    if ((await stat(absolute)).isDirectory()) throw new UsageError(`${path} is a folder; name the files in it.`);
    bytes = await readFile(absolute);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      code === "ENOENT" ? `${path}: there is no such file.` : `${path}: cannot be read (${code ?? String(error)}).`,
    );
  }
  if (bytes.subarray(0, 8192).includes(0)) throw new UsageError(`${path}: this is a binary file, not CUDA source.`);
  try {
    return { path: absolute, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    // Old sources are often Latin-1; every byte is a character there, so nothing is lost.
    return { path: absolute, text: new TextDecoder("latin1").decode(bytes) };
  }
}

/** `X[,Y[,Z]]` as three numbers; missing ones are 1. */
export function readDim3(option: string, text: string): Dim3 {
  const parts = text.split(",");
  if (parts.length > 3 || !parts.every((part) => /^\d+$/.test(part))) {
    throw new UsageError(`--${option} ${text}: write X, X,Y or X,Y,Z in whole numbers.`);
  }
  const [x, y = 1, z = 1] = parts.map(Number);
  return [x!, y, z];
}

/** The value of an option that only has a few. */
export function oneOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`--${option} ${value}: there is ${choices.join(", ")}.`);
  return found;
}
