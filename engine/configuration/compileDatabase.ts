/**
 * `compile_commands.json` or `compile_flags.txt`, where a project has one: looked for in the file's folder and its parents,
 * the former in their `build` folders as well; the nearest counts, as for clangd. It refines what a file is compiled with; a
 * broken one is as good as none.
 */
import { parseFlags, splitCommand } from "../../analyzer/compiler/command/flags";
import type { CompileOptions } from "../../analyzer/compiler/model";
import type { Platform } from "../model/platform";
import { folderOf, joinPath, virtualPath } from "../sources/paths";
import { makefileFlags } from "./makefile";

const NAME = "compile_commands.json";

/** The same flags for all files, one argument a line. */
const FLAGS = "compile_flags.txt";

interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly command?: string;
  readonly arguments?: readonly string[];
}

/** An entry as the format has it; of another shape it says nothing. */
function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { directory, file, command = "", arguments: words = [] } = value as Record<string, unknown>;
  const isText = (one: unknown): boolean => typeof one === "string";
  return [directory, file, command].every(isText) && Array.isArray(words) && words.every(isText);
}

function entriesOf(text: string): Entry[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value.filter(isEntry);
  } catch {
    return [];
  }
}

/** The folder and all above it, nearest first. */
function upward(folder: string): string[] {
  const folders: string[] = [];
  for (let one = folder; one !== ""; one = folderOf(one)) folders.push(one);
  return folders;
}

/** What was found: the text of a database, or the flags of a folder. */
type Found = { readonly database: string } | { readonly flags: readonly string[]; readonly folder: string };

async function find(platform: Platform, folder: string): Promise<Found | undefined> {
  for (const one of upward(folder)) {
    for (const candidate of [one, joinPath(one, "build")]) {
      const database = await platform.readText(joinPath(candidate, NAME));
      if (database !== undefined) return { database };
    }
    const text = await platform.readText(joinPath(one, FLAGS));
    if (text !== undefined) return { flags: argumentsOf(text), folder: one };
  }
  return undefined;
}

const argumentsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

async function findDatabase(platform: Platform, folder: string): Promise<string | undefined> {
  const found = await find(platform, folder);
  return found && "database" in found ? found.database : undefined;
}

/**
 * Words with the contents of the option files that they name, as CMake writes them: `--options-file includes_CUDA.rsp`.
 * An option file that is not there says nothing.
 */
async function expanded(platform: Platform, directory: string, words: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const joined = /^(?:--options-file=|-optf=|@)(.+)$/.exec(word)?.[1];
    const name = joined ?? (/^(?:--options-file|-optf)$/.test(word) ? words[++i] : undefined);
    if (name === undefined) all.push(word);
    else all.push(...splitCommand((await platform.readText(joinPath(directory, name))) ?? ""));
  }
  return all;
}

/** How many folders two paths begin with together. */
function shared(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  const differs = a.findIndex((part, i) => part !== b[i]);
  return differs < 0 ? a.length : differs;
}

/**
 * The entry of a file; for one that is in no entry, as headers are, that of the CUDA source that is nearest to it,
 * because a project compiles neighbours alike.
 */
function entryFor(entries: readonly Entry[], path: string): Entry | undefined {
  const wanted = virtualPath(path);
  const placed = entries.map((entry) => ({ entry, path: virtualPath(joinPath(entry.directory, entry.file)) }));
  const own = placed.find((one) => one.path === wanted);
  if (own) return own.entry;
  const stem = (name: string) => name.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const score = (one: string) => 2 * shared(one, wanted) + Number(stem(one) === stem(wanted));
  const sources = placed.filter((one) => one.path.endsWith(".cu"));
  return sources.sort((a, b) => score(b.path) - score(a.path))[0]?.entry;
}

/** Paths of all files that the compile database of a file compiles; none where it has none. */
export async function databaseFiles(platform: Platform, path: string): Promise<readonly string[]> {
  const text = await findDatabase(platform, folderOf(path));
  const entries = text === undefined ? [] : entriesOf(text);
  return entries.map(({ directory, file }) => joinPath(directory, file));
}

/**
 * What a file is compiled with: its entry in the database or the flags of its folder, else what a Makefile beside it says,
 * under what the user's settings say.
 */
export async function refineOptions(platform: Platform, path: string, base: CompileOptions): Promise<CompileOptions> {
  const found = await find(platform, folderOf(path));
  if (found && "flags" in found) return refined(base, found.flags, found.folder);
  const entry = found && entryFor(entriesOf(found.database), path);
  if (!entry) {
    const makefile = await makefileFlags(platform, path);
    return makefile ? refined(base, makefile.words, makefile.folder) : base;
  }
  const words = entry.arguments ?? splitCommand(entry.command ?? "");
  return refined(base, await expanded(platform, entry.directory, words.slice(1)), entry.directory);
}

/** @param folder what relative folders of the flags are relative to */
function refined(base: CompileOptions, flags: readonly string[], folder: string): CompileOptions {
  const { includeFolders, forcedIncludes = [], ...options } = parseFlags(flags, { ...base, includeFolders: [] });
  const own = (name: string) => joinPath(folder, name);
  return {
    ...options,
    includeFolders: [...base.includeFolders, ...includeFolders.map(own)],
    forcedIncludes,
  };
}
