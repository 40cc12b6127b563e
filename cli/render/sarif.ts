/**
 * SARIF 2.1.0 (OASIS standard of 27 March 2020), for code scanning. The limits are GitHub's, from its documentation on
 * SARIF results that exceed them: 25,000 results a run, 100 locations of a result and 10 tags of a rule shown.
 */
import pages from "warplens:rule-pages";
import { severities } from "../../engine/configuration/layer";
import type { FindingJson, FixJson, LeftOutJson, SuppressedFindingJson } from "../../engine/formats/findings";
import type { Range as TextRange } from "../../engine/formats/place";
import { ruleList } from "../../engine/ruleList";
import type { CheckReport } from "../check/report";
import { renderJson } from "../common/json";
import { version } from "../common/version";

/** Results of one run. */
export const LARGEST_RUN = 25_000;
const MAX_RELATED = 99;

const levels = { error: "error", warning: "warning", information: "note", hint: "note" } as const;
const precisions = { proved: "very-high", bounded: "high", likely: "medium" } as const;

const isAbsolute = (path: string): boolean => /^([a-z]:)?\//i.test(path);

/** The URI of a file: relative to the folder in which warplens ran, where its path is. */
export function uriOf(path: string): string {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  return isAbsolute(path) ? `file://${uri.replace(/^(?!\/)/, "/")}` : uri;
}

const artifact = (path: string): object => ({
  uri: uriOf(path),
  ...(isAbsolute(path) ? {} : { uriBaseId: "%SRCROOT%" }),
});

const region = ({ start, end }: TextRange): object => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

const location = (path: string, range: TextRange): object => ({
  physicalLocation: { artifactLocation: artifact(path), region: region(range) },
});

const fixOf = (path: string, { title, edits }: FixJson): object => ({
  description: { text: title },
  artifactChanges: [
    {
      artifactLocation: artifact(path),
      replacements: edits.map(({ range, newText }) => ({
        deletedRegion: region(range),
        insertedContent: { text: newText },
      })),
    },
  ],
});

const suppressionOf = ({ suppression: { kind, reason } }: SuppressedFindingJson): object => ({
  kind: kind === "comment" ? "inSource" : "external",
  status: "accepted",
  ...(reason ? { justification: reason } : {}),
});

function resultOf(path: string, finding: FindingJson, suppressions: readonly object[]): object {
  const { rule, severity, message, range, related, fixes, fingerprint, certainty, figures, sketch } = finding;
  return {
    ruleId: rule,
    ruleIndex: ruleList.findIndex((one) => one.id === rule),
    level: levels[severity],
    message: { text: message },
    locations: [location(path, range)],
    partialFingerprints: { "warplens/v1": fingerprint },
    ...(related.length > 0
      ? {
          relatedLocations: related.slice(0, MAX_RELATED).map((one, id) => ({
            id: id + 1,
            ...location(path, one.range),
            message: { text: one.message },
          })),
        }
      : {}),
    ...(fixes.length > 0 ? { fixes: fixes.map((fix) => fixOf(path, fix)) } : {}),
    // An empty list says that suppressions were looked for; without the key a viewer cannot know.
    suppressions,
    properties: { certainty, ...(figures ? { figures } : {}), ...(sketch ? { sketch } : {}) },
  };
}

/** Worst first, as they would be kept where there are too many. */
function results({ files }: CheckReport): object[] {
  const all = files.flatMap(({ path, findings, suppressed }) => [
    ...findings.map((finding) => ({ path, finding, suppressions: [] as object[] })),
    ...suppressed.map((finding) => ({ path, finding, suppressions: [suppressionOf(finding)] })),
  ]);
  if (all.length > LARGEST_RUN) {
    all.sort((a, b) => severities.indexOf(a.finding.severity) - severities.indexOf(b.finding.severity));
  }
  return all.slice(0, LARGEST_RUN).map(({ path, finding, suppressions }) => resultOf(path, finding, suppressions));
}

/** What a rule does, by the first paragraph under that heading of its page, without marks. */
function summary(page: string): string {
  const paragraph = /^## What it does\n+((?:.+\n)+)/m.exec(page)?.[1] ?? "";
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function descriptors(): object[] {
  return ruleList.map(({ id, title, category, severity, isOptIn }) => {
    const page = pages[`${id}.md`] ?? "";
    return {
      id,
      name: id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      shortDescription: { text: title },
      fullDescription: { text: summary(page) || title },
      help: { text: page, markdown: page },
      defaultConfiguration: { level: levels[severity], ...(isOptIn ? { enabled: false } : {}) },
      properties: { tags: ["cuda", category], precision: precisions.proved, "problem.severity": levels[severity] },
    };
  });
}

const notification = (path: string, { function: name, reason }: LeftOutJson): object => ({
  level: "note",
  message: { text: `${name} could not be compiled: ${reason}` },
  locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
});

function notifications(report: CheckReport): object[] {
  const total = report.files.reduce((sum, file) => sum + file.findings.length + file.suppressed.length, 0);
  const left = total - LARGEST_RUN;
  const cut = left > 0 ? [{ level: "warning", message: { text: `${left} more results are left out.` } }] : [];
  return [...cut, ...report.files.flatMap((file) => file.left_out.map((one) => notification(file.path, one)))];
}

/** The report of `check` as SARIF 2.1.0. */
export function renderSarif(report: CheckReport): string {
  const driver = { name: "WarpLens", version: version(), semanticVersion: version(), rules: descriptors() };
  return renderJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The folder in which warplens ran." } } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(report) }],
        results: results(report),
        ...(report.shard && { properties: { shard: report.shard } }),
      },
    ],
  });
}
