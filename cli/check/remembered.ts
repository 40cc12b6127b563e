/**
 * The findings of a file from an earlier process, where it and all that it led to are unchanged: headers, neighbours,
 * configuration. Neither the engine nor the grammar is loaded for them.
 */

import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import type { FileFindingsJson } from "../../engine/formats/findings";
import type { EngineOptions } from "../../engine/index";
import type { Document } from "../../engine/model";
import { defaultStore, keptTexts } from "../../engine/node/compileStore";
import { nodeReads } from "../../engine/node/reads";
import { areAsRecorded, type RecordedRead } from "../../engine/node/recordedReads";

interface Answer {
  readonly reads: readonly RecordedRead[];
  readonly result: FileFindingsJson;
}

/** Findings of single files, kept from process to process. */
export interface Remembered {
  find(document: Document): Promise<FileFindingsJson | undefined>;
  keep(document: Document, result: FileFindingsJson, reads: readonly RecordedRead[]): Promise<void>;
}

/** @param worker the bundle that checks: another build of it may find others */
export function rememberedFindings(options: EngineOptions, worker: URL): Remembered | undefined {
  const store = defaultStore("everything");
  if (!store) return undefined;
  const texts = keptTexts(store, fileURLToPath(worker));
  const partsOf = ({ path, text }: Document) => ["check", serialize(options), path, text];
  return {
    async find(document) {
      const known = await texts.find(partsOf(document));
      if (known === undefined) return undefined;
      const { reads, result } = JSON.parse(known) as Answer;
      return (await areAsRecorded(nodeReads, reads)) ? result : undefined;
    },
    keep: (document, result, reads) =>
      texts.keep(partsOf(document), JSON.stringify({ reads, result } satisfies Answer)),
  };
}
