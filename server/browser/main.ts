/** The language server as a web worker, in the web variant of VS Code. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { browserPlatform } from "../../engine/browser/platform";
import type { WebWorker } from "../../engine/browser/webWorker";
import { wellFormed } from "../common/wellFormed";
import { LIST_FOLDER, type ListFolderParams, type ListFolderResult, READ_FILE, type ReadFileParams } from "../protocol";
import { serve } from "../session/serve";

// The types of this project know no DOM outside the webview.
declare const Worker: new (url: string, options: { type: "module" | "classic" }) => WebWorker;

/**
 * Extension files come from another origin than this worker's, and a worker's script may not. A page of one line that
 * loads it may: it is ours, and cross-origin scripts may be loaded from inside.
 */
function createWorker(url: string, type: "module" | "classic"): WebWorker {
  const quoted = JSON.stringify(url);
  const source = type === "module" ? `import ${quoted};` : `importScripts(${quoted});`;
  const page = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return new Worker(page, { type });
}

// The worker's own global scope is its port; the types of a page's `self` do not say so.
const scope = globalThis as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];
const connection = createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope), {
  messageStrategy: wellFormed,
});

async function readFile(uri: string): Promise<Uint8Array | undefined> {
  const params: ReadFileParams = { uri };
  const data: string | null = await connection.sendRequest(READ_FILE, params);
  return data === null ? undefined : Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}

async function listFolder(uri: string) {
  const params: ListFolderParams = { uri };
  const entries: ListFolderResult = await connection.sendRequest(LIST_FOLDER, params);
  return entries ?? undefined;
}

serve(connection, ({ distUri }) => {
  if (!distUri) throw new Error("initializationOptions.distUri: a worker cannot find its bundles without it");
  return browserPlatform({
    folder: distUri.endsWith("/") ? distUri : `${distUri}/`,
    createWorker,
    readFile,
    listFolder,
  });
});
