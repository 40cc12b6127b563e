/** The thread that runs clang. It loads clang as soon as it is started, before it is asked for anything. */
import { Worker } from "node:worker_threads";
import type { ClangWorkerData } from "./clangWorker";

/** What clang's thread is started with. */
export interface ClangPlaces {
  /** The bundle of `clangWorker.ts`. */
  readonly worker: URL;
  /** Clang's ES module, with its WebAssembly and headers beside it. */
  readonly bundle: URL;
  /** See `NodePlatformOptions`. */
  readonly isBrief?: boolean;
}

/** The places in a folder of bundles. */
export const placesIn = (folder: URL): ClangPlaces => ({
  worker: new URL("clangWorker.mjs", folder),
  bundle: new URL("clang/bundle.js", folder),
});

/** Starts the thread. It does not keep the process alive, and one that dies before anybody listens to it does no harm. */
export function startClangThread({ worker, bundle, isBrief = false }: ClangPlaces): Worker {
  const thread = new Worker(worker, { workerData: { bundle: bundle.href, isBrief } satisfies ClangWorkerData });
  thread.unref();
  return thread.on("error", () => undefined);
}

/** Whether a thread that was started can still be asked. Reference: Node, `worker.threadId`: -1 once it has ended. */
export const isAlive = ({ threadId }: Worker): boolean => threadId >= 0;
