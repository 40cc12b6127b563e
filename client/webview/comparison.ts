/** Two runs side by side, and the list of those that were made: any two of them can be compared, one can be pinned. */
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import {
  type Compared,
  comparedLaunch,
  comparisonTable,
  comparisonVerdict,
  differences,
  lineComparison,
  metricComparison,
} from "../../pictures/comparison";
import type { Run, ViewState } from "../messages";
import { t } from "../strings";
import { button, buttons, copied, folded, hint, link, type Part, select } from "./controls";
import { send, sending } from "./editor";

function nameOf({ id, name, kernel, fileName, stale }: Run): string {
  const text = t("Run {0}: {1} of {2}", id, name ?? kernel, fileName);
  return stale ? t("{0}, text changed since", text) : text;
}

/** A list of all runs. */
function runList(
  id: string,
  label: string,
  type: "compare" | "show",
  history: readonly Run[],
  chosen: number,
): TemplateResult {
  const options = history.map((run) => ({ value: run.id, text: nameOf(run) }));
  return select(id, label, options, chosen, { change: (value) => send({ type, run: Number(value) }) });
}

function sides(before: Compared, after: Compared): Part {
  const others = differences(before, after);
  return [
    html`<p class="headline">${comparisonVerdict(before, after)}</p>`,
    others.length > 0 ? hint(t("They also differ in {0}.", others.join(", "))) : nothing,
    copied(comparisonTable(before.launch.lines, after.launch.lines)),
    folded("compared-lines", t("Every access"), copied(lineComparison(before, after))),
    folded("compared-counters", t("Every counter"), copied(metricComparison(before, after))),
  ];
}

/** Two runs side by side: the sentence, every space, every access, every counter. */
export function comparisonSection({ history, shown, compared, baseline, choice }: ViewState): Part {
  const after = history.find((one) => one.id === shown);
  const before = history.find((one) => one.id === compared);
  if (!after || !before) return nothing;
  const sideOf = (run: Run) => comparedLaunch(run, choice.launch, t("run {0}", run.id));
  const [a, b] = [sideOf(before), sideOf(after)];
  const isPinned = before.id === baseline;
  const pin = isPinned ? t("Unpin run {0}", before.id) : t("Pin run {0} as baseline", before.id);
  return [
    html`<h2>${t("Run {0} and run {1}", before.id, after.id)}</h2>`,
    html`<div class="row pair">${runList("compare-before", t("Before"), "compare", history, before.id)}${runList("compare-after", t("After"), "show", history, after.id)}</div>`,
    a && b ? sides(a, b) : html`<p>${t("One of the two launched no kernel.")}</p>`,
    buttons(
      button("pin", pin, sending({ type: "pin", run: isPinned ? null : before.id })),
      button("copy-comparison", t("Copy as Markdown"), sending({ type: "copyMarkdown", run: after.id })),
      button("stop-comparing", t("Stop comparing"), sending({ type: "compare", run: null })),
    ),
  ];
}

function entry(run: Run, { shown, compared, baseline }: ViewState): TemplateResult {
  const { id } = run;
  const marks = [
    ...(id === shown ? [t("shown")] : []),
    ...(id === compared ? [t("before")] : []),
    ...(id === baseline ? [t("baseline")] : []),
    ...(run.stale ? [t("text changed since")] : []),
  ];
  const compare = link(t("compare"), sending({ type: "compare", run: id }), t("Compare with run {0}", id));
  const pin =
    id === baseline
      ? link(t("unpin"), sending({ type: "pin", run: null }), t("Unpin run {0}", id))
      : link(t("pin"), sending({ type: "pin", run: id }), t("Pin run {0} as baseline", id));
  const show = link(t("Run {0}: {1}", id, run.name ?? run.kernel), sending({ type: "show", run: id }));
  const badges = marks.map((mark) => html`<vscode-badge>${mark}</vscode-badge>`);
  return html`<li aria-current=${id === shown ? "true" : nothing}>${show}${badges}${id === shown || id === compared ? nothing : compare}${pin}</li>`;
}

/** The runs that were made or opened. */
export function historySection(state: ViewState): Part {
  const { history } = state;
  if (history.length === 0) return nothing;
  const runs = repeat(
    history,
    ({ id }) => id,
    (run) => entry(run, state),
  );
  return [
    html`<h2>${t("Runs")}</h2><ul class="history">${runs}</ul>`,
    buttons(button("open-run", t("Open a saved run…"), sending({ type: "openRun" }))),
  ];
}
