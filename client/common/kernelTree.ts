/** The tree above the simulator: lessons, and the kernels of the workspace's files with the figures of their last runs. */
import {
  type Command,
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { snippets } from "../../examples/snippets";
import { summarize } from "../../pictures/summary";
import { clientCommands, KERNELS, type KernelInfo } from "../../server/protocol";
import type { Session } from "./session";

/** Identifier of the view in `package.json`. */
const TREE_ID = "warplens.kernels";
/** Files that are listed; a larger workspace has a search for it. */
const MOST_FILES = 200;

type Node =
  | { readonly kind: "lessons" }
  | { readonly kind: "lesson"; readonly index: number }
  | { readonly kind: "file"; readonly uri: Uri }
  | { readonly kind: "kernel"; readonly uri: Uri; readonly info: KernelInfo };

class KernelTree implements TreeDataProvider<Node> {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly client: BaseLanguageClient,
    private readonly session: Session,
  ) {}

  refresh(): void {
    this.#changed.fire();
  }

  getTreeItem(node: Node): TreeItem {
    switch (node.kind) {
      case "lessons": {
        const item = new TreeItem(l10n.t("Lessons"), TreeItemCollapsibleState.Collapsed);
        item.iconPath = new ThemeIcon("mortar-board");
        item.description = l10n.t("the memory system");
        return item;
      }
      case "lesson": {
        const { title, lesson } = snippets[node.index]!;
        const item = new TreeItem(`${node.index + 1}. ${title}`);
        item.tooltip = lesson;
        item.command = { title: l10n.t("Open"), command: "warplens.openLesson", arguments: [node.index] };
        return item;
      }
      case "file": {
        const item = new TreeItem(node.uri, TreeItemCollapsibleState.Collapsed);
        item.iconPath = ThemeIcon.File;
        item.description = true;
        return item;
      }
      case "kernel":
        return this.#kernelItem(node.uri, node.info);
    }
  }

  #kernelItem(uri: Uri, { name, range, parameters }: KernelInfo): TreeItem {
    const item = new TreeItem(name);
    const run = this.session.runs.last(uri.toString(), name);
    item.iconPath = new ThemeIcon("symbol-function");
    const figures = run ? summarize(run.report) : "";
    item.description = run?.stale ? l10n.t("{0} (before the last edit)", figures) : figures;
    item.tooltip = `${name}(${parameters.map(({ type, name: own }) => `${type} ${own}`).join(", ")})`;
    item.contextValue = "kernel";
    const at = { selection: { start: range.start, end: range.start } };
    const command: Command = { title: l10n.t("Open"), command: "vscode.open", arguments: [uri, at] };
    item.command = command;
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) return [{ kind: "lessons" }, ...(await this.#files())];
    if (node.kind === "lessons") return snippets.map((_, index) => ({ kind: "lesson", index }));
    return node.kind === "file" ? this.#kernels(node.uri) : [];
  }

  async #files(): Promise<Node[]> {
    const found = await workspace.findFiles("**/*.{cu,cuh}", undefined, MOST_FILES);
    const sorted = found.toSorted((a, b) => a.path.localeCompare(b.path));
    return sorted.map((uri): Node => ({ kind: "file", uri }));
  }

  /** The server knows the kernels of open documents: a file is opened, unseen, when it is unfolded. */
  async #kernels(uri: Uri): Promise<Node[]> {
    await workspace.openTextDocument(uri);
    const params = { textDocument: { uri: uri.toString() } };
    const infos = await this.client.sendRequest<KernelInfo[]>(KERNELS, params).catch(() => []);
    return infos.map((info): Node => ({ kind: "kernel", uri, info }));
  }
}

/** Registers the tree, and what its rows offer. */
export function registerKernelTree(client: BaseLanguageClient, session: Session): Disposable[] {
  const tree = new KernelTree(client, session);
  const refresh = () => tree.refresh();
  const watcher = workspace.createFileSystemWatcher("**/*.{cu,cuh}", false, true, false);
  const commandOf = (command: string) => (node: Node) =>
    node.kind === "kernel" && commands.executeCommand(command, node.uri.toString(), node.info.name);
  return [
    window.registerTreeDataProvider(TREE_ID, tree),
    session.onDidRun(refresh),
    watcher,
    watcher.onDidCreate(refresh),
    watcher.onDidDelete(refresh),
    commands.registerCommand("warplens.simulateItem", commandOf(clientCommands.simulateKernel)),
    commands.registerCommand("warplens.stepItem", commandOf(clientCommands.stepKernel)),
  ];
}
