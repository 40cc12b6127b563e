/** What only a run of a whole program has: its output, the timeline, memory. */
import { html, nothing } from "lit-html";
import type { HostPlaceJson, ProgramJson } from "../../engine/formats/program";
import { managedByLine, managedTable, pagesPicture } from "../../pictures/managed";
import { allocationCount, allocationTable } from "../../pictures/program";
import { moved, timelinePicture, wholeTime } from "../../pictures/timeline";
import type { Run, ViewState } from "../messages";
import { t } from "../strings";
import { button, buttons, folded, type Part, pictured, placeOf, table, unfolded } from "./controls";
import { sending } from "./editor";
import { outputText } from "./phase";

const output = (id: string, name: string, text: string | undefined): Part =>
  text ? unfolded(id, name, outputText(name, text.endsWith("\n") ? text : `${text}\n`)) : nothing;

/** The part of the time that is shown moves by buttons, which the keyboard reaches too. */
function timeline({ report }: Run, { choice }: ViewState): Part {
  const entries = report.timeline ?? [];
  if (entries.length === 0) return nothing;
  const whole = wholeTime(entries);
  const window = choice.window ?? whole;
  const isWhole = window.from <= whole.from && window.to >= whole.to;
  const by = (id: string, text: string, label: string, direction: Parameters<typeof moved>[1], disabled = false) => {
    const zoom = sending({ type: "choose", choice: { window: moved(window, direction, whole) } });
    return button(`zoom-${id}`, text, zoom, { label, disabled });
  };
  return [
    html`<h3>${t("Timeline")}</h3>`,
    buttons(
      by("in", "+", t("Zoom in"), "in"),
      by("out", "−", t("Zoom out"), "out", isWhole),
      by("left", "←", t("Earlier"), "left", isWhole),
      by("right", "→", t("Later"), "right", isWhole),
      button("zoom-all", t("All"), sending({ type: "choose", choice: { window: null } }), { disabled: isWhole }),
    ),
    pictured("timeline", timelinePicture(entries, window)),
  ];
}

const placeOrDash = (run: Run, place: HostPlaceJson): Part => (place.line === null ? "–" : placeOf(run, place));

function managedMemory(run: Run, managed: ProgramJson["managed"]): Part {
  if (managed.length === 0) return nothing;
  const byLine = managedByLine(managed);
  return [
    html`<h3>${t("Managed memory")}</h3>`,
    byLine.map((one, i) => pictured(`managed-${i}`, pagesPicture(one))),
    table(managedTable(byLine), (row) => placeOrDash(run, byLine[row]!)),
  ];
}

function allocated(run: Run, allocations: ProgramJson["allocations"]): Part {
  if (allocations.length === 0) return nothing;
  const title = t("Allocations ({0})", allocationCount(allocations));
  return folded(
    "allocations",
    title,
    table(allocationTable(allocations), (row) => placeOrDash(run, allocations[row]!)),
  );
}

/** What a run of a program adds beside its launches: output, timeline, memory. */
export function programSection(run: Run, state: ViewState): Part {
  const { exit_code, stdout, stderr, managed, allocations } = run.report;
  return [
    exit_code === null || exit_code === undefined ? nothing : html`<p>${t("Ended with exit code {0}.", exit_code)}</p>`,
    output("output-Standard-output", t("Standard output"), stdout),
    output("output-Standard-error", t("Standard error"), stderr),
    timeline(run, state),
    managedMemory(run, managed ?? []),
    allocated(run, allocations ?? []),
  ];
}
