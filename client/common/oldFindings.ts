/** Findings that are of an older text than the one in the editor say so, where the newer text takes long to analyse. */
import {
  DecorationRangeBehavior,
  type Disposable,
  EventEmitter,
  l10n,
  languages,
  Range,
  type TextEditor,
  ThemeColor,
  window,
} from "vscode";
import { SERVER_NAME } from "../../server/protocol";

/** Milliseconds for which findings may be older than the text before they say so: analysing an edit takes far less as a rule. */
const LONG = 2000;

/** A column after the end of any line: the editor takes its own end, which may have moved since this text was sent here. */
const BEYOND = 2 ** 30 - 1;

/** Documents whose findings have been older than their text for long; their findings are marked in the editor. */
export class OldFindings implements Disposable {
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #old = new Set<string>();
  readonly #changed = new EventEmitter<void>();
  readonly #mark = window.createTextEditorDecorationType({
    after: {
      contentText: l10n.t("before the last edit"),
      color: new ThemeColor("descriptionForeground"),
      fontStyle: "italic",
      margin: "0 0 0 2em",
    },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  readonly #editors = window.onDidChangeVisibleTextEditors((editors) => {
    for (const one of editors) this.#draw(one);
  });
  /** The findings of some document have become old, or are of its text again. */
  readonly onDidChange = this.#changed.event;

  isOld(uri: string): boolean {
    return this.#old.has(uri);
  }

  /** A document has a text that is not analysed. Further edits do not begin the time anew. */
  edited(uri: string): void {
    if (this.#waiting.has(uri) || this.#old.has(uri)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(uri);
      this.#old.add(uri);
      this.#show(uri);
    }, LONG);
    this.#waiting.set(uri, timer);
  }

  /** The findings of a document are of its text, or there is no such document any more. */
  settled(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    if (this.#old.delete(uri)) this.#show(uri);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#editors.dispose();
    this.#changed.dispose();
    this.#mark.dispose();
  }

  #show(uri: string): void {
    for (const editor of window.visibleTextEditors) if (editor.document.uri.toString() === uri) this.#draw(editor);
    this.#changed.fire();
  }

  /** One mark a line, however many findings it has. */
  #draw(editor: TextEditor): void {
    const { document } = editor;
    const findings = this.#old.has(document.uri.toString())
      ? languages.getDiagnostics(document.uri).filter(({ source }) => source === SERVER_NAME)
      : [];
    const lines = [...new Set(findings.map(({ range }) => range.end.line))].filter((line) => line < document.lineCount);
    const hoverMessage = l10n.t("This finding is of the text before the last edit, which is still being analysed.");
    editor.setDecorations(
      this.#mark,
      lines.map((line) => ({ range: new Range(line, 0, line, BEYOND), hoverMessage })),
    );
  }
}
