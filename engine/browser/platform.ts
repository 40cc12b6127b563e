/** The platform in a web worker: bundles by URL, files through the host editor, clang and simulations in workers. */

import type { Platform } from "../model/platform";
import { type FolderEntry, folderFiles } from "../sources/folderFiles";
import { createBrowserClang } from "./clang";
import { simulateInWebWorker } from "./simulation";
import type { WebWorker } from "./webWorker";

/** What the browser platform needs from its host. */
export interface BrowserHost {
  /** Where the bundles lie, with a slash at the end. */
  readonly folder: string;
  /** Starts a worker of the script at a URL. */
  createWorker(url: string, kind: "module" | "classic"): WebWorker;
  /** Bytes of a file of the workspace by its URI, through the editor. */
  readFile(uri: string): Promise<Uint8Array | undefined>;
  /** What is in a folder of the workspace by its URI, through the editor. */
  listFolder(uri: string): Promise<readonly FolderEntry[] | undefined>;
}

/** What is at a path inside of a folder. Names are part of a URI only when they are written as one. */
const uriIn = (folder: string, inside: string): string =>
  inside === "" ? folder : `${folder.replace(/\/$/, "")}/${inside.split("/").map(encodeURIComponent).join("/")}`;

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The platform in a browser: files through the host, workers of the page. */
export function browserPlatform(host: BrowserHost): Platform {
  const { folder } = host;
  const clang = createBrowserClang({
    createWorker: () => host.createWorker(`${folder}web/clangWorker.js`, "module"),
    bundle: `${folder}clang/called.js`,
    whole: `${folder}clang/bundle.js`,
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
    async fileNames(uri) {
      const entries = (await host.listFolder(uri)) ?? [];
      return entries.flatMap(({ name, kind }) => (kind === "file" ? [name] : []));
    },
    readFolder: (uri) =>
      folderFiles(uri, {
        list: (inside) => host.listFolder(uriIn(uri, inside)),
        read: (inside) => host.readFile(uriIn(uri, inside)),
      }),
    simulate: simulations.simulate,
    now: () => performance.now(),
    dispose() {
      clang.dispose();
      simulations.dispose();
    },
  };
}
