/** Every feature of the server, and what the server can do for a client. */
import { type ClientCapabilities, type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver";
import type { Feature } from "../common/context";
import { checkWorkspace } from "../features/checkWorkspace";
import { codeActionCapabilities, codeActions } from "../features/codeAction";
import { codeLens } from "../features/codeLens";
import { completion, completionCapabilities } from "../features/completion";
import { configuration } from "../features/configuration";
import { diagnosticCapabilities, diagnostics } from "../features/diagnostics";
import { documentSymbols } from "../features/documentSymbol";
import { hover } from "../features/hover";
import { inlayHints } from "../features/inlayHint";
import { requests } from "../features/requests";
import { semanticTokenCapabilities, semanticTokens } from "../features/semanticTokens";
import { signatureHelp, signatureHelpCapabilities } from "../features/signatureHelp";
import { simulate } from "../features/simulate";
import { sources } from "../features/sources";
import { tools } from "../features/tools";
import { SERVER_NAME } from "../protocol";

/** In the order in which they are registered and notified. */
export const features: readonly Feature[] = [
  diagnostics,
  codeActions,
  codeLens,
  hover,
  inlayHints,
  completion,
  signatureHelp,
  documentSymbols,
  semanticTokens,
  simulate,
  requests,
  configuration,
  sources,
  checkWorkspace,
  tools,
];

/** What the server offers to a client with these abilities. */
export function capabilities(client: ClientCapabilities): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    ...diagnosticCapabilities(client),
    codeActionProvider: codeActionCapabilities,
    codeLensProvider: { resolveProvider: true },
    hoverProvider: true,
    inlayHintProvider: true,
    completionProvider: completionCapabilities,
    signatureHelpProvider: signatureHelpCapabilities,
    documentSymbolProvider: { label: SERVER_NAME },
    semanticTokensProvider: semanticTokenCapabilities,
    workspace: { workspaceFolders: { supported: true } },
  };
}
