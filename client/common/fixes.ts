/** The one obvious fix at the lines that cost a run most: what the light bulb there would offer, taken from the view. */
import {
  type CodeAction,
  CodeActionKind,
  commands,
  type Disposable,
  EventEmitter,
  languages,
  Range,
  Uri,
  workspace,
} from "vscode";
import { lineShares } from "../../pictures/shares";
import type { Run } from "../messages";
import type { Runs } from "./runs";

/** The lines that a fix is looked for at, the costliest first. */
const LINES = 3;

/** Looks for the preferred quick fix of the run's costliest lines. Undefined where none is obvious. */
async function preferredFix({ uri, report }: Run): Promise<CodeAction | undefined> {
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
    if (action) return action;
  }
  return undefined;
}

/**
 * The fix that is offered for the newest run. A report is shown before the editor has said what it offers; and where a run
 * ends before its file is analysed, or an analysis failed, the fix comes with the findings.
 */
export class FixOffer {
  readonly #runs: Runs;
  readonly #changed = new EventEmitter<void>();
  readonly #subscription: Disposable;
  /** The run at whose lines a fix is offered, and the fix. */
  #run: number | undefined;
  #fix: CodeAction | undefined;

  /** There is a fix now. */
  readonly onDidChange = this.#changed.event;

  constructor(runs: Runs) {
    this.#runs = runs;
    this.#subscription = languages.onDidChangeDiagnostics(({ uris }) => {
      const run = this.#run === undefined || this.#fix ? undefined : runs.get(this.#run);
      if (run && uris.some((uri) => uri.toString() === run.uri)) void this.#look(run.id);
    });
  }

  /** The title of the fix that is offered for a run; null where there is none. */
  titleFor(run: Run | undefined): string | null {
    return (run?.id === this.#run && this.#fix?.title) || null;
  }

  /** Looks for a fix of a run, now and whenever the findings of its file change. */
  offer(run: Run): void {
    this.#run = run.id;
    this.#fix = undefined;
    void this.#look(run.id);
  }

  /** Changes the text as the fix of a run says. Whether it could; undefined where none is offered. */
  async apply(run: Run): Promise<boolean | undefined> {
    if (run.id !== this.#run || !this.#fix) return undefined;
    const { edit } = this.#fix;
    return edit ? workspace.applyEdit(edit) : false;
  }

  async #look(id: number): Promise<void> {
    const run = this.#runs.get(id);
    if (!run || run.stale) return;
    const action = await preferredFix(run).catch(() => undefined);
    // Another run may have ended, or the same question may have been answered, meanwhile.
    if (!action || this.#run !== id || this.#fix) return;
    this.#fix = action;
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
