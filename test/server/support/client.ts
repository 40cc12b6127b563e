/** A client of the real server: `node dist/server.cjs --stdio`, spoken to over its pipes as any editor does. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import {
  type ClientCapabilities,
  createMessageConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type InitializeResult,
  type MessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type InitializationOptions, MEMORY_ENVIRONMENT } from "../../../server/protocol";

const root = process.cwd();
let built = false;

/** The bundles as the sources are now: a test of last week's server proves nothing. */
function build(): void {
  if (built) return;
  execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: ["ignore", "ignore", "inherit"] });
  built = true;
}

/** What VS Code can, as far as this server asks. */
export const modernClient: ClientCapabilities = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
    diagnostics: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: { diagnostic: {}, publishDiagnostics: { versionSupport: true } },
  window: { workDoneProgress: true },
};

export interface StartOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: InitializationOptions;
  /** What the client answers when it is asked for its settings, or a promise of it. */
  readonly settings?: unknown;
}

/** One server process and what it said by itself. */
export class TestClient {
  readonly #process: ChildProcess;
  readonly #documents = new Map<string, TextDocument>();
  readonly connection: MessageConnection;
  readonly published: PublishDiagnosticsParams[] = [];
  readonly notifications: { readonly method: string; readonly params: unknown }[] = [];
  readonly requests: string[] = [];
  readonly errors: string[] = [];
  settings: unknown;
  /** Settings of sections other than ours, by section. */
  otherSettings: Readonly<Record<string, unknown>> = {};
  initialized!: InitializeResult;

  private constructor(server: ChildProcess, settings: unknown) {
    this.#process = server;
    this.settings = settings;
    this.connection = createMessageConnection(
      new StreamMessageReader(server.stdout!),
      new StreamMessageWriter(server.stdin!),
    );
  }

  /** Of the server's process. */
  get pid(): number {
    return this.#process.pid!;
  }

  static async start({
    capabilities = modernClient,
    initializationOptions = { commands: true },
    settings = {},
  }: StartOptions = {}): Promise<TestClient> {
    build();
    const server = spawn(process.execPath, [join(root, "dist/server.cjs"), "--stdio"], {
      stdio: ["pipe", "pipe", "pipe"],
      // As the extension starts it.
      env: { ...MEMORY_ENVIRONMENT, ...process.env },
    });
    const client = new TestClient(server, settings);
    server.stderr!.on("data", (chunk) => client.errors.push(String(chunk)));
    const { connection } = client;
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      client.published.push(params);
    });
    connection.onNotification((method, params) => {
      client.notifications.push({ method, params });
    });
    connection.onRequest("workspace/configuration", async ({ items }: { items: { section?: string }[] }) => {
      const own = await client.settings;
      return items.map(({ section = "" }) => (section === "warplens" ? own : client.otherSettings[section]));
    });
    connection.onRequest((method) => {
      client.requests.push(method);
      return null;
    });
    connection.listen();
    client.initialized = await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities,
      initializationOptions,
    });
    await connection.sendNotification("initialized", {});
    return client;
  }

  async open(uri: string, text: string, languageId = "cuda-cpp"): Promise<void> {
    this.#documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  text(uri: string): string {
    return this.#documents.get(uri)!.getText();
  }

  document(uri: string): TextDocument {
    return this.#documents.get(uri)!;
  }

  /** Applies edits here and tells the server of each as its own change, last first, as an editor does. */
  async edit(uri: string, edits: readonly TextEdit[]): Promise<void> {
    const document = this.#documents.get(uri)!;
    const contentChanges = [...edits]
      .sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start))
      .map((edit) => ({ range: edit.range, text: edit.newText }));
    const version = document.version + 1;
    TextDocument.update(document, contentChanges, version);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** Applies a workspace edit; one made for another version is refused, as VS Code refuses it. */
  async apply(edit: WorkspaceEdit): Promise<void> {
    for (const change of edit.documentChanges ?? []) {
      if (!("textDocument" in change)) throw new Error("only text edits are expected");
      const { uri, version } = change.textDocument;
      const present = this.#documents.get(uri)!.version;
      if (version !== null && version !== present) throw new Error(`edit for version ${version} of ${present}`);
      await this.edit(uri, change.edits as TextEdit[]);
    }
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) await this.edit(uri, edits);
  }

  async close(uri: string): Promise<void> {
    this.#documents.delete(uri);
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }

  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.connection.sendRequest("textDocument/diagnostic", {
      textDocument: { uri },
      ...(previousResultId === undefined ? {} : { previousResultId }),
    });
  }

  /** Asks again when it is told to, as clients do: the server cannot know which text we wait for. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const report = await this.pull(uri).catch((error: { data?: { retriggerRequest?: boolean } }) => {
      if (!error.data?.retriggerRequest) throw error;
      return this.pull(uri);
    });
    if (report.kind !== "full") throw new Error("a full report was asked for");
    return report.items;
  }

  /** Ends the server in order; resolves to its exit code. */
  async stop(): Promise<number | null> {
    const { exitCode } = this.#process;
    if (exitCode !== null) return exitCode;
    const exited = new Promise<number | null>((resolve) => this.#process.once("exit", resolve));
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    const code = await exited;
    this.connection.dispose();
    return code;
  }

  /** Calls back when the server's process has ended. */
  onExit(ended: (code: number | null, signal: string | null) => void): void {
    this.#process.once("exit", ended);
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }
}

/** Waits until `check` gives something; the suite's own limit ends what never comes. */
export async function until<T>(check: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = check();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
