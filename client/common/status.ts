/**
 * How the active file is read: one status item beside the language, and one in the status bar while something is wrong or
 * findings are old. Both are of the file that is looked at, never of another.
 */
import {
  commands,
  Disposable,
  LanguageStatusSeverity,
  l10n,
  languages,
  StatusBarAlignment,
  type TextDocument,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { STATUS, type StatusParams } from "../../server/protocol";
import { isCuda, languageIds } from "./documents";
import { OldFindings } from "./oldFindings";

/** Lists what of the active file was left out, with reasons. */
const SHOW_STATUS = "warplens.showStatus";

const isTroubled = ({ state, leftOut }: StatusParams): boolean => state === "failed" || leftOut.length > 0;

/** What stands beside the name of the product, and below it: how far the file is understood. */
function texts(
  status: StatusParams | undefined,
  analysing: boolean,
): { readonly detail: string; readonly short: string } {
  if (!status) return { detail: l10n.t("analysing"), short: "" };
  const { kernels, findings, leftOut } = status;
  const now = analysing ? l10n.t("analysing the last edit; before it: ") : "";
  if (status.state === "failed")
    return {
      detail: now + l10n.t("could not be read: {0}", status.message),
      short: l10n.t("could not read the file"),
    };
  const found = [
    kernels === 1 ? l10n.t("1 kernel") : l10n.t("{0} kernels", kernels),
    findings === 1 ? l10n.t("1 finding") : l10n.t("{0} findings", findings),
  ];
  const known = now + found.join(", ");
  const [first, ...others] = leftOut;
  if (!first) return { detail: known, short: "" };
  const left = l10n.t("{0}; left out: {1} ({2})", known, first.function, first.reason);
  return {
    detail: others.length > 0 ? l10n.t("{0} and {1} more", left, others.length) : left,
    short: others.length > 0 ? l10n.t("{0} functions left out", leftOut.length) : l10n.t("1 function left out"),
  };
}

/** The status of each document, and whether it is older than the text. */
class Statuses {
  readonly #last = new Map<string, StatusParams>();
  readonly #outdated = new Set<string>();

  put(status: StatusParams): void {
    this.#last.set(status.uri, status);
    this.#outdated.delete(status.uri);
  }

  outdate(uri: string): void {
    this.#outdated.add(uri);
  }

  forget(uri: string): void {
    this.#last.delete(uri);
    this.#outdated.delete(uri);
  }

  get(uri: string): { readonly status: StatusParams | undefined; readonly analysing: boolean } {
    const status = this.#last.get(uri);
    return { status, analysing: !status || this.#outdated.has(uri) };
  }
}

async function showLeftOut({ leftOut, message, state }: StatusParams): Promise<void> {
  const items = leftOut.map((one) => ({ label: one.function, detail: one.reason }));
  const failed = state === "failed" ? [{ label: l10n.t("The file could not be read"), detail: message }] : [];
  await window.showQuickPick([...failed, ...items], {
    title: l10n.t("What WarpLens leaves out of this file, and why"),
    placeHolder: l10n.t("Everything else of the file is analysed"),
  });
}

const warningColour = new ThemeColor("statusBarItem.warningBackground");

/** The item of the status bar: there while something of the active file is wrong or old. */
class TroubleItem implements Disposable {
  readonly #item = window.createStatusBarItem("warplens.trouble", StatusBarAlignment.Right, 90);

  constructor() {
    this.#item.name = "WarpLens";
    this.#item.command = SHOW_STATUS;
  }

  show(text: string, tooltip: string, background?: ThemeColor): void {
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.backgroundColor = background;
    this.#item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** The document that is looked at, where it is ours. */
function active(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  return document && isCuda(document) ? document : undefined;
}

/** The items, drawn anew when the active file, its text or its analysis changes. */
export function createStatus(client: BaseLanguageClient): Disposable {
  const statuses = new Statuses();
  const old = new OldFindings();
  const item = languages.createLanguageStatusItem(
    "warplens.status",
    languageIds.map((language) => ({ language })),
  );
  item.name = "WarpLens";
  item.command = { title: l10n.t("Choose architecture"), command: "warplens.chooseArchitecture" };
  const trouble = new TroubleItem();
  function draw(): void {
    const document = active();
    if (!document) {
      trouble.hide();
      return;
    }
    const { status, analysing } = statuses.get(document.uri.toString());
    const { detail, short } = texts(status, analysing);
    const troubled = status !== undefined && isTroubled(status);
    item.busy = analysing;
    item.text = status ? `WarpLens ${status.architecture}` : "WarpLens";
    item.detail = detail;
    item.severity = troubled ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
    const isOld = status !== undefined && status.findings > 0 && old.isOld(document.uri.toString());
    if (isOld) trouble.show(`$(sync~spin) WarpLens: ${l10n.t("findings are older than the text")}`, detail);
    else if (troubled) trouble.show(`$(warning) WarpLens: ${short}`, detail, warningColour);
    else trouble.hide();
  }
  draw();
  return Disposable.from(
    item,
    trouble,
    old,
    old.onDidChange(draw),
    client.onNotification(STATUS, (status: StatusParams) => {
      statuses.put(status);
      old.settled(status.uri);
      draw();
    }),
    window.onDidChangeActiveTextEditor(draw),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || !isCuda(document)) return;
      statuses.outdate(document.uri.toString());
      old.edited(document.uri.toString());
      draw();
    }),
    workspace.onDidCloseTextDocument((document) => {
      statuses.forget(document.uri.toString());
      old.settled(document.uri.toString());
    }),
    commands.registerCommand(SHOW_STATUS, () => {
      const document = active();
      const { status } = document ? statuses.get(document.uri.toString()) : {};
      return status && showLeftOut(status);
    }),
  );
}
