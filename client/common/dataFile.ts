/** The data of an argument from a file that the user chooses; the launch that is kept for the kernel keeps its path. */
import { l10n, Uri, window } from "vscode";
import type { RunForm } from "../messages";
import type { Session } from "./session";

/** As `file:` takes it: from the document's folder where it is in there, else from the root. */
function dataPath(document: Uri, file: Uri): string {
  const folder = Uri.joinPath(document, "..");
  const inside = `${folder.path.replace(/\/$/, "")}/`;
  const isNear = file.scheme === document.scheme && file.authority === document.authority;
  if (isNear && file.path.startsWith(inside)) return file.path.slice(inside.length);
  return file.scheme === "file" ? file.fsPath : file.toString();
}

/** Asks for a data file and puts it into the form as an argument. */
export async function chooseData(session: Session, form: RunForm, parameter: string): Promise<void> {
  const document = session.document;
  session.setForm(form);
  if (!document) return;
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t("Data of {0}", parameter),
      openLabel: l10n.t("Use for this argument"),
      filters: {
        [l10n.t("Data")]: ["bin", "raw", "dat", "csv", "tsv", "txt", "npy"],
        [l10n.t("All files")]: ["*"],
      },
    })) ?? [];
  if (!file) return;
  session.fillForm({ ...form, arguments: { ...form.arguments, [parameter]: `file:${dataPath(document.uri, file)}` } });
}
