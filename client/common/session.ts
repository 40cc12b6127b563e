/**
 * The one state behind the sidebar: the document that is followed, its kernels, the form, and what runs. Views come and go;
 * every one of them is sent all of it.
 */
import {
  CancellationTokenSource,
  type Disposable,
  EventEmitter,
  l10n,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { type BaseLanguageClient, State } from "vscode-languageclient";
import type { OccupancyJson } from "../../engine/formats/occupancy";
import { wholeReport } from "../../engine/formats/sameLaunches";
import {
  DEVICES,
  type DeviceInfo,
  KERNELS,
  type KernelInfo,
  LAUNCH,
  type LaunchInfo,
  type LaunchParams,
  OCCUPANCY,
  PROGRAM,
  type ProgramInfo,
  SIMULATE,
  SIMULATE_PROGRAM,
  type SimulateParams,
  type SimulateProgramResult,
  type SimulateResult,
  SNIPPET,
  type SnippetParams,
  type SnippetResult,
} from "../../server/protocol";
import {
  type Choice,
  emptyForm,
  type KernelChoice,
  type Phase,
  type Run,
  type RunForm,
  type RunProgress,
  type RunRequest,
  type ViewState,
} from "../messages";
import { fileName, isCuda } from "./documents";
import { FixOffer } from "./fixes";
import { foundForm, occupancyParams, programParams, simulateParams, textOf, traceParams, wordsOf } from "./form";
import { atHome, type Home } from "./homeLines";
import type { ProgramForm, Programs } from "./programs";
import type { Runs } from "./runs";
import { openSnippet } from "./snippets";
import { sourceLines } from "./sourceLines";

/** The name under which a run of the whole program is kept and asked for. */
const PROGRAM_NAME = "main";

/** One choice for a plain kernel; for a template one for each instantiation that is launched in the file. */
function kernelChoices(kernels: readonly KernelInfo[]): KernelChoice[] {
  return kernels.flatMap((info) => {
    const written = info.launches.flatMap((launch) => launch.templateArguments ?? []);
    const names = info.template === null ? [] : [...new Set(written)].map((args) => `${info.name}<${args}>`);
    return (names.length ? names : [info.name]).map((name) => ({ name, info }));
  });
}

/** The file that a piece of code was selected in; undefined for one that was typed. */
function homeOf({ text, textDocument, range }: SnippetParams, made: string): Home | undefined {
  const document = workspace.textDocuments.find(({ uri }) => uri.toString() === textDocument?.uri);
  if (!document || !range) return undefined;
  const { uri } = document;
  const own = { uri: uri.toString(), fileName: fileName(uri), text: document.getText(), from: range.start.line };
  return { ...own, made, piece: text.trimEnd() };
}

/** Times that a program is run again with more of its files. */
const MOST_ADDITIONS = 8;

/** Runs of a search at most: about as long as a user waits for a small kernel. */
const SEARCHED_RUNS = 64;

/** The state of the simulator view, and what changes it. */
export class Session implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #changed = new EventEmitter<void>();
  readonly #ran = new EventEmitter<Run>();
  readonly #subscriptions: Disposable[];
  readonly #fixes: FixOffer;
  #document: TextDocument | undefined;
  #kernels: readonly KernelChoice[] = [];
  #launch: LaunchInfo | null = null;
  #occupancy: OccupancyJson | null = null;
  #hasProgram = false;
  #devices: readonly DeviceInfo[] = [];
  #form: RunForm = emptyForm;
  #phase: Phase = { kind: "idle" };
  #snippet: ViewState["snippet"] = { text: "", assumed: [] };
  #cancellation: CancellationTokenSource | undefined;
  #refresh: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChange = this.#changed.event;
  /** A run has ended and is shown. */
  readonly onDidRun = this.#ran.event;

  constructor(
    client: BaseLanguageClient,
    readonly runs: Runs,
    readonly programs: Programs,
  ) {
    this.#client = client;
    this.#fixes = new FixOffer(runs);
    this.#subscriptions = [
      this.#fixes,
      this.#fixes.onDidChange(() => this.#changed.fire()),
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor && isCuda(editor.document)) void this.#follow(editor.document);
      }),
      // After a snippet ran, an edit in a file means that file again.
      window.onDidChangeTextEditorSelection(({ textEditor: { document }, kind }) => {
        if (kind !== undefined && document !== this.#document && isCuda(document)) void this.#follow(document);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        if (runs.markStale(document.uri.toString())) this.#changed.fire();
        if (document !== this.#document) return;
        clearTimeout(this.#refresh);
        this.#refresh = setTimeout(() => void this.#follow(document), 300);
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (document !== this.#document) return;
        this.#document = undefined;
        this.#kernels = [];
        this.#launch = null;
        this.#hasProgram = false;
        this.#changed.fire();
      }),
    ];
    const active = window.activeTextEditor?.document;
    if (active && isCuda(active)) this.#document = active;
  }

  get state(): Omit<ViewState, "debug"> {
    return {
      fileName: this.#document ? fileName(this.#document.uri) : null,
      kernels: this.#kernels,
      launch: this.#launch,
      occupancy: this.#occupancy,
      hasProgram: this.#hasProgram,
      devices: this.#devices,
      form: this.#form,
      phase: this.#phase,
      snippet: this.#snippet,
      fix: this.#fixes.titleFor(this.runs.shown),
      ...this.runs.state,
    };
  }

  /** The document that the sidebar follows. */
  get document(): TextDocument | undefined {
    return this.#document;
  }

  /** Changes what is shown of the runs, and updates every view. */
  look(change: (runs: Runs) => void): void {
    change(this.runs);
    this.#changed.fire();
  }

  choose(choice: Partial<Choice>): void {
    this.look((runs) => runs.choose(choice));
  }

  /** What is typed; the view that sent it has it already, so views are only updated when the kernel changes. */
  setForm(form: RunForm): void {
    const changedKernel = form.kernel !== this.#form.kernel;
    if (!changedKernel && this.#document) void this.#askOccupancy(this.#document, form);
    this.#form = changedKernel ? { ...form, grid: "", block: "", shared: "", arguments: {} } : form;
    if (!changedKernel) return;
    this.#launch = null;
    this.#changed.fire();
    if (this.#document) void this.#askLaunch(this.#document);
  }

  /** The same, for what the view does not have yet. */
  fillForm(form: RunForm): void {
    this.#form = form;
    this.#changed.fire();
  }

  setSnippet(text: string): void {
    this.#snippet = { text, assumed: [] };
  }

  /** The server has a document now. */
  opened(document: TextDocument): void {
    if (document === this.#document) void this.#follow(document);
  }

  /** Runs the kernel that a lens or a command names, with the file's own launch. */
  async simulateKernel(uri: string, kernel: string, home?: Home): Promise<Run | undefined> {
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
    if (!document) return undefined;
    await this.#follow(document);
    const choice = this.#kernels.find((one) => one.info.name === kernel || one.name === kernel);
    const name = choice?.name ?? kernel;
    if (name !== this.#form.kernel)
      this.setForm({ ...emptyForm, ...this.programs.of(uri), kernel: name, device: this.#form.device });
    return this.start(this.#form, home);
  }

  async simulateProgram(uri: string, given: Partial<ProgramForm> = {}): Promise<Run | undefined> {
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
    if (!document) return undefined;
    await this.#follow(document);
    return this.startProgram({ ...this.#form, ...given });
  }

  /** Runs what the form says on the document that the sidebar follows. A run that is under way is stopped first. */
  async start(form: RunForm, home?: Home): Promise<Run | undefined> {
    return this.#runKernel(form, {}, home);
  }

  /** Runs the form's kernel with other arguments, checked, until a run finds something. */
  async search(form: RunForm): Promise<Run | undefined> {
    return this.#runKernel(form, { check: true, search: SEARCHED_RUNS });
  }

  async #runKernel(form: RunForm, more: Partial<SimulateParams>, home?: Home): Promise<Run | undefined> {
    const document = this.#document;
    if (!document || form.kernel === "") return undefined;
    this.#form = form;
    const params = simulateParams(document.uri.toString(), form);
    if (typeof params === "string") return this.fail(params);
    return this.#run(document, { kind: "kernel", params: { ...params, ...more } }, home);
  }

  /** Puts the launch that a search has found into the form, to run it again and change it. */
  takeArguments({ report }: Run): void {
    const [launch] = report.launches;
    if (!launch || !report.search?.found) return;
    this.setForm({ ...this.#form, ...foundForm(launch, report.search.arguments), check: true });
  }

  async startProgram(form: RunForm): Promise<Run | undefined> {
    const document = this.#document;
    if (!document) return undefined;
    this.#form = form;
    const params = programParams(document.uri.toString(), form);
    if (typeof params === "string") return this.fail(params);
    this.programs.keep(document.uri.toString(), form);
    return this.#run(document, { kind: "program", params });
  }

  /** Runs a program again with the files that define what it lacks, until nothing more is known of. */
  async addSources(run: Run): Promise<void> {
    let last: Run | undefined = run;
    for (let times = 0; last?.report.missing_sources && times < MOST_ADDITIONS; times++) {
      const sources = textOf([...wordsOf(this.#form.sources), ...last.report.missing_sources]);
      last = await this.startProgram({ ...this.#form, sources });
    }
  }

  /** Makes a kernel of a piece of code and runs it: typed into the sidebar, or selected in a document. */
  async runSnippet(params: SnippetParams): Promise<Run | undefined> {
    try {
      const made: SnippetResult = await this.#client.sendRequest(SNIPPET, params);
      this.#snippet = { text: params.text, assumed: made.assumed };
      const document = await openSnippet(made.text);
      return await this.simulateKernel(document.uri.toString(), made.kernel, homeOf(params, made.text));
    } catch (error) {
      return this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Runs a launch of the shown program again, to keep what its pictures need. */
  async observe(run: Run, launch: number): Promise<void> {
    if (run.request.kind !== "program") return;
    const params = { ...run.request.params, observe: { launch, detail: true } };
    const result = await this.#send({ kind: "program", params }, run.kernel);
    const seen = result?.report.launches[launch];
    if (seen) this.look((runs) => runs.replaceLaunch(run.id, launch, seen));
  }

  /** Runs again to see what one warp does, step by step. */
  async trace(run: Run, launch: number, blockText: string, warpText: string): Promise<void> {
    const trace = traceParams(blockText, warpText);
    if (typeof trace === "string") {
      this.fail(trace);
      return;
    }
    if (!trace) return;
    const { request } = run;
    const again: RunRequest =
      request.kind === "kernel"
        ? { kind: "kernel", params: { ...request.params, check: false, trace } }
        : { kind: "program", params: { ...request.params, observe: { launch, trace } } };
    const result = await this.#send(again, run.kernel);
    const seen = result?.report.launches[launch]?.trace;
    const { block, warp } = trace;
    if (seen) this.look((runs) => runs.setTrace({ run: run.id, launch, block, warp, ...seen }));
    else if (result)
      this.fail(
        l10n.t("No step of warp {0} of block ({1}): there is no such warp.", trace.warp, trace.block.join(", ")),
      );
  }

  /** Takes the fix that is offered for the shown run, runs the same again, and shows what it did. */
  async applyFix(run: Run): Promise<Run | undefined> {
    const document = workspace.textDocuments.find((one) => one.uri.toString() === run.uri);
    const isApplied = document && (await this.#fixes.apply(run));
    if (!document || isApplied === undefined) return undefined;
    if (!isApplied) return this.fail(l10n.t("The fix does not apply: the text has changed since the run."));
    const after = await this.#run(document, run.request);
    if (after) this.look((runs) => runs.compare(run.id));
    return after;
  }

  cancel(): void {
    this.#cancellation?.cancel();
  }

  /** How far the program that runs has come. */
  progress(progress: RunProgress): void {
    if (this.#phase.kind !== "running") return;
    this.#phase = { ...this.#phase, progress };
    this.#changed.fire();
  }

  /** Says in the sidebar why something could not be done. */
  fail(message: string): undefined {
    this.#client.error(message, undefined, false);
    this.#phase = { kind: "failed", message };
    this.#changed.fire();
    return undefined;
  }

  /** Says in the sidebar that something was done. */
  say(message: string): void {
    this.#phase = { kind: "said", message };
    this.#changed.fire();
  }

  /** Lines of a kernel's definition, counted from zero; of a program none in particular. */
  linesOf({ kernel, uri }: Run): { readonly from: number; readonly to: number } {
    const known = this.#document?.uri.toString() === uri && this.#kernels.find(({ name }) => name === kernel);
    const range = known ? known.info.range : undefined;
    return range ? { from: range.start.line, to: range.end.line } : { from: -1, to: -1 };
  }

  dispose(): void {
    this.cancel();
    clearTimeout(this.#refresh);
    for (const one of this.#subscriptions) one.dispose();
    this.#changed.dispose();
    this.#ran.dispose();
  }

  /** `home`: where the statements were selected that run; their figures belong there. */
  async #run(document: TextDocument, request: RunRequest, home?: Home): Promise<Run | undefined> {
    const kernel = request.kind === "kernel" ? request.params.kernel : PROGRAM_NAME;
    const [text, kernels] = [document.getText(), this.#kernels];
    const result = await this.#send(request, kernel);
    if (!result) return undefined;
    const made = {
      uri: result.uri,
      fileName: fileName(document.uri),
      kernel,
      stale: result.documentVersion !== document.version,
      report: result.report,
      request,
      source: sourceLines(text, kernels, result.report),
    };
    const run = this.runs.add(home ? atHome(made, home) : made);
    this.#changed.fire();
    this.#ran.fire(run);
    // A fix of the file would not change the statements that ran.
    if (!home) this.#fixes.offer(run);
    return run;
  }

  /** Undefined when it was cancelled, overtaken by another run, or failed; why it failed stands in the sidebar. */
  async #send(request: RunRequest, name: string): Promise<SimulateResult | undefined> {
    this.cancel();
    const cancellation = new CancellationTokenSource();
    this.#cancellation = cancellation;
    this.#phase = { kind: "running", kernel: name, progress: null };
    this.#changed.fire();
    try {
      const method = request.kind === "kernel" ? SIMULATE : SIMULATE_PROGRAM;
      const sent: SimulateProgramResult = await this.#client.sendRequest(method, request.params, cancellation.token);
      // Another run was begun, whose result is waited for.
      if (this.#cancellation !== cancellation) return undefined;
      this.#phase = { kind: "idle" };
      const result: SimulateResult = { ...sent, report: wholeReport(sent.report) };
      const { outcome, launches, stdout } = result.report;
      const isEmpty = outcome === "cancelled" && launches.length === 0 && !stdout;
      return isEmpty ? undefined : result;
    } catch (error) {
      if (this.#cancellation !== cancellation) return undefined;
      if (!cancellation.token.isCancellationRequested) {
        return this.fail(error instanceof Error ? error.message : String(error));
      }
      this.#phase = { kind: "idle" };
      return undefined;
    } finally {
      if (this.#cancellation === cancellation) this.#cancellation = undefined;
      cancellation.dispose();
      this.#changed.fire();
    }
  }

  async #follow(document: TextDocument): Promise<void> {
    if (this.#document !== document) {
      this.#launch = null;
      this.#form = { ...this.#form, ...this.programs.of(document.uri.toString()) };
    }
    this.#document = document;
    if (this.#client.state !== State.Running) return;
    const textDocument = { uri: document.uri.toString() };
    try {
      const kernels: KernelInfo[] = await this.#client.sendRequest(KERNELS, { textDocument });
      const program: ProgramInfo = await this.#client.sendRequest(PROGRAM, { textDocument });
      if (this.#devices.length === 0) this.#devices = await this.#client.sendRequest(DEVICES, {});
      if (this.#document !== document) return;
      this.#kernels = kernelChoices(kernels);
      this.#hasProgram = program.main !== null;
    } catch {
      // The server does not have the document yet: `opened` asks again. Or it is going away.
      return;
    }
    if (!this.#kernels.some((one) => one.name === this.#form.kernel)) {
      const program = this.programs.of(document.uri.toString());
      this.#form = { ...emptyForm, ...program, kernel: this.#kernels[0]?.name ?? "", device: this.#form.device };
      this.#launch = null;
    }
    this.#changed.fire();
    void this.#askLaunch(document);
  }

  /** Whether an answer is still of what the form shows: a text that was typed over has been asked for anew. */
  #follows(document: TextDocument, version: number, kernel: string): boolean {
    return this.#document === document && document.version === version && this.#form.kernel === kernel;
  }

  /** Asks what the chosen kernel runs with; the answer comes when the document is analysed, and nothing waits for it. */
  async #askLaunch(document: TextDocument): Promise<void> {
    const { kernel } = this.#form;
    const { version } = document;
    const params: LaunchParams = { textDocument: { uri: document.uri.toString() }, kernel };
    const launch = await this.#client.sendRequest<LaunchInfo | null>(LAUNCH, params).catch(() => null);
    if (!this.#follows(document, version, kernel)) return;
    void this.#askOccupancy(document, this.#form);
    if (JSON.stringify(launch) === JSON.stringify(this.#launch)) return;
    this.#launch = launch;
    this.#changed.fire();
  }

  /** The same for how full a multiprocessor is, of what the form says; nothing of a field that cannot be read. */
  async #askOccupancy(document: TextDocument, form: RunForm): Promise<void> {
    const { version } = document;
    const params = occupancyParams(document.uri.toString(), form);
    const answer = params && this.#client.sendRequest<OccupancyJson | null>(OCCUPANCY, params).catch(() => null);
    const occupancy = (await answer) ?? null;
    if (!this.#follows(document, version, form.kernel)) return;
    if (JSON.stringify(occupancy) === JSON.stringify(this.#occupancy)) return;
    this.#occupancy = occupancy;
    this.#changed.fire();
  }
}
