/** Figures of the last run beside the lines that they belong to, until the next edit of that kernel. */
import {
  type Disposable,
  MarkdownString,
  Range,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import type { LineJson } from "../../engine/formats";
import { counted, decimal, excessOf, grouped, idealOf, measuredOf, unitOf } from "../../pictures/figures";
import type { Run } from "../messages";

/** How much more than the ideal a line's colour begins at. Words beside the line say the figure: colour is never alone. */
const levels = [
  { from: 8, color: "warplens.heat.high" },
  { from: 2, color: "warplens.heat.medium" },
  { from: 1.25, color: "warplens.heat.low" },
] as const;

interface LineHeat {
  readonly line: number;
  readonly lines: readonly LineJson[];
  readonly excess: number;
}

function byLine(lines: readonly LineJson[]): LineHeat[] {
  const groups = new Map<number, LineJson[]>();
  for (const line of lines) {
    if (line.requests > 0) groups.set(line.line, [...(groups.get(line.line) ?? []), line]);
  }
  return [...groups].map(([line, own]) => ({ line, lines: own, excess: Math.max(...own.map(excessOf)) }));
}

const perRequest = (line: LineJson): string => {
  const measured = counted(measuredOf(line) / line.requests, unitOf(line));
  const ideal = decimal(idealOf(line) / line.requests);
  return measuredOf(line) === idealOf(line) ? `${measured}, ideal` : `${measured} (ideal ${ideal})`;
};

function hoverText({ lines }: LineHeat): MarkdownString {
  const rows = lines.map(
    (line) =>
      `| ${line.space} ${line.op} | ${grouped(line.requests)} | ${grouped(measuredOf(line))} | ${grouped(idealOf(line))} | ${unitOf(line)} |`,
  );
  return new MarkdownString(
    ["**Simulated**", "", "| Access | Requests | Measured | Ideal | Unit |", "|---|--:|--:|--:|---|", ...rows].join(
      "\n",
    ),
  );
}

export class Heat implements Disposable {
  readonly #types: readonly TextEditorDecorationType[];
  readonly #subscriptions: readonly Disposable[];
  readonly #runs = new Map<string, Run>();

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
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.clear(document);
      }),
    ];
  }

  show(run: Run): void {
    this.#runs.set(run.uri, run);
    for (const editor of window.visibleTextEditors) this.#draw(editor);
  }

  clear(document: TextDocument): void {
    if (!this.#runs.delete(document.uri.toString())) return;
    for (const editor of window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  #draw(editor: TextEditor): void {
    const run = this.#runs.get(editor.document.uri.toString());
    const heats = run ? byLine(run.report.launches.flatMap((launch) => launch.lines)) : [];
    const levelOf = (excess: number) => {
      const level = levels.findIndex(({ from }) => excess >= from);
      return level < 0 ? levels.length : level;
    };
    this.#types.forEach((type, level) => {
      const here = heats.filter((heat) => levelOf(heat.excess) === level && heat.line <= editor.document.lineCount);
      editor.setDecorations(
        type,
        here.map((heat) => ({
          range: new Range(heat.line - 1, 0, heat.line - 1, editor.document.lineAt(heat.line - 1).text.length),
          hoverMessage: hoverText(heat),
          renderOptions: { after: { contentText: heat.lines.map(perRequest).join(" · ") } },
        })),
      );
    });
  }
}
