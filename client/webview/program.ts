/** What only a run of a whole program has: its output, the timeline, memory. */

import type { ProgramJson } from "../../engine/formats/program";
import { managedByLine, managedTable, pagesPicture } from "../../pictures/managed";
import { element, type Node } from "../../pictures/markup";
import { allocationTable } from "../../pictures/program";
import { moved, timelinePicture, wholeTime } from "../../pictures/timeline";
import type { Run, ViewState } from "../messages";
import { button, buttons, folded, pictured, placeOf, table, unfolded } from "./controls";

function output(name: string, text: string | undefined): Node[] {
  if (!text) return [];
  const shown = text.endsWith("\n") ? text : `${text}\n`;
  return [
    unfolded(
      `output-${name.replaceAll(" ", "-")}`,
      name,
      element("pre", { class: "output", tabindex: 0, role: "region", "aria-label": name }, shown),
    ),
  ];
}

/** The part of the time that is shown moves by buttons, which the keyboard reaches too. */
function timeline({ report }: Run, { choice }: ViewState): Node[] {
  const entries = report.timeline ?? [];
  if (entries.length === 0) return [];
  const whole = wholeTime(entries);
  const window = choice.window ?? whole;
  const isWhole = window.from <= whole.from && window.to >= whole.to;
  const by = (id: string, text: string, label: string, direction: Parameters<typeof moved>[1], disabled = false) => {
    const { from, to } = moved(window, direction, whole);
    return button(`zoom-${id}`, text, { action: "zoom", from, to }, { label, disabled });
  };
  return [
    element("h3", {}, "Timeline"),
    buttons(
      by("in", "+", "Zoom in", "in"),
      by("out", "−", "Zoom out", "out", isWhole),
      by("left", "←", "Earlier", "left", isWhole),
      by("right", "→", "Later", "right", isWhole),
      button("zoom-all", "All", { action: "zoomAll" }, { disabled: isWhole }),
    ),
    pictured("timeline", timelinePicture(entries, window)),
  ];
}

function managedMemory(run: Run, managed: ProgramJson["managed"]): Node[] {
  if (managed.length === 0) return [];
  const byLine = managedByLine(managed);
  return [
    element("h3", {}, "Managed memory"),
    ...byLine.map((one, i) => pictured(`managed-${i}`, pagesPicture(one))),
    table(managedTable(byLine), (row) => placeOf(run, byLine[row]!) || "–"),
  ];
}

/** What a run of a program adds beside its launches: output, timeline, memory. */
export function programSection(run: Run, state: ViewState): Node[] {
  const { report } = run;
  const allocations = report.allocations ?? [];
  const ended =
    report.exit_code === null || report.exit_code === undefined ? [] : [`Ended with exit code ${report.exit_code}.`];
  return [
    ...ended.map((text) => element("p", {}, text)),
    ...output("Standard output", report.stdout),
    ...output("Standard error", report.stderr),
    ...timeline(run, state),
    ...managedMemory(run, report.managed ?? []),
    ...(allocations.length
      ? [
          folded(
            "allocations",
            `Allocations (${allocations.length})`,
            table(allocationTable(allocations), (row) => {
              return placeOf(run, allocations[row]!) || "–";
            }),
          ),
        ]
      : []),
  ];
}
