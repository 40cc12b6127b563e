/** A user's own Nsight Compute export, read from a file that they choose. */
import { l10n, type Uri, window, workspace } from "vscode";
import { readProfile } from "../../pictures/nsight";
import { fileName } from "./documents";
import type { Session } from "./session";

async function chosenFile(): Promise<Uri | undefined> {
  const chosen = await window.showOpenDialog({
    title: l10n.t("Nsight Compute export: ncu --csv, best with --page raw"),
    openLabel: l10n.t("Show beside our counts"),
    filters: { [l10n.t("Comma-separated values")]: ["csv", "txt"], [l10n.t("All files")]: ["*"] },
  });
  return chosen?.[0];
}

/** Asks for the file unless one is named. */
export async function openProfile(session: Session, named?: Uri): Promise<void> {
  const uri = named ?? (await chosenFile());
  if (!uri) return;
  const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
  const launches = readProfile(text);
  if (typeof launches === "string") session.fail(`${fileName(uri)}: ${launches}`);
  else session.look((runs) => runs.setProfile({ fileName: fileName(uri), launches }));
}
