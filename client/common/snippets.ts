/** Pieces of code that are run without a file: each becomes a document of its own that cannot be saved and need not be. */
import { type TextDocument, type TextDocumentContentProvider, Uri, window, workspace } from "vscode";
import { type Snippet, snippets } from "../../examples/snippets";

/** URI scheme of snippets. */
export const SNIPPET_SCHEME = "warplens-snippet";

const texts = new Map<string, string>();

/** Gives the texts of snippets as documents. */
export const snippetProvider: TextDocumentContentProvider = {
  provideTextDocumentContent: (uri) => texts.get(uri.path) ?? "// This snippet is from an earlier session.\n",
};

/** A document with the text; nothing is shown. The same text is the same document, so that its runs can be compared. */
export async function openSnippet(text: string): Promise<TextDocument> {
  const present = [...texts].find(([, one]) => one === text)?.[0];
  const path = present ?? `/snippet-${texts.size + 1}.cu`;
  texts.set(path, text);
  return workspace.openTextDocument(Uri.from({ scheme: SNIPPET_SCHEME, path }));
}

/** Lets the user choose one of the snippets that come with the extension. */
export async function chooseSnippet(): Promise<Snippet | undefined> {
  const items = snippets.map((snippet) => ({ label: snippet.title, detail: snippet.lesson, snippet }));
  const chosen = await window.showQuickPick(items, {
    title: "The memory system in ten snippets",
    placeHolder: "Each is opened in the sidebar and run",
    matchOnDetail: true,
  });
  return chosen?.snippet;
}
