/**
 * What a light bulb offers at a finding: its fixes with what a trial of them gave, the code to write instead, its page, and last a comment that silences it. `context.only` is looked at first,
 * so that saving a file computes no more than what the save asked for.
 */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionOptions,
  type CodeActionParams,
  type Diagnostic,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { Finding, Fix, TextEdit as OffsetEdit } from "../../analyzer/rules/model";
import type { Feature, ServerContext } from "../common/context";
import { FixChecks, isSound, titleOf } from "../common/fixChecks";
import { guarded } from "../common/handlers";
import { rangeOf, spanOf, touches } from "../common/positions";
import type { Snapshot } from "../common/snapshots";
import { clientCommands, FIX_ALL_KIND } from "../protocol";

/** The kinds of code actions that the server has. */
export const codeActionCapabilities: CodeActionOptions = {
  codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL_KIND],
};

/** Kinds are hierarchical: asking for `source.fixAll` asks for `source.fixAll.warplens` too. */
const wants = (only: readonly string[] | undefined, kind: string): boolean =>
  only === undefined || only.some((asked) => asked === "" || kind === asked || kind.startsWith(`${asked}.`));

/** An edit bound to the version that it was computed for, where the client can refuse a stale one. */
function workspaceEdit(context: ServerContext, snapshot: Snapshot, edits: readonly OffsetEdit[]): WorkspaceEdit {
  const changes: TextEdit[] = edits.map((edit) => ({ range: rangeOf(snapshot, edit), newText: edit.newText }));
  return context.client.workspace?.workspaceEdit?.documentChanges
    ? { documentChanges: [{ textDocument: { uri: snapshot.uri, version: snapshot.version }, edits: changes }] }
    : { changes: { [snapshot.uri]: changes } };
}

/** The client's own diagnostics that an action answers to. */
const diagnosticsOf = (params: CodeActionParams, snapshot: Snapshot, finding: Finding): Diagnostic[] =>
  params.context.diagnostics.filter(
    (diagnostic) => diagnostic.code === finding.rule && touches(spanOf(snapshot, diagnostic.range), finding.span),
  );

const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

/** A comment line above, indented as the line is. Inside a macro's continued lines a comment would swallow the rest. */
function suppressLine(snapshot: Snapshot, finding: Finding): OffsetEdit | undefined {
  const { text } = snapshot;
  const start = lineStart(text, finding.span.start);
  if (/\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))) return undefined;
  const indent = /^[ \t]*/.exec(text.slice(start, finding.span.start))?.[0] ?? "";
  return { start, end: start, newText: `${indent}// warplens-ignore-next-line ${finding.rule}\n` };
}

/** The code to write instead, as a comment above the line: it names what it does not know, so that it is not put in as code. */
function insertSketch(snapshot: Snapshot, finding: Finding): OffsetEdit | undefined {
  const { text } = snapshot;
  const start = lineStart(text, finding.span.start);
  if (!finding.sketch || /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))) return undefined;
  const indent = /^[ \t]*/.exec(text.slice(start, finding.span.start))?.[0] ?? "";
  const lines = [`To write instead (${finding.rule}):`, ...finding.sketch.split("\n")];
  // A backslash at the end would go on with the comment into the code below.
  const comment = lines.map((line) => `${indent}// ${line.replace(/\\+$/, "")}`.trimEnd()).join("\n");
  return { start, end: start, newText: `${comment}\n` };
}

const suppressFile = (finding: Finding): OffsetEdit => ({
  start: 0,
  end: 0,
  newText: `// warplens-ignore-file ${finding.rule}\n`,
});

function quickFixes(
  context: ServerContext,
  checks: FixChecks,
  params: CodeActionParams,
  snapshot: Snapshot,
  finding: Finding,
): CodeAction[] {
  const diagnostics = diagnosticsOf(params, snapshot, finding);
  const kind = CodeActionKind.QuickFix;
  const safe = finding.fixes.filter((fix) => fix.safe);
  const edit = (edits: readonly OffsetEdit[]) => workspaceEdit(context, snapshot, edits);
  const actions: CodeAction[] = finding.fixes.map((fix) => {
    const check = checks.known(snapshot, finding, fix);
    return {
      title: titleOf(fix, check),
      kind,
      diagnostics,
      // Only a fix that is the one obvious thing to do may be applied by a single key.
      ...(safe.length === 1 && fix.safe && isSound(check) ? { isPreferred: true } : {}),
      edit: edit(fix.edits),
    };
  });
  const action = (title: string, edits: readonly OffsetEdit[]) => ({ title, kind, diagnostics, edit: edit(edits) });
  const sketch = insertSketch(snapshot, finding);
  if (sketch) actions.push(action("Insert the code to write instead, as a comment", [sketch]));
  if (context.options.commands) {
    const command = (title: string, name: string): CodeAction => ({
      title,
      kind,
      diagnostics,
      command: { title, command: name, arguments: [finding.rule] },
    });
    actions.push(command(`Open the page of ${finding.rule}`, clientCommands.openRulePage));
    actions.push(command(`Change the severity of ${finding.rule}`, clientCommands.changeSeverity));
  }
  // What hides a finding comes after everything that mends or explains it.
  const line = suppressLine(snapshot, finding);
  if (line) actions.push(action(`Ignore ${finding.rule} on this line`, [line]));
  actions.push(action(`Ignore ${finding.rule} in this file`, [suppressFile(finding)]));
  return actions;
}

/** The first safe fix of each finding, leaving out those that would touch what an earlier one changes. */
function compatibleEdits(fixes: readonly Fix[]): OffsetEdit[] {
  const taken: OffsetEdit[] = [];
  for (const fix of fixes) {
    const isNew = (edit: OffsetEdit) =>
      !taken.some((other) => other.start === edit.start && other.end === edit.end && other.newText === edit.newText);
    // Two findings on one array ask for the same padding: once is enough.
    const fresh = fix.edits.filter(isNew);
    if (!fresh.some((edit) => taken.some((other) => touches(edit, other)))) taken.push(...fresh);
  }
  return taken.sort((a, b) => a.start - b.start);
}

function fixAll(context: ServerContext, snapshot: Snapshot, findings: readonly Finding[]): CodeAction[] {
  const edits = compatibleEdits(findings.flatMap((finding) => finding.fixes.find((fix) => fix.safe) ?? []));
  if (edits.length === 0) return [];
  return [
    {
      title: "Apply all safe WarpLens fixes",
      kind: FIX_ALL_KIND,
      edit: workspaceEdit(context, snapshot, edits),
    },
  ];
}

async function actionsAt(context: ServerContext, checks: FixChecks, params: CodeActionParams): Promise<CodeAction[]> {
  const { only } = params.context;
  const snapshot = context.snapshots.get(params.textDocument.uri);
  const wantsFixes = wants(only, CodeActionKind.QuickFix);
  const wantsAll = only !== undefined && wants(only, FIX_ALL_KIND);
  if (!snapshot || (!wantsFixes && !wantsAll)) return [];
  const { findings } = await context.analyse(snapshot);
  const span = spanOf(snapshot, params.range);
  const here = wantsFixes ? findings.filter((finding) => touches(finding.span, span)) : [];
  const actions = here.flatMap((finding) => quickFixes(context, checks, params, snapshot, finding));
  for (const finding of here) checks.start(snapshot, finding);
  return [...actions, ...(wantsAll ? fixAll(context, snapshot, findings) : [])];
}

/** Fixes, suppressions and settings at a finding. */
export const codeActions: Feature = {
  name: "code actions",
  register(context) {
    const { connection, engine } = context;
    const checks = new FixChecks(engine, (message) => connection.console.error(message));
    connection.onCodeAction(
      guarded(context, "code actions", [] as CodeAction[], (params: CodeActionParams) =>
        actionsAt(context, checks, params),
      ),
    );
    return undefined;
  },
};
