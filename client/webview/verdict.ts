/** What a reader of a run wants first: the verdict, the lines that it comes from, what mends it, and the accesses in a table. */
import type { LaunchReportJson } from "../../engine/formats/launch";
import { decimal, dimensions, excessOf, lanesPerRequest, libraryText } from "../../pictures/figures";
import { type Element, element, type Node } from "../../pictures/markup";
import { equalLaunches, launchTable } from "../../pictures/program";
import { type LineShare, lineShares } from "../../pictures/shares";
import { launchRemarks, programVerdict, type Verdict, verdictOf } from "../../pictures/verdict";
import type { Run, ViewState } from "../messages";
import { button, buttons, jump, link, placeOf, table } from "./controls";
import { launchFindings, programFindings, searchResult } from "./findings";
import { shownLaunch } from "./report";
import { accessSection } from "./source";

/** Lines whose share is listed; the table below has all of them. */
const SHARES = 5;

/** Length stands beside the figure that it shows, so that it needs no name of its own. */
const shareBar = (share: number): Element =>
  element(
    "svg",
    { class: "share-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    element("rect", { x: 0, y: 0, width: 100, height: 8, class: "ground" }),
    element("rect", { x: 0, y: 0, width: Math.max(1, Math.round(100 * share)), height: 8, class: "excess" }),
  );

const percent = (share: number): string => `${decimal(Math.round(1000 * share) / 10)} %`;

function shareRow(run: Run, { line, path, share, accesses }: LineShare): Element {
  const [worst] = accesses;
  const place = { line, column: worst!.column, endColumn: worst!.endColumn, ...(path === undefined ? {} : { path }) };
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, jump(run.id, place, `line ${line}`)),
    element("td", {}, `${worst!.space} ${worst!.op}`),
    element("td", { class: "numeric" }, `${decimal(Math.round(10 * excessOf(worst!)) / 10)}×`),
    element("td", { class: "numeric" }, percent(share)),
    element("td", { class: "bar-cell" }, shareBar(share)),
  );
}

/** The lines that most of the excess comes from, each with its share. */
function shares(run: Run, launch: LaunchReportJson): Node[] {
  const all = lineShares(launch);
  if (all.length === 0) return [];
  const more = all.length > SHARES ? [element("p", { class: "hint" }, `and ${all.length - SHARES} more lines.`)] : [];
  const head = ["Line", "Access", "× ideal", "Share", ""].map((title, i) =>
    element(
      title === "" ? "td" : "th",
      title === "" ? {} : { scope: "col", class: i > 1 ? "numeric" : undefined },
      title,
    ),
  );
  return [
    element(
      "table",
      { class: "shares" },
      element("caption", { class: "visually-hidden" }, "Where the excess comes from"),
      element("thead", { class: "visually-hidden" }, element("tr", {}, head)),
      element(
        "tbody",
        {},
        all.slice(0, SHARES).map((one) => shareRow(run, one)),
      ),
    ),
    ...more,
  ];
}

function card({ kind, headline, cause, advice }: Verdict, ...more: readonly Node[]): Element {
  return element(
    "div",
    { class: `card ${kind}` },
    element("p", { class: "headline" }, headline),
    ...(cause === undefined ? [] : [element("p", {}, `${cause.charAt(0).toUpperCase()}${cause.slice(1)}.`)]),
    ...(advice === undefined
      ? []
      : [element("p", { class: "hint" }, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`)]),
    ...more,
  );
}

function fixButton(run: Run, { fix, phase }: ViewState): Node[] {
  if (fix === null) return [];
  const label = `Apply the fix and simulate again: ${fix}`;
  return [
    buttons(
      button(
        "apply-fix",
        fix,
        { action: "applyFix", run: run.id },
        { primary: true, disabled: phase.kind === "running", label },
      ),
    ),
  ];
}

/** How a run ended that did not complete. */
function outcome(run: Run): Node[] {
  const { report } = run;
  if (report.outcome === "completed") return [];
  return [
    element(
      "p",
      report.assumed ? { class: "hint", role: "status" } : { class: "error", role: "alert" },
      `${report.outcome}: ${report.message}`,
      " ",
      placeOf(run, { ...report, line: report.line ?? null }),
    ),
    ...(report.missing_sources
      ? [
          buttons(
            button(
              "add-sources",
              `Add ${report.missing_sources.join(", ")} and run again`,
              { action: "addSources", run: run.id },
              { primary: true },
            ),
          ),
        ]
      : []),
  ];
}

function launchPart(run: Run, launch: LaunchReportJson, index: number, state: ViewState): Node[] {
  const lanes = lanesPerRequest(launch);
  const lanesText = lanes === undefined ? "" : ` · ${decimal(Math.round(10 * lanes) / 10)} of 32 lanes active`;
  const isProgram = run.request.kind === "program";
  return [
    ...(isProgram ? [element("h3", { id: "launch-title" }, `Launch ${index + 1}: ${launch.kernel}`)] : []),
    card(verdictOf(launch), ...shares(run, launch), ...fixButton(run, state)),
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
    ...searchResult(run),
    ...launchFindings(run, launch),
    ...accessSection(run, launch, state),
  ];
}

/** The launches of a program: which of them is looked at is chosen here. */
function launches(run: Run, { choice }: ViewState): Node[] {
  const { report } = run;
  if (report.launches.length === 0) return [element("p", {}, "The program launched no kernel.")];
  const groups = equalLaunches(report);
  return [
    table(launchTable(report), (row) => {
      const { launch, index } = groups[row]!;
      const isShown = index === choice.launch;
      return link(
        launch.kernel,
        { action: "chooseLaunch", index },
        `${launch.kernel}, launch ${index + 1}${isShown ? ", shown" : ""}`,
      );
    }),
  ];
}

/** The head of the report of the shown run. */
export function verdictSection(state: ViewState): Node[] {
  const run = state.history.find((one) => one.id === state.shown);
  if (!run) return [];
  const { report } = run;
  const shown = shownLaunch(state);
  const isProgram = run.request.kind === "program";
  return [
    element("h2", { id: "report-title" }, isProgram ? `Program ${run.fileName}` : run.kernel),
    element(
      "p",
      { class: "hint" },
      `${run.fileName} on ${report.device}${run.stale ? " — the text may have changed since" : ""}`,
    ),
    ...outcome(run),
    ...(report.stdout === undefined
      ? []
      : [
          // Of a program that did not begin, the outcome has said all.
          ...(report.outcome === "unsupported" && report.launches.length === 0
            ? []
            : [element("p", { class: "program-verdict" }, programVerdict(report))]),
          ...programFindings(run),
        ]),
    ...(isProgram ? launches(run, state) : []),
    ...(shown ? launchPart(run, shown.launch, shown.index, state) : []),
  ];
}
