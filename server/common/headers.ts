/**
 * Headers in plain C and C++: nothing is said of them, but what is typed in one decides at once, unsaved too, what is said
 * of the files that include it. A client that can is asked for their texts.
 */
import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { ServerContext } from "./context";

const EXTENSIONS = ["h", "hh", "hpp", "hxx", "inl", "inc", "cuh"];
const LANGUAGES = ["c", "cpp"];

/** Whether a document is only there for those that include it. */
export const isHeader = (uri: string, languageId: string): boolean =>
  LANGUAGES.includes(languageId) && EXTENSIONS.includes(uri.slice(uri.lastIndexOf(".") + 1).toLowerCase());

/** Asks for notifications of open headers, beside the documents that the client sends anyway. */
export function followHeaders({ connection, client }: ServerContext): void {
  if (!client.textDocument?.synchronization?.dynamicRegistration) return;
  const pattern = `**/*.{${EXTENSIONS.join(",")}}`;
  const documentSelector = LANGUAGES.map((language) => ({ language, pattern }));
  const all = [
    connection.client.register(DidOpenTextDocumentNotification.type, { documentSelector }),
    connection.client.register(DidChangeTextDocumentNotification.type, {
      documentSelector,
      syncKind: TextDocumentSyncKind.Incremental,
    }),
    connection.client.register(DidCloseTextDocumentNotification.type, { documentSelector }),
  ];
  Promise.all(all).catch((error) => connection.console.error(String(error)));
}
