/** Runs as files: a page, Markdown for a pull request, text, and JSON that is opened again, in another window or another year. */
import { env, l10n, Uri, window, workspace } from "vscode";
import { type WrittenReport, wholeReport, writtenReport } from "../../engine/formats/sameLaunches";
import type { SimulateJson } from "../../engine/formats/simulation";
import { comparedLaunch } from "../../pictures/comparison";
import { comparisonMarkdown, reportMarkdown } from "../../pictures/markdown";
import { renderSimulationPage } from "../../pictures/page/simulationPage";
import type { SourceLine } from "../../pictures/sourcePage";
import { runName } from "../../pictures/summary";
import type { Run } from "../messages";
import { fileName } from "./documents";
import type { Runs } from "./runs";
import type { Session } from "./session";
import { reportText } from "./textReport";

/** What the editor knows of a run beyond its report. It stands in the report's file, which everything else reads as before. */
type EditorPart = Pick<Run, "uri" | "fileName" | "kernel" | "request" | "source">;

type SavedRun = WrittenReport & { readonly editor?: EditorPart };

/** The text that was run as far as it is kept: lines that are not are empty, so that all keep their numbers. */
function textOf(source: readonly SourceLine[]): string {
  const texts = new Map(source.map(({ line, text }) => [line, text]));
  const last = Math.max(0, ...texts.keys());
  return Array.from({ length: last }, (_, i) => texts.get(i + 1) ?? "").join("\n");
}

const titleOf = (run: Run): string => `${run.fileName}: ${runName(run.report, run.kernel)}`;

/** The shown run as Markdown, with the comparison first where one is shown. */
function markdownOf(runs: Runs, run: Run): string {
  const { compared, choice } = runs.state;
  const before = compared === null ? undefined : runs.get(compared);
  const sideOf = (one: Run) => comparedLaunch(one, choice.launch, `run ${one.id}, ${one.name ?? one.kernel}`);
  const [a, b] = [before && sideOf(before), sideOf(run)];
  return a && b ? comparisonMarkdown(a, b) : reportMarkdown(run.report, titleOf(run));
}

function jsonOf({ uri, fileName: name, kernel, request, source, report }: Run): string {
  const editor: EditorPart = { uri, fileName: name, kernel, request, ...(source ? { source } : {}) };
  return `${JSON.stringify({ ...writtenReport(report), editor } satisfies SavedRun, undefined, 1)}\n`;
}

/** The content of a file, by its ending. */
function contentOf(ending: string, { runs }: Session, run: Run, version: string): string {
  if (ending === "json") return jsonOf(run);
  if (ending === "md") return markdownOf(runs, run);
  if (ending === "txt") return reportText(run);
  return renderSimulationPage(run.report, { name: titleOf(run), text: textOf(run.source ?? []) }, version);
}

/** Copies the shown run, or the comparison, as Markdown. */
export const copyMarkdown = (runs: Runs, run: Run): Thenable<void> => env.clipboard.writeText(markdownOf(runs, run));

/** Asks for a file and writes the run there, in the format of the file's ending. */
export async function saveRun(session: Session, run: Run, version: string): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${run.kernel.replaceAll(/[^\w]+/g, "-")}-${run.id}.html`;
  const file = await window.showSaveDialog({
    title: l10n.t("Save the run: as a page, Markdown, text, or JSON to open again"),
    ...(folder ? { defaultUri: Uri.joinPath(folder, name) } : {}),
    filters: {
      [l10n.t("Web page")]: ["html"],
      Markdown: ["md"],
      [l10n.t("JSON, to open again")]: ["json"],
      [l10n.t("Text")]: ["txt"],
    },
  });
  if (!file) return;
  const ending = file.path.slice(file.path.lastIndexOf(".") + 1);
  await workspace.fs.writeFile(file, new TextEncoder().encode(contentOf(ending, session, run, version)));
  session.say(l10n.t("Run {0} is saved in {1}.", run.id, fileName(file)));
}

/** The run in a file: one that was saved here, or what `warplens simulate --format json` printed. A sentence when it is neither. */
function readRun(text: string, name: string): Omit<Run, "id"> | string {
  let saved: Partial<SavedRun>;
  try {
    saved = JSON.parse(text);
  } catch {
    return l10n.t(
      "{0} is not JSON: open a run that was saved as JSON, or the output of warplens simulate --format json.",
      name,
    );
  }
  if (!Array.isArray(saved?.launches) || typeof saved.device !== "string" || typeof saved.outcome !== "string")
    return l10n.t("{0} holds no run: it has no launches.", name);
  const { editor, ...written } = saved as SavedRun;
  let report: SimulateJson;
  try {
    report = wholeReport(written);
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
  const kernel = report.stdout === undefined ? (report.launches[0]?.kernel ?? "kernel") : "main";
  const textDocument = { uri: "" };
  const unknown: EditorPart = {
    uri: "",
    fileName: name,
    kernel,
    request:
      report.stdout === undefined
        ? { kind: "kernel", params: { textDocument, kernel } }
        : { kind: "program", params: { textDocument } },
  };
  return { ...unknown, ...editor, report, stale: true };
}

/** Asks for the file of a run unless one is named, and shows the run, which it gives; undefined where there is none to show. */
export async function openRun(session: Session, named?: Uri): Promise<Run | undefined> {
  const chosen = named
    ? [named]
    : await window.showOpenDialog({ openLabel: l10n.t("Open run"), filters: { Runs: ["json"] } });
  const file = chosen?.[0];
  if (!file) return undefined;
  const run = readRun(new TextDecoder().decode(await workspace.fs.readFile(file)), fileName(file));
  if (typeof run === "string") return session.fail(run);
  session.look((runs) => runs.add(run));
  return session.runs.shown;
}
