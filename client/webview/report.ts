/** What a run has beyond its verdict: totals beside the ideal, counters, arguments. */

import type { LaunchReportJson } from "../../engine/formats/launch";
import { lineBars, spaceBars, usefulBars } from "../../pictures/bars";
import { boundsBars } from "../../pictures/bounds";
import { picture } from "../../pictures/html";
import { element, type Node } from "../../pictures/markup";
import type { Picture } from "../../pictures/model";
import { reusedLoads, reuseTable } from "../../pictures/reuse";
import { rooflinePicture } from "../../pictures/roofline";
import { lineTable, metricTable } from "../../pictures/tables";
import type { Run, ViewState } from "../messages";
import { copied, folded, jump, link, pictured, table } from "./controls";
import { programSection } from "./program";

/** The run that is shown, and the launch of it. */
export function shownLaunch({ history, shown, choice }: ViewState) {
  const run = history.find((one) => one.id === shown);
  const index = Math.min(choice.launch, (run?.report.launches.length ?? 0) - 1);
  const launch = run?.report.launches[index];
  return run && launch ? { run, launch, index } : undefined;
}

/** A picture of the least time, where there is one. */
const least = (name: string, drawn: Picture | undefined): Node[] => (drawn ? [pictured(name, drawn)] : []);

function traffic(run: Run, launch: LaunchReportJson): Node[] {
  if (launch.lines.length === 0) return [element("p", {}, "The kernel made no memory requests.")];
  const bars = spaceBars(launch.lines);
  return [
    table(bars.table),
    picture(bars),
    ...(reusedLoads(launch).length
      ? [
          table(
            reuseTable(launch, ({ line }) => `${line}`),
            (row) => jump(run.id, reusedLoads(launch)[row]!),
          ),
        ]
      : []),
    ...(launch.traffic?.length ? [pictured("useful", usefulBars(launch.traffic))] : []),
    ...least("least", boundsBars(launch)),
    ...least("roofline", rooflinePicture(launch)),
    folded(
      "bars",
      "Totals per line",
      picture(lineBars(launch.lines)),
      table(lineTable(launch), (row) => jump(run.id, launch.lines[row]!)),
    ),
  ];
}

/** Totals, counters and arguments of the shown launch, and what only a program has. */
export function detailsSection(state: ViewState): Node[] {
  const run = state.history.find((one) => one.id === state.shown);
  if (!run) return [];
  const launch = shownLaunch(state)?.launch;
  return [
    ...(run.request.kind === "program" ? programSection(run, state) : []),
    ...(launch ? launchDetails(run, launch) : []),
    element(
      "p",
      { class: "links" },
      link("Open as text", { action: "textReport", run: run.id }, "Open as text: the whole report"),
      link("Copy as text", { action: "copyReport", run: run.id }, "Copy as text: the whole report"),
      link("Copy as Markdown", { action: "copyMarkdown", run: run.id }, "Copy as Markdown: the report"),
      link("Save…", { action: "saveRun", run: run.id }, "Save the run as a page, Markdown, text or JSON"),
    ),
  ];
}

function launchDetails(run: Run, launch: LaunchReportJson): Node[] {
  const given = {
    caption: "Arguments",
    columns: ["Parameter", "Type", "Value", "From"].map((title) => ({ title, numeric: false })),
    rows: launch.arguments.map((one) => [one.name, one.type, one.spec, one.from]),
  };
  return [
    ...traffic(run, launch),
    folded("counters", "Counters, as Nsight Compute names them", copied(metricTable(launch, false))),
    ...(launch.arguments.length ? [folded("given", "Arguments of this run", table(given))] : []),
  ];
}
