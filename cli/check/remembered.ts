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

/** The findings of one file, kept from process to process. */
export interface Remembered {
  find(): Promise<FileFindingsJson | undefined>;
  keep(result: FileFindingsJson, reads: readonly RecordedRead[]): Promise<void>;
}

/**
 * What is kept of each file; undefined where nothing is.
 * @param worker the bundle that checks: another build of it may find others
 */
export function rememberedFindings(
  options: EngineOptions,
  worker: URL,
): ((document: Document) => Remembered) | undefined {
  const store = defaultStore("everything");
  if (!store) return undefined;
  const keptOf = keptTexts(store, fileURLToPath(worker));
  return ({ path, text }) => {
    const kept = keptOf(["check", serialize(options), path, text]);
    return {
      async find() {
        const known = await kept.find();
        if (known === undefined) return undefined;
        const { reads, result } = JSON.parse(known) as Answer;
        return (await areAsRecorded(nodeReads, reads)) ? result : undefined;
      },
      keep: (result, reads) => kept.keep(JSON.stringify({ reads, result } satisfies Answer)),
    };
  };
}
