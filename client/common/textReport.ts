/** A run as plain text in an editor of its own: to copy, to search, and to read with a screen reader. */
import { EventEmitter, l10n, type TextDocumentContentProvider, Uri, window, workspace } from "vscode";
import { textReport } from "../../pictures/textReport";
import type { Run } from "../messages";

/** URI scheme of text reports. */
export const REPORT_SCHEME = "warplens-report";

const texts = new Map<string, string>();
const changed = new EventEmitter<Uri>();

/** Gives the reports of runs as documents. */
export const reportProvider: TextDocumentContentProvider = {
  onDidChange: changed.event,
  provideTextDocumentContent: (uri) => texts.get(uri.path) ?? l10n.t("This report is from an earlier session."),
};

/** The whole report of a run as text. */
export const reportText = (run: Run): string => textReport(run.report, `${run.fileName}, ${run.kernel}`);

/** Opens the report of a run as a document. */
export async function openTextReport(run: Run): Promise<void> {
  const uri = Uri.from({ scheme: REPORT_SCHEME, path: `/${run.kernel.replaceAll(/[^\w]+/g, "-")}-${run.id}.txt` });
  texts.set(uri.path, reportText(run));
  changed.fire(uri);
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
}
