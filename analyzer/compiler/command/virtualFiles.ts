/**
 * The files that clang sees. The user's lie under one folder, by the path that the engine gave them; our CUDA headers
 * beside them; and every header that is included but not there is supplied empty, in a folder that is searched last, so
 * that it never hides one that is there after all: a missing header is a fatal error that hides all others.
 */
import headers from "warplens:cuda-headers";
import { joinedChevrons } from "../../syntax/text/chevrons";
import type { CompileOptions, FileTree, SourceFiles } from "../model";
import { CUDA_INCLUDE, SAMPLE_HEADERS } from "./commands";
import { headersWithout, isFolder, type Library, libraryOf, libraryStandIn } from "./libraries";

/** The working folder of clang. Its own headers own the root, where a user's `/usr/…` would be hidden by them. */
const WORKING_FOLDER = "work";
const MISSING_FOLDER = "missing-include";

/** What has to be added to a command line for the files of {@link virtualFiles}. */
export const virtualFileOptions: readonly string[] = [
  ...["-working-directory", `/${WORKING_FOLDER}`, "-I", ".", "-idirafter", MISSING_FOLDER],
  "-fdebug-prefix-map=./=",
  // What comes from a precompiled header has its whole path.
  `-fdebug-prefix-map=/${WORKING_FOLDER}/=`,
  // The files have no times that mean anything, and are the same whenever the key of a preamble is.
  "-fno-pch-timestamp",
];

/** clang's whole virtual file system for the files of the working folder. */
export function rooted(work: FileTree): FileTree {
  return { [WORKING_FOLDER]: work };
}

/** A file that clang is given by its path, with its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const includeLine = /^([ \t]*#[ \t]*include(?:_next)?[ \t]*)(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

/** The names that a text includes. */
export function includesIn(text: string): { readonly name: string; readonly isQuoted: boolean }[] {
  return Array.from(text.matchAll(includeLine), ([, , quoted, angled]) => {
    return { name: (quoted ?? angled)!, isQuoted: quoted !== undefined };
  });
}

/** The path of an included file among those that are there. */
export function resolveInclude(
  from: string,
  name: string,
  isQuoted: boolean,
  includeFolders: readonly string[],
  files: { has(path: string): boolean },
): string | undefined {
  const folders = isQuoted ? [folderOf(from), ...includeFolders] : includeFolders;
  return folders.map((folder) => normalise(`${folder}/${name}`)).find((path) => files.has(path));
}

/** The folder of a path; empty for one without. */
export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** `a/./b/../c.h` → `a/c.h`; what climbs above the root stays at the root. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/**
 * Folders of a path at most: one with thousands is no file of any system's, and whoever walks the tree calls itself as often.
 * Reference: limits.h, PATH_MAX is 4096.
 */
const DEEPEST = 256;

function put(tree: FileTree, path: string, content: string | Uint8Array): void {
  const parts = path.split("/");
  const name = parts.pop()!;
  if (parts.length > DEEPEST) return;
  let folder = tree;
  for (const part of parts) {
    const child = folder[part] ?? {};
    if (!isFolder(child)) return;
    folder[part] = child;
    folder = child;
  }
  folder[name] ??= content;
}

/** The header of ours with the last part of a name: what `"../../common/inc/helper_cuda.h"` means to us. */
export function standIn(name: string): string | undefined {
  const library = libraryStandIn(name);
  if (library !== undefined) return library;
  const last = name.slice(name.lastIndexOf("/") + 1);
  return [headers, headers[SAMPLE_HEADERS]].some((one) => isFolder(one) && typeof one[last] === "string")
    ? last
    : undefined;
}

/**
 * The working folder, for {@link rooted}. clang's file system cannot climb with `..`, so such includes are rewritten to the path that they
 * mean, and the chevrons of launches are put together; lines stay where they are.
 * @param extraMissing names that an earlier run did not find, of includes that only the preprocessor sees
 */
export function virtualFiles(
  source: SourceFile,
  files: SourceFiles,
  { includeFolders, theirLibraries = [] }: Pick<CompileOptions, "includeFolders" | "theirLibraries">,
  extraMissing: Iterable<string> = [],
): FileTree {
  const all = new Map([...files, [source.path, source.text]]);
  const missing = new Set<string>(extraMissing);

  function rewrite(path: string, text: string): string {
    return text.replace(includeLine, (whole, head: string, quoted?: string, angled?: string) => {
      const name = (quoted ?? angled)!;
      const found = resolveInclude(path, name, quoted !== undefined, includeFolders, all);
      const climbs = name.split("/").includes("..");
      if (found !== undefined) return climbs ? `${head}"${found}"` : whole;
      const reachable = normalise(name);
      missing.add(reachable);
      return climbs ? `${head}"${reachable}"` : whole;
    });
  }

  const isTheirs = (name: string) => theirLibraries.includes(libraryOf(name) as Library);
  const work: FileTree = { [CUDA_INCLUDE]: headersWithout(theirLibraries) };
  for (const [path, text] of all) put(work, path, joinedChevrons(rewrite(path, text)));
  const absent: FileTree = {};
  for (const name of missing) {
    const own = name.includes("/") && !isTheirs(name) ? standIn(name) : undefined;
    put(absent, name, own ? `#include <${own}>\n` : "");
  }
  work[MISSING_FOLDER] = absent;
  return work;
}
