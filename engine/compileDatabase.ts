/**
 * `compile_commands.json`, where a project has one: looked for in the file's folder, its parents, and their `build`
 * folders. It refines what a file is compiled with; a broken one is as good as none.
 */
import { parseFlags, splitCommand } from "../analyzer/compiler/flags";
import type { CompileOptions } from "../analyzer/compiler/model";
import type { Platform } from "./platform";
import { folderOf, joinPath, virtualPath } from "./sources";

const NAME = "compile_commands.json";

interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly command?: string;
  readonly arguments?: readonly string[];
}

function entriesOf(text: string): Entry[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value.filter((one): one is Entry => typeof one?.directory === "string" && typeof one?.file === "string");
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

async function findDatabase(platform: Platform, folder: string): Promise<string | undefined> {
  for (const one of upward(folder)) {
    for (const candidate of [one, joinPath(one, "build")]) {
      const text = await platform.readText(joinPath(candidate, NAME));
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/**
 * What a file is compiled with: its entry in the database, under what the user's settings say. Relative folders of the
 * entry are relative to its own directory.
 */
export async function refineOptions(platform: Platform, path: string, base: CompileOptions): Promise<CompileOptions> {
  const text = await findDatabase(platform, folderOf(path));
  if (text === undefined) return base;
  const wanted = virtualPath(path);
  const entry = entriesOf(text).find((one) => virtualPath(joinPath(one.directory, one.file)) === wanted);
  if (!entry) return base;
  const words = entry.arguments ?? splitCommand(entry.command ?? "");
  const { includeFolders, ...options } = parseFlags(words.slice(1), { ...base, includeFolders: [] });
  const own = includeFolders.map((folder) => joinPath(entry.directory, folder));
  return { ...options, includeFolders: [...base.includeFolders, ...own] };
}
