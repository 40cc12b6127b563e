/** What runs found wrong, in Problems: races, traps, leaks, refused launches, each with the run that found it, until the text changes. */
import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Disposable,
  type Event,
  Location,
  l10n,
  languages,
  Range,
  Uri,
  workspace,
} from "vscode";
import type { RunFindingJson } from "../../engine/formats/launch";
import type { ProgramJson } from "../../engine/formats/program";
import { SERVER_NAME } from "../../server/protocol";
import type { Run } from "../messages";
import { SNIPPET_SCHEME } from "./snippets";

type Found = Pick<RunFindingJson, "rule" | "message" | "line" | "path"> & {
  readonly severity: ProgramJson["findings"][number]["severity"];
  readonly fix?: string;
  readonly other?: RunFindingJson["other"] | ProgramJson["findings"][number]["other"];
};

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
} as const;

/** The whole line: findings of runs have no columns. */
const lineRange = (line: number): Range => new Range(line - 1, 0, line - 1, 1000);

function diagnosticOf({ id, uri, name, kernel }: Run, found: Found): Diagnostic {
  const { rule, severity, message, line, fix, other } = found;
  const diagnostic = new Diagnostic(lineRange(line!), message, severities[severity]);
  diagnostic.source = l10n.t("{0}, run {1}", SERVER_NAME, id);
  diagnostic.code = rule;
  const related = [
    new DiagnosticRelatedInformation(
      new Location(Uri.parse(uri), lineRange(line!)),
      l10n.t("Found by a run of {0}.", name ?? kernel),
    ),
    ...(fix ? [new DiagnosticRelatedInformation(new Location(Uri.parse(uri), lineRange(line!)), fix)] : []),
    ...(other && other.line !== null && other.path === undefined
      ? [new DiagnosticRelatedInformation(new Location(Uri.parse(uri), lineRange(other.line)), other.message)]
      : []),
  ];
  diagnostic.relatedInformation = related;
  return diagnostic;
}

/** The findings of a run that stand in its own file; those of a kernel that ran with assumed values are not sure to happen. */
function findingsOf({ report, uri }: Run): readonly Found[] {
  if (report.assumed?.length || uri.startsWith(`${SNIPPET_SCHEME}:`)) return [];
  const all: readonly Found[] = [...(report.findings ?? []), ...report.launches.flatMap(({ findings }) => findings)];
  const own = all.filter(({ line, path }) => line !== null && path === undefined);
  const key = ({ rule, line, message }: Found) => `${rule}:${line}:${message}`;
  return [...new Map(own.map((one) => [key(one), one])).values()];
}

/** Shows the findings of the last run of each kernel and program of a file. */
export function reportProblems(onDidRun: Event<Run>): Disposable {
  const collection = languages.createDiagnosticCollection("warplens-runs");
  const byKernel = new Map<string, Map<string, readonly Diagnostic[]>>();
  return Disposable.from(
    collection,
    onDidRun((run) => {
      const kernels = byKernel.get(run.uri) ?? new Map<string, readonly Diagnostic[]>();
      byKernel.set(run.uri, kernels);
      kernels.set(run.kernel, run.stale ? [] : findingsOf(run).map((found) => diagnosticOf(run, found)));
      collection.set(Uri.parse(run.uri), [...kernels.values()].flat());
    }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || !byKernel.delete(document.uri.toString())) return;
      collection.delete(document.uri);
    }),
  );
}
