/** The platform on this machine: files from disk, clang and simulations in worker threads. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type { Platform } from "../model/platform";
import { createNodeClang } from "./clang";
import { clangUrlsIn } from "./clangThread";
import { collect } from "./collect";
import { type CompileStore, storedClang, storedTexts } from "./compileStore";
import { nodeReads } from "./reads";
import { simulateInWorker } from "./simulation";
import { tierFor } from "./tiering";

/** How the Node platform keeps clang and its answers. */
export interface NodePlatformOptions {
  /** The process ends with its work: clang is tuned for a quick start instead of a long life. */
  readonly isBrief?: boolean;
  /** What clang answered in earlier processes; without one nothing is kept. */
  readonly store?: CompileStore | undefined;
  /** Clang's thread, where it was started before the platform. */
  readonly clangThread?: Worker;
  /** The bundle that runs: what it computes is kept in the store as well, for the same bundle. */
  readonly program?: URL;
}

/** `folder` is where the bundles lie: workers, `clang/` and `grammar/` are beside each other in it. */
export function nodePlatform(folder: URL, options: NodePlatformOptions = {}): Platform {
  const { isBrief = false, store, program, clangThread } = options;
  const simulations = simulateInWorker(new URL("simulationWorker.mjs", folder));
  const asked = createNodeClang({ ...clangUrlsIn(folder), isBrief }, clangThread);
  const clang = storedClang(asked, store, {
    clang: fileURLToPath(new URL("clang/", folder)),
    precompiled: fileURLToPath(new URL("precompiled/", folder)),
  });
  return {
    clang,
    async grammar() {
      const [runtime, cuda] = await Promise.all([
        readFile(new URL("grammar/web-tree-sitter.wasm", folder)),
        readFile(new URL("grammar/tree-sitter-cuda.wasm", folder)),
      ]);
      tierFor("grammar");
      return { runtime, cuda };
    },
    ...nodeReads,
    simulate: simulations.simulate,
    ...(store && program && { kept: storedTexts(store, fileURLToPath(program)) }),
    memory: {
      used: () => (simulations.isRunning() ? undefined : process.memoryUsage.rss()),
      collect,
      restartWorkers() {
        asked.restart();
        if (!simulations.isRunning()) simulations.dispose();
      },
    },
    now: () => performance.now(),
    dispose() {
      clang.dispose();
      simulations.dispose();
    },
  };
}
