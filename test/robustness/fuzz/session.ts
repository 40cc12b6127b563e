/** A language server that is given hostile input: over stdio in Node, or in a worker of a browser. */
import { readFileSync } from "node:fs";
import { TestClient } from "../../server/support/client";

/** A running server. */
export interface Session {
  /** Rejects with the server's error. */
  request<T>(method: string, params: unknown): Promise<T>;
  notify(method: string, params: unknown): Promise<void>;
  /** Milliseconds of processor time of the server so far; of wall time where the host does not say. */
  spent(): number;
  /** Bytes of memory that the server has now, and the most that it ever had; undefined where the host does not say. */
  memory(): { readonly now: number; readonly peak: number } | undefined;
  /** Why the server is gone; undefined while it runs. */
  ended(): string | undefined;
  /** What it wrote beside its protocol, and what it logged as errors. */
  complaints(): readonly string[];
  /** What the guard of its memory logged and showed. */
  guard(): readonly string[];
  stop(): Promise<void>;
}

/** Clock ticks of Linux in a second, which `/proc` counts processor time in (`getconf CLK_TCK`). */
const TICKS = 100;

/** User and system time of a process with all its threads, from `/proc`. Reference: proc(5), fields 14 and 15. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return { now: kibibytes("VmRSS") * 1024, peak: kibibytes("VmHWM") * 1024 };
}

/** What a host that has no `/proc` answers. */
function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/**
 * Bytes of memory that a run may take, a quarter of the default, so that the fuzz ends on small machines. All else is as it
 * is without settings: every endless program ends at the default budget.
 */
const LIMITS = { memoryLimit: 2 ** 30 } as const;

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
