/** The user's own headers that a text includes, as far as they can be found through the platform. */
import type { CompileOptions, SourceFiles } from "../../analyzer/compiler/model";
import { isProvided } from "../../analyzer/compiler/pass/preamble";
import type { Document } from "../model";
import type { Platform } from "../model/platform";
import { folderOf, joinPath, virtualPath } from "./paths";

/** More than this is a project whose build we cannot guess: headers, their characters, and how often one is looked for. */
const MAX_FILES = 500;
const MAX_CHARACTERS = 64 << 20;
const MAX_LOOKUPS = 20_000;
const MAX_FOLDERS = 2000;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

/** Folders of a project that builds commonly put on the include path, searched where no flag says so. */
const CUSTOMARY = ["", "include", "inc", "src", "common", "Common", "common/inc", "utils"];

/** How far above the file a project is taken to begin. */
const MAX_CLIMB = 5;

/** The file's folder and those above it, nearest first. */
function above(folder: string): string[] {
  const folders: string[] = [];
  for (let one = folder; one !== "" && folders.length <= MAX_CLIMB; one = folderOf(one)) folders.push(one);
  return folders;
}

/** A header that is there and is not read, with the reason. */
export interface RefusedHeader {
  readonly path: string;
  readonly reason: string;
}

/** Whether a folder that is only guessed holds a name. Each is listed once: a project may include thousands of unknown headers. */
function folderNames(platform: Platform): (path: string) => Promise<boolean> {
  const listed = new Map<string, Promise<ReadonlySet<string>>>();
  const list = async (folder: string) => new Set((await platform.fileNames(folder)).map((name) => name.toLowerCase()));
  // Case is for the file system to tell: some of them do not.
  return async (path) => {
    const folder = folderOf(path);
    let names = listed.get(folder);
    if (!names) {
      if (listed.size >= MAX_FOLDERS) return false;
      names = list(folder);
      listed.set(folder, names);
    }
    return (await names).has(path.slice(folder.length + 1).toLowerCase());
  };
}

/** The user's headers, and the folders that had to be guessed to find them. */
interface Included {
  readonly refused: readonly RefusedHeader[];
  readonly files: SourceFiles;
  readonly guessedFolders: readonly string[];
  /** Where the headers of `-include` are; without those that are not there. */
  readonly forcedIncludes: readonly string[];
}

/**
 * The headers that a text includes, directly or not, by virtual path. One that is neither beside its includer nor in a
 * folder of the flags is looked for in the customary folders of the project around; what our own headers and the
 * standard library answer is not.
 */
async function collectIncludes(
  platform: Platform,
  { path, text }: Document,
  { includeFolders, forcedIncludes = [] }: CompileOptions,
  signal?: AbortSignal,
): Promise<Included> {
  const found = new Map<string, string>();
  const guessed = new Set<string>();
  const absent = new Set<string>();
  const refused: RefusedHeader[] = [];
  const isListed = folderNames(platform);
  let [characters, lookups] = [0, 0];
  const home = folderOf(path);
  const queue: { folder: string; text: string }[] = [{ folder: home, text }];

  /** The virtual path of a header, read when it is first asked for. */
  async function take(folder: string, name: string): Promise<string | undefined> {
    const full = joinPath(folder, name);
    const key = virtualPath(full);
    if (found.has(key)) return key;
    const isNew = !absent.has(key) && lookups++ < MAX_LOOKUPS;
    const content = isNew ? await platform.readText(full, (reason) => refused.push({ path: full, reason })) : undefined;
    if (content === undefined || characters + content.length > MAX_CHARACTERS) {
      if (content !== undefined) {
        const reason = `the headers of this file have more than ${MAX_CHARACTERS >> 20} MiB together`;
        refused.push({ path: full, reason });
      }
      absent.add(key);
      return undefined;
    }
    characters += content.length;
    found.set(key, content);
    queue.push({ folder: folderOf(full), text: content });
    return key;
  }

  async function find(near: readonly string[], name: string): Promise<string | undefined> {
    for (const folder of [...near, ...includeFolders, ...guessed]) {
      const key = await take(folder, name);
      if (key !== undefined) return key;
    }
    if (isProvided(name) || name.split("/").includes("..")) return undefined;
    for (const parent of above(home)) {
      for (const custom of CUSTOMARY) {
        const folder = custom === "" ? parent : joinPath(parent, custom);
        const key = (await isListed(joinPath(folder, name))) ? await take(folder, name) : undefined;
        if (key === undefined) continue;
        guessed.add(folder);
        return key;
      }
    }
    return undefined;
  }

  const forced = await Promise.all(forcedIncludes.map((name) => find([home], name)));
  while (queue.length > 0 && found.size < MAX_FILES && !signal?.aborted) {
    const { folder, text } = queue.shift()!;
    for (const [, quoted, angled] of text.matchAll(includeLine)) {
      await find(quoted === undefined ? [] : [folder], (quoted ?? angled)!);
    }
  }
  found.delete(virtualPath(path));
  const present = forced.filter((key) => key !== undefined);
  return { files: found, guessedFolders: [...guessed], forcedIncludes: present, refused };
}

/** What asks for the name of the file: by itself, or as our headers' macros do. */
const asksForName = /\b(?:__FILE__|__BASE_FILE__|source_location|assert|checkCudaErrors|getLastCudaError)\b/;

/**
 * What `__FILE__` says instead of the beginning of the virtual path, for a file as its user named it: what both have in
 * common at their end stays.
 */
export function fileNames({ path, named = path }: Document): NonNullable<CompileOptions["fileNames"]> {
  const virtual = virtualPath(path).split("/");
  const given = named.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, "").split(/[/\\]/);
  let same = 0;
  // One part at least is replaced: no beginning at all would stand before every path.
  while (same < virtual.length - 1 && same < given.length && virtual.at(-1 - same) === given.at(-1 - same)) same++;
  const beginning = (parts: readonly string[]) => parts.slice(0, parts.length - same).map((part) => `${part}/`);
  return same === 0
    ? { from: virtual.join("/"), to: given.join("/") }
    : { from: beginning(virtual).join(""), to: beginning(given).join("") };
}

/** What clang is given for a document: its text, the headers that it includes, and the options, all by virtual path. */
export async function compileInput(
  platform: Platform,
  document: Document,
  compile: CompileOptions,
  signal?: AbortSignal,
): Promise<{
  readonly source: { readonly path: string; readonly text: string };
  readonly files: SourceFiles;
  readonly options: CompileOptions;
  readonly refused: readonly RefusedHeader[];
}> {
  const { files, guessedFolders, forcedIncludes, refused } = await collectIncludes(platform, document, compile, signal);
  const includeFolders = [...compile.includeFolders, ...guessedFolders].map(virtualPath);
  const source = { path: virtualPath(document.path), text: document.text };
  const isAsked = [document.text, ...files.values()].some((text) => asksForName.test(text));
  const names = isAsked ? { fileNames: fileNames(document) } : {};
  return { source, files, options: { ...compile, includeFolders, forcedIncludes, ...names }, refused };
}
