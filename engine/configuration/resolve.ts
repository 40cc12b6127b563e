/**
 * The configuration of one file. From weak to strong: our defaults, the editor's settings, the compile database, the
 * configuration file, the flags of the command line.
 */
import { parseFlags, readNvccFlags } from "../../analyzer/compiler/command/flags";
import type { CompileOptions } from "../../analyzer/compiler/model";
import { type Configuration, type Decided, unitsOf } from "../model/configuration";
import type { ConfigurationFile, Layer } from "../model/configurationFile";
import type { Platform } from "../model/platform";
import { folderOf, joinPath } from "../sources/paths";
import { refineOptions } from "./compileDatabase";
import type { ConfigurationReader } from "./files";
import { matchesAny } from "./glob";

export { readNvccFlags };

/** Flags of nvcc as they were written, and the folder that their paths are relative to. */
export interface Flags {
  readonly words: readonly string[];
  readonly folder: string;
}

const single = ["architecture", "standard", "fastMath", "fmad"] as const;

/** The options with one value that flags of nvcc decide, whatever stands in their base. */
function decidedBy({ words }: Flags, base: CompileOptions): Decided {
  const bases = [
    { ...base, architecture: "", standard: "", fastMath: false, fmad: false },
    { ...base, architecture: "-", standard: "-", fastMath: true, fmad: true },
  ];
  const [one, other] = bases.map((blank) => parseFlags(words, blank));
  const decided = single.filter((name) => one![name] === other![name]).map((name) => [name, one![name]] as const);
  return Object.fromEntries(decided) as Decided;
}

function decidedIn(compile: Layer["compile"]): Decided {
  const given = single.filter((name) => compile?.[name] !== undefined).map((name) => [name, compile![name]] as const);
  return Object.fromEntries(given) as Decided;
}

function applyFlags({ words, folder }: Flags, base: CompileOptions): CompileOptions {
  const { includeFolders, ...options } = parseFlags(words, { ...base, includeFolders: [] });
  const own = includeFolders.map((one) => joinPath(folder, one));
  return { ...options, includeFolders: [...own, ...base.includeFolders] };
}

/** `base` under what a file and the command line say. */
function applyLayer(base: Configuration, layer: Layer, flags: Flags | undefined): Configuration {
  const compile = { ...base.compile, ...layer.compile };
  return {
    ...base,
    compile: flags ? applyFlags(flags, compile) : compile,
    decided: { ...decidedIn(layer.compile), ...(flags ? decidedBy(flags, compile) : {}) },
    rules: { ...base.rules, ...layer.rules },
    block: layer.defaultBlock ?? base.block,
    ...(layer.launches ? { launches: layer.launches } : {}),
    limits: {
      ...base.limits,
      steps: layer.budget === undefined ? base.limits.steps : unitsOf(layer.budget),
      memoryBytes: layer.memoryLimit ?? base.limits.memoryBytes,
    },
    ...(layer.workers === undefined ? {} : { simulation: { workers: layer.workers } }),
    machine: {
      cudaVersion: layer.cudaVersion ?? base.machine.cudaVersion,
      devices: layer.devices ?? base.machine.devices,
    },
  };
}

/** Whether a layer keeps a file out. */
export const isExcluded = (layer: Layer, path: string): boolean => matchesAny(layer.exclude ?? [], path);

/** What a file is compiled with: the compile database refines it, and what was decided nearer stays. */
export async function compileOptions(
  platform: Platform,
  path: string,
  { compile, decided }: Configuration,
): Promise<CompileOptions> {
  return { ...(await refineOptions(platform, path, compile)), ...decided };
}

/** The configurations of an engine's documents, each made once. */
export interface Configurations {
  /** The same object as long as nothing changed, so that it can be compared. */
  of(path: string): Promise<Configuration>;
  /** The file that a document is under; undefined where there is none. */
  fileOf(path: string): Promise<ConfigurationFile | undefined>;
  /** Other settings beneath the files. */
  configure(base: Configuration): void;
  /** Files have changed on disk. */
  forget(): void;
}

/** The configurations of files: their configuration file over `initial`, below the flags. */
export function createConfigurations(
  reader: ConfigurationReader,
  initial: Configuration,
  flags: Flags | undefined,
): Configurations {
  let base = initial;
  const made = new Map<string, { file: ConfigurationFile | undefined; configuration: Configuration }>();
  return {
    async of(path) {
      const file = await reader.inFolder(folderOf(path));
      const excluded = file !== undefined && isExcluded(file.layer, path);
      const key = `${file?.path ?? ""}|${excluded}`;
      const known = made.get(key);
      if (known && known.file === file) return known.configuration;
      const configuration = { ...applyLayer(base, file?.layer ?? {}, flags), excluded };
      made.set(key, { file, configuration });
      return configuration;
    },
    fileOf: (path) => reader.inFolder(folderOf(path)),
    configure(next) {
      base = next;
      made.clear();
    },
    forget() {
      reader.forget();
      made.clear();
    },
  };
}
