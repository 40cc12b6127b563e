/** The commands that lenses, light bulbs, menus and the palette name. */
import {
  ConfigurationTarget,
  commands,
  type Disposable,
  type ExtensionContext,
  l10n,
  languages,
  type Range,
  Uri,
  ViewColumn,
  type Webview,
  window,
  workspace,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { clientCommands, SERVER_NAME } from "../../server/protocol";
import { checkWorkspaceFiles } from "./checkWorkspace";
import type { Debugger } from "./debugger";
import { isCuda } from "./documents";
import { openRun, saveRun } from "./exports";
import type { Heat } from "./heat";
import { goToNext } from "./hotLines";
import { registerLessons } from "./lessons";
import { openProfile } from "./profile";
import type { ProgramForm } from "./programs";
import { openRulePage } from "./rulePages";
import type { Session } from "./session";
import { openTextReport } from "./textReport";
import { VIEW_ID } from "./view";

const severities = ["off", "hint", "information", "warning", "error"] as const;

/** Where the user keeps their settings: the workspace when there is one. */
const settingsTarget = () => (workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);

async function changeSeverity(rule: string): Promise<void> {
  const settings = workspace.getConfiguration("warplens");
  const rules = settings.get<Record<string, string>>("rules") ?? {};
  const chosen = await window.showQuickPick([...severities], {
    title: l10n.t("Severity of {0}", rule),
    placeHolder: l10n.t("now: {0}", rules[rule] ?? l10n.t("the rule's own")),
  });
  if (chosen) await settings.update("rules", { ...rules, [rule]: chosen }, settingsTarget());
}

async function chooseArchitecture(session: Session): Promise<void> {
  const settings = workspace.getConfiguration("warplens");
  const current = settings.get<string>("architecture");
  const automatic = { name: "auto", product: l10n.t("that of NVIDIA's extension where it sets one, else sm_90") };
  const chosen = await window.showQuickPick(
    [automatic, ...session.state.devices].map(({ name, product }) => ({
      label: name,
      description: product,
      ...(name === current ? { detail: l10n.t("in use") } : {}),
    })),
    { title: l10n.t("Architecture that WarpLens analyses and simulates") },
  );
  if (chosen) await settings.update("architecture", chosen.label, settingsTarget());
}

/** The simulator as an editor tab, for wide pictures. */
function openInTab(context: ExtensionContext, connect: (webview: Webview) => Disposable): void {
  const panel = window.createWebviewPanel("warplens.simulatorTab", l10n.t("WarpLens Simulator"), ViewColumn.Beside);
  const icon = (name: string) => Uri.joinPath(context.extensionUri, "client/media", name);
  panel.iconPath = { light: icon("warplens.svg"), dark: icon("warplens-dark.svg") };
  const connection = connect(panel.webview);
  panel.onDidDispose(() => connection.dispose());
}

async function openSample(): Promise<void> {
  const { default: text } = await import("../../examples/transpose.cu");
  await window.showTextDocument(await workspace.openTextDocument({ language: "cuda-cpp", content: text }));
}

/** Where the active file has findings of ours. */
function findingLines(): readonly Range[] {
  const uri = window.activeTextEditor?.document.uri;
  const found = uri ? languages.getDiagnostics(uri) : [];
  return found.filter(({ source }) => source?.startsWith(SERVER_NAME)).map(({ range }) => range);
}

const showSidebar = (preserveFocus = true) => commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus });

/** The CUDA file that is edited. */
const activeDocument = () => {
  const editor = window.activeTextEditor;
  return editor && isCuda(editor.document) ? editor.document : undefined;
};

/** Without arguments, from the palette: the kernel around the cursor, else the first of the file. */
function chosenKernel(session: Session, uri?: string, kernel?: string): { uri: string; kernel: string } | undefined {
  const target = uri ?? activeDocument()?.uri.toString();
  if (target === undefined) return undefined;
  const line = window.activeTextEditor?.selection.active.line ?? 0;
  const around = session.state.kernels.find(({ info }) => info.range.start.line <= line && line <= info.range.end.line);
  const name = kernel ?? around?.name ?? session.state.kernels[0]?.name;
  return name === undefined ? undefined : { uri: target, kernel: name };
}

/** What runs kernels, programs and pieces of code. */
function runCommands(session: Session, stepper: Debugger): Disposable[] {
  async function simulateKernel(uri?: string, kernel?: string) {
    const chosen = chosenKernel(session, uri, kernel);
    if (!chosen) return undefined;
    await showSidebar();
    return session.simulateKernel(chosen.uri, chosen.kernel);
  }
  function stepKernel(uri?: string, kernel?: string) {
    const chosen = chosenKernel(session, uri, kernel);
    return chosen && stepper.start({ program: chosen.uri, kernel: chosen.kernel }, chosen.kernel);
  }
  /** A key binding may say what the program is given: `{ "words": "8", "files": "." }`. */
  async function simulateProgram(uri?: string, given?: Partial<ProgramForm>) {
    const target = uri ?? activeDocument()?.uri.toString();
    if (target === undefined) return undefined;
    await showSidebar();
    return session.simulateProgram(target, given);
  }
  async function simulateSelection() {
    const editor = window.activeTextEditor;
    const document = activeDocument();
    if (!editor || !document || editor.selection.isEmpty) return undefined;
    await showSidebar();
    const { start, end } = editor.selection;
    const position = ({ line, character }: typeof start) => ({ line, character });
    return session.runSnippet({
      text: document.getText(editor.selection),
      textDocument: { uri: document.uri.toString() },
      range: { start: position(start), end: position(end) },
    });
  }
  async function showReport(uri: string, kernel: string) {
    const run = session.runs.last(uri, kernel);
    if (!run) return;
    session.look((runs) => runs.show(run.id));
    await showSidebar(false);
  }
  return [
    commands.registerCommand(clientCommands.simulateKernel, simulateKernel),
    commands.registerCommand(clientCommands.stepKernel, stepKernel),
    commands.registerCommand(clientCommands.simulateProgram, simulateProgram),
    commands.registerCommand(clientCommands.showReport, showReport),
    commands.registerCommand("warplens.simulateSelection", simulateSelection),
    ...registerLessons(session, showSidebar),
    commands.registerCommand("warplens.cancel", () => session.cancel()),
  ];
}

/** What moves the cursor to the next place that costs most or has a finding. */
function placeCommands(heat: Heat): Disposable[] {
  const hotLines = () => (window.activeTextEditor ? heat.hotLines(window.activeTextEditor.document) : []);
  return [
    commands.registerCommand("warplens.nextHotLine", () => goToNext(hotLines(), 1)),
    commands.registerCommand("warplens.previousHotLine", () => goToNext(hotLines(), -1)),
    commands.registerCommand("warplens.nextFinding", () => goToNext(findingLines(), 1)),
    commands.registerCommand("warplens.previousFinding", () => goToNext(findingLines(), -1)),
  ];
}

/** What commands act on. */
interface Parts {
  readonly session: Session;
  readonly heat: Heat;
  readonly stepper: Debugger;
  readonly connect: (webview: Webview) => Disposable;
}

/** Registers the commands of the extension. */
export function registerCommands(
  context: ExtensionContext,
  client: BaseLanguageClient,
  { session, heat, stepper, connect }: Parts,
): Disposable[] {
  return [
    commands.registerCommand("warplens.checkWorkspace", () => checkWorkspaceFiles(client)),
    ...runCommands(session, stepper),
    ...placeCommands(heat),
    commands.registerCommand(clientCommands.openRulePage, openRulePage),
    commands.registerCommand(clientCommands.changeSeverity, changeSeverity),
    commands.registerCommand("warplens.chooseArchitecture", () => chooseArchitecture(session)),
    commands.registerCommand("warplens.openSimulatorTab", () => openInTab(context, connect)),
    commands.registerCommand("warplens.openSample", openSample),
    commands.registerCommand("warplens.openProfile", (uri?: Uri) => openProfile(session, uri)),
    commands.registerCommand("warplens.openRun", (uri?: Uri) => openRun(session, uri)),
    commands.registerCommand("warplens.saveRun", () => {
      const run = session.runs.shown;
      return run && saveRun(session, run, String(context.extension.packageJSON.version));
    }),
    commands.registerCommand("warplens.openTextReport", () => {
      const run = session.runs.shown;
      return run && openTextReport(run);
    }),
    commands.registerCommand("warplens.openSettings", () =>
      commands.executeCommand("workbench.action.openSettings", "@ext:warplens.warplens"),
    ),
    commands.registerCommand("warplens.openWalkthrough", () =>
      commands.executeCommand("workbench.action.openWalkthrough", "warplens.warplens#start", false),
    ),
  ];
}
