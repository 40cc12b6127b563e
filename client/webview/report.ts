/** What a run has beyond its verdict: totals beside the ideal, counters, arguments. */
import { html, nothing } from "lit-html";
import type { LaunchReportJson } from "../../engine/formats/launch";
import { lineBars, spaceBars, usefulBars } from "../../pictures/bars";
import { boundsBars } from "../../pictures/bounds";
import type { Picture } from "../../pictures/model";
import { reusedLoads, reuseTable } from "../../pictures/reuse";
import { rooflinePicture } from "../../pictures/roofline";
import { lineTable, metricTable } from "../../pictures/tables";
import type { Run, ViewState } from "../messages";
import { t } from "../strings";
import { copied, copyLink, folded, jump, link, type Part, picture, pictured, table } from "./controls";
import { send, sending } from "./editor";
import { programSection } from "./program";

/** The run that is shown, and the launch of it. */
export function shownLaunch({ history, shown, choice }: ViewState) {
  const run = history.find((one) => one.id === shown);
  const index = Math.min(choice.launch, (run?.report.launches.length ?? 0) - 1);
  const launch = run?.report.launches[index];
  return run && launch ? { run, launch, index } : undefined;
}

/** A picture of the least time, where there is one. */
const least = (name: string, one: Picture | undefined): Part => (one ? pictured(name, one) : nothing);

function reused(run: Run, launch: LaunchReportJson): Part {
  const loads = reusedLoads(launch);
  if (loads.length === 0) return nothing;
  return table(
    reuseTable(launch, ({ line }) => `${line}`),
    (row) => jump(run.id, loads[row]!),
  );
}

function traffic(run: Run, launch: LaunchReportJson): Part {
  if (launch.lines.length === 0) return html`<p>${t("The kernel made no memory requests.")}</p>`;
  const bars = spaceBars(launch.lines);
  return [
    table(bars.table),
    picture(bars),
    reused(run, launch),
    launch.traffic?.length ? pictured("useful", usefulBars(launch.traffic)) : nothing,
    least("least", boundsBars(launch)),
    least("roofline", rooflinePicture(launch)),
    folded(
      "bars",
      t("Totals per line"),
      picture(lineBars(launch.lines)),
      table(lineTable(launch), (row) => jump(run.id, launch.lines[row]!)),
    ),
  ];
}

function links({ id }: Run): Part {
  const copy = (type: "copyReport" | "copyMarkdown") => () => send({ type, run: id });
  return html`<p class="links">${link(t("Open as text"), sending({ type: "textReport", run: id }), t("Open as text: the whole report"))}${copyLink(t("Copy as text"), t("Copy as text: the whole report"), copy("copyReport"))}${copyLink(t("Copy as Markdown"), t("Copy as Markdown: the report"), copy("copyMarkdown"))}${link(t("Save…"), sending({ type: "saveRun", run: id }), t("Save the run as a page, Markdown, text or JSON"))}</p>`;
}

function launchDetails(run: Run, launch: LaunchReportJson): Part {
  const heads = [t("Parameter"), t("Type"), t("Value"), t("From")];
  const given = {
    caption: t("Arguments"),
    columns: heads.map((title) => ({ title, numeric: false })),
    rows: launch.arguments.map((one) => [one.name, one.type, one.spec, one.from]),
  };
  return [
    traffic(run, launch),
    folded("counters", t("Counters, as Nsight Compute names them"), copied(metricTable(launch, false))),
    launch.arguments.length > 0 ? folded("given", t("Arguments of this run"), table(given)) : nothing,
  ];
}

/** Totals, counters and arguments of the shown launch, and what only a program has. */
export function detailsSection(state: ViewState): Part {
  const run = state.history.find((one) => one.id === state.shown);
  if (!run) return nothing;
  const launch = shownLaunch(state)?.launch;
  return [
    run.request.kind === "program" ? programSection(run, state) : nothing,
    launch ? launchDetails(run, launch) : nothing,
    links(run),
  ];
}
