/** What travels between the command and its workers. */

import type { FileFindingsJson } from "../../engine/formats/findings";
import type { EngineOptions } from "../../engine/index";
import type { RecordedRead } from "../../engine/node/recordedReads";

/** Files that one worker has at a time: while clang compiles one, the rules read the other. */
export const IN_FLIGHT = 2;

/** What a worker is started with. `bundles` is the URL of the folder that the bundles lie in. */
export interface WorkerStart {
  readonly bundles: string;
  readonly options: EngineOptions;
  /** The first answer is to say what it has read: it is the only one of its process. */
  readonly isAlone: boolean;
}

/** One file for a worker to check. */
export interface CheckTask {
  readonly kind: "check";
  readonly index: number;
  readonly path: string;
  readonly text: string;
}

/** What a worker is sent: a file to check, or which files are not as they were. */
export type CheckMessage = CheckTask | { readonly kind: "changed"; readonly paths: readonly string[] };

/** What a worker found in one file, or why it failed. */
export type CheckAnswer = { readonly index: number } & (
  | { readonly result: FileFindingsJson; readonly reads?: readonly RecordedRead[] | undefined }
  | { readonly error: string }
);
