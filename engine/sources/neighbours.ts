/**
 * What the other CUDA files of a folder say about one of them: who launches its templates, and who includes it. A glance
 * at their text, bounded and kept for a while; nothing is compiled.
 */
import { launchArguments } from "../../analyzer/compiler/pass/instantiate";
import type { Document } from "../model";
import type { Platform } from "../model/platform";
import { buildSources } from "./buildSources";
import { folderOf, joinPath } from "./paths";

/** More than this is not glanced at: files of a folder, and characters of one. */
const MAX_FILES = 100;
const MAX_CHARACTERS = 400_000;

/** How many folders above a document's own may hold the file that includes it. */
const MAX_UP = 2;

/** Milliseconds for which a glance is good enough. */
const KEPT = 10_000;

/** Another file of the folder, with its text. */
export interface Neighbour {
  readonly path: string;
  readonly text: string;
}

/** What other files say about a document. */
export interface Neighbours {
  /** Other source files of the project, which are compiled by themselves: of the folder, then those that its build names. */
  sources(document: Document): Promise<readonly Neighbour[]>;
  /** Template arguments of the launches in the folder's other files, by the kernel's plain name. */
  launches(document: Document): Promise<ReadonlyMap<string, readonly string[]>>;
  /** A file that includes the document, cut off where it does: what a piece of a program is compiled after. */
  context(document: Document): Promise<Neighbour | undefined>;
  /** Files have changed on disk. */
  forget(): void;
}

const isSource = (name: string) => /\.(?:cu|cuh|cpp|cc|cxx|c|h|hpp)$/.test(name);
const isUnit = (name: string) => /\.(?:cu|cpp|cc|cxx|c)$/.test(name);

/** What was read, and when. */
interface Glance {
  readonly at: number;
  readonly files: Promise<readonly Neighbour[]>;
}

/** Reads the files around a document, and keeps them for a while. */
export function createNeighbours(platform: Platform): Neighbours {
  const glances = new Map<string, Glance>();
  const builds = new Map<string, Glance>();

  async function read(folder: string): Promise<readonly Neighbour[]> {
    const names = (await platform.fileNames(folder)).filter(isSource).sort();
    return readAll(names.map((name) => joinPath(folder, name)));
  }

  async function readAll(paths: readonly string[]): Promise<readonly Neighbour[]> {
    const files = paths
      .slice(0, MAX_FILES)
      .map(async (path) => ({ path, text: (await platform.readText(path)) ?? "" }));
    return (await Promise.all(files)).filter(({ text }) => text !== "" && text.length <= MAX_CHARACTERS);
  }

  /** What the build names outside of the document's folder. */
  async function built({ path }: Document): Promise<readonly Neighbour[]> {
    const now = platform.now();
    const folder = folderOf(path);
    let glance = builds.get(folder);
    if (!glance || now - glance.at > KEPT) {
      const elsewhere = async () => (await buildSources(platform, path)).filter((one) => folderOf(one) !== folder);
      glance = { at: now, files: elsewhere().then(readAll) };
      builds.set(folder, glance);
    }
    return glance.files;
  }

  async function around({ path }: Document, folder = folderOf(path)): Promise<readonly Neighbour[]> {
    const now = platform.now();
    let glance = glances.get(folder);
    if (!glance || now - glance.at > KEPT) {
      glance = { at: now, files: read(folder) };
      glances.set(folder, glance);
    }
    return (await glance.files).filter((one) => one.path !== path);
  }

  return {
    forget() {
      glances.clear();
      builds.clear();
    },
    async sources(document) {
      return [...(await around(document)), ...(await built(document))].filter((one) => isUnit(one.path));
    },
    async launches(document) {
      const found = new Map<string, string[]>();
      for (const { text } of await around(document)) {
        for (const [name, lists] of launchArguments(text)) found.set(name, [...(found.get(name) ?? []), ...lists]);
      }
      return found;
    },
    async context(document) {
      // A program keeps pieces in folders of their own: `main.cu` includes `kernels/kernel.cu`. From further up, an include
      // must name those folders too: there are many `kernel.cu`.
      let folder = folderOf(document.path);
      for (let up = 0; up <= MAX_UP; up++) {
        const name = document.path.slice(folder.length + 1);
        const line = new RegExp(
          `^[ \\t]*#[ \\t]*include[ \\t]*[<"](?:[^">\\n]*/)?${name.replace(/[.+]/g, "\\$&")}[">]`,
          "m",
        );
        for (const { path, text } of await around(document, folder)) {
          const at = line.exec(text)?.index;
          // A text that ends inside a condition would take the document's beginning with it.
          if (at !== undefined) return { path, text: closed(text.slice(0, at)) };
        }
        const above = folderOf(folder);
        if (above === folder || !above.includes("/")) return undefined;
        folder = above;
      }
      return undefined;
    },
  };
}

/** With the conditions closed that are open at the end. */
function closed(text: string): string {
  const opened = text.match(/^[ \t]*#[ \t]*if/gm)?.length ?? 0;
  const ended = text.match(/^[ \t]*#[ \t]*endif/gm)?.length ?? 0;
  return `${text}${"\n#endif".repeat(Math.max(0, opened - ended))}\n`;
}
