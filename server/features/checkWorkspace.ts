/**
 * `warplens/checkWorkspace`: findings of files that are not open, once and on request, with progress and cancelling. They are
 * pushed, and taken back for a file that is opened: from then on its own diagnostics speak for it.
 */
import type { CancellationToken } from "vscode-languageserver";
import type { Feature, FeatureEvents, ServerContext } from "../common/context";
import { describe, isAbort } from "../common/failures";
import { guarded, REJECT, signalOf } from "../common/handlers";
import { pathOf, type Snapshot, snapshotOf } from "../common/snapshots";
import { CHECK_WORKSPACE, type CheckWorkspaceParams, type CheckWorkspaceResult } from "../protocol";
import { toDiagnostic } from "./diagnostics";

class WorkspaceCheck {
  readonly #context: ServerContext;
  /** Files that something is shown of, pushed by us. */
  readonly #reported = new Set<string>();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  async run({ uris, workDoneToken }: CheckWorkspaceParams, token: CancellationToken): Promise<CheckWorkspaceResult> {
    const progress = this.#context.connection.window.attachWorkDoneProgress(workDoneToken);
    const stop = signalOf(token);
    progress.begin("Checking CUDA files", 0, undefined, true);
    const result = { files: 0, findings: 0, failed: [] as string[] };
    try {
      for (const [index, uri] of uris.entries()) {
        if (stop.signal.aborted) break;
        progress.report(Math.floor((index / uris.length) * 100), uri.slice(uri.lastIndexOf("/") + 1));
        // A file that cannot be read or analysed is reported, and does not stop the others.
        try {
          result.findings += await this.#check(uri, stop.signal);
          result.files++;
        } catch (error) {
          if (isAbort(error)) continue;
          this.#context.connection.console.error(`${uri}: ${describe(error)}`);
          result.failed.push(uri);
        }
      }
      return result;
    } finally {
      stop.dispose();
      progress.done();
    }
  }

  takeBack(uri: string): void {
    if (this.#reported.delete(uri)) void this.#context.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  takeAllBack(): void {
    for (const uri of [...this.#reported]) this.takeBack(uri);
  }

  /** How many findings a file has. */
  async #check(uri: string, signal: AbortSignal): Promise<number> {
    const { connection, engine, snapshots, options, readText } = this.#context;
    const open = snapshots.get(uri);
    if (open) return (await this.#context.analyse(open)).findings.length;
    const text = await readText(pathOf(uri));
    if (text === undefined) throw new Error("the file cannot be read");
    const snapshot: Snapshot = snapshotOf(uri, text, signal);
    // With the launches of the program, as the command line has it: nothing is said of this file a second time.
    const { findings } = await engine.settled(snapshot, signal);
    // It may have been opened while it was analysed.
    if (snapshots.get(uri)) return findings.length;
    const diagnostics = findings.map((finding) => toDiagnostic(snapshot, finding, options.rulePages));
    if (diagnostics.length > 0) this.#reported.add(uri);
    await connection.sendDiagnostics({ uri, diagnostics });
    return findings.length;
  }
}

/** Checks all files of the workspace. */
export const checkWorkspace: Feature = {
  name: "check workspace",
  register(context): FeatureEvents {
    const check = new WorkspaceCheck(context);
    context.connection.onRequest<CheckWorkspaceResult, void>(
      CHECK_WORKSPACE,
      guarded(context, CHECK_WORKSPACE, REJECT, (params: CheckWorkspaceParams, token) => check.run(params, token)),
    );
    return {
      opened: ({ uri }) => check.takeBack(uri),
      // What was said under other settings may be wrong now.
      settingsChanged: () => check.takeAllBack(),
    };
  },
};
