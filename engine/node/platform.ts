/** The platform on this machine: files from disk, clang and simulations in worker threads. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Platform } from "../model/platform";
import { createNodeClang } from "./clang";
import { type CompileStore, storedClang } from "./compileStore";
import { readFolder } from "./folder";
import { simulateInWorker } from "./simulation";

export interface NodePlatformOptions {
  /** The process ends with its work: clang is tuned for a quick start instead of a long life. */
  readonly isBrief?: boolean;
  /** What clang answered in earlier processes; without one nothing is kept. */
  readonly store?: CompileStore | undefined;
}

/** `folder` is where the bundles lie: workers, `clang/` and `grammar/` are beside each other in it. */
export function nodePlatform(folder: URL, options: NodePlatformOptions = {}): Platform {
  const { isBrief = false, store } = options;
  const asked = createNodeClang({
    worker: new URL("clangWorker.mjs", folder),
    bundle: new URL("clang/bundle.js", folder),
    isBrief,
  });
  const clang = store ? storedClang(asked, store, fileURLToPath(new URL("clang/", folder))) : asked;
  const simulations = simulateInWorker(new URL("simulationWorker.mjs", folder));
  const read = (path: string) => readFile(path.startsWith("file:") ? fileURLToPath(path) : path).catch(() => undefined);
  return {
    clang,
    async grammar() {
      const [runtime, cuda] = await Promise.all([
        readFile(new URL("grammar/web-tree-sitter.wasm", folder)),
        readFile(new URL("grammar/tree-sitter-cuda.wasm", folder)),
      ]);
      return { runtime, cuda };
    },
    async readText(path) {
      return (await read(path))?.toString("utf8");
    },
    async fileNames(folder) {
      const path = folder.startsWith("file:") ? fileURLToPath(folder) : folder;
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      return entries.filter((one) => one.isFile()).map((one) => one.name);
    },
    readBytes: read,
    readFolder,
    simulate: simulations.simulate,
    now: () => performance.now(),
    dispose() {
      clang.dispose();
      simulations.dispose();
    },
  };
}
