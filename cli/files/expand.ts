/** From what the user names, files, folders and patterns, to the CUDA files that are meant. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { globTest, isGlob, matchesAny } from "../../engine/configuration/glob";
import { isExcluded } from "../../engine/configuration/resolve";
import type { ConfigurationFile } from "../../engine/model/configurationFile";
import { UsageError } from "../../engine/model/errors";
import { shownPath } from "../common/documents";

/** The configuration that a folder is under. */
export type ConfigurationOf = (folder: string) => Promise<ConfigurationFile | undefined>;

/** The files that the words of a command line name. */
export interface Selection {
  /** Absolute, each once, in the order of their names within what was named. */
  readonly paths: readonly string[];
  /** Named, but excluded by the configuration. */
  readonly excluded: readonly string[];
}

const cuda = /\.cuh?$/i;
/** Folders that hold no sources of the user's. */
const ignored = new Set(["node_modules", "CMakeFiles", "__pycache__"]);

/** Whether a path is that of a CUDA file by its extension. */
export const isCuda = (path: string): boolean => cuda.test(path);

/** Whether a folder has no sources of the user's: a hidden one, or one of tools. */
export const isIgnored = (name: string): boolean => name.startsWith(".") || ignored.has(name);

/** Every file below a folder, in the order of names; links to folders are not followed, so no walk goes in circles. */
async function* walk(folder: string): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(`${shownPath(folder)}: this folder cannot be read (${code}).`);
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isIgnored(entry.name)) yield* walk(path);
    } else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
}

async function collect(folder: string, wanted: (path: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const path of walk(folder)) if (wanted(path)) found.push(path);
  return found;
}

/** The files of a folder that are to be checked: what `include` of its configuration names, else every CUDA file. */
async function filesOfFolder(folder: string, configurationOf: ConfigurationOf): Promise<string[]> {
  const file = await configurationOf(folder);
  const include = file?.layer.include;
  const wanted = include ? (path: string) => matchesAny(include, path) : isCuda;
  const found = (await collect(folder, wanted)).filter((path) => !file || !isExcluded(file.layer, path));
  if (found.length > 0) return found;
  const what = include ? "file that the configuration includes" : "CUDA file (.cu, .cuh)";
  throw new UsageError(`${shownPath(folder) || "."}: there is no ${what} in this folder.`);
}

async function filesOfGlob(word: string): Promise<string[]> {
  const slashes = word.split(sep).join("/");
  const parts = slashes.split("/");
  const first = parts.findIndex(isGlob);
  const base = resolve(parts.slice(0, first).join("/") || (slashes.startsWith("/") ? "/" : "."));
  const matches = globTest(`/${parts.slice(first).join("/")}`);
  const found = await collect(base, (path) =>
    matches(
      path
        .slice(base.length + 1)
        .split(sep)
        .join("/"),
    ),
  );
  if (found.length === 0) throw new UsageError(`${word}: no file matches this pattern.`);
  return found;
}

async function filesOf(word: string, configurationOf: ConfigurationOf): Promise<readonly string[]> {
  const kind = await stat(word).catch(() => undefined);
  if (kind?.isDirectory()) return filesOfFolder(resolve(word), configurationOf);
  return kind === undefined && isGlob(word) ? filesOfGlob(word) : [resolve(word)];
}

/** Throws UsageError where a word names nothing. Files that do not exist are found out when they are read. */
export async function expand(words: readonly string[], configurationOf: ConfigurationOf): Promise<Selection> {
  const all: string[] = [];
  for (const word of words) all.push(...(await filesOf(word, configurationOf)));
  return withoutExcluded([...new Set(all)], configurationOf);
}

/** What the configuration excludes is left out, however it was named, as in the editor. */
export async function withoutExcluded(paths: readonly string[], configurationOf: ConfigurationOf): Promise<Selection> {
  const kept: string[] = [];
  const excluded: string[] = [];
  for (const path of paths) {
    const file = await configurationOf(resolve(path, ".."));
    (file && isExcluded(file.layer, path) ? excluded : kept).push(path);
  }
  return { paths: kept, excluded };
}
