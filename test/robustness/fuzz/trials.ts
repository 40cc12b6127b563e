/** Trials: something hostile, how long its answer took, and whether the next good file is answered as if nothing had been. */
import type { Session } from "./session";

/**
 * Within what something is answered on a fast machine, as `pace.ts` has it: milliseconds of wall time, or of processor time where
 * that is less, as on a machine that is busy with other work. Processor time alone has that of V8's own threads, for which
 * nobody waits.
 */
export interface AnswerLimit {
  readonly milliseconds: number;
  /** It is of a run, of which processor time counts alone, with that of all threads. */
  readonly isOfProcessor?: boolean;
}

/** Of everything but programs. */
export const ANSWER_LIMIT: AnswerLimit = { milliseconds: 10_000 };
/** What a run may take of the default budget, in times of what a plain one takes. */
const MOST_OF_PLAIN = 1.5;
/** Limits after which nobody waits any more: the server is restarted. */
const GIVEN_UP = { processor: 60_000, wall: 600_000 } as const;
/** Milliseconds for which an answer without findings may be followed by a better one. */
const REFRESH_LIMIT = 120_000;
/** Bytes of memory that the server must stay below. */
const MEMORY_LIMIT = 1.5 * 2 ** 30;

/** Something that must not be. */
export interface Problem {
  readonly what: string;
  readonly message: string;
}

/** Bytes in MiB; of more than a 32-bit number holds, too. */
export const mebibytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

const GOOD = "file:///fuzz/good.cu";

/** Words of JavaScript's own errors, which mean nothing to a user. */
export const INTERNAL =
  /TypeError|ReferenceError|is not a function|is not iterable|Cannot read prop|undefined \(reading|\bat .*\.[cm]?js:\d+/;

/** What a part of the fuzz is told, and tells. */
export class Trials {
  readonly problems: Problem[] = [];
  done = 0;
  slowest = { milliseconds: 0, what: "nothing" };
  peak = 0;
  private number = 0;
  private version = 0;
  private seen = 0;
  private guarded = 0;
  private current: Session | undefined;

  constructor(
    private readonly start: () => Promise<Session>,
    private readonly print: (line: string) => void,
    /** How many times as long as on a fast machine everything takes. */
    private readonly pace: number,
    /** What a plain run takes now: see `pace.ts`. */
    private readonly plainRun: () => Promise<number>,
  ) {}

  /** The server; a new one where the last has ended. */
  async session(): Promise<Session> {
    if (this.current && this.current.ended() === undefined) return this.current;
    this.current = await this.start();
    this.version = 0;
    this.seen = 0;
    this.guarded = 0;
    return this.current;
  }

  report(what: string, message: string): void {
    this.problems.push({ what, message });
    this.print(`PROBLEM ${what}: ${message}`);
  }

  /** Waits for an answer; undefined, and a problem, where there is none. A refusal is an answer. */
  async answer<T>(
    what: string,
    ask: (session: Session) => Promise<T>,
    { milliseconds: limit, isOfProcessor = false } = ANSWER_LIMIT,
  ): Promise<T | undefined> {
    const session = await this.session();
    const began = { processor: session.spent(), wall: performance.now() };
    let settled: { value?: T } | undefined;
    const asked = ask(session).then(
      (value) => {
        settled = { value };
      },
      (error: unknown) => {
        settled = {};
        const message = String((error as Error)?.message ?? error);
        if (INTERNAL.test(message)) this.report(what, `refused in words of JavaScript: ${message}`);
      },
    );
    const age = () => session.spent() - began.processor;
    const passed = () => performance.now() - began.wall;
    while (!settled && session.ended() === undefined) {
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 200))]);
      if (age() < GIVEN_UP.processor * this.pace && passed() < GIVEN_UP.wall * this.pace) continue;
      break;
    }
    const milliseconds = isOfProcessor ? age() : Math.min(age(), passed());
    if (milliseconds > this.slowest.milliseconds) this.slowest = { milliseconds, what };
    if (!settled) {
      const [processor, wall] = [age(), passed()].map((one) => (one / 1000).toFixed(0));
      const took = `no answer after ${wall} s, ${processor} s of processor time`;
      this.report(what, session.ended() ?? `${took}; ${await session.condition()}`);
      await session.stop();
      return undefined;
    }
    if (milliseconds > limit * this.pace) await this.late(what, milliseconds, isOfProcessor);
    return settled.value;
  }

  /**
   * An answer is late by the pace of the machine, which says how fast clang was at the start. A long run is held against a plain one
   * of the same minute as well: a machine that others use is half as fast for minutes, and 1.5 times what a plain run takes
   * on a quiet one (12.7 s) is the limit there, too.
   */
  private async late(what: string, milliseconds: number, isRun: boolean): Promise<void> {
    const took = `answered after ${(milliseconds / 1000).toFixed(1)} s`;
    const plain = isRun ? await this.plainRun() : 0;
    if (milliseconds > MOST_OF_PLAIN * plain) this.report(what, took);
    else this.print(`${what}: ${took}, where a plain run takes ${(plain / 1000).toFixed(1)} s`);
  }

  /** Ends a trial: the next good file has its finding, memory is within its limit, and nothing was said to have failed. */
  async next(what: string): Promise<void> {
    await this.answer(`the good file after ${what}`, (session) => this.checkGood(session, what));
    this.done++;
    const session = await this.session();
    const complaints = session.complaints();
    for (const one of complaints.slice(this.seen)) this.report(what, `the server says ${one.slice(0, 400)}`);
    this.seen = complaints.length;
    const guard = session.guard();
    for (const one of guard.slice(this.guarded)) this.print(`after ${what}: ${one}`);
    this.guarded = guard.length;
    const memory = session.memory();
    if (!memory) return;
    if (memory.peak > this.peak) {
      this.peak = memory.peak;
      if (memory.peak > MEMORY_LIMIT) this.report(what, `the server has had ${mebibytes(memory.peak)} MiB of memory`);
    }
  }

  private async checkGood(session: Session, what: string): Promise<void> {
    const text = `__global__ void good(float* out) { out[threadIdx.x * 32] = ${++this.number}.0f; }\n`;
    const textDocument = { uri: GOOD, languageId: "cuda-cpp", version: ++this.version, text };
    if (this.version === 1) await session.notify("textDocument/didOpen", { textDocument });
    else await session.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    const ask = async () => {
      const report = await session.request<{ items?: { code: string }[] }>("textDocument/diagnostic", { textDocument });
      return report.items?.map(({ code }) => code).join() ?? "no report";
    };
    const before = session.refreshes();
    let codes = await ask();
    // On a busy machine a browser's first answer, which knows no processor time, comes before its headers.
    for (let waited = 0; codes === "" && waited < REFRESH_LIMIT && session.ended() === undefined; waited += 200) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (session.refreshes() > before) codes = await ask();
    }
    if (codes !== "uncoalesced-access") this.report(what, `the next good file has ${codes || "no finding"}`);
  }

  async stop(): Promise<void> {
    await this.current?.stop();
  }
}
