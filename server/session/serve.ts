/** The language server without its host: `node/main.ts` and `browser/main.ts` give it a connection and a platform. */
import type { Connection } from "vscode-languageserver";
import { handleMalformed } from "../common/wellFormed";
import { handleDocuments } from "./documents";
import { type CreatePlatform, handleLifecycle } from "./lifecycle";
import { createSession } from "./model";
import { handleSettings } from "./settings";

/** Answers on `connection` until it ends. */
export function serve(connection: Connection, createPlatform: CreatePlatform): void {
  const session = createSession(connection);
  handleMalformed(connection);
  handleLifecycle(session, createPlatform);
  handleSettings(session);
  handleDocuments(session);
  connection.listen();
}
