/** The part of the sidebar that shows a run: totals beside the ideal, each access, counters, what was found. Tables first. */
import type { LaunchReportJson, RunFindingJson } from "../../engine/formats";
import { lineBars, spaceBars } from "../../pictures/bars";
import { comparisonTable } from "../../pictures/comparison";
import { decimal, dimensions, lanesPerRequest } from "../../pictures/figures";
import { htmlTable, picture } from "../../pictures/html";
import { type Element, element, type Node } from "../../pictures/markup";
import { accessTable, lineTable, metricTable } from "../../pictures/textReport";
import type { Run, ViewState } from "../messages";

const button = (text: string, data: Readonly<Record<string, string | number>>, label?: string): Element =>
  element(
    "button",
    {
      type: "button",
      class: "link",
      "aria-label": label,
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])),
    },
    text,
  );

const folded = (id: string, title: string, ...children: readonly Node[]): Element =>
  element("details", { id }, element("summary", {}, title), ...children);

/** Wide tables scroll by themselves, by keyboard too. */
const scrolled = (label: string, ...children: readonly Node[]): Element =>
  element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);

function place({ block, thread }: RunFindingJson): string {
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
      launch.findings.map((finding) =>
        element(
          "li",
          {},
          finding.line === null
            ? ""
            : button(`line ${finding.line}`, { action: "goTo", run: run.id, line: finding.line, column: 0, end: 0 }),
          ` ${finding.message}${place(finding)}`,
        ),
      ),
    ),
  ];
}

function launchSection(run: Run, launch: LaunchReportJson, index: number): Node[] {
  const lanes = lanesPerRequest(launch);
  const jump = (row: number): Node => {
    const line = launch.lines[row]!;
    const data = { action: "goTo", run: run.id, line: line.line, column: line.column, end: line.endColumn };
    return button(String(line.line), data, `Go to line ${line.line}`);
  };
  const lanesText = lanes === undefined ? "" : ` · ${decimal(lanes)} of 32 lanes active`;
  const bars = spaceBars(launch.lines);
  const traffic: Node[] = launch.lines.length
    ? [
        scrolled("Memory traffic", htmlTable(bars.table)),
        picture(bars),
        scrolled("Accesses", htmlTable(accessTable(launch), jump)),
        folded(
          `bars-${index}`,
          "Totals per line",
          picture(lineBars(launch.lines)),
          scrolled("Totals per line", htmlTable(lineTable(launch))),
        ),
      ]
    : [element("p", {}, "The kernel made no memory requests.")];
  return [
    element("p", { class: "launch" }, `grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)}${lanesText}`),
    ...findings(run, launch),
    ...traffic,
    folded(
      `counters-${index}`,
      "Counters, as Nsight Compute names them",
      scrolled("Counters", htmlTable(metricTable(launch, false))),
    ),
    folded(
      `given-${index}`,
      "Arguments of this run",
      scrolled(
        "Arguments",
        htmlTable({
          caption: "Arguments",
          columns: ["Parameter", "Type", "Value", "From"].map((title) => ({ title, numeric: false })),
          rows: launch.arguments.map((one) => [one.name, one.type, one.spec, one.from]),
        }),
      ),
    ),
  ];
}

export function reportSection({ history, shown }: ViewState): Node[] {
  const run = history.find((one) => one.id === shown);
  if (!run) return [];
  const { report } = run;
  const outcome =
    report.outcome === "completed"
      ? []
      : [element("p", { class: "error", role: "alert" }, `${report.outcome}: ${report.message}`)];
  return [
    element("h2", { id: "report-title" }, run.kernel),
    element(
      "p",
      { class: "hint" },
      `${run.fileName} on ${report.device}${run.stale ? " — the text has changed since" : ""}`,
    ),
    ...outcome,
    ...report.launches.flatMap((launch, index) => launchSection(run, launch, index)),
    element("p", {}, button("Open as text", { action: "textReport", run: run.id })),
  ];
}

const linesOf = (run: Run) => run.report.launches.flatMap((launch) => launch.lines);

export function comparisonSection({ history, shown, compared }: ViewState): Node[] {
  const after = history.find((one) => one.id === shown);
  const before = history.find((one) => one.id === compared);
  if (!after || !before) return [];
  return [
    element("h2", {}, `Run ${before.id} and run ${after.id}`),
    scrolled("Before and after", htmlTable(comparisonTable(linesOf(before), linesOf(after)))),
    element("p", {}, button("Stop comparing", { action: "compare" })),
  ];
}

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
          button(name, { action: "show", run: run.id }),
          run.id === shown || run.id === compared
            ? ` (${run.id === shown ? "shown" : "before"})`
            : button("compare", { action: "compare", run: run.id }, `Compare with run ${run.id}`),
        );
      }),
    ),
  ];
}
