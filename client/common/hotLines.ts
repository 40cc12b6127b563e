/** The cursor and the shown run: it chooses which access is drawn, and keys take it from one place to the next. */
import {
  type Disposable,
  type Position,
  type Range,
  Selection,
  type TextEditor,
  TextEditorRevealType,
  window,
} from "vscode";
import { excessBytes, writtenAccesses } from "../../pictures/shares";
import type { Runs } from "./runs";
import type { Session } from "./session";

/** Puts the cursor at the next place after it, or before it, from the last on to the first. */
export function goToNext(places: readonly Range[], direction: 1 | -1): void {
  const editor = window.activeTextEditor;
  if (!editor || places.length === 0) return;
  const { active } = editor.selection;
  const ordered = places.toSorted((a, b) => direction * a.start.compareTo(b.start));
  const place = ordered.find(({ start }) => direction * start.compareTo(active) > 0) ?? ordered[0]!;
  editor.selection = new Selection(place.start, place.start);
  editor.revealRange(place, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The access under the cursor, else the worst of its line, by its index among those of the launch. */
function accessAt({ shown, choice }: Runs, { line, character }: Position): number | undefined {
  const launch = shown?.report.launches[choice.launch];
  const here = writtenAccesses(launch?.lines ?? [])
    .filter((one) => one.path === undefined && one.line === line + 1 && one.sample)
    .toSorted((a, b) => excessBytes(b) - excessBytes(a));
  return (here.find(({ column, endColumn }) => column <= character && character < endColumn) ?? here[0])?.index;
}

/** The pictures follow the cursor of the file whose run is shown. */
export function followCursor(session: Session): Disposable {
  return window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    const { runs } = session;
    const run = runs.shown;
    if (!run || run.stale || !isOf(textEditor, run.uri) || selections.length !== 1) return;
    const access = accessAt(runs, selections[0]!.active);
    if (access !== undefined && access !== runs.choice.access) session.choose({ access });
  });
}

const isOf = ({ document }: TextEditor, uri: string): boolean => document.uri.toString() === uri;
