/** Pieces of code that are run without a file: each becomes a document of its own that cannot be saved and need not be. */
import { l10n, type TextDocument, type TextDocumentContentProvider, Uri, workspace } from "vscode";

/** URI scheme of snippets. */
export const SNIPPET_SCHEME = "warplens-snippet";

const texts = new Map<string, string>();

/** Gives the texts of snippets as documents. */
export const snippetProvider: TextDocumentContentProvider = {
  provideTextDocumentContent: (uri) =>
    texts.get(uri.path) ?? `// ${l10n.t("This snippet is from an earlier session.")}\n`,
};

/** A document with the text; nothing is shown. The same text is the same document, so that its runs can be compared. */
export async function openSnippet(text: string): Promise<TextDocument> {
  const present = [...texts].find(([, one]) => one === text)?.[0];
  const path = present ?? `/snippet-${texts.size + 1}.cu`;
  texts.set(path, text);
  return workspace.openTextDocument(Uri.from({ scheme: SNIPPET_SCHEME, path }));
}
