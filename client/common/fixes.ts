/** The one obvious fix at the lines that cost a run most: what the light bulb there would offer, taken from the view. */
import { type CodeAction, CodeActionKind, commands, Range, Uri, workspace } from "vscode";
import { lineShares } from "../../pictures/shares";
import type { Run } from "../messages";

/** A fix of the editor, and the run at whose lines it is offered. */
export interface OfferedFix {
  readonly run: number;
  readonly action: CodeAction;
}

/** The lines that a fix is looked for at, the costliest first. */
const LINES = 3;

/** Looks for the preferred quick fix of the run's costliest lines. Undefined where none is obvious. */
export async function offeredFix({ id, uri, report, stale }: Run): Promise<OfferedFix | undefined> {
  if (stale) return undefined;
  const shares = report.launches.flatMap((launch) => lineShares(launch).slice(0, LINES));
  for (const { line } of shares.filter(({ path }) => path === undefined).slice(0, LINES)) {
    const here = new Range(line - 1, 0, line, 0);
    const actions = await commands.executeCommand<CodeAction[]>(
      "vscode.executeCodeActionProvider",
      Uri.parse(uri),
      here,
      CodeActionKind.QuickFix.value,
    );
    const action = actions.find((one) => one.isPreferred && one.edit && !one.disabled);
    if (action) return { run: id, action };
  }
  return undefined;
}

/** Changes the text as the fix says. Whether it could. */
export const applyFix = async ({ action }: OfferedFix): Promise<boolean> =>
  action.edit ? workspace.applyEdit(action.edit) : false;
