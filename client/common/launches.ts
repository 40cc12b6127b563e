/**
 * What a kernel is run with, kept for next time and for everybody: under `launches` in the project's `.warplens.json`, which
 * the command line reads as well.
 */
import { l10n, Uri, window, workspace } from "vscode";
import type { RunForm } from "../messages";
import { launchOf, simulateParams, withLaunch } from "./form";
import type { Session } from "./session";

const FILE = ".warplens.json";

const parent = (uri: Uri): Uri => Uri.joinPath(uri, "..");

/** The nearest configuration file above, else where one belongs: the workspace folder, or beside the file. */
async function configurationFile(document: Uri): Promise<Uri> {
  const root = workspace.getWorkspaceFolder(document)?.uri;
  for (let folder = parent(document); ; folder = parent(folder)) {
    const candidate = Uri.joinPath(folder, FILE);
    try {
      await workspace.fs.stat(candidate);
      return candidate;
    } catch {
      if (folder.path === root?.path || folder.path === parent(folder).path) break;
    }
  }
  return Uri.joinPath(root ?? parent(document), FILE);
}

async function readText(file: Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(file));
  } catch {
    return "{}";
  }
}

/** Writes what the form says for its kernel, and shows where. */
export async function saveLaunch(session: Session, form: RunForm): Promise<void> {
  const document = session.document;
  if (!document || form.kernel === "") return;
  session.setForm(form);
  const params = simulateParams(document.uri.toString(), form);
  if (typeof params === "string") {
    session.fail(params);
    return;
  }
  const file = await configurationFile(document.uri);
  const text = withLaunch(await readText(file), form.kernel, launchOf(params));
  if (text === undefined) {
    session.fail(l10n.t("{0} is not plain JSON: add the launch of {1} to its “launches” by hand.", FILE, form.kernel));
    await window.showTextDocument(file);
    return;
  }
  await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  session.say(l10n.t("The launch of {0} is saved in {1}.", form.kernel, FILE));
}
