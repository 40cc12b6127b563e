/** What `warplens simulate --program` gets of a program's environment: its files, input, environment and arguments. */
import { resolve } from "node:path";
import type { ParseArgsConfig } from "node:util";
import type { Document, ProgramRequest } from "../../engine/model";
import { cudaVersions, type SimulatedMachine } from "../../engine/model/configuration";
import { UsageError } from "../../engine/model/errors";
import { readNamed, readSource } from "./documents";

/** Options of `simulate --program`, for `parseArgs`. */
export const programFlags = {
  stdin: { type: "string" },
  env: { type: "string", multiple: true, default: [] },
  files: { type: "string" },
  devices: { type: "string" },
  "device-memory": { type: "string" },
  "cuda-version": { type: "string" },
  count: { type: "string" },
} as const satisfies NonNullable<ParseArgsConfig["options"]>;

/** Help on {@link programFlags}. */
export const programHelp = `  --stdin FILE               with --program: its standard input; - is the standard input of warplens; empty otherwise
  --env NAME=VALUE           with --program: an environment variable; it sees no others
  --files DIR                with --program: the folder whose files it finds; what it writes stays in memory
  --devices N                with --program: devices that it finds (default: 1)
  --device-memory BYTES      with --program: memory of each device, as 512M or 8G (default: its product's)
  --count all                with --program: run and count every launch, also those that repeat an earlier one on the same
                             bytes, whose counters are known
  --cuda-version 12|13       with --program: the version of CUDA whose error codes it gets (default: 13)
`;

/** Values of {@link programFlags} as they were given. */
export interface ProgramValues {
  readonly stdin?: string | undefined;
  readonly env: readonly string[];
  readonly files?: string | undefined;
  readonly devices?: string | undefined;
  readonly "device-memory"?: string | undefined;
  readonly "cuda-version"?: string | undefined;
  readonly count?: string | undefined;
}

/** Words before `--`, and the program's own after it. */
export function splitArguments(words: readonly string[]): [own: readonly string[], program: readonly string[]] {
  const at = words.indexOf("--");
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

async function ownInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function readInput(path: string): Promise<Uint8Array> {
  return path === "-" ? ownInput() : readNamed(resolve(path), `--stdin ${path}`);
}

function variable(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--env ${text}: write NAME=VALUE.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `512M` as bytes; each letter is 1024 times the one before. */
function bytesOf(text: string): number {
  const [, digits, letter] = /^([1-9]\d{0,11})([KMG]?)$/.exec(text) ?? [];
  if (digits === undefined) throw new UsageError(`--device-memory ${text}: a number of bytes, as 512M or 8G.`);
  return Number(digits) * 1024 ** " KMG".indexOf(letter || " ");
}

/** What the command line says of the simulated machine, over the configuration. */
function machineOf({
  devices,
  "device-memory": memory,
  "cuda-version": cuda,
}: ProgramValues): Partial<SimulatedMachine> {
  const version = cudaVersions.find((one) => String(one) === cuda);
  if (cuda !== undefined && version === undefined)
    throw new UsageError(`--cuda-version ${cuda}: there is ${cudaVersions.join(" and ")}.`);
  if (devices !== undefined && !/^[1-9]\d?$/.test(devices))
    throw new UsageError(`--devices ${devices}: a number from 1 to 99.`);
  return {
    ...(version !== undefined && { cudaVersion: version }),
    ...(devices !== undefined && { devices: Number(devices) }),
    ...(memory !== undefined && { deviceMemory: bytesOf(memory) }),
  };
}

/** The request for a program of several files, and its first file. */
export async function readProgram(
  paths: readonly string[],
  words: readonly string[],
  { stdin, env, files, count, ...machine }: ProgramValues,
): Promise<{ readonly document: Document; readonly request: ProgramRequest }> {
  const [document, ...sources] = await Promise.all(paths.map(readSource));
  if (new Set(paths.map((path) => resolve(path))).size < paths.length) {
    throw new UsageError("simulate: a file is named twice.");
  }
  if (count !== undefined && count !== "all") throw new UsageError(`--count ${count}: there is all.`);
  const request: ProgramRequest = {
    arguments: words,
    sources,
    environment: new Map(env.map(variable)),
    machine: machineOf({ env, ...machine }),
    ...(stdin === undefined ? {} : { stdin: await readInput(stdin) }),
    ...(count === "all" && { countAll: true }),
    ...(files === undefined ? {} : { files: resolve(files) }),
  };
  return { document: document!, request };
}
