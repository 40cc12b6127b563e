/** The sidebar's webview: sends it all of the state whenever that changes, does what it reports. */
import {
  Disposable,
  Position,
  Range,
  Uri,
  ViewColumn,
  type Webview,
  type WebviewView,
  type WebviewViewProvider,
  window,
} from "vscode";
import { type FromView, MESSAGE_VERSION, type Run, type ToView } from "../messages";
import { webviewHtml } from "./html";
import type { Session } from "./session";
import { openTextReport } from "./textReport";

export const VIEW_ID = "warplens.simulator";

/** Jumps to a figure's place, beside the panel rather than in it. */
export async function goTo(run: Run, line: number, column: number, endColumn: number): Promise<void> {
  const start = new Position(Math.max(0, line - 1), column);
  const selection = new Range(start, start.with({ character: Math.max(column, endColumn) }));
  await window.showTextDocument(Uri.parse(run.uri), { selection, viewColumn: ViewColumn.One });
}

function handle(session: Session, message: FromView): void {
  switch (message.type) {
    case "form":
      session.setForm(message.form);
      break;
    case "run":
      void session.start(message.form);
      break;
    case "cancel":
      session.cancel();
      break;
    case "show":
      session.show(message.run);
      break;
    case "compare":
      session.compare(message.run);
      break;
    case "goTo": {
      const run = session.run(message.run);
      if (run) void goTo(run, message.line, message.column, message.endColumn);
      break;
    }
    case "textReport": {
      const run = session.run(message.run);
      if (run) void openTextReport(run);
      break;
    }
    case "ready":
      break;
  }
}

/** Connects a webview, in the sidebar or in a tab, with the session. */
export function connectView(webview: Webview, extensionUri: Uri, session: Session): Disposable {
  const dist = Uri.joinPath(extensionUri, "dist");
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  const send = () => {
    const message: ToView = { version: MESSAGE_VERSION, type: "state", state: session.state };
    void webview.postMessage(message);
  };
  const changes = session.onDidChange(send);
  const messages = webview.onDidReceiveMessage((message: FromView) => {
    if (message?.version !== MESSAGE_VERSION) return;
    if (message.type === "ready") send();
    handle(session, message);
  });
  webview.html = webviewHtml(webview, dist);
  return Disposable.from(changes, messages);
}

export class SimulatorView implements WebviewViewProvider {
  readonly #extensionUri: Uri;
  readonly #session: Session;

  constructor(extensionUri: Uri, session: Session) {
    this.#extensionUri = extensionUri;
    this.#session = session;
  }

  resolveWebviewView(view: WebviewView): void {
    const connection = connectView(view.webview, this.#extensionUri, this.#session);
    view.onDidDispose(() => connection.dispose());
  }
}
