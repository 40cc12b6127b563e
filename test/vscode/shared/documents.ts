/** What the suites share: the example's document, our diagnostics in it, and waiting. */
import { type Diagnostic, languages, type TextDocument, Uri, window, workspace } from "vscode";
import * as assert from "./assert";

/** Waits until `check` gives something. Only the harness has a clock: it ends what never comes. */
export async function until<T>(what: string, check: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let i = 0; i < 600; i++) {
    const value = await check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not come`);
}

/** Our diagnostics in a document. */
export const ours = (document: TextDocument): Diagnostic[] =>
  languages.getDiagnostics(document.uri).filter((one) => one.source === "WarpLens");

export const rules = (document: TextDocument): string[] => ours(document).map((one) => String(one.code));

/** Opens the example from the workspace folder, as a fresh document. */
export async function openExample(): Promise<TextDocument> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, "a workspace folder is open");
  const document = await workspace.openTextDocument(Uri.joinPath(folder, "transpose.cu"));
  await window.showTextDocument(document);
  return document;
}

/** The rule of a diagnostic: its code is a link when the server gave one. */
export function codeOf({ code }: Diagnostic): string {
  return typeof code === "object" ? String(code.value) : String(code);
}
