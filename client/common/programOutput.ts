/** What a program prints, in an output channel as it comes, and how far it is, for the view. */
import { type Disposable, type Event, l10n, window } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { RUN_PROGRESS, type RunProgressParams } from "../../server/protocol";
import type { Run } from "../messages";
import type { Session } from "./session";

/** Characters of output that the view shows of a run in progress. */
const TAIL = 2000;

/** What of a report's text has not been written yet. */
const rest = (whole: string, written: string): string =>
  whole.startsWith(written) ? whole.slice(written.length) : whole;

/** Follows the runs of programs. */
export function programOutput(client: BaseLanguageClient, session: Session): Disposable[] {
  const channel = window.createOutputChannel(l10n.t("WarpLens Program"));
  let written = { stdout: "", stderr: "" };
  const ended: Event<Run> = session.onDidRun;
  return [
    channel,
    client.onNotification(RUN_PROGRESS, ({ stdout, stderr, launch, kernel }: RunProgressParams) => {
      if (written.stdout === "" && written.stderr === "") channel.clear();
      channel.append(stdout + stderr);
      written = { stdout: written.stdout + stdout, stderr: written.stderr + stderr };
      const output = (written.stdout + written.stderr).slice(-TAIL);
      session.progress({ launch: launch === undefined ? 0 : launch + 1, kernel: kernel ?? "", output });
    }),
    ended(({ report, name, kernel }) => {
      const { stdout, stderr = "" } = report;
      if (stdout === undefined) return;
      if (written.stdout === "" && written.stderr === "") channel.clear();
      channel.append(rest(stdout, written.stdout) + rest(stderr, written.stderr));
      channel.appendLine(`\n[${name ?? kernel}: ${report.outcome}${report.message ? `, ${report.message}` : ""}]`);
      written = { stdout: "", stderr: "" };
    }),
  ];
}
