/** Figures of a run as they lie in the text: moved along with edits elsewhere, gone with one of their own kernel. */

import type { LineJson } from "../../engine/formats/launch";
import { excessOf, isCounted } from "../../pictures/figures";
import { writtenAccesses } from "../../pictures/shares";

/** The accesses of one line. Lines count from zero. */
export interface LineHeat {
  readonly line: number;
  readonly lines: readonly LineJson[];
  /** Measured over ideal, of the worst. */
  readonly excess: number;
}

/** Where the figures of one kernel's run lie in a text. */
export interface Patch {
  /** First and last line of the kernel's definition; its figures may lie in functions outside of it. -1 where there is none. */
  readonly from: number;
  readonly to: number;
  readonly heats: readonly LineHeat[];
}

/** An edit as VS Code reports it. */
export interface Edit {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** Cost by line, from the accesses of a run. */
export function heatByLine(lines: readonly LineJson[]): LineHeat[] {
  const groups = new Map<number, LineJson[]>();
  for (const line of writtenAccesses(lines)) {
    // A line with a path is one of another file.
    if (line.path === undefined && line.requests > 0 && isCounted(line))
      groups.set(line.line, [...(groups.get(line.line) ?? []), line]);
  }
  return [...groups].map(([line, own]) => ({ line: line - 1, lines: own, excess: Math.max(...own.map(excessOf)) }));
}

/** The patch after an edit; undefined when the edit touches the kernel or a line that has its figures. */
export function movedPatch(patch: Patch, { range, text }: Edit): Patch | undefined {
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
