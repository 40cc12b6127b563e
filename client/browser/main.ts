/** The extension in a web worker extension host: vscode.dev, github.dev. */
import { type ExtensionContext, Uri } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { activateWith } from "../common/extension";

// The types of this project know no DOM outside the webview.
declare const Worker: new (url: string) => ConstructorParameters<typeof LanguageClient>[2] & object;

/** Called by VS Code in the web host. */
export function activate(context: ExtensionContext): Promise<void> {
  const script = Uri.joinPath(context.extensionUri, "dist/web/server.js").toString(true);
  return activateWith(context, (options) => new LanguageClient("warplens", "WarpLens", new Worker(script), options));
}

export { deactivate } from "../common/extension";
