/** The language server as a web worker, in the web variant of VS Code. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { browserPlatform } from "../../engine/browser/platform";
import { serve } from "../common/server";

// The worker's own global scope is its port; the types of a page's `self` do not say so.
const scope = globalThis as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];

serve(createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), ({ distUri }) => {
  if (distUri === undefined)
    throw new Error("initializationOptions.distUri is needed in a browser: a worker cannot tell where it came from");
  return browserPlatform(new URL(distUri.endsWith("/") ? distUri : `${distUri}/`));
});
