/** The platform in a web worker: bundles by URL, files through the host editor, clang and simulations in workers. */
import type { Platform } from "../platform";
import { createBrowserClang } from "./clang";
import { simulateInWebWorker } from "./simulation";
import type { WebWorker } from "./webWorker";

export interface BrowserHost {
  /** Where the bundles lie, with a slash at the end. */
  readonly folder: string;
  /** Starts a worker of the script at a URL. */
  createWorker(url: string, kind: "module" | "classic"): WebWorker;
  /** Bytes of a file of the workspace by its URI, through the editor. */
  readFile(uri: string): Promise<Uint8Array | undefined>;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export function browserPlatform(host: BrowserHost): Platform {
  const { folder } = host;
  const clang = createBrowserClang({
    createWorker: () => host.createWorker(`${folder}web/clangWorker.js`, "module"),
    bundle: `${folder}clang/bundle.js`,
  });
  const simulations = simulateInWebWorker(() => host.createWorker(`${folder}web/simulationWorker.js`, "classic"));
  return {
    clang,
    async grammar() {
      const [runtime, cuda] = await Promise.all([
        fetchBytes(`${folder}grammar/web-tree-sitter.wasm`),
        fetchBytes(`${folder}grammar/tree-sitter-cuda.wasm`),
      ]);
      return { runtime, cuda };
    },
    async readText(path) {
      const bytes = await host.readFile(path);
      return bytes && new TextDecoder().decode(bytes);
    },
    readBytes: (path) => host.readFile(path),
    // The editor gives a web worker single files only.
    fileNames: async () => [],
    readFolder: async () => undefined,
    simulate: simulations.simulate,
    now: () => performance.now(),
    dispose() {
      clang.dispose();
      simulations.dispose();
    },
  };
}
