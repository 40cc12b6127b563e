/** The user's own headers that a text includes, as far as they can be found through the platform. */

import type { Library } from "../../analyzer/compiler/command/libraries";
import type { CompileOptions, SourceFiles } from "../../analyzer/compiler/model";
import type { Document } from "../model";
import type { Platform } from "../model/platform";
import type { RefusedHeader } from "./headerReader";
import { type Edition, headerSearch } from "./headerSearch";
import { folderOf, virtualPath } from "./paths";

const includeLine = /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

const absoluteInclude = /^([ \t]*#[ \t]*include[ \t]*)(["<])((?:\/|[a-z]:[\\/])[^">\n]+)/gim;

const isAbsolute = (name: string): boolean => /^(?:\/|[a-z]:[\\/])/i.test(name);

/** Includes by an absolute path as includes by the virtual one, every other character where it was. */
const withVirtualIncludes = (text: string): string =>
  text.replace(absoluteInclude, (_, head: string, open: string, path: string) => {
    const virtual = virtualPath(path);
    return head + " ".repeat(path.length - virtual.length) + open + virtual;
  });

/** The user's headers, and the folders that had to be guessed to find them. */
interface Included {
  readonly refused: readonly RefusedHeader[];
  readonly files: SourceFiles;
  readonly guessedFolders: readonly string[];
  /** Where the headers of `-include` are; without those that are not there. */
  readonly forcedIncludes: readonly string[];
  /** Libraries of which the project's own edition is among the files. */
  readonly theirLibraries: readonly Library[];
  readonly libraryFiles: ReadonlySet<string>;
}

/**
 * The headers that a text includes, directly or not, by virtual path. One that is neither beside its includer nor in a
 * folder of the flags is looked for in the customary folders of the project around; what our own headers and the
 * standard library answer is not. Undefined where an edition of ours lacks a header that the project's has.
 */
async function collectIncludes(
  platform: Platform,
  { path, text }: Document,
  { includeFolders, forcedIncludes = [] }: CompileOptions,
  edition: Edition,
  signal?: AbortSignal,
): Promise<Included | undefined> {
  const home = folderOf(path);
  const { reader, guessed, theirs, libraryFiles, find } = headerSearch(platform, home, includeFolders, edition);

  const isMixed = () => edition === "ours" && theirs.size > 0;

  async function follow(folder: string, text: string): Promise<void> {
    for (const [, quoted, angled] of text.matchAll(includeLine)) {
      const name = (quoted ?? angled)!;
      await find(quoted === undefined && !isAbsolute(name) ? [] : [folder], name);
      if (isMixed()) return;
    }
  }

  const forced = await Promise.all(forcedIncludes.map((name) => find([home], name)));
  await follow(home, text);
  for (let next = reader.next(); next && !signal?.aborted && !isMixed(); next = reader.next())
    await follow(next.folder, next.text);
  if (isMixed()) return undefined;
  const files = new Map(reader.files);
  files.delete(virtualPath(path));
  const present = forced.filter((key) => key !== undefined);
  return {
    files,
    guessedFolders: [...guessed],
    forcedIncludes: present,
    refused: reader.refused,
    theirLibraries: [...theirs],
    libraryFiles,
  };
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
  /** Virtual paths of headers of CUDA's core libraries that are the project's own. */
  readonly libraryFiles: ReadonlySet<string>;
}> {
  const ours = await collectIncludes(platform, document, compile, "ours", signal);
  const found = ours ?? (await collectIncludes(platform, document, compile, "theirs", signal))!;
  const { guessedFolders, forcedIncludes, refused, theirLibraries, libraryFiles } = found;
  const files = new Map([...found.files].map(([path, text]) => [path, withVirtualIncludes(text)] as const));
  const source = { path: virtualPath(document.path), text: withVirtualIncludes(document.text) };
  const hasAbsolute = [document.text, ...found.files.values()].some((text) => text.search(absoluteInclude) >= 0);
  const folders = [...compile.includeFolders, ...guessedFolders].map(virtualPath);
  const includeFolders = hasAbsolute ? [...folders, "."] : folders;
  const isAsked = [document.text, ...files.values()].some((text) => asksForName.test(text));
  const names = isAsked ? { fileNames: fileNames(document) } : {};
  const libraries = theirLibraries.length > 0 ? { theirLibraries } : {};
  const options = { ...compile, includeFolders, forcedIncludes, ...names, ...libraries };
  return { source, files, options, refused, libraryFiles };
}
