/** Findings as diagnostics: pulled by clients that can, pushed to those that cannot. */
import {
  type ClientCapabilities,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from "vscode-languageserver";
import type { Finding, Severity } from "../../analyzer/rules/model";
import type { Analysis, Defect } from "../../engine/model";
import type { Feature, FeatureEvents, ServerContext } from "../common/context";
import { describe, isAbort, KnownFailure, sentenceOf } from "../common/failures";
import { contentHash } from "../common/hash";
import { rangeOf } from "../common/positions";
import type { Snapshot } from "../common/snapshots";
import { SERVER_NAME, SETTINGS_SECTION, STATUS, type StatusParams } from "../protocol";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Milliseconds of quiet before a client that does not ask is sent diagnostics. */
const PUSH_DELAY = 150;
/** Milliseconds of quiet in a header before a client is asked to refresh everything that includes it. */
const SETTLED = 150;

const pulls = (client: ClientCapabilities): boolean => client.textDocument?.diagnostic !== undefined;

/** How the client gets diagnostics: it pulls them where it can. */
export const diagnosticCapabilities = (client: ClientCapabilities): ServerCapabilities =>
  pulls(client)
    ? {
        diagnosticProvider: {
          identifier: SETTINGS_SECTION,
          // Headers of the user's own decide what a file's kernels do.
          interFileDependencies: true,
          workspaceDiagnostics: false,
        },
      }
    : {};

/** A finding in LSP's words. `data` lets a client give it back with a code action request. */
export function toDiagnostic(snapshot: Snapshot, finding: Finding, rulePages: string | undefined): Diagnostic {
  return {
    range: rangeOf(snapshot, finding.span),
    severity: severities[finding.severity],
    source: SERVER_NAME,
    code: finding.rule,
    message: finding.message,
    ...(rulePages === undefined ? {} : { codeDescription: { href: `${rulePages}${finding.rule}.md` } }),
    relatedInformation: finding.related.map((related) => ({
      location: { uri: snapshot.uri, range: rangeOf(snapshot, related.span) },
      message: related.message,
    })),
    data: { rule: finding.rule },
  };
}

/** The code of a diagnostic about what could not be compiled. */
const NOT_COMPILED = "not-compiled";

/**
 * What could not be compiled, at its line: for clients without another extension that reports compile errors. A warning, as
 * nvcc may accept what the compiler here does not.
 */
function notCompiled(context: ServerContext, snapshot: Snapshot, analysis: Analysis): Diagnostic[] {
  if (context.options.otherProviders === undefined || context.othersProvide()) return [];
  const lines = snapshot.text.split("\n");
  return analysis.leftOut.flatMap(({ function: name, reason, line, file }) => {
    const text = line === undefined || file !== undefined ? undefined : lines[line - 1];
    if (line === undefined || text === undefined) return [];
    const start = text.length - text.trimStart().length;
    const end = Math.max(start, text.trimEnd().length);
    return [
      {
        range: { start: { line: line - 1, character: start }, end: { line: line - 1, character: end } },
        severity: DiagnosticSeverity.Warning,
        source: SERVER_NAME,
        code: NOT_COMPILED,
        message: `${name} is not analysed: ${reason}`,
      },
    ];
  });
}

const statusOf = (context: ServerContext, snapshot: Snapshot, analysis: Analysis): StatusParams => ({
  uri: snapshot.uri,
  state: "ready",
  architecture: context.settings().architecture,
  kernels: analysis.kernels.length,
  findings: analysis.findings.length,
  leftOut: analysis.leftOut.map((left) => ({ function: left.function, reason: left.reason })),
  message: "",
});

const logged = new WeakSet<Defect>();

/** Logs each error of WarpLens once, with its stack: the status says only what is left out. */
function logDefects(context: ServerContext, { uri }: Snapshot, { defects }: Analysis): void {
  for (const one of defects) {
    if (!logged.has(one)) context.connection.console.error(`${uri}: ${describe(one.error)}`);
    logged.add(one);
  }
}

async function read(context: ServerContext, snapshot: Snapshot): Promise<Diagnostic[]> {
  const analysis = await context.analyse(snapshot);
  logDefects(context, snapshot, analysis);
  void context.connection.sendNotification(STATUS, statusOf(context, snapshot, analysis));
  return [
    ...analysis.findings.map((finding) => toDiagnostic(snapshot, finding, context.options.rulePages)),
    ...notCompiled(context, snapshot, analysis),
  ];
}

function reportFailure(context: ServerContext, snapshot: Snapshot, error: unknown): void {
  if (isAbort(error) || error instanceof KnownFailure) return;
  context.connection.console.error(`${snapshot.uri}: ${describe(error)}`);
  void context.connection.sendNotification(STATUS, {
    uri: snapshot.uri,
    state: "failed",
    architecture: context.settings().architecture,
    kernels: 0,
    findings: 0,
    leftOut: [],
    message: sentenceOf("the analysis", error),
  } satisfies StatusParams);
}

function answer(items: Diagnostic[], previousResultId?: string) {
  // The id is the content's own hash, so that it also holds over closing, reopening and undoing.
  const resultId = contentHash(JSON.stringify(items));
  return resultId === previousResultId
    ? ({ kind: DocumentDiagnosticReportKind.Unchanged, resultId } as const)
    : ({ kind: DocumentDiagnosticReportKind.Full, resultId, items } as const);
}

/** Reports of the open documents that include one: what is typed there changes what is said here. */
async function relatedReports(context: ServerContext, { path }: Snapshot) {
  if (!context.client.textDocument?.diagnostic?.relatedDocumentSupport) return undefined;
  const dependents = context.engine.dependentsOf(path).filter((one) => one !== path);
  const related = context.snapshots.all().filter((one) => dependents.includes(one.path));
  const reports = await Promise.all(
    related.map(async (one) => {
      try {
        return [[one.uri, answer(await read(context, one))] as const];
      } catch (error) {
        reportFailure(context, one, error);
        return [];
      }
    }),
  );
  return reports.some((one) => one.length > 0) ? Object.fromEntries(reports.flat()) : undefined;
}

function registerPull(context: ServerContext): FeatureEvents {
  const { connection, snapshots } = context;
  connection.languages.diagnostics.on(async (params: DocumentDiagnosticParams) => {
    const snapshot = snapshots.get(params.textDocument.uri);
    if (!snapshot) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    try {
      await context.ready;
      const items = await read(context, snapshot);
      const relatedDocuments = await relatedReports(context, snapshot);
      if (snapshot.superseded.aborted) throw new DOMException("superseded", "AbortError");
      const own: DocumentDiagnosticReport = answer(items, params.previousResultId);
      return relatedDocuments ? { ...own, relatedDocuments } : own;
    } catch (error) {
      reportFailure(context, snapshot, error);
      if (!isAbort(error)) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
      // Also for a client that cancelled by itself: VS Code's never pulls the document again without it.
      return new ResponseError(LSPErrorCodes.ServerCancelled, "the text has changed", { retriggerRequest: true });
    }
  });
  const refresh = () => {
    if (context.client.workspace?.diagnostics?.refreshSupport) void connection.languages.diagnostics.refresh();
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    settingsChanged: refresh,
    surroundingsChanged() {
      clearTimeout(waiting);
      waiting = setTimeout(refresh, SETTLED);
    },
  };
}

function registerPush(context: ServerContext): FeatureEvents {
  const { connection, snapshots } = context;
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  async function push(uri: string): Promise<void> {
    waiting.delete(uri);
    await context.ready;
    const snapshot = snapshots.get(uri);
    if (!snapshot) return;
    try {
      const diagnostics = await read(context, snapshot);
      if (snapshot.superseded.aborted) return;
      await connection.sendDiagnostics({ uri, version: snapshot.version, diagnostics });
    } catch (error) {
      reportFailure(context, snapshot, error);
    }
  }
  function soon(uri: string): void {
    clearTimeout(waiting.get(uri));
    waiting.set(
      uri,
      setTimeout(() => void push(uri), PUSH_DELAY),
    );
  }
  return {
    opened: (snapshot) => soon(snapshot.uri),
    changed: (snapshot) => soon(snapshot.uri),
    closed(uri) {
      clearTimeout(waiting.get(uri));
      waiting.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    settingsChanged() {
      for (const snapshot of snapshots.all()) soon(snapshot.uri);
    },
    surroundingsChanged(uris) {
      for (const uri of uris) soon(uri);
    },
  };
}

/** Findings as diagnostics. */
export const diagnostics: Feature = {
  name: "diagnostics",
  register: (context) => (pulls(context.client) ? registerPull(context) : registerPush(context)),
};
