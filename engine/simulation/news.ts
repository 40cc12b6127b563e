/** What is left of a run that is cancelled. */
import type { LaunchResult, ProgramNews, SimulationResult } from "../model/job";

/** The most launches that are kept for a run that may be cancelled: their counts are sent twice. */
const MOST_KEPT = 1000;

const cancelled = { kind: "cancelled", message: "The simulation was cancelled." } as const;

/** A cancelled run that left nothing. */
export const cancelledRun: SimulationResult = { outcome: cancelled, launches: [] };

/** Keeps the news of a run, for the case that its end never comes. */
export class KeptNews {
  readonly #launches: LaunchResult[] = [];
  readonly #output: Record<"stdout" | "stderr", Uint8Array[]> = { stdout: [], stderr: [] };

  take(news: ProgramNews): void {
    if (news.kind === "launched" && this.#launches.length < MOST_KEPT) this.#launches.push(news.result);
    if (news.kind === "output") this.#output[news.stream].push(news.bytes);
  }

  /** The launches that came to their end and the output until then, as the result of a run that was cancelled. */
  cancelled(): SimulationResult {
    const output = { stdout: joined(this.#output.stdout), stderr: joined(this.#output.stderr) };
    const nothing = { findings: [], allocated: [], timeline: [], written: [], managed: [], managedUses: [], l2: [] };
    const hostSide = { ...nothing, unreached: [] };
    return {
      outcome: cancelled,
      launches: this.#launches,
      program: { ...output, exitCode: undefined, ...hostSide },
    };
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Of what was written, the part that may wait: a program that writes without end is heard of as often as it has to be. */
const WAITING_PART = 1 / 256;

/**
 * Output that is told in few news: the first bytes at once, later ones when they are a part of all, and all of them before
 * other news.
 */
export function gatheredNews(notify: (news: ProgramNews) => void) {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  let last: "stdout" | "stderr" = "stdout";
  const flush = (): void => {
    if (length > 0) notify({ kind: "output", stream: last, bytes: joined(waiting) });
    waiting = [];
    length = 0;
  };
  return {
    output(stream: "stdout" | "stderr", bytes: Uint8Array): void {
      if (stream !== last) flush();
      last = stream;
      waiting.push(bytes.slice());
      length += bytes.length;
      total += bytes.length;
      if (length >= total * WAITING_PART) flush();
    },
    notify(news: ProgramNews): void {
      flush();
      notify(news);
    },
    flush,
  };
}
