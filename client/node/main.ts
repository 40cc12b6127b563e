/** The extension in a Node extension host: desktop, remote, containers. */
import type { ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { activateWith } from "../common/extension";

export function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath("dist/server.cjs");
  return activateWith(
    context,
    (options) => new LanguageClient("warplens", "WarpLens", { module, transport: TransportKind.ipc }, options),
  );
}

export { deactivate } from "../common/extension";
