/**
 * What the other CUDA files of a folder say about one of them: who launches its templates, and who includes it. A glance
 * at their text, bounded and kept for a while; nothing is compiled.
 */

import { launchArguments } from "../../analyzer/compiler/pass/launchArguments";
import { patternWith } from "../../analyzer/syntax/text/patterns";
import type { Document } from "../model";
import type { Platform } from "../model/platform";
import { directIncludersOf, includersOf, type TextFile } from "./includers";
import { folderOf, isUnit, joinPath } from "./paths";

/** More than this is not glanced at: files of a folder, and characters of one. */
const MAX_FILES = 100;
const MAX_CHARACTERS = 400_000;

/** How many folders above a document's own may hold the file that includes it. */
const MAX_UP = 2;

/** Sources of a program that may include one another, each as a piece of the next. */
const MAX_PIECES = 3;

/** Milliseconds for which a glance is good enough. */
const KEPT = 10_000;

/** Folders beside a header's own, or beside one above it, that hold the sources which include it. */
const SOURCE_FOLDERS = ["src", "source"];

/** Another file of the project, with its text. */
export type Neighbour = TextFile;

/** What other files say about a document. */
export interface Neighbours {
  /**
   * Other files of the project: of the document's folder, then those that its build names, then those of the folders around
   * that include the document; each once.
   */
  around(document: Document): Promise<readonly Neighbour[]>;
  /** Those of them that are compiled by themselves. */
  sources(document: Document): Promise<readonly Neighbour[]>;
  /** Template arguments of the launches in those files, by the kernel's plain name. */
  launches(document: Document): Promise<ReadonlyMap<string, readonly string[]>>;
  /** A file that includes the document, cut off where it does: what a piece of a program is compiled after. */
  context(document: Document): Promise<Neighbour | undefined>;
  /** Files have changed on disk. */
  forget(): void;
}

const isSource = (name: string) => /\.(?:cu|cuh|cpp|cc|cxx|c|h|hpp)$/.test(name);

/** Keeps what a folder gave for a while. */
function createGlances(platform: Platform) {
  const kept = new Map<string, { readonly at: number; readonly files: Promise<readonly Neighbour[]> }>();
  return {
    forget: () => kept.clear(),
    at(folder: string, read: () => Promise<readonly Neighbour[]>): Promise<readonly Neighbour[]> {
      const now = platform.now();
      const before = kept.get(folder);
      if (before && now - before.at <= KEPT) return before.files;
      const files = read();
      kept.set(folder, { at: now, files });
      return files;
    },
  };
}

/** The texts of some files; those that are not there, or too long, are left out. */
async function readAll(platform: Platform, paths: readonly string[]): Promise<readonly Neighbour[]> {
  const files = paths.slice(0, MAX_FILES).map(async (path) => ({ path, text: (await platform.readText(path)) ?? "" }));
  return (await Promise.all(files)).filter(({ text }) => text !== "" && text.length <= MAX_CHARACTERS);
}

/** The part of a program that includes a document as a piece: the text before that line, with its conditions closed. */
function beforeInclude(files: readonly Neighbour[], name: string): Neighbour | undefined {
  const line = patternWith("m")`^[ \t]*#[ \t]*include[ \t]*[<"](?:[^">\n]*/)?${name}[">]`;
  for (const { path, text } of files) {
    const at = line.exec(text)?.index;
    // A text that ends inside a condition would take the document's beginning with it.
    if (at !== undefined) return { path, text: closed(text.slice(0, at)) };
  }
  return undefined;
}

/** A document by a path with forward slashes, as those of its neighbours are: Windows has both. */
const withSlashes = (document: Document): Document =>
  /^(?:[a-z]:)?\\/i.test(document.path) ? { ...document, path: document.path.replaceAll("\\", "/") } : document;

/** The source files of a folder. */
async function readFolder(platform: Platform, folder: string): Promise<readonly Neighbour[]> {
  const names = (await platform.fileNames(folder)).filter(isSource).sort();
  return readAll(
    platform,
    names.map((name) => joinPath(folder, name)),
  );
}

/** The folders that hold a document's program: its own first, then those above. */
function foldersAbove({ path }: Document): readonly string[] {
  const found = [folderOf(path)];
  while (found.length <= MAX_UP) {
    const above = folderOf(found.at(-1)!);
    if (above === found.at(-1) || !above.includes("/")) break;
    found.push(above);
  }
  return found;
}

/** Template arguments of the launches in some files, by the kernel's plain name. */
function launchesIn(files: readonly Neighbour[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { text } of files)
    for (const [name, lists] of launchArguments(text)) found.set(name, [...(found.get(name) ?? []), ...lists]);
  return found;
}

/** Reads the source files of a folder, all but a document itself. */
type Beside = (document: Document, folder?: string) => Promise<readonly Neighbour[]>;

/** What stands before the include of a document, within `pieces` files that each include the one before. */
async function contextOf(document: Document, pieces: number, beside: Beside): Promise<Neighbour | undefined> {
  // A program keeps pieces in folders of their own: `main.cu` includes `kernels/kernel.cu`. From further up, an include
  // must name those folders too: there are many `kernel.cu`.
  for (const folder of foldersAbove(document)) {
    const files = directIncludersOf(document.path, await beside(document, folder));
    const found = beforeInclude(files, document.path.slice(folder.length + 1));
    if (!found) continue;
    // A source that another one includes is a piece as well: `main.cu` includes `solver.cu`, which includes `kernels.cu`.
    const outer = pieces > 1 && isUnit(found.path) ? await contextOf(found, pieces - 1, beside) : undefined;
    const isBeside = outer && folderOf(outer.path) === folderOf(found.path);
    return isBeside ? { path: outer.path, text: outer.text + found.text } : found;
  }
  return undefined;
}

/**
 * Reads the files around a document, and keeps them for a while.
 * @param named paths of the source files that the build of a path names
 */
export function createNeighbours(platform: Platform, named: (path: string) => Promise<readonly string[]>): Neighbours {
  const folders = createGlances(platform);
  const builds = createGlances(platform);

  async function beside({ path }: Document, folder = folderOf(path)): Promise<readonly Neighbour[]> {
    const files = await folders.at(folder, () => readFolder(platform, folder));
    return files.filter((one) => one.path !== path);
  }

  /** What the build names outside of the document's folder. */
  const built = ({ path }: Document): Promise<readonly Neighbour[]> => {
    const folder = folderOf(path);
    return builds.at(folder, async () =>
      readAll(
        platform,
        (await named(path)).filter((one) => folderOf(one) !== folder),
      ),
    );
  };

  /** Files of the folders around a document that include it, directly or through others. */
  async function includers(document: Document): Promise<readonly Neighbour[]> {
    const above = foldersAbove(document);
    const all = above.flatMap((folder) => [folder, ...SOURCE_FOLDERS.map((name) => joinPath(folder, name))]);
    const files = await Promise.all([...new Set(all)].map((folder) => beside(document, folder)));
    return includersOf(document.path, files.flat());
  }

  async function around(named: Document): Promise<readonly Neighbour[]> {
    const document = withSlashes(named);
    const all = [await beside(document), await built(document), await includers(document)].flat();
    return [...new Map(all.map((one) => [one.path, one])).values()];
  }

  return {
    forget() {
      folders.forget();
      builds.forget();
    },
    around,
    async sources(document) {
      return (await around(document)).filter((one) => isUnit(one.path));
    },
    async launches(document) {
      return launchesIn(await around(document));
    },
    context: (named) => contextOf(withSlashes(named), MAX_PIECES, beside),
  };
}

/** With the conditions closed that are open at the end. */
function closed(text: string): string {
  const opened = text.match(/^[ \t]*#[ \t]*if/gm)?.length ?? 0;
  const ended = text.match(/^[ \t]*#[ \t]*endif/gm)?.length ?? 0;
  return `${text}${"\n#endif".repeat(Math.max(0, opened - ended))}\n`;
}
