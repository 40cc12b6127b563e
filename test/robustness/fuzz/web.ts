/** The server of the web host: `dist/web/server.js` in a worker of a real browser, which fetches clang and the grammar. */
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { chromiumPath, originOf, serveFiles } from "../../support/browser";
import { largestMemory, orUndefined, processorTime } from "./processes";
import { answers, REFRESH, type Session, UNKNOWN_REQUEST } from "./session";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[]; readonly type?: number; readonly message?: string };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A client of a worker: what it asked and what it was told. */
class Client {
  readonly complaints: string[] = [];
  refreshes = 0;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly post: (message: object) => Promise<void>) {}

  request<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.last;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    return this.post({ jsonrpc: "2.0", id, method, params }).then(() => answer as Promise<T>);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.post({ jsonrpc: "2.0", method, params });
  }

  async take({ id, method, params, result, error }: Message): Promise<void> {
    if (method === "window/logMessage" && params?.type === 1) this.complaints.push(params.message!);
    if (method === REFRESH) this.refreshes++;
    if (method !== undefined) {
      // No settings, no files: the server has what is open.
      if (id !== undefined) await this.post({ jsonrpc: "2.0", id, result: params?.items?.map(() => null) ?? null });
      return;
    }
    const one = this.waiting.get(id!);
    this.waiting.delete(id!);
    if (error) one?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else one?.resolve(result);
  }
}

/** Starts the worker; what the page's functions are called is between these two. */
async function startWorker(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  // Runs in the page, whose types this project does not know.
  await page.evaluate((url) => {
    interface Scope {
      Worker: new (url: string) => Scope["worker"];
      worker: {
        postMessage(message: unknown): void;
        onmessage(event: { data: unknown }): void;
        onerror(event: { message?: string }): void;
      };
      fromServer(message: unknown): void;
      serverDied(why: string): void;
    }
    const scope = globalThis as unknown as Scope;
    scope.worker = new scope.Worker(url);
    scope.worker.onmessage = ({ data }) => scope.fromServer(data);
    scope.worker.onerror = ({ message }) => scope.serverDied(message ?? "");
  }, `${origin}web/server.js`);
}

/**
 * A server in a browser of its own: its time is that of all processes of the browser, its memory that of the page's. Both are
 * the whole page's, in which there is nothing else.
 */
export async function browserSession(): Promise<Session> {
  const files = await serveFiles((name) => join("dist", decodeURIComponent(name)));
  const running = await chromium.launchServer({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  const browser = await chromium.connect(running.wsEndpoint());
  const pid = running.process().pid!;
  const page = await browser.newPage();
  let end: string | undefined;
  let last = 0;
  const died = (why: string) => {
    end ??= `the web worker ended: ${why}`;
  };
  const post = (message: object) =>
    page.evaluate((one) => {
      (globalThis as unknown as { worker: { postMessage(message: unknown): void } }).worker.postMessage(one);
    }, message);
  const client = new Client(post);
  await page.exposeFunction("fromServer", (message: Message) => client.take(message));
  await page.exposeFunction("serverDied", died);
  page.on("crash", () => died("the page crashed"));
  const origin = originOf(files);
  await startWorker(page, origin);
  const capabilities = {
    workspace: { configuration: true, diagnostics: { refreshSupport: true } },
    textDocument: { diagnostic: {} },
  };
  const initializationOptions = { distUri: origin };
  await client.request("initialize", { processId: null, rootUri: null, capabilities, initializationOptions });
  await client.notify("initialized", {});
  return {
    request: (method, params) => client.request(method, params),
    notify: (method, params) => client.notify(method, params),
    spent() {
      last = orUndefined(() => processorTime(pid)) ?? (end === undefined ? performance.now() : last);
      return last;
    },
    memory: () => orUndefined(() => largestMemory(pid)),
    ended: () => end,
    complaints: () => client.complaints,
    async condition() {
      const thePage = answers(
        "the page",
        page.evaluate(() => true),
      );
      return `${await thePage}, ${await answers("its server", client.request(UNKNOWN_REQUEST, {}))}`;
    },
    refreshes: () => client.refreshes,
    guard: () => [],
    async stop() {
      end ??= "stopped";
      // Closing waits for a page that may be stuck.
      await running.kill();
      files.close();
    },
  };
}
