/** Reads the headers of one file, each once and within a budget: what a file includes may come from anywhere. */
import type { Platform } from "../model/platform";
import { folderOf, joinPath, virtualPath } from "./paths";

/**
 * More than this is a project whose build we cannot guess: headers, their characters, and how often one is looked for.
 * `torch/extension.h` of PyTorch leads to some 7,000.
 */
const MAX_FILES = 12_000;
const MAX_CHARACTERS = 64 << 20;
const MAX_LOOKUPS = 200_000;
const MAX_FOLDERS = 2000;

/** A header that exists and is not read, with the reason. */
export interface RefusedHeader {
  readonly path: string;
  readonly reason: string;
}

/** The headers of one file as far as they have been read. */
export interface HeaderReader {
  /** Texts by virtual path. */
  readonly files: ReadonlyMap<string, string>;
  readonly refused: readonly RefusedHeader[];
  /** The virtual path of a header in a folder, read when it is first asked for; undefined where there is none. */
  take(folder: string, name: string): Promise<string | undefined>;
  /**
   * Whether a folder holds a name, by one listing of each folder: a project may include thousands of unknown headers. Case
   * is left to the file system.
   */
  isListed(folder: string, name: string): Promise<boolean>;
  /** A header that has been read and not been followed. */
  next(): { readonly folder: string; readonly text: string } | undefined;
}

/** A reader with its whole budget. */
export function headerReader(platform: Platform, mostFiles = MAX_FILES): HeaderReader {
  const files = new Map<string, string>();
  const refused: RefusedHeader[] = [];
  const absent = new Set<string>();
  const listings = new Map<string, Promise<ReadonlySet<string>>>();
  const queue: { readonly folder: string; readonly text: string }[] = [];
  let [characters, lookups] = [0, 0];

  /** The first of those that are too many is named; it may not even exist. */
  function refuse(path: string, reason: string): undefined {
    if (!refused.some((one) => one.reason === reason)) refused.push({ path, reason });
    return undefined;
  }

  async function read(path: string): Promise<string | undefined> {
    if (lookups++ >= MAX_LOOKUPS) return undefined;
    if (files.size >= mostFiles) return refuse(path, `${mostFiles} headers of this file are read, and no more`);
    const text = await platform.readText(path, (reason) => refused.push({ path, reason }));
    if (text === undefined || characters + text.length <= MAX_CHARACTERS) return text;
    return refuse(path, `the headers of this file have more than ${MAX_CHARACTERS >> 20} MiB together`);
  }

  return {
    files,
    refused,
    async take(folder, name) {
      const path = joinPath(folder, name);
      const key = virtualPath(path);
      if (files.has(key)) return key;
      const text = absent.has(key) ? undefined : await read(path);
      if (text === undefined) {
        absent.add(key);
        return undefined;
      }
      characters += text.length;
      files.set(key, text);
      queue.push({ folder: folderOf(path), text });
      return key;
    },
    async isListed(folder, name) {
      const path = joinPath(folder, name);
      const home = folderOf(path);
      let names = listings.get(home);
      if (!names) {
        if (listings.size >= MAX_FOLDERS) return false;
        names = platform.fileNames(home).then((all) => new Set(all.map((one) => one.toLowerCase())));
        listings.set(home, names);
      }
      return (await names).has(path.slice(home.length + 1).toLowerCase());
    },
    next: () => queue.shift(),
  };
}
