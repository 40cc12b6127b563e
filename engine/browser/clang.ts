/** Clang in a web worker. */

import { LOADED } from "../clang/call";
import { type ClangAnswer, type ClangBundles, createClangQueue, type DisposableClang } from "../clang/queue";
import { SentFiles } from "../clang/sentFiles";
import type { WebWorker } from "./webWorker";

/** Where clang's worker and bundle come from. */
export interface BrowserClangPlaces extends ClangBundles {
  /** Starts the bundle of `clangWorker.ts` as a module worker: only those may import. */
  createWorker(): WebWorker;
}

/** The worker starts with the first request. */
export function createBrowserClang({ createWorker, ...bundles }: BrowserClangPlaces): DisposableClang {
  return createClangQueue((onAnswer, onLoaded) => {
    const worker = createWorker();
    const files = new SentFiles();
    worker.addEventListener("message", ({ data }) => {
      if (data === LOADED) onLoaded();
      else onAnswer(data as ClangAnswer);
    });
    worker.addEventListener("error", ({ message }) => onAnswer({ crash: `the clang worker died: ${message ?? ""}` }));
    return {
      post: (request) => files.send(request, (sent) => worker.postMessage(sent)),
      terminate: () => void worker.terminate(),
    };
  }, bundles);
}
