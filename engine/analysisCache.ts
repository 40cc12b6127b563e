/** Analyses of documents: the newest text of a path is kept, with the files that its analysis asked for. */
import type { Syntax } from "../analyzer/syntax";
import { analyse } from "./documents/analysis";
import type { Workshop } from "./documents/workshop";
import type { Analysis, Document } from "./model";
import type { Configuration } from "./model/configuration";
import type { Platform } from "./model/platform";
import { folderOf, virtualPath } from "./sources/paths";

/** The analysis of a text, or one that is under way. */
interface Kept {
  readonly text: string;
  readonly configuration: Configuration;
  readonly result: Promise<Analysis>;
}

/** The platform, noting which files are read, and which folders are listed for one that is missing. */
const recordReads = (platform: Platform, asked: Set<string>): Platform => ({
  ...platform,
  readText(path, refused) {
    asked.add(virtualPath(path));
    return platform.readText(path, refused);
  },
  fileNames(folder) {
    asked.add(`${virtualPath(folder)}/`);
    return platform.fileNames(folder);
  },
});

/** Analyses of the newest texts, by path. */
export interface AnalysisCache {
  /** The analysis of a text; compiles where the text or what holds for it has changed. */
  of(document: Document, signal?: AbortSignal): Promise<Analysis>;
  /** Paths of the documents whose last analysis read a file, or looked for it. */
  dependentsOf(path: string): readonly string[];
  forget(path: string): void;
  clear(): void;
}

/** `parser` and `configurationOf` are asked once for each analysis; `most` is how many analyses are kept. */
export function createAnalysisCache(
  shared: Omit<Workshop, "syntax">,
  parser: () => Promise<Syntax>,
  configurationOf: (path: string) => Promise<Configuration>,
  most: number,
): AnalysisCache {
  const analyses = new Map<string, Kept>();
  /** By document, the virtual paths that its last analysis asked for, found or not. */
  const reads = new Map<string, ReadonlySet<string>>();

  function start(document: Document, configuration: Configuration, signal?: AbortSignal): Promise<Analysis> {
    const asked = new Set<string>();
    reads.set(document.path, asked);
    const platform = recordReads(shared.platform, asked);
    return parser().then((syntax) => analyse(document, { ...shared, syntax, platform }, configuration, signal));
  }

  function dropOldest(): void {
    for (const path of [...analyses.keys()].slice(0, Math.max(0, analyses.size - most))) {
      analyses.delete(path);
      reads.delete(path);
      // What its host code includes is known no longer, and so nothing says when that changes.
      shared.launches.expire(path);
    }
  }

  return {
    async of(document, signal) {
      const configuration = await configurationOf(document.path);
      const kept = analyses.get(document.path);
      if (kept && kept.text === document.text && kept.configuration === configuration) return kept.result;
      const result = start(document, configuration, signal);
      analyses.delete(document.path);
      analyses.set(document.path, { text: document.text, configuration, result });
      // A failed or superseded analysis must not answer the next question.
      result.catch(() => {
        if (analyses.get(document.path)?.result === result) analyses.delete(document.path);
      });
      dropOldest();
      return result;
    },
    dependentsOf(path) {
      const read = virtualPath(path);
      const [folder, name] = [folderOf(read), read.slice(folderOf(read).length + 1)];
      // A header that was missing has appeared in a folder that was searched for it.
      const wasMissing = (own: string, asked: ReadonlySet<string>): boolean =>
        asked.has(`${folder}/`) && analyses.get(own)?.text.includes(name) === true;
      return [...reads].flatMap(([own, asked]) => (asked.has(read) || wasMissing(own, asked) ? [own] : []));
    },
    forget: (path) => void analyses.delete(path),
    clear: () => analyses.clear(),
  };
}
