/** The thread that runs clang. It loads clang as soon as it is started, before it is asked for anything. */
import { Worker } from "node:worker_threads";
import type { ClangWorkerData } from "./clangWorker";

/** The URLs that clang's thread is started with. */
export interface ClangUrls {
  /** The bundle of `clangWorker.ts`. */
  readonly worker: URL;
  /** Clang's ES module, with its WebAssembly and headers beside it. */
  readonly bundle: URL;
  /** As `ClangBundles.whole`. */
  readonly whole?: URL;
  /** See `NodePlatformOptions`. */
  readonly isBrief?: boolean;
}

/** The URLs in a folder of bundles. */
export const clangUrlsIn = (folder: URL): ClangUrls => ({
  worker: new URL("clangWorker.mjs", folder),
  bundle: new URL("clang/called.js", folder),
  whole: new URL("clang/bundle.js", folder),
});

/**
 * Starts the thread with the clang of `bundle`. It does not keep the process alive, and one that dies before anybody listens
 * to it does no harm.
 */
export function startClangThread({ worker, bundle, isBrief = false }: ClangUrls): Worker {
  const thread = new Worker(worker, { workerData: { bundle: bundle.href, isBrief } satisfies ClangWorkerData });
  thread.unref();
  return thread.on("error", () => undefined);
}

/** Whether a thread that was started can still be asked. Reference: Node, `worker.threadId`: -1 once it has ended. */
export const isAlive = ({ threadId }: Worker): boolean => threadId >= 0;
