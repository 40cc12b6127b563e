/** The part of the sidebar that shows a run: totals beside the ideal, each access, counters, what was found. Tables first. */

import type { LaunchReportJson, RunFindingJson } from "../../engine/formats/launch";
import { lineBars, spaceBars, usefulBars } from "../../pictures/bars";
import { comparisonTable } from "../../pictures/comparison";
import { decimal, dimensions, lanesPerRequest, libraryText } from "../../pictures/figures";
import { picture } from "../../pictures/html";
import { element, type Node } from "../../pictures/markup";
import { reusedLoads, reuseTable } from "../../pictures/reuse";
import { accessTable, lineTable, metricTable } from "../../pictures/tables";
import { launchRemarks, launchVerdict, programVerdict } from "../../pictures/verdict";
import type { Run, ViewState } from "../messages";
import { copied, folded, jump, link, pictured, placeOf, table } from "./controls";
import { programSection } from "./program";

/** The run that is shown, and the launch of it. */
export function shownLaunch({ history, shown, choice }: ViewState) {
  const run = history.find((one) => one.id === shown);
  const index = Math.min(choice.launch, (run?.report.launches.length ?? 0) - 1);
  const launch = run?.report.launches[index];
  return run && launch ? { run, launch, index } : undefined;
}

function place({ block, thread }: Pick<RunFindingJson, "block" | "thread">): string {
  const parts = [block && `block (${block.join(", ")})`, thread && `thread (${thread.join(", ")})`].filter(Boolean);
  return parts.length ? ` — ${parts.join(", ")}` : "";
}

function findings(run: Run, launch: LaunchReportJson): Node[] {
  if (launch.findings.length === 0) return [];
  return [
    element("h3", {}, "Found while running"),
    element(
      "ul",
      { class: "findings" },
      launch.findings.map((finding) => {
        const { message, fix, other, times } = finding;
        return element(
          "li",
          {},
          placeOf(run, finding),
          ` ${message}${place(finding)}${times > 1 ? `, ${times} times` : ""}${fix ? `. ${fix}` : ""}`,
          ...(other ? [" ", placeOf(run, other), ` ${other.message}${place(other)}`] : []),
        );
      }),
    ),
  ];
}

function traffic(run: Run, launch: LaunchReportJson): Node[] {
  if (launch.lines.length === 0) return [element("p", {}, "The kernel made no memory requests.")];
  const bars = spaceBars(launch.lines);
  return [
    table(bars.table),
    picture(bars),
    table(accessTable(launch), (row) => jump(run.id, launch.lines[row]!)),
    ...(reusedLoads(launch).length
      ? [
          table(
            reuseTable(launch, ({ line }) => `${line}`),
            (row) => jump(run.id, reusedLoads(launch)[row]!),
          ),
        ]
      : []),
    ...(launch.traffic?.length ? [pictured("useful", usefulBars(launch.traffic))] : []),
    folded(
      "bars",
      "Totals per line",
      picture(lineBars(launch.lines)),
      table(lineTable(launch), (row) => jump(run.id, launch.lines[row]!)),
    ),
  ];
}

function launchSection(run: Run, launch: LaunchReportJson): Node[] {
  const lanes = lanesPerRequest(launch);
  const lanesText = lanes === undefined ? "" : ` · ${decimal(lanes)} of 32 lanes active`;
  const given = {
    caption: "Arguments",
    columns: ["Parameter", "Type", "Value", "From"].map((title) => ({ title, numeric: false })),
    rows: launch.arguments.map((one) => [one.name, one.type, one.spec, one.from]),
  };
  return [
    element("p", { class: "verdict" }, launchVerdict(launch)),
    element("p", { class: "launch" }, `grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)}${lanesText}`),
    ...(launch.instantiated
      ? [element("p", { class: "hint" }, `Instantiated by WarpLens: ${launch.instantiated}.`)]
      : []),
    ...libraryText(launch).map((one) => element("p", { class: "hint" }, one)),
    ...launchRemarks(launch).map((one) => element("p", {}, one)),
    ...(launch.sampled
      ? [
          element(
            "p",
            { class: "hint" },
            `Estimated from ${launch.sampled.blocks} of ${launch.sampled.of} blocks: the launch is large.`,
          ),
        ]
      : []),
    ...findings(run, launch),
    ...traffic(run, launch),
    folded("counters", "Counters, as Nsight Compute names them", table(metricTable(launch, false))),
    ...(launch.arguments.length ? [folded("given", "Arguments of this run", table(given))] : []),
  ];
}

/** The report of the shown run. */
export function reportSection(state: ViewState): Node[] {
  const run = state.history.find((one) => one.id === state.shown);
  if (!run) return [];
  const { report } = run;
  const shown = shownLaunch(state);
  const outcome =
    report.outcome === "completed"
      ? []
      : [
          element(
            "p",
            report.assumed ? { class: "hint", role: "status" } : { class: "error", role: "alert" },
            `${report.outcome}: ${report.message}`,
            " ",
            placeOf(run, { ...report, line: report.line ?? null }),
          ),
        ];
  return [
    element("h2", { id: "report-title" }, run.request.kind === "program" ? `Program ${run.fileName}` : run.kernel),
    element(
      "p",
      { class: "hint" },
      `${run.fileName} on ${report.device}${run.stale ? " — the text may have changed since" : ""}`,
    ),
    ...outcome,
    ...(report.stdout === undefined ? [] : [element("p", { class: "verdict" }, programVerdict(report))]),
    ...(run.request.kind === "program" ? programSection(run, state) : []),
    ...(shown ? launchSection(run, shown.launch) : []),
    element(
      "p",
      { class: "links" },
      link("Open as text", { action: "textReport", run: run.id }, "Open as text: the whole report"),
      link("Copy as text", { action: "copyReport", run: run.id }, "Copy as text: the whole report"),
    ),
  ];
}

const linesOf = (run: Run) => run.report.launches.flatMap((launch) => launch.lines);

/** Two runs side by side. */
export function comparisonSection({ history, shown, compared }: ViewState): Node[] {
  const after = history.find((one) => one.id === shown);
  const before = history.find((one) => one.id === compared);
  if (!after || !before) return [];
  return [
    element("h2", {}, `Run ${before.id} and run ${after.id}`),
    copied(comparisonTable(linesOf(before), linesOf(after))),
    element("p", {}, link("Stop comparing", { action: "compare" })),
  ];
}

/** The earlier runs. */
export function historySection({ history, shown, compared }: ViewState): Node[] {
  if (history.length < 2) return [];
  return [
    element("h2", {}, "Earlier runs"),
    element(
      "ul",
      { class: "history" },
      history.map((run) => {
        const name = `Run ${run.id}: ${run.kernel}`;
        return element(
          "li",
          { "aria-current": run.id === shown ? "true" : undefined },
          link(name, { action: "show", run: run.id }),
          run.id === shown || run.id === compared
            ? ` (${run.id === shown ? "shown" : "before"})`
            : link("compare", { action: "compare", run: run.id }, `Compare with run ${run.id}`),
        );
      }),
    ),
  ];
}
