/** The sidebar's webview: sends it all of the state whenever that changes, does what it reports. */
import {
  commands,
  Disposable,
  env,
  Position,
  Range,
  Uri,
  ViewColumn,
  type Webview,
  type WebviewView,
  type WebviewViewProvider,
  window,
} from "vscode";
import { traceText } from "../../pictures/steps";
import { type FromView, MESSAGE_VERSION, type Run, type ToView, type ViewState, writtenRun } from "../messages";
import { t } from "../strings";
import { chooseData } from "./dataFile";
import type { Debugger } from "./debugger";
import { copyMarkdown, openRun, saveRun } from "./exports";
import { readDim3, textOf } from "./form";
import { type PageParts, webviewHtml } from "./html";
import { saveLaunch } from "./launches";
import { openProfile } from "./profile";
import type { Session } from "./session";
import type { StepMark } from "./stepMark";
import { openTextReport, reportText } from "./textReport";

/** Identifier of the view in `package.json`. */
export const VIEW_ID = "warplens.simulator";

/** Jumps to a figure's place, beside the panel rather than in it. */
async function goTo(run: Run, line: number, column: number, endColumn: number): Promise<void> {
  const start = new Position(Math.max(0, line - 1), column);
  const selection = new Range(start, start.with({ character: Math.max(column, endColumn) }));
  await window.showTextDocument(Uri.parse(run.uri), { selection, viewColumn: ViewColumn.One });
}

/** Steps through a block of a launch that has run, with what it was run with. */
async function stepThrough(session: Session, stepper: Debugger, run: Run, launch: number, block: string) {
  const blockIndex = readDim3(t("Block"), block, 0) ?? ([0, 0, 0] as const);
  if (typeof blockIndex === "string") return session.fail(blockIndex);
  const { request, uri } = run;
  const name = t("{0}, block {1}", run.report.launches[launch]?.kernel ?? run.kernel, blockIndex.join(","));
  if (request.kind === "kernel") {
    const {
      textDocument: _,
      detail: _detail,
      check: _check,
      trace: _trace,
      workDoneToken: _token,
      ...given
    } = request.params;
    return stepper.start({ program: uri, blockIndex, ...given }, name);
  }
  const {
    arguments: words = [],
    textDocument: _,
    observe: _observe,
    check: _check,
    workDoneToken: _token,
    ...given
  } = request.params;
  return stepper.start({ program: uri, blockIndex, launch, words: textOf(words), ...given }, name);
}

/** What a view shows and acts on; `page` comes once it is read, `version` is the extension's. */
export interface ViewParts {
  readonly page: Promise<PageParts>;
  readonly session: Session;
  readonly mark: StepMark;
  readonly stepper: Debugger;
  readonly version: string;
}

type Handlers = {
  readonly [Type in FromView["type"]]: (message: Extract<FromView, { type: Type }>) => unknown;
};

function handlersOf({ session, mark, stepper, version }: Omit<ViewParts, "page">): Omit<Handlers, "ready"> {
  const { runs } = session;
  const withRun = (id: number, work: (run: Run) => unknown) => {
    const run = runs.get(id);
    return run && work(run);
  };
  return {
    form: ({ form }) => session.setForm(form),
    run: ({ form }) => session.start(form),
    search: ({ form }) => session.search(form),
    takeArguments: ({ run }) => withRun(run, (one) => session.takeArguments(one)),
    runProgram: ({ form }) => session.startProgram(form),
    addSources: ({ run }) => withRun(run, (one) => session.addSources(one)),
    chooseData: ({ form, parameter }) => chooseData(session, form, parameter),
    saveLaunch: ({ form }) => saveLaunch(session, form),
    snippet: ({ text }) => session.setSnippet(text),
    runSnippet: ({ text }) => session.runSnippet({ text }),
    chooseSnippet: () => commands.executeCommand("warplens.openLesson"),
    cancel: () => session.cancel(),
    applyFix: ({ run }) => withRun(run, (one) => session.applyFix(one)),
    show: ({ run }) => session.look(() => runs.show(run)),
    compare: ({ run }) => session.look(() => runs.compare(run)),
    pin: ({ run }) => session.look(() => runs.pin(run)),
    choose: ({ choice }) => session.choose(choice),
    goTo: ({ run, line, column, endColumn }) => withRun(run, (one) => goTo(one, line, column, endColumn)),
    observe: ({ run, launch }) => withRun(run, (one) => session.observe(one, launch)),
    trace: ({ run, launch, block, warp }) => withRun(run, (one) => session.trace(one, launch, block, warp)),
    step({ step, reveal }) {
      let here: ReturnType<typeof runs.step>;
      session.look(() => {
        here = runs.step(step);
      });
      return runs.shown && here && here.path === undefined && reveal ? mark.show(runs.shown, here) : mark.clear();
    },
    debug: ({ run, launch, block }) => withRun(run, (one) => stepThrough(session, stepper, one, launch, block)),
    watch: ({ expression, filter }) => stepper.watch(expression, filter),
    watchWarp: ({ warp }) => stepper.choose(warp),
    openProfile: () => openProfile(session),
    closeProfile: () => session.look(() => runs.setProfile(undefined)),
    textReport: ({ run }) => withRun(run, openTextReport),
    copyMarkdown: ({ run }) => withRun(run, (one) => copyMarkdown(runs, one)),
    saveRun: ({ run }) => withRun(run, (one) => saveRun(session, one, version)),
    openRun: () => openRun(session),
    copyReport: ({ run }) => withRun(run, (one) => env.clipboard.writeText(reportText(one))),
    copySteps: () => runs.trace && env.clipboard.writeText(traceText(runs.trace)),
    copy: ({ text }) => env.clipboard.writeText(text),
  };
}

/** Connects a webview, in the sidebar or in a tab, with the session. */
export function connectView(webview: Webview, parts: ViewParts): Disposable {
  const { page, session, stepper } = parts;
  webview.options = { enableScripts: true, localResourceRoots: [] };
  let sent: ViewState["history"] | undefined;
  const send = () => {
    const { history, ...state } = session.state;
    const isNew = history !== sent;
    sent = history;
    const message: ToView = {
      version: MESSAGE_VERSION,
      type: "state",
      state: { ...state, debug: stepper.view, ...(isNew && { history: history.map(writtenRun) }) },
    };
    void webview.postMessage(message);
  };
  const sendAll = () => {
    sent = undefined;
    send();
  };
  const changes = Disposable.from(session.onDidChange(send), stepper.onDidChange(send));
  const handlers: Handlers = { ...handlersOf(parts), ready: sendAll };
  const fail = (error: unknown) => session.fail(error instanceof Error ? error.message : String(error));
  const messages = webview.onDidReceiveMessage((message: FromView) => {
    if (message?.version !== MESSAGE_VERSION) return;
    // Each handler takes the message of its own type, which the table's type says and an index loses.
    const handle = handlers[message.type] as ((message: FromView) => unknown) | undefined;
    Promise.resolve(handle?.(message)).catch(fail);
  });
  let isOpen = true;
  page
    .then((read) => {
      if (!isOpen) return;
      webview.html = webviewHtml(read);
      // The editor keeps it until the page is there, which saves the way of the page's question and back.
      send();
    })
    .catch(fail);
  return Disposable.from(changes, messages, {
    dispose() {
      isOpen = false;
    },
  });
}

/** The simulator in the sidebar, or in an editor tab. */
export class SimulatorView implements WebviewViewProvider {
  readonly #connect: (webview: Webview) => Disposable;

  constructor(connect: (webview: Webview) => Disposable) {
    this.#connect = connect;
  }

  resolveWebviewView(view: WebviewView): void {
    const connection = this.#connect(view.webview);
    view.onDidDispose(() => connection.dispose());
  }
}
