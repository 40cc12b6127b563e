/** Figures of the last run beside the lines that they belong to, until the next edit of that kernel. */
import {
  type Disposable,
  MarkdownString,
  Range,
  type TextDocument,
  type TextDocumentContentChangeEvent,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import type { LineJson } from "../../engine/formats/launch";
import { counted, decimal, grouped, idealOf, measuredOf, unitOf } from "../../pictures/figures";
import type { Run } from "../messages";
import { heatByLine, type LineHeat, movedPatch, type Patch } from "./patches";

/** How much more than the ideal a line's colour begins at. Words beside the line say the figure: colour is never alone. */
const levels = [
  { from: 8, color: "warplens.heat.high" },
  { from: 2, color: "warplens.heat.medium" },
  { from: 1.25, color: "warplens.heat.low" },
] as const;

const perRequest = (line: LineJson): string => {
  const measured = counted(measuredOf(line) / line.requests, unitOf(line));
  const ideal = decimal(idealOf(line) / line.requests);
  return measuredOf(line) === idealOf(line) ? `${measured}, ideal` : `${measured} (ideal ${ideal})`;
};

function hoverText({ lines }: LineHeat, kernel: string): MarkdownString {
  const rows = lines.map(
    (line) =>
      `| ${line.space} ${line.op} | ${grouped(line.requests)} | ${grouped(measuredOf(line))} | ${grouped(idealOf(line))} | ${unitOf(line)} |`,
  );
  const head = ["| Access | Requests | Measured | Ideal | Unit |", "|---|--:|--:|--:|---|"];
  return new MarkdownString([`**Simulated** \`${kernel}\``, "", ...head, ...rows].join("\n"));
}

/** One run, where it lies in the text. */
interface Shown extends Patch {
  readonly run: Run;
}

/** Figures of the last runs beside their lines, coloured by how far they exceed the ideal. */
export class Heat implements Disposable {
  readonly #types: readonly TextEditorDecorationType[];
  readonly #subscriptions: readonly Disposable[];
  /** By document and kernel. */
  readonly #patches = new Map<string, Map<string, Shown>>();

  constructor() {
    const decoration = (color: string | undefined) =>
      window.createTextEditorDecorationType({
        isWholeLine: true,
        after: { margin: "0 0 0 3em", color: new ThemeColor("editorCodeLens.foreground") },
        ...(color
          ? {
              backgroundColor: new ThemeColor(color),
              overviewRulerColor: new ThemeColor(color),
            }
          : {}),
      });
    this.#types = [...levels.map((level) => decoration(level.color)), decoration(undefined)];
    this.#subscriptions = [
      ...this.#types,
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.#edited(document, contentChanges)),
    ];
  }

  /** Shows a run of a kernel that stands in the given lines; a program's run shows all of its kernels'. */
  show(run: Run, lines: { readonly from: number; readonly to: number }): void {
    if (run.stale) return;
    const heats = heatByLine(run.report.launches.flatMap((launch) => launch.lines));
    const patches = this.#patches.get(run.uri) ?? new Map<string, Shown>();
    // Two runs on one line would write over each other: the newer is shown.
    for (const [kernel, patch] of patches) {
      if (patch.heats.some((one) => heats.some((other) => other.line === one.line))) patches.delete(kernel);
    }
    this.#patches.set(run.uri, patches.set(run.kernel, { run, ...lines, heats }));
    this.#drawAll(run.uri);
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  #edited(document: TextDocument, changes: readonly TextDocumentContentChangeEvent[]): void {
    const uri = document.uri.toString();
    const patches = this.#patches.get(uri);
    if (!patches?.size || changes.length === 0) return;
    for (const [kernel, patch] of patches) {
      let left: Patch | undefined = patch;
      for (const change of changes) left = left && movedPatch(left, change);
      if (left) patches.set(kernel, { ...patch, ...left });
      else patches.delete(kernel);
    }
    this.#drawAll(uri);
  }

  #drawAll(uri: string): void {
    for (const editor of window.visibleTextEditors) if (editor.document.uri.toString() === uri) this.#draw(editor);
  }

  #draw(editor: TextEditor): void {
    const { document } = editor;
    const patches = [...(this.#patches.get(document.uri.toString())?.values() ?? [])];
    const heats = patches.flatMap(({ run, heats: own }) => own.map((heat) => ({ ...heat, kernel: run.kernel })));
    const levelOf = (excess: number) => {
      const level = levels.findIndex(({ from }) => excess >= from);
      return level < 0 ? levels.length : level;
    };
    this.#types.forEach((type, level) => {
      const here = heats.filter((heat) => levelOf(heat.excess) === level && heat.line < document.lineCount);
      editor.setDecorations(
        type,
        here.map((heat) => ({
          range: new Range(heat.line, 0, heat.line, document.lineAt(heat.line).text.length),
          hoverMessage: hoverText(heat, heat.kernel),
          renderOptions: { after: { contentText: heat.lines.map(perRequest).join(" · ") } },
        })),
      );
    });
  }
}
