/** Asks the client for notifications of files that change on disk, where it can. */
import { DidChangeWatchedFilesNotification } from "vscode-languageserver";
import type { ServerContext } from "./context";

/** Every feature gets the changes as `filesChanged`. */
export function watch({ connection, client, ready }: ServerContext, ...patterns: readonly string[]): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  const watchers = patterns.map((globPattern) => ({ globPattern }));
  ready
    .then(() => connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }))
    .catch((error) => connection.console.error(String(error)));
}
