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
import type { LineJson } from "../../engine/formats";
import { counted, decimal, excessOf, grouped, idealOf, measuredOf, unitOf } from "../../pictures/figures";
import type { Run } from "../messages";

/** How much more than the ideal a line's colour begins at. Words beside the line say the figure: colour is never alone. */
const levels = [
  { from: 8, color: "warplens.heat.high" },
  { from: 2, color: "warplens.heat.medium" },
  { from: 1.25, color: "warplens.heat.low" },
] as const;

/** One kernel's run as it lies in the text: zero-based lines, moved along with edits elsewhere. */
interface Patch {
  readonly run: Run;
  /** Lines of the kernel's definition; its figures may lie in functions outside of it. */
  readonly from: number;
  readonly to: number;
  readonly heats: readonly LineHeat[];
}

interface LineHeat {
  /** Zero-based. */
  readonly line: number;
  readonly lines: readonly LineJson[];
  readonly excess: number;
}

function byLine(lines: readonly LineJson[]): LineHeat[] {
  const groups = new Map<number, LineJson[]>();
  for (const line of lines) {
    if (line.requests > 0) groups.set(line.line, [...(groups.get(line.line) ?? []), line]);
  }
  return [...groups].map(([line, own]) => ({ line: line - 1, lines: own, excess: Math.max(...own.map(excessOf)) }));
}

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

/** The patch after an edit; undefined when the edit touches the kernel or a line that it has figures on. */
export function movedPatch(
  patch: Pick<Patch, "from" | "to" | "heats">,
  { range, text }: Pick<TextDocumentContentChangeEvent, "text"> & { readonly range: Pick<Range, "start" | "end"> },
): Pick<Patch, "from" | "to" | "heats"> | undefined {
  const [first, last] = [range.start.line, range.end.line];
  const touches = (from: number, to: number) => first <= to && last >= from;
  if (touches(patch.from, patch.to) || patch.heats.some(({ line }) => touches(line, line))) return undefined;
  const by = text.split("\n").length - 1 - (last - first);
  const move = (line: number) => (line > last ? line + by : line);
  return {
    from: move(patch.from),
    to: move(patch.to),
    heats: patch.heats.map((heat) => ({ ...heat, line: move(heat.line) })),
  };
}

export class Heat implements Disposable {
  readonly #types: readonly TextEditorDecorationType[];
  readonly #subscriptions: readonly Disposable[];
  /** By document and kernel. */
  readonly #patches = new Map<string, Map<string, Patch>>();

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
    const heats = byLine(run.report.launches.flatMap((launch) => launch.lines));
    const patches = this.#patches.get(run.uri) ?? new Map<string, Patch>();
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
      let left: Pick<Patch, "from" | "to" | "heats"> | undefined = patch;
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
