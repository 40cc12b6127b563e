/** Activation, the same in both hosts: `node/main.ts` and `browser/main.ts` say how the language server is started. */
import {
  EventEmitter,
  type ExtensionContext,
  FileType,
  l10n,
  type TextDocument,
  Uri,
  type Webview,
  window,
  workspace,
} from "vscode";
import { type BaseLanguageClient, type LanguageClientOptions, RevealOutputChannelOn } from "vscode-languageclient";
import {
  type InitializationOptions,
  LIST_FOLDER,
  type ListFolderParams,
  type ListFolderResult,
  NSIGHT_SECTION,
  READ_FILE,
  type ReadFileParams,
  SETTINGS_SECTION,
} from "../../server/protocol";
import { useStrings } from "../strings";
import { registerTools } from "./assistants";
import { registerCommands } from "./commands";
import { Debugger } from "./debugger";
import { languageIds } from "./documents";
import { Heat } from "./heat";
import { followCursor } from "./hotLines";
import { readPageParts } from "./html";
import { registerKernelTree } from "./kernelTree";
import { othersProvide, watchOthers } from "./others";
import { reportProblems } from "./problems";
import { programOutput } from "./programOutput";
import { Programs } from "./programs";
import { RULE_PAGES, RULE_SCHEME, rulePageProvider } from "./rulePages";
import { Runs, rememberRuns } from "./runs";
import { Session } from "./session";
import { SNIPPET_SCHEME, snippetProvider } from "./snippets";
import { createStatus } from "./status";
import { StepMark } from "./stepMark";
import { REPORT_SCHEME, reportProvider } from "./textReport";
import { connectView, SimulatorView, VIEW_ID } from "./view";

/** Creates the language client of a host. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient;

/** Files that the server cannot reach by itself, through whatever file system the editor has. */
async function readFile({ uri }: ReadFileParams): Promise<string | null> {
  try {
    const bytes = await workspace.fs.readFile(Uri.parse(uri));
    let binary = "";
    for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(binary);
  } catch {
    return null;
  }
}

async function listFolder({ uri }: ListFolderParams): Promise<ListFolderResult> {
  try {
    const folder = Uri.parse(uri);
    // The root of a file system has no name, and still a path.
    const entries = await workspace.fs.readDirectory(folder.path === "" ? folder.with({ path: "/" }) : folder);
    return entries.flatMap(([name, type]) => {
      const kind = type === FileType.File ? "file" : type === FileType.Directory ? "folder" : undefined;
      return kind ? [{ name, kind }] : [];
    });
  } catch {
    return null;
  }
}

/** The value of a section of the user's settings, without what makes it read-only here and a message cannot carry. */
const settingsIn = (section: string): unknown =>
  JSON.parse(JSON.stringify(workspace.getConfiguration().get(section) ?? null));

/** What the server gets when it starts: one that is started anew gets the settings of that time. */
const initializationOptions = ({ extensionUri }: ExtensionContext): InitializationOptions => ({
  commands: true,
  rulePages: RULE_PAGES,
  otherProviders: othersProvide(),
  settings: { own: settingsIn(SETTINGS_SECTION), nsight: settingsIn(NSIGHT_SECTION) },
  distUri: Uri.joinPath(extensionUri, "dist").toString(true),
});

let running: BaseLanguageClient | undefined;

/** Starts the extension with the client of its host. */
export async function activateWith(context: ExtensionContext, createClient: CreateClient): Promise<void> {
  useStrings(l10n.bundle);
  const channel = window.createOutputChannel("WarpLens", { log: true });
  // The client reports documents only after it was created, and the session needs the client.
  const opened = new EventEmitter<TextDocument>();
  const client = createClient({
    documentSelector: languageIds.map((language) => ({ language })),
    initializationOptions: () => initializationOptions(context),
    outputChannel: channel,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    diagnosticPullOptions: { onChange: true, onSave: false },
    middleware: {
      async didOpen(document, next) {
        await next(document);
        opened.fire(document);
      },
    },
  });
  running = client;
  const runs = new Runs();
  const session = new Session(client, runs, new Programs(context.workspaceState));
  const heat = new Heat();
  const mark = new StepMark();
  const stepper = new Debugger(client);
  const version = String(context.extension.packageJSON.version);
  const page = readPageParts(Uri.joinPath(context.extensionUri, "dist"));
  const connect = (webview: Webview) => connectView(webview, { page, session, mark, stepper, version });
  context.subscriptions.push(
    channel,
    session,
    stepper,
    heat,
    opened,
    opened.event((document) => session.opened(document)),
    mark,
    session.onDidRun((run) => heat.show(run, session.linesOf(run))),
    followCursor(session),
    reportProblems(session.onDidRun),
    ...programOutput(client, session),
    ...rememberRuns(runs, context.workspaceState, session.onDidRun),
    createStatus(client),
    watchOthers(client),
    client.onRequest(READ_FILE, readFile),
    client.onRequest(LIST_FOLDER, listFolder),
    window.registerWebviewViewProvider(VIEW_ID, new SimulatorView(connect)),
    workspace.registerTextDocumentContentProvider(SNIPPET_SCHEME, snippetProvider),
    workspace.registerTextDocumentContentProvider(REPORT_SCHEME, reportProvider),
    workspace.registerTextDocumentContentProvider(RULE_SCHEME, rulePageProvider(client)),
    ...registerCommands(context, client, { session, heat, stepper, connect }),
    ...registerKernelTree(client, session),
    ...registerTools(client),
  );
  await client.start();
}

/** Stops the language client. */
export const deactivate = (): Promise<void> | undefined => running?.stop();
