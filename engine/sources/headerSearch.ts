/**
 * Where the headers of one file are: beside their includer, in the folders of the flags, in the customary folders of the
 * project around; and whose edition of CUDA's core libraries is meant.
 */
import { answersLibrary, type Library, libraryOf, markOf } from "../../analyzer/compiler/command/libraries";
import { systemHeaders } from "../../analyzer/compiler/command/standardHeaders";
import { isProvided, isToolkits } from "../../analyzer/compiler/pass/preamble";
import type { Platform } from "../model/platform";
import { type HeaderReader, headerReader } from "./headerReader";
import { folderOf, joinPath, virtualPath } from "./paths";

/** Folders of a project that builds commonly put on the include path, searched where no flag says so. */
const CUSTOMARY = [
  "",
  "include",
  "inc",
  "src",
  "common",
  "Common",
  "common/inc",
  "utils",
  "tools/util/include",
  "tools/library/include",
];

/** `a/include` for `a/b.h`: where one of several packages of a repository has its headers. */
const packageFolder = (name: string): readonly string[] =>
  name.includes("/") ? [`${name.slice(0, name.indexOf("/"))}/include`] : [];

/** Where CUB, Thrust and libcu++ are in a repository or an installation of theirs. */
const LIBRARY_HOMES = ["", "include", "cub", "thrust", "libcudacxx/include", "cudax/include"];

/** A header by which the folder of an installed toolkit is known. */
const TOOLKIT_MARK = "cuda_runtime_api.h";

/** How far above the file a project is taken to begin. */
const MAX_CLIMB = 5;

/** The file's folder and those above it, nearest first. */
function above(folder: string): string[] {
  const folders: string[] = [];
  for (let one = folder; one !== "" && folders.length <= MAX_CLIMB; one = folderOf(one)) folders.push(one);
  return folders;
}

/** Whose edition of CUB, Thrust and libcu++ is read: ours, or the project's wherever it has one. */
export type Edition = "ours" | "theirs";

/** Whether every build has a header of its own by this name: a project's stand-in for another system is not guessed. */
const isSystems = (name: string): boolean => isProvided(name) || systemHeaders.has(name);

/** The search for the headers of one file. */
export interface HeaderSearch {
  readonly reader: HeaderReader;
  /** Folders that had to be guessed so far, and libraries of which the project's own edition has been found. */
  readonly guessed: ReadonlySet<string>;
  readonly theirs: ReadonlySet<Library>;
  /** Virtual paths of the headers of those libraries. */
  readonly libraryFiles: ReadonlySet<string>;
  /**
   * The virtual path of a header; undefined where ours or the standard library answer it, or nothing does.
   * @param near the includer's folder, for a name in quotes
   */
  find(near: readonly string[], name: string): Promise<string | undefined>;
}

/** Whether the folder in which a name was found is the library's, and not just one with its name. */
async function isLibrarys(
  reader: HeaderReader,
  folders: readonly string[],
  name: string,
  key: string,
): Promise<boolean> {
  const mark = markOf(name);
  if (mark === undefined) return true;
  const found = key.slice(0, -name.length - 1);
  const homes = folders.filter((one) => virtualPath(one) === found);
  return (await Promise.all(homes.map((one) => reader.isListed(one, mark)))).includes(true);
}

/**
 * Folders in which a name is looked for. Of headers that ours stand for only a project's own beside their includer: in an
 * installed toolkit's folder those that we lack are read, and what they include of the others is ours.
 */
async function foldersOf(
  reader: HeaderReader,
  near: readonly string[],
  others: readonly string[],
  name: string,
): Promise<readonly string[]> {
  if (!isToolkits(name) || libraryOf(name) !== undefined) return [...near, ...others];
  const isInstalled = await Promise.all(near.map((folder) => reader.isListed(folder, TOOLKIT_MARK)));
  return near.filter((_, at) => !isInstalled[at]);
}

/** A search from a file's folder. */
export function headerSearch(
  platform: Platform,
  home: string,
  includeFolders: readonly string[],
  edition: Edition,
): HeaderSearch {
  const reader = headerReader(platform);
  const guessed = new Set<string>();
  const theirs = new Set<Library>();
  const libraryFiles = new Set<string>();

  async function guess(name: string, customary: readonly string[]): Promise<string | undefined> {
    for (const parent of above(home)) {
      for (const custom of customary) {
        const folder = custom === "" ? parent : joinPath(parent, custom);
        const key = (await reader.isListed(folder, name)) ? await reader.take(folder, name) : undefined;
        if (key === undefined) continue;
        guessed.add(folder);
        return key;
      }
    }
    return undefined;
  }

  async function take(near: readonly string[], name: string): Promise<string | undefined> {
    const others = [...includeFolders, ...(isSystems(name) ? [] : guessed)];
    for (const folder of await foldersOf(reader, near, others, name)) {
      const key = await reader.take(folder, name);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  async function takeLibrary(near: readonly string[], library: Library, name: string): Promise<string | undefined> {
    if (edition === "ours" && answersLibrary(name)) return undefined;
    const key = (await take(near, name)) ?? (await guess(name, LIBRARY_HOMES)) ?? (await guess(name, CUSTOMARY));
    if (key === undefined || !(await isLibrarys(reader, [...near, ...includeFolders, ...guessed], name, key)))
      return key;
    theirs.add(library);
    libraryFiles.add(key);
    return key;
  }

  return {
    reader,
    guessed,
    theirs,
    libraryFiles,
    async find(near, name) {
      const library = libraryOf(name);
      if (library !== undefined) return takeLibrary(near, library, name);
      const key = await take(near, name);
      if (key !== undefined || isSystems(name) || name.split("/").includes("..")) return key;
      return guess(name, [...CUSTOMARY, ...packageFolder(name)]);
    },
  };
}
