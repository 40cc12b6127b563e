/** A language server that is given hostile input: over stdio in Node, or in a worker of a browser. */
import { TestClient } from "../../server/support/client";
import { type Memory, memoryOf, orUndefined, processorTime } from "./processes";

/** A running server. */
export interface Session {
  /** Rejects with the server's error. */
  request<T>(method: string, params: unknown): Promise<T>;
  notify(method: string, params: unknown): Promise<void>;
  /** Milliseconds of processor time of the server and all that it started so far; of wall time where the system does not say. */
  spent(): number;
  /** Bytes of memory that the server has now, and the most that it ever had; undefined where the system does not say. */
  memory(): Memory | undefined;
  /** Why the server is gone; undefined while it runs. */
  ended(): string | undefined;
  /** What it wrote beside its protocol, and what it logged as errors. */
  complaints(): readonly string[];
  /** Of a server that owes an answer, what of it still answers anything: for the report. */
  condition(): Promise<string>;
  /** How often the server has asked that findings be asked for again. */
  refreshes(): number;
  /** What the guard of its memory logged and showed. */
  guard(): readonly string[];
  stop(): Promise<void>;
}

/**
 * Bytes of memory that a run may take, a quarter of the default, so that the fuzz ends on small machines. All else is as it
 * is without settings: every endless program ends at the default budget.
 */
const LIMITS = { memoryLimit: 2 ** 30 } as const;

/** The request by which a server has findings asked for again. */
export const REFRESH = "workspace/diagnostic/refresh";

/** Milliseconds within which a server that is not stuck answers a request that it does not know. */
const ALIVE = 10_000;

/** Whether something that is asked says anything in time; an error is an answer. */
export async function answers(who: string, asked: Promise<unknown>): Promise<string> {
  const said = asked.then(
    () => true,
    () => true,
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, ALIVE, false));
  return (await Promise.race([said, late])) ? `${who} answers others` : `${who} answers nothing`;
}

/** A request that no server knows, and refuses at once. */
export const UNKNOWN_REQUEST = "fuzz/alive";

/** Starts `dist/server.cjs`. */
export async function stdioSession(): Promise<Session> {
  const client = await TestClient.start({ settings: { simulation: LIMITS } });
  const { pid, connection } = client;
  let end: string | undefined;
  let last = 0;
  client.onExit((code, signal) => {
    end ??= `the server ended with ${signal ?? `code ${code}`}: ${client.errors.slice(-3).join(" ").slice(-300)}`;
  });
  return {
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => connection.sendNotification(method, params),
    spent() {
      last = orUndefined(() => processorTime(pid)) ?? (end === undefined ? performance.now() : last);
      return last;
    },
    memory: () => orUndefined(() => memoryOf(pid)),
    ended: () => end,
    complaints: () => [
      ...client.errors,
      ...client.notifications.flatMap(({ method, params }) => {
        const { type, message } = params as { type: number; message: string };
        return method === "window/logMessage" && type === 1 ? [message] : [];
      }),
    ],
    condition: () => answers("the server", connection.sendRequest(UNKNOWN_REQUEST)),
    refreshes: () => client.requests.filter((method) => method === REFRESH).length,
    guard: () =>
      client.notifications
        .map(({ params }) => String((params as { message?: unknown } | undefined)?.message))
        .filter((message) => message.startsWith("WarpLens holds ")),
    async stop() {
      const wasRunning = end === undefined;
      end ??= "stopped";
      if (wasRunning) client.kill();
      connection.dispose();
    },
  };
}
