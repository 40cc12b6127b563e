/** What a reader of a run wants first: the verdict, the lines that it comes from, what mends it, and the accesses in a table. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { LaunchReportJson } from "../../engine/formats/launch";
import { decimal, dimensions, excessOf, lanesPerRequest, libraryText } from "../../pictures/figures";
import { equalLaunches, launchTable } from "../../pictures/program";
import { type LineShare, lineShares } from "../../pictures/shares";
import { launchRemarks, programVerdict, type Verdict, verdictOf } from "../../pictures/verdict";
import type { Run, ViewState } from "../messages";
import { t } from "../strings";
import { button, buttons, hint, jump, link, type Part, placeOf, table } from "./controls";
import { sending } from "./editor";
import { launchFindings, programFindings, searchResult } from "./findings";
import { shownLaunch } from "./report";
import { accessSection } from "./source";

/** Lines whose share is listed; the table below has all of them. */
const SHARES = 5;

/** Length stands beside the figure that it shows, so that it needs no name of its own. */
const shareBar = (share: number): TemplateResult =>
  html`<svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" class="ground"></rect><rect width=${Math.max(1, Math.round(100 * share))} height="8" class="excess"></rect></svg>`;

const percent = (share: number): string => `${decimal(Math.round(1000 * share) / 10)} %`;

function shareRow(run: Run, { line, path, share, accesses }: LineShare): TemplateResult {
  const worst = accesses[0]!;
  const place = { line, column: worst.column, endColumn: worst.endColumn, ...(path === undefined ? {} : { path }) };
  const times = `${decimal(Math.round(10 * excessOf(worst)) / 10)}×`;
  return html`<tr><th scope="row">${jump(run.id, place, t("line {0}", line))}</th><td>${worst.space} ${worst.op}</td><td class="numeric">${times}</td><td class="numeric">${percent(share)}</td><td class="bar-cell">${shareBar(share)}</td></tr>`;
}

/** The lines that most of the excess comes from, each with its share. */
function shares(run: Run, launch: LaunchReportJson): Part {
  const all = lineShares(launch);
  if (all.length === 0) return nothing;
  const rows = all.slice(0, SHARES).map((one) => shareRow(run, one));
  const more = all.length > SHARES ? hint(t("and {0} more lines.", all.length - SHARES)) : nothing;
  return html`<table class="shares"><caption class="visually-hidden">${t("Where the excess comes from")}</caption><thead class="visually-hidden"><tr><th scope="col">${t("Line")}</th><th scope="col">${t("Access")}</th><th scope="col" class="numeric">${t("× ideal")}</th><th scope="col" class="numeric">${t("Share")}</th><td></td></tr></thead><tbody>${rows}</tbody></table>${more}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const card = ({ kind, headline, cause, advice }: Verdict, ...more: readonly Part[]): TemplateResult =>
  html`<div class=${["card", kind].join(" ")}><p class="headline">${headline}</p>${cause === undefined ? nothing : html`<p>${sentence(cause)}</p>`}${advice === undefined ? nothing : hint(sentence(advice))}${more}</div>`;

function fixButton(run: Run, { fix, phase }: ViewState): Part {
  if (fix === null) return nothing;
  const label = t("Apply the fix and simulate again: {0}", fix);
  const apply = sending({ type: "applyFix", run: run.id });
  return buttons(button("apply-fix", fix, apply, { primary: true, disabled: phase.kind === "running", label }));
}

function missingSources(run: Run, names: readonly string[]): Part {
  const add = sending({ type: "addSources", run: run.id });
  return buttons(button("add-sources", t("Add {0} and run again", names.join(", ")), add, { primary: true }));
}

/** How a run ended that did not complete. */
function outcome(run: Run): Part {
  const { outcome: ended, message, assumed, missing_sources: missing, line, path } = run.report;
  if (ended === "completed") return nothing;
  const place = placeOf(run, { line: line ?? null, ...(path === undefined ? {} : { path }) });
  return [
    html`<p class=${assumed ? "hint" : "error"} role=${assumed ? "status" : "alert"}>${ended}: ${message} ${place}</p>`,
    missing ? missingSources(run, missing) : nothing,
  ];
}

/** What of a launch is not as a reader would take it: where it comes from, and how much of it was run. */
function reservations(launch: LaunchReportJson): Part {
  const { instantiated, sampled } = launch;
  return [
    instantiated ? hint(t("Instantiated by WarpLens: {0}.", instantiated)) : nothing,
    libraryText(launch).map((one) => hint(one)),
    launchRemarks(launch).map((one) => html`<p>${one}</p>`),
    sampled ? hint(t("Estimated from {0} of {1} blocks: the launch is large.", sampled.blocks, sampled.of)) : nothing,
  ];
}

function launchPart(run: Run, launch: LaunchReportJson, index: number, state: ViewState): Part {
  const lanes = lanesPerRequest(launch);
  const active = lanes === undefined ? "" : ` · ${t("{0} of 32 lanes active", decimal(Math.round(10 * lanes) / 10))}`;
  const size = t("grid {0}, block {1}", dimensions(launch.grid), dimensions(launch.block));
  return [
    run.request.kind === "program"
      ? html`<h3 id="launch-title">${t("Launch {0}: {1}", index + 1, launch.kernel)}</h3>`
      : nothing,
    card(verdictOf(launch), shares(run, launch), fixButton(run, state)),
    html`<p class="launch">${size}${active}</p>`,
    reservations(launch),
    searchResult(run),
    launchFindings(run, launch),
    accessSection(run, launch, state),
  ];
}

/** The launches of a program: which of them is looked at is chosen here. */
function launches({ report }: Run, { choice }: ViewState): Part {
  if (report.launches.length === 0) return html`<p>${t("The program launched no kernel.")}</p>`;
  const groups = equalLaunches(report);
  return table(launchTable(report), (row) => {
    const { launch, index } = groups[row]!;
    const label = t("{0}, launch {1}", launch.kernel, index + 1);
    const choose = sending({ type: "choose", choice: { launch: index } });
    return link(launch.kernel, choose, index === choice.launch ? t("{0}, shown", label) : label);
  });
}

function programPart(run: Run): Part {
  const { report } = run;
  if (report.stdout === undefined) return nothing;
  // Of a program that did not begin, the outcome has said all.
  const hasBegun = report.outcome !== "unsupported" || report.launches.length > 0;
  return [hasBegun ? html`<p class="program-verdict">${programVerdict(report)}</p>` : nothing, programFindings(run)];
}

/** The head of the report of the shown run. */
export function verdictSection(state: ViewState): Part {
  const run = state.history.find((one) => one.id === state.shown);
  if (!run) return nothing;
  const { fileName, kernel, stale, report } = run;
  const shown = shownLaunch(state);
  const isProgram = run.request.kind === "program";
  const origin = t("{0} on {1}", fileName, report.device);
  return [
    html`<h2 id="report-title">${isProgram ? t("Program {0}", fileName) : kernel}</h2>`,
    hint(stale ? t("{0} — the text may have changed since", origin) : origin),
    outcome(run),
    programPart(run),
    isProgram ? launches(run, state) : nothing,
    shown ? launchPart(run, shown.launch, shown.index, state) : nothing,
  ];
}
