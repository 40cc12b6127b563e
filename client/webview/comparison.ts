/** Two runs side by side, and the list of those that were made: any two of them can be compared, one can be pinned. */
import {
  comparedLaunch,
  comparisonTable,
  comparisonVerdict,
  differences,
  lineComparison,
  metricComparison,
} from "../../pictures/comparison";
import { type Element, element, type Node } from "../../pictures/markup";
import type { Run, ViewState } from "../messages";
import { button, buttons, copied, folded, link, type Option } from "./controls";

const nameOf = ({ id, name, kernel, fileName, stale }: Run): string =>
  `Run ${id}: ${name ?? kernel} of ${fileName}${stale ? ", text changed since" : ""}`;

/** A list of all runs; `pick` names the message that a choice sends. */
function runList(id: string, label: string, pick: string, history: readonly Run[], chosen: number | null): Element {
  const options: readonly Option[] = history.map((run) => ({ value: run.id, text: nameOf(run) }));
  return element(
    "div",
    { class: "field" },
    element("label", { for: id }, label),
    element(
      "select",
      { id, "data-pick": pick },
      options.map(({ value, text }) => element("option", { value, selected: value === chosen ? "" : undefined }, text)),
    ),
  );
}

/** Two runs side by side: the sentence, every space, every access, every counter. */
export function comparisonSection(state: ViewState): Node[] {
  const { history, shown, compared, baseline, choice } = state;
  const after = history.find((one) => one.id === shown);
  const before = history.find((one) => one.id === compared);
  if (!after || !before) return [];
  const sideOf = (run: Run) => comparedLaunch(run, choice.launch, `run ${run.id}`);
  const [a, b] = [sideOf(before), sideOf(after)];
  const others = a && b ? differences(a, b) : [];
  const isPinned = before.id === baseline;
  return [
    element("h2", {}, `Run ${before.id} and run ${after.id}`),
    element(
      "div",
      { class: "row pair" },
      runList("compare-before", "Before", "compare", history, before.id),
      runList("compare-after", "After", "show", history, after.id),
    ),
    ...(a && b
      ? [
          element("p", { class: "headline" }, comparisonVerdict(a, b)),
          ...(others.length ? [element("p", { class: "hint" }, `They also differ in ${others.join(", ")}.`)] : []),
          copied(comparisonTable(a.launch.lines, b.launch.lines)),
          folded("compared-lines", "Every access", copied(lineComparison(a, b))),
          folded("compared-counters", "Every counter", copied(metricComparison(a, b))),
        ]
      : [element("p", {}, "One of the two launched no kernel.")]),
    buttons(
      button("pin", isPinned ? `Unpin run ${before.id}` : `Pin run ${before.id} as baseline`, {
        action: "pin",
        ...(isPinned ? {} : { run: before.id }),
      }),
      button("copy-comparison", "Copy as Markdown", { action: "copyMarkdown", run: after.id }),
      button("stop-comparing", "Stop comparing", { action: "compare" }),
    ),
  ];
}

function entry(run: Run, { shown, compared, baseline }: ViewState): Element {
  const marks = [
    ...(run.id === shown ? ["shown"] : []),
    ...(run.id === compared ? ["before"] : []),
    ...(run.id === baseline ? ["baseline"] : []),
    ...(run.stale ? ["text changed since"] : []),
  ];
  return element(
    "li",
    { "aria-current": run.id === shown ? "true" : undefined },
    link(`Run ${run.id}: ${run.name ?? run.kernel}`, { action: "show", run: run.id }),
    ...(marks.length ? [element("span", { class: "hint" }, ` ${marks.join(", ")}`)] : []),
    ...(run.id === shown || run.id === compared
      ? []
      : [link("compare", { action: "compare", run: run.id }, `Compare with run ${run.id}`)]),
    ...(run.id === baseline
      ? [link("unpin", { action: "pin" }, `Unpin run ${run.id}`)]
      : [link("pin", { action: "pin", run: run.id }, `Pin run ${run.id} as baseline`)]),
  );
}

/** The runs that were made or opened. */
export function historySection(state: ViewState): Node[] {
  const { history } = state;
  const open = buttons(button("open-run", "Open a saved run…", { action: "openRun" }));
  if (history.length === 0) return [];
  return [
    element("h2", {}, "Runs"),
    element(
      "ul",
      { class: "history" },
      history.map((run) => entry(run, state)),
    ),
    open,
  ];
}
