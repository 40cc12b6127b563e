/** What every command shares: reading options, flags of nvcc, and which configuration file counts. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Dim3 } from "../../analyzer/hardware/model";
import { readNvccFlags } from "../../engine/configuration/resolve";
import type { EngineOptions } from "../../engine/index";
import { UsageError } from "../../engine/model/errors";

/** A command of `warplens`: it runs with its arguments and gives the exit code. */
export interface Command {
  readonly help: string;
  /** Gives the exit code. */
  run(words: readonly string[]): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Reads options strictly; what is unknown or wrong is one sentence. */
export function readOptions<T extends Options>(words: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unknown = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? /'(-[^']*)'/.exec(message)?.[1] : undefined;
    if (unknown) throw new UsageError(`There is no option ${unknown}. See --help.`);
    throw new UsageError(`${message.split("\n")[0]!.replace(/\.?$/, ".")} See --help.`);
  }
}

const configurationFlags = {
  config: { type: "string" },
  "no-config": { type: "boolean", default: false },
} as const satisfies Options;

/** Help on the options of {@link readCompileOptions}. */
export const compileHelp = `  --config FILE              this configuration file for every source, instead of the nearest .warplens.json above it
  --no-config                no configuration file
  -I DIR, -D NAME=VALUE, -U NAME, -include FILE, -std=c++17, -arch=sm_90, -gencode …, -use_fast_math, --fmad=false
                             as for nvcc; its other flags are accepted and change nothing
`;

async function configurationPath(values: { config?: string | undefined; "no-config": boolean }) {
  if (values["no-config"]) return { configurationFile: null };
  if (values.config === undefined) return {};
  const isFile = await stat(values.config).then(
    (one) => one.isFile(),
    () => false,
  );
  if (!isFile) throw new UsageError(`--config ${values.config}: there is no such file.`);
  return { configurationFile: resolve(values.config) };
}

/**
 * The options of a command that compiles: its own, and from nvcc's flags and those about the configuration file what the
 * engine gets.
 */
export async function readCompileOptions<T extends Options>(words: readonly string[], own: T) {
  const { flags, rest, problems } = readNvccFlags(words);
  if (problems.length > 0) throw new UsageError(problems.join(" "));
  const { values, positionals } = readOptions(rest, { ...own, ...configurationFlags });
  const file = await configurationPath(values as { config?: string; "no-config": boolean });
  const engine: EngineOptions = { flags: { words: flags, folder: process.cwd() }, ...file };
  return { values, positionals, engine };
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

/** The value of an option that is a whole number. */
export function readCount(option: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`--${option} ${text}: write a whole number of at least ${least}.`);
}

/** The value of an option that only has a few. */
export function oneOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`--${option} ${value}: there is ${choices.join(", ")}.`);
  return found;
}
