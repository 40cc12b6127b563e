/** Findings of every CUDA file of the workspace, once, while a notification shows how far it is. */
import { l10n, ProgressLocation, window, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { CHECK_WORKSPACE, type CheckWorkspaceParams, type CheckWorkspaceResult } from "../../server/protocol";

/** A workspace with more is checked on the command line, which has more than one process. */
const MOST_FILES = 2000;

/** How many files one request is about: cancelling and progress come between them. */
const AT_ONCE = 8;

/** Checks the CUDA files of the workspace, at most 2,000 of them, with progress that can be cancelled. */
export async function checkWorkspaceFiles(client: BaseLanguageClient): Promise<CheckWorkspaceResult> {
  const found = await workspace.findFiles("**/*.{cu,cuh}", "**/{node_modules,.git,build}/**", MOST_FILES);
  const uris = found.map(String).sort();
  const total = { files: 0, findings: 0, failed: [] as string[] };
  const options = { location: ProgressLocation.Window, title: l10n.t("WarpLens: checking CUDA files") };
  await window.withProgress(options, async (progress, token) => {
    for (let i = 0; i < uris.length && !token.isCancellationRequested; i += AT_ONCE) {
      progress.report({ message: l10n.t("{0} of {1}", i, uris.length) });
      const params: CheckWorkspaceParams = { uris: uris.slice(i, i + AT_ONCE) };
      const part: CheckWorkspaceResult = await client.sendRequest(CHECK_WORKSPACE, params, token);
      total.files += part.files;
      total.findings += part.findings;
      total.failed.push(...part.failed);
    }
  });
  return total;
}
