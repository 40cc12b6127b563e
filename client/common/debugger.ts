/** The debugger of VS Code over recorded steps: records a block when a session begins, and says where the session is. */
import {
  type DebugAdapter,
  DebugAdapterInlineImplementation,
  type DebugConfiguration,
  type DebugConfigurationProvider,
  type DebugProtocolMessage,
  Disposable,
  debug,
  EventEmitter,
  l10n,
  Uri,
  window,
  workspace,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { Adapter, type Debuggee } from "../../debugger/adapter";
import type { Request } from "../../debugger/protocol";
import { Recording } from "../../debugger/recording";
import { watch } from "../../debugger/watch";
import { wholeReport } from "../../engine/formats/sameLaunches";
import {
  SIMULATE,
  SIMULATE_PROGRAM,
  type SimulateParams,
  type SimulateProgramParams,
  type SimulateProgramResult,
} from "../../server/protocol";
import type { DebugView } from "../messages";
import { fileName, isCuda } from "./documents";
import { wordsOf } from "./form";

/** The type of our debug configurations. */
const DEBUG_TYPE = "warplens";

type Dim3 = readonly [number, number, number];

/** What a launch configuration may say, as in `package.json`. */
export interface StepConfiguration {
  /** Path or URI of the source file. */
  readonly program: string;
  readonly kernel?: string;
  readonly blockIndex?: Dim3;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  readonly shared?: number;
  readonly arguments?: Readonly<Record<string, string>>;
  readonly device?: string;
  /** With it the whole program runs, and this launch of it is recorded, counted from 0. */
  readonly launch?: number;
  /** Arguments of the program, and the folder with its files. */
  readonly words?: string;
  readonly files?: string;
  /** Its further source files, the file with its standard input, its environment, and the devices that it finds. */
  readonly sources?: readonly string[];
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly deviceCount?: number;
  readonly stopOnEntry?: boolean;
}

const uriOf = (program: string): Uri => (/^[a-z][\w+.-]+:/i.test(program) ? Uri.parse(program) : Uri.file(program));

/** As VS Code names a file to an adapter, and back. */
const pathOf = (uri: Uri): string => (uri.scheme === "file" ? uri.fsPath : uri.toString());

function kernelRequest(uri: string, given: StepConfiguration): SimulateParams {
  const { kernel = "", grid, block, shared, device, blockIndex = [0, 0, 0] } = given;
  return {
    textDocument: { uri },
    kernel,
    ...(grid && { grid }),
    ...(block && { block }),
    ...(shared !== undefined && { shared }),
    ...(given.arguments && { arguments: given.arguments }),
    ...(device && { device }),
    trace: { block: blockIndex, warp: "all", variables: true },
  };
}

function programRequest(uri: string, launch: number, given: StepConfiguration): SimulateProgramParams {
  const { words = "", files, sources, stdin, environment, deviceCount, device, blockIndex = [0, 0, 0] } = given;
  return {
    textDocument: { uri },
    ...(words.trim() && { arguments: wordsOf(words) }),
    ...(files && { files }),
    ...(sources && { sources }),
    ...(stdin && { stdin }),
    ...(environment && { environment }),
    ...(deviceCount && { deviceCount }),
    ...(device && { device }),
    observe: { launch, trace: { block: blockIndex, warp: "all", variables: true } },
  };
}

/** Runs what a configuration asks for and keeps what one block did. The server says in a sentence what is wrong. */
async function record(client: BaseLanguageClient, given: StepConfiguration): Promise<Debuggee> {
  const uri = uriOf(given.program);
  const document = await workspace.openTextDocument(uri);
  const { launch } = given;
  const result: SimulateProgramResult =
    launch === undefined
      ? await client.sendRequest(SIMULATE, kernelRequest(document.uri.toString(), given))
      : await client.sendRequest(SIMULATE_PROGRAM, programRequest(document.uri.toString(), launch, given));
  const report = wholeReport(result.report);
  const seen = report.launches[launch ?? 0];
  if (!seen?.trace)
    throw new Error(report.message || l10n.t("The program makes {0} launches.", report.launches.length));
  const { kernel, grid, block, trace } = seen;
  const folder = Uri.joinPath(uri, "..");
  return {
    recording: new Recording({ kernel, grid, block, index: given.blockIndex ?? [0, 0, 0], trace }),
    source(path) {
      const file = path === undefined ? uri : path.startsWith("/") ? uri.with({ path }) : Uri.joinPath(folder, path);
      return { name: fileName(file), path: pathOf(file) };
    },
  };
}

/** An adapter as VS Code wants it. */
class InlineAdapter implements DebugAdapter {
  readonly #sent = new EventEmitter<DebugProtocolMessage>();
  readonly adapter: Adapter;
  readonly onDidSendMessage = this.#sent.event;

  constructor(
    client: BaseLanguageClient,
    private readonly moved: () => void,
  ) {
    this.adapter = new Adapter({
      send: (message) => {
        this.#sent.fire(message);
        if (message.type === "event") moved();
      },
      record: (given) => record(client, given as StepConfiguration),
    });
  }

  handleMessage(message: DebugProtocolMessage): void {
    void this.adapter.handle(message as unknown as Request);
  }

  dispose(): void {
    this.#sent.dispose();
    this.moved();
  }
}

/** What VS Code writes for the active file. */
const FILE = `$\{file}`;

/** What is missing of a configuration: the active file. */
const configurations: DebugConfigurationProvider = {
  provideDebugConfigurations: () => [
    { type: DEBUG_TYPE, request: "launch", name: l10n.t("Step through a kernel"), program: FILE },
  ],
  resolveDebugConfiguration(_folder, given): DebugConfiguration | undefined {
    const active = window.activeTextEditor?.document;
    const own = active && isCuda(active) ? active.uri.toString() : undefined;
    const { program = own, ...others } = given;
    if (program === undefined) {
      void window.showInformationMessage(l10n.t("Open a .cu file whose kernel is to be stepped through."));
      return undefined;
    }
    return { ...others, type: DEBUG_TYPE, request: "launch", program: program === FILE && own ? own : program };
  },
};

/** The session that is stepped through, for the view: its warp, its variables, and the expression that is watched. */
export class Debugger implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: Disposable;
  #adapter: Adapter | undefined;
  /** The warp that the view shows; the editor's own choice moves it. */
  #warp: number | undefined;
  #expression = "";
  #filter = "";

  readonly onDidChange = this.#changed.event;

  constructor(client: BaseLanguageClient) {
    this.#subscriptions = Disposable.from(
      this.#changed,
      debug.registerDebugConfigurationProvider(DEBUG_TYPE, configurations),
      debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
        createDebugAdapterDescriptor: () => {
          const inline = new InlineAdapter(client, () => {
            this.#warp = undefined;
            this.#changed.fire();
          });
          this.#adapter = inline.adapter;
          return new DebugAdapterInlineImplementation(inline);
        },
      }),
      debug.onDidTerminateDebugSession(({ type }) => {
        if (type !== DEBUG_TYPE) return;
        this.#adapter = undefined;
        this.#changed.fire();
      }),
      debug.onDidChangeActiveStackItem((item) => {
        if (item?.session.type === DEBUG_TYPE) this.choose(item.threadId - 1);
      }),
    );
  }

  /** Begins a session. */
  async start(given: StepConfiguration, name: string): Promise<boolean> {
    const folder = workspace.getWorkspaceFolder(uriOf(given.program));
    const quiet = { internalConsoleOptions: "neverOpen" };
    return debug.startDebugging(folder, { type: DEBUG_TYPE, request: "launch", name, ...quiet, ...given });
  }

  /** Shows another warp of the block in the view. */
  choose(warp: number): void {
    this.#warp = warp;
    this.#changed.fire();
  }

  watch(expression: string, filter: string): void {
    this.#expression = expression.trim();
    this.#filter = filter.trim();
    this.#changed.fire();
  }

  /** What the view shows of the session; null where there is none. */
  get view(): DebugView | null {
    const at = this.#adapter?.at;
    if (!at) return null;
    const { recording, stop } = at;
    const warp = this.#warp ?? stop.warp;
    const next = recording.nextOf(warp, stop.time);
    const { kernel, index, trace } = recording.of;
    const text = this.#filter === "" ? this.#expression : `${this.#expression} where ${this.#filter}`;
    const all = Array.from({ length: recording.warps }, (_, one) => one);
    const watched = this.#expression === "" ? null : watch(recording, stop.time, text, all);
    return {
      kernel,
      block: index,
      warp,
      steps: recording.steps.length,
      truncated: trace.truncated,
      time: stop.time,
      next: next ?? null,
      variables: trace.variables ?? [],
      held: recording.heldBy(warp, stop.time).map(({ variable: { name, type }, values }) => ({ name, type, values })),
      expression: this.#expression,
      filter: this.#filter,
      watched,
    };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
