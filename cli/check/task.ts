/** What travels between the command and its workers. */

import type { FileFindingsJson } from "../../engine/formats/findings";
import type { EngineOptions } from "../../engine/index";

/** What a worker is started with. `bundles` is the URL of the folder that the bundles lie in. */
export interface WorkerStart {
  readonly bundles: string;
  readonly options: EngineOptions;
}

export interface CheckTask {
  readonly index: number;
  readonly path: string;
  readonly text: string;
}

export type CheckAnswer = { readonly index: number } & (
  | { readonly result: FileFindingsJson }
  | { readonly error: string }
);
