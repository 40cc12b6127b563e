/**
 * CUB, Thrust and libcu++ come with us, and a project may have its own. The two are never mixed: headers of one edition
 * include what the other does not have. Ours are meant as long as they answer every name that a file asks for, because
 * they are precompiled; else the project's.
 */
import headers from "warplens:cuda-headers";
import type { FileTree } from "../model";

/** A library of CUDA's core libraries, by the first folder of its headers' names. */
export type Library = "cub" | "thrust" | "cuda";

/** First folders of names, with the library that they belong to. */
const folders: Readonly<Record<string, Library>> = { cub: "cub", thrust: "thrust", cuda: "cuda", nv: "cuda" };

/** A header that every edition of the library has: a folder with another `cuda/` is none. */
const marks: Readonly<Record<Library, string>> = {
  cub: "cub/version.cuh",
  thrust: "thrust/version.h",
  cuda: "cuda/std/version",
};

/** Names that only libcu++ has, wherever the rest of it is. */
const onlyLibrary = /^(?:cuda\/(?:std|experimental|__\w+)|nv)\//;

/** What a name of CUB means that is no header of ours: the collectives, or all of it. */
const standIns: readonly (readonly [name: RegExp, header: string])[] = [
  [/^cub\/(?:block|warp)\//, "warplens/cub_collectives.h"],
  [/^cub\/(?:(?:device|grid|iterator|thread)\/|(?:util_\w+|config|version)\.cuh$)/, "cub/cub.cuh"],
];

/** Whether what a name leads to holds further names. */
export function isFolder(one: FileTree[string] | undefined): one is FileTree {
  return typeof one === "object" && !(one instanceof Uint8Array);
}

/** Whether a tree has a file of a name with slashes. */
export function holds(tree: FileTree[string] | undefined, name: string): boolean {
  let folder = tree;
  for (const part of name.split("/")) {
    if (!isFolder(folder)) return false;
    folder = Object.hasOwn(folder, part) ? folder[part] : undefined;
  }
  return typeof folder === "string";
}

/** The library that a header's name belongs to, if it is one of these. */
export function libraryOf(name: string): Library | undefined {
  const first = name.slice(0, Math.max(0, name.indexOf("/")));
  return Object.hasOwn(folders, first) ? folders[first] : undefined;
}

/** The header to look for in a folder in which a name was found, to know the library; undefined where the name says it. */
export function markOf(name: string): string | undefined {
  const library = libraryOf(name);
  return library === undefined || onlyLibrary.test(name) ? undefined : marks[library];
}

/** The header of ours that stands for one of CUB's. */
export function libraryStandIn(name: string): string | undefined {
  const header = standIns.find(([pattern]) => pattern.test(name))?.[1];
  return header === name ? undefined : header;
}

/** Whether our edition answers a name of one of these libraries. */
export function answersLibrary(name: string): boolean {
  return libraryOf(name) !== undefined && (holds(headers, name) || libraryStandIn(name) !== undefined);
}

const reduced = new Map<string, FileTree>();

/** Our headers without the libraries that a project has; the same object for the same libraries. */
export function headersWithout(theirs: readonly Library[]): FileTree {
  if (theirs.length === 0) return headers;
  const key = [...theirs].sort().join();
  let known = reduced.get(key);
  if (!known) {
    const left = Object.entries(headers).filter(([name]) => !theirs.includes(folders[name]!));
    known = Object.fromEntries(left);
    reduced.set(key, known);
  }
  return known;
}
