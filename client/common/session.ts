/** The state behind the sidebar: which kernels there are, what is typed, what runs, what ran. Views come and go; it stays. */
import {
  CancellationTokenSource,
  type Disposable,
  EventEmitter,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import { type BaseLanguageClient, State } from "vscode-languageclient";
import {
  DEVICES,
  type DeviceInfo,
  KERNELS,
  type KernelInfo,
  SIMULATE,
  type SimulateParams,
  type SimulateResult,
} from "../../server/protocol";
import { emptyForm, type KernelChoice, type Phase, type Run, type RunForm, type ViewState } from "../messages";
import { isCuda } from "./documents";
import { simulateParams } from "./form";

/** Runs kept for comparison. */
const HISTORY = 20;

/** One choice for a plain kernel; for a template one for each instantiation that is launched in the file. */
export function kernelChoices(kernels: readonly KernelInfo[]): KernelChoice[] {
  return kernels.flatMap((info) => {
    const written = info.launches.flatMap((launch) => launch.templateArguments ?? []);
    const names = info.template === null ? [] : [...new Set(written)].map((args) => `${info.name}<${args}>`);
    return (names.length ? names : [info.name]).map((name) => ({ name, info }));
  });
}

export class Session implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #changed = new EventEmitter<void>();
  readonly #ran = new EventEmitter<Run>();
  readonly #subscriptions: Disposable[];
  #document: TextDocument | undefined;
  #kernels: readonly KernelChoice[] = [];
  #devices: readonly DeviceInfo[] = [];
  #form: RunForm = emptyForm;
  #phase: Phase = { kind: "idle" };
  #history: readonly Run[] = [];
  #shown: number | null = null;
  #compared: number | null = null;
  #cancellation: CancellationTokenSource | undefined;
  #nextId = 1;
  #refresh: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChange = this.#changed.event;
  /** A run came to its end and is shown. */
  readonly onDidRun = this.#ran.event;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#subscriptions = [
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor && isCuda(editor.document)) void this.#follow(editor.document);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        this.#markStale(document);
        if (document !== this.#document) return;
        clearTimeout(this.#refresh);
        this.#refresh = setTimeout(() => void this.#follow(document), 300);
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (document !== this.#document) return;
        this.#document = undefined;
        this.#kernels = [];
        this.#changed.fire();
      }),
    ];
    const active = window.activeTextEditor?.document;
    if (active && isCuda(active)) this.#document = active;
  }

  get state(): ViewState {
    return {
      fileName: this.#document ? fileName(this.#document.uri) : null,
      kernels: this.#kernels,
      devices: this.#devices,
      form: this.#form,
      phase: this.#phase,
      history: this.#history,
      shown: this.#shown,
      compared: this.#compared,
    };
  }

  run(id: number): Run | undefined {
    return this.#history.find((one) => one.id === id);
  }

  /** The newest run of a kernel, by the name that a lens gives. */
  lastRun(uri: string, kernel: string): Run | undefined {
    return this.#history.find((one) => one.uri === uri && one.kernel.replace(/<.*$/s, "") === kernel);
  }

  show(id: number): void {
    this.#shown = id;
    if (this.#compared === id) this.#compared = null;
    this.#changed.fire();
  }

  compare(id: number | null): void {
    this.#compared = id;
    this.#changed.fire();
  }

  /** What is typed; the view that sent it has it already, so nobody is told. */
  setForm(form: RunForm): void {
    const changedKernel = form.kernel !== this.#form.kernel;
    this.#form = changedKernel ? { ...form, grid: "", block: "", shared: "", arguments: {} } : form;
    if (changedKernel) this.#changed.fire();
  }

  /** The server has a document now. */
  opened(document: TextDocument): void {
    if (document === this.#document) void this.#follow(document);
  }

  /** Runs the kernel that a lens or a command names, with the file's own launch. */
  async simulateKernel(uri: string, kernel: string): Promise<Run | undefined> {
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
    if (!document) return undefined;
    await this.#follow(document);
    const choice = this.#kernels.find((one) => one.info.name === kernel || one.name === kernel);
    const name = choice?.name ?? kernel;
    if (name !== this.#form.kernel) this.#form = { ...emptyForm, kernel: name, device: this.#form.device };
    return this.start(this.#form);
  }

  /** Runs what the form says on the document that the sidebar follows. A run that is under way is stopped first. */
  async start(form: RunForm): Promise<Run | undefined> {
    const document = this.#document;
    if (!document || form.kernel === "") return undefined;
    this.#form = form;
    const uri = document.uri.toString();
    const params = simulateParams(uri, form);
    if (typeof params === "string") return this.#fail(params);
    return this.#request(document, params);
  }

  cancel(): void {
    this.#cancellation?.cancel();
  }

  dispose(): void {
    this.cancel();
    clearTimeout(this.#refresh);
    for (const one of this.#subscriptions) one.dispose();
    this.#changed.dispose();
    this.#ran.dispose();
  }

  async #request(document: TextDocument, params: SimulateParams): Promise<Run | undefined> {
    this.cancel();
    const cancellation = new CancellationTokenSource();
    this.#cancellation = cancellation;
    this.#phase = { kind: "running", kernel: params.kernel };
    this.#changed.fire();
    try {
      const result: SimulateResult = await this.#client.sendRequest(SIMULATE, params, cancellation.token);
      const run: Run = {
        id: this.#nextId++,
        uri: result.uri,
        fileName: fileName(document.uri),
        kernel: params.kernel,
        stale: result.documentVersion !== document.version,
        report: result.report,
      };
      this.#history = [run, ...this.#history].slice(0, HISTORY);
      this.#shown = run.id;
      if (this.#cancellation === cancellation) this.#phase = { kind: "idle" };
      this.#changed.fire();
      this.#ran.fire(run);
      return run;
    } catch (error) {
      if (this.#cancellation !== cancellation) return undefined;
      if (cancellation.token.isCancellationRequested) {
        this.#phase = { kind: "idle" };
        this.#changed.fire();
        return undefined;
      }
      return this.#fail(error instanceof Error ? error.message : String(error));
    } finally {
      if (this.#cancellation === cancellation) this.#cancellation = undefined;
      cancellation.dispose();
    }
  }

  #fail(message: string): undefined {
    this.#client.error(message, undefined, false);
    this.#phase = { kind: "failed", message };
    this.#changed.fire();
    return undefined;
  }

  #markStale(document: TextDocument): void {
    const uri = document.uri.toString();
    if (!this.#history.some((run) => run.uri === uri && !run.stale)) return;
    this.#history = this.#history.map((run) => (run.uri === uri ? { ...run, stale: true } : run));
    this.#changed.fire();
  }

  async #follow(document: TextDocument): Promise<void> {
    this.#document = document;
    if (this.#client.state !== State.Running) return;
    const textDocument = { uri: document.uri.toString() };
    try {
      const kernels: KernelInfo[] = await this.#client.sendRequest(KERNELS, { textDocument });
      if (this.#devices.length === 0) this.#devices = await this.#client.sendRequest(DEVICES, {});
      if (this.#document !== document) return;
      this.#kernels = kernelChoices(kernels);
    } catch {
      // The server does not have the document yet: `opened` asks again. Or it is going away.
      return;
    }
    if (!this.#kernels.some((one) => one.name === this.#form.kernel)) {
      this.#form = { ...emptyForm, kernel: this.#kernels[0]?.name ?? "", device: this.#form.device };
    }
    this.#changed.fire();
  }
}

const fileName = (uri: Uri): string => uri.path.slice(uri.path.lastIndexOf("/") + 1);
