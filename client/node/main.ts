/** The extension in a Node extension host: desktop, remote, containers. */
import { join } from "node:path";
import type { ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { MEMORY_ENVIRONMENT } from "../../server/protocol";
import { activateWith } from "../common/extension";

/** Called by VS Code in the desktop host. */
export function activate(context: ExtensionContext): Promise<void> {
  const module = context.asAbsolutePath("dist/server.cjs");
  // What the server keeps of clang's work goes where VS Code wants an extension's files.
  const cache = join(context.globalStorageUri.fsPath, "compiles");
  const env = { ...MEMORY_ENVIRONMENT, WARPLENS_CACHE: cache, ...process.env };
  const server = { module, transport: TransportKind.ipc, options: { env } };
  return activateWith(context, (options) => new LanguageClient("warplens", "WarpLens", server, options));
}

export { deactivate } from "../common/extension";
