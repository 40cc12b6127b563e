/** The commands that lenses, light bulbs, menus and the palette name. */
import {
  ConfigurationTarget,
  commands,
  type Disposable,
  type ExtensionContext,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import { clientCommands } from "../../server/protocol";
import { isCuda } from "./documents";
import { openRulePage } from "./rulePages";
import type { Session } from "./session";
import { openTextReport } from "./textReport";
import { connectView, VIEW_ID } from "./view";

const severities = ["off", "hint", "information", "warning", "error"] as const;

/** Writes one rule's severity where the user keeps their settings: the workspace when there is one. */
async function changeSeverity(rule: string): Promise<void> {
  const settings = workspace.getConfiguration("warplens");
  const rules = settings.get<Record<string, string>>("rules") ?? {};
  const chosen = await window.showQuickPick([...severities], {
    title: `Severity of ${rule}`,
    placeHolder: `now: ${rules[rule] ?? "the rule's own"}`,
  });
  if (!chosen) return;
  const target = workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await settings.update("rules", { ...rules, [rule]: chosen }, target);
}

async function chooseArchitecture(session: Session): Promise<void> {
  const settings = workspace.getConfiguration("warplens");
  const current = settings.get<string>("architecture");
  const chosen = await window.showQuickPick(
    session.state.devices.map(({ name, product }) => ({
      label: name,
      description: product,
      ...(name === current ? { detail: "in use" } : {}),
    })),
    { title: "Architecture that WarpLens analyses and simulates" },
  );
  if (!chosen) return;
  const target = workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await settings.update("architecture", chosen.label, target);
}

/** The simulator as an editor tab, for wide pictures. */
function openInTab(context: ExtensionContext, session: Session): void {
  const panel = window.createWebviewPanel("warplens.simulatorTab", "WarpLens Simulator", ViewColumn.Beside);
  const connection = connectView(panel.webview, context.extensionUri, session);
  panel.onDidDispose(() => connection.dispose());
}

async function openSample(): Promise<void> {
  const { default: text } = await import("../../examples/transpose.cu");
  await window.showTextDocument(await workspace.openTextDocument({ language: "cuda-cpp", content: text }));
}

export function registerCommands(context: ExtensionContext, session: Session): Disposable[] {
  /** Without arguments, from the palette: the kernel around the cursor, else the first of the file. */
  async function simulateKernel(uri?: string, kernel?: string) {
    const editor = window.activeTextEditor;
    const document = editor && isCuda(editor.document) ? editor.document : undefined;
    const target = uri ?? document?.uri.toString();
    if (target === undefined) return undefined;
    const line = editor?.selection.active.line ?? 0;
    const around = session.state.kernels.find(
      ({ info }) => info.range.start.line <= line && line <= info.range.end.line,
    );
    const name = kernel ?? around?.name ?? session.state.kernels[0]?.name;
    if (name === undefined) return undefined;
    await commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: true });
    return session.simulateKernel(target, name);
  }
  async function showReport(uri: string, kernel: string) {
    const run = session.lastRun(uri, kernel);
    if (!run) return;
    session.show(run.id);
    await commands.executeCommand(`${VIEW_ID}.focus`);
  }
  const shown = () => {
    const { shown: id } = session.state;
    return id === null ? undefined : session.run(id);
  };
  return [
    commands.registerCommand(clientCommands.simulateKernel, simulateKernel),
    commands.registerCommand(clientCommands.showReport, showReport),
    commands.registerCommand(clientCommands.openRulePage, openRulePage),
    commands.registerCommand(clientCommands.changeSeverity, changeSeverity),
    commands.registerCommand("warplens.cancel", () => session.cancel()),
    commands.registerCommand("warplens.chooseArchitecture", () => chooseArchitecture(session)),
    commands.registerCommand("warplens.openSimulatorTab", () => openInTab(context, session)),
    commands.registerCommand("warplens.openSample", openSample),
    commands.registerCommand("warplens.openTextReport", () => {
      const run = shown();
      return run && openTextReport(run);
    }),
    commands.registerCommand("warplens.openSettings", () =>
      commands.executeCommand("workbench.action.openSettings", "@ext:warplens.warplens"),
    ),
    commands.registerCommand("warplens.openWalkthrough", () =>
      commands.executeCommand("workbench.action.openWalkthrough", "warplens.warplens#warplens.start", false),
    ),
  ];
}
