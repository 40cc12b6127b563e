/** Findings as one HTML file: a tally by rule, then each finding with its line, its reasons and its fixes. */

import { severities } from "../../engine/configuration/layer";
import type { FindingJson } from "../../engine/formats/findings";
import { FORMAT_VERSION } from "../../engine/formats/version";
import { groupBy, numbered } from "../../pictures/figures";
import { type Element, element, type Node } from "../../pictures/markup";
import { folded, page, tableOf } from "../../pictures/page/page";
import type { CheckedFile, CheckReport } from "../check/report";
import { version } from "../common/version";

const levelClass = { error: "error", warning: "warning", information: "information", hint: "hint-level" } as const;

/** Its first line with the range marked. */
function sourceLine(lines: readonly string[], { range: { start, end } }: FindingJson): Element {
  const source = lines[start.line] ?? "";
  const last = end.line === start.line ? end.character : source.length;
  return element(
    "pre",
    { tabindex: 0 },
    `${start.line + 1}  ${source.slice(0, start.character)}`,
    element("mark", {}, source.slice(start.character, last)),
    source.slice(last),
  );
}

function findingCard(lines: readonly string[], finding: FindingJson): Element {
  const { rule, severity, message, related, fixes, range, sketch, fingerprint } = finding;
  const notes = [
    ...related.map((one) => `line ${one.range.start.line + 1}: ${one.message}`),
    ...fixes.map((fix) => `fix: ${fix.title}`),
  ];
  return element(
    "article",
    { class: `finding is-${severity}`, id: `F${fingerprint}` },
    element(
      "p",
      {},
      element("span", { class: levelClass[severity] }, severity),
      ` line ${range.start.line + 1}: ${message} `,
      element("code", {}, rule),
    ),
    sourceLine(lines, finding),
    ...(sketch === undefined ? [] : [folded("Code to write instead", element("pre", { tabindex: 0 }, sketch))]),
    ...(notes.length > 0
      ? [
          element(
            "ul",
            {},
            notes.map((note) => element("li", {}, note)),
          ),
        ]
      : []),
  );
}

function suppressedList({ suppressed }: CheckedFile): Node[] {
  if (suppressed.length === 0) return [];
  const items = suppressed.map(({ rule, range, message, suppression }) => {
    const by = suppression.kind === "comment" ? `comment at line ${suppression.line}` : "baseline";
    const reason = suppression.reason ? `: ${suppression.reason}` : "";
    return element("li", {}, `line ${range.start.line + 1}: ${message} [${rule}] (${by}${reason})`);
  });
  return [folded(`${suppressed.length} suppressed`, element("ul", {}, items))];
}

function fileSection(file: CheckedFile): Node[] {
  const { path, findings, suppressed, left_out: leftOut } = file;
  if (findings.length + suppressed.length + leftOut.length === 0) return [];
  const lines = file.text.split(/\r?\n/);
  const out = leftOut.map((one) => element("li", {}, `${one.function}: ${one.reason}`));
  return [
    element("h2", {}, path),
    ...findings.map((finding) => findingCard(lines, finding)),
    ...suppressedList(file),
    ...(out.length > 0 ? [folded(`${out.length} left out`, element("ul", {}, out))] : []),
  ];
}

/** Findings by rule and severity. */
function tally({ files }: CheckReport): Node[] {
  const findings = files.flatMap((file) => file.findings);
  if (findings.length === 0) return [];
  const rows = [...groupBy(findings, (one) => `${severities.indexOf(one.severity)} ${one.rule}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => [group[0]!.rule, group[0]!.severity, group.length]);
  const columns = ["Rule", "Severity", "Findings"].map((title, i) => ({ title, numeric: i === 2 }));
  return [tableOf({ caption: "Findings by rule", columns, rows })];
}

/** The markup before the report that the page of a shard carries: `warplens merge` makes one page of them. */
export const PAGE_REPORT = '<template id="warplens-report">';

/** The report of a shard, where no reader sees it; of a file without findings no text is shown, and none is needed. */
function carried({ files, shard }: CheckReport): Node[] {
  if (!shard) return [];
  const shown = files.map((file) => (file.findings.length > 0 ? file : { ...file, text: "" }));
  return [
    element("template", { id: "warplens-report" }, JSON.stringify({ version: FORMAT_VERSION, shard, files: shown })),
  ];
}

/** The report of `check` as one HTML page. */
export function renderCheckPage(report: CheckReport): string {
  const { files } = report;
  const total = files.reduce((sum, file) => sum + file.findings.length, 0);
  const silent = files.reduce((sum, file) => sum + file.suppressed.length, 0);
  const found = total === 0 ? "No findings" : numbered(total, "finding");
  const title = `${found} in ${numbered(files.length, "file")}${silent > 0 ? `, ${silent} suppressed` : ""}`;
  const body = [element("h1", {}, title), ...tally(report), ...files.flatMap(fileSection), ...carried(report)];
  return page(title, body, version());
}
