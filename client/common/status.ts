/** One status item beside the language: the architecture in use, and whether everything in the file could be read. */
import { type Disposable, LanguageStatusSeverity, languages } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { STATUS, type StatusParams } from "../../server/protocol";
import { languageIds } from "./documents";

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

function detail(status: StatusParams): string {
  if (status.state === "failed") return `could not be read: ${status.message}`;
  const read = `${plural(status.kernels, "kernel")}, ${plural(status.findings, "finding")}`;
  const [first] = status.leftOut;
  if (!first) return read;
  const more = status.leftOut.length > 1 ? ` and ${status.leftOut.length - 1} more` : "";
  return `${read}; not understood: ${first.function} (${first.reason})${more}`;
}

/** The language status item: the architecture, and how the analysis of the last document ended. */
export function createStatus(client: BaseLanguageClient): Disposable {
  const item = languages.createLanguageStatusItem(
    "warplens.status",
    languageIds.map((language) => ({ language })),
  );
  item.name = "WarpLens";
  item.text = "WarpLens";
  item.command = { title: "Choose architecture", command: "warplens.chooseArchitecture" };
  const subscription = client.onNotification(STATUS, (status: StatusParams) => {
    item.text = `WarpLens ${status.architecture}`;
    item.detail = detail(status);
    item.severity =
      status.state === "failed" || status.leftOut.length > 0
        ? LanguageStatusSeverity.Warning
        : LanguageStatusSeverity.Information;
  });
  return {
    dispose() {
      subscription.dispose();
      item.dispose();
    },
  };
}
