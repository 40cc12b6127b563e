/** Figures of the last run beside the lines that cost more than they need, until the next edit of that kernel. */
import {
  type Disposable,
  l10n,
  MarkdownString,
  OverviewRulerLane,
  Range,
  type TextDocument,
  type TextDocumentContentChangeEvent,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  Uri,
  window,
  workspace,
} from "vscode";
import type { LineJson } from "../../engine/formats/launch";
import { counted, decimal, excessOf, grouped, idealOf, measuredOf, unitOf } from "../../pictures/figures";
import { heatOf } from "../../pictures/sourcePage";
import type { Run } from "../messages";
import { heatByLine, type LineHeat, movedPatch, type Patch } from "./patches";

/** Colours by heat, the hottest first. Words beside the line say the figure, and a bar in the gutter its level: colour is never alone. */
const levels = [
  { heat: 3, name: "High", dark: "#f48771", light: "#c72e0f" },
  { heat: 2, name: "Medium", dark: "#e2a155", light: "#a85400" },
  { heat: 1, name: "Low", dark: "#d7ba7d", light: "#7a6200" },
] as const;

/** A bar as tall as the line is hot, in the gutter. */
function gutterIcon(heat: number, colour: string): Uri {
  const height = 4 + heat * 4;
  const bar = `<rect x="6" y="${16 - height}" width="4" height="${height}" rx="1" fill="${colour}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${bar}</svg>`;
  return Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
}

/** `store 32 sectors, ideal 4` */
const perRequest = (line: LineJson): string => {
  const measured = counted(measuredOf(line) / line.requests, unitOf(line));
  return l10n.t("{0} {1}, ideal {2}", line.op, measured, decimal(idealOf(line) / line.requests));
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
    this.#types = levels.map(({ heat, name, dark, light }) =>
      window.createTextEditorDecorationType({
        isWholeLine: true,
        after: { margin: "0 0 0 3em", color: new ThemeColor("editorCodeLens.foreground") },
        backgroundColor: new ThemeColor(`warplens.heat${name}`),
        overviewRulerColor: new ThemeColor(`warplens.heatRuler${name}`),
        overviewRulerLane: OverviewRulerLane.Center,
        gutterIconSize: "contain",
        dark: { gutterIconPath: gutterIcon(heat, dark) },
        light: { gutterIconPath: gutterIcon(heat, light) },
      }),
    );
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

  /** The lines that are coloured, where they are now. */
  hotLines({ uri, lineCount }: TextDocument): readonly Range[] {
    const patches = [...(this.#patches.get(uri.toString())?.values() ?? [])];
    return patches
      .flatMap(({ heats }) => heats)
      .filter(({ line, excess }) => heatOf(excess) > 0 && line < lineCount)
      .map(({ line, lines }) => {
        const { column, endColumn } = lines.toSorted((a, b) => excessOf(b) - excessOf(a))[0]!;
        return new Range(line, column, line, endColumn);
      });
  }

  #draw(editor: TextEditor): void {
    const { document } = editor;
    const patches = [...(this.#patches.get(document.uri.toString())?.values() ?? [])];
    const heats = patches.flatMap(({ run, heats: own }) => own.map((heat) => ({ ...heat, kernel: run.kernel })));
    this.#types.forEach((type, level) => {
      const wanted = levels[level]!.heat;
      const here = heats.filter(({ excess, line }) => heatOf(excess) === wanted && line < document.lineCount);
      editor.setDecorations(
        type,
        here.map((heat) => ({
          range: new Range(heat.line, 0, heat.line, document.lineAt(heat.line).text.length),
          hoverMessage: hoverText(heat, heat.kernel),
          renderOptions: {
            after: {
              contentText: heat.lines
                .filter((one) => excessOf(one) > 1)
                .map(perRequest)
                .join(" · "),
            },
          },
        })),
      );
    });
  }
}
