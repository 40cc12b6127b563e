/** The line of a chosen step, marked in the editor while steps are gone through. */
import { type Disposable, Range, type TextEditorDecorationType, ThemeColor, Uri, ViewColumn, window } from "vscode";
import type { TraceStepJson } from "../../engine/formats/trace";
import type { Run } from "../messages";

/** Marks the line of the shown step in the editor. */
export class StepMark implements Disposable {
  readonly #type: TextEditorDecorationType = window.createTextEditorDecorationType({
    isWholeLine: true,
    // The colours that a debugger marks its line with: this is one, after the fact.
    backgroundColor: new ThemeColor("editor.stackFrameHighlightBackground"),
    outline: "1px dotted",
    outlineColor: new ThemeColor("contrastBorder"),
    overviewRulerColor: new ThemeColor("editor.stackFrameHighlightBackground"),
  });

  /** Shows the step's line without taking the focus from the sidebar. */
  async show(run: Run, step: TraceStepJson): Promise<void> {
    const place = new Range(step.line - 1, step.column, step.line - 1, step.endColumn);
    const editor = await window.showTextDocument(Uri.parse(run.uri), {
      preserveFocus: true,
      viewColumn: ViewColumn.One,
    });
    this.clear();
    editor.revealRange(place);
    editor.setDecorations(this.#type, [place]);
  }

  clear(): void {
    for (const editor of window.visibleTextEditors) editor.setDecorations(this.#type, []);
  }

  dispose(): void {
    this.#type.dispose();
  }
}
