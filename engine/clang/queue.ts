/**
 * The queue before the one clang worker, the same in Node and in a browser: one request at a time, the device pass first,
 * superseded ones never start, and a worker in which clang died is replaced before the next request. A compile that takes
 * long is watched (`Watch`): it holds no other file for more than a moment, and ends.
 */
import {
  type Clang,
  type ClangResult,
  type CompileBudget,
  type FileTree,
  HeadersPending,
} from "../../analyzer/compiler/model";

/** Clang's ES modules, by URL. */
export interface ClangBundles {
  /** With the functions of clang alone that are called by nearly all inputs: it loads in a third of the time. */
  readonly bundle: string;
  /** With all functions, for an input that calls another; where absent, `bundle` has all. */
  readonly whole?: string | undefined;
}

/** What the worker is asked: the module to load (its URL), and one command line with its files. */
export interface ClangRequest {
  readonly bundle: string;
  readonly args: readonly string[];
  readonly files: FileTree;
}

/**
 * What the worker answers. `crash`: clang trapped or ran out of memory on this input, and `isUnreachable` where it came to what
 * it holds to be unreachable, or to a function that its module lacks. `error`: clang could not even be loaded, which no other
 * input would change.
 */
export type ClangAnswer =
  | { readonly result: ClangResult }
  | { readonly crash: string; readonly isUnreachable?: boolean }
  | { readonly error: string };

/** A worker as both hosts have it. */
export interface ClangPort {
  post(request: ClangRequest): void;
  /** Ends it; what is given resolves when its memory is free, where the host knows. */
  terminate(): Promise<unknown> | undefined;
}

/**
 * Starts a worker for the clang of a URL. `onAnswer` is called once per request, also when the worker itself died; `onLoaded`
 * where clang had to be fetched before a request began, which is no time of that request.
 */
export type StartClang = (onAnswer: (answer: ClangAnswer) => void, onLoaded: () => void, bundle: string) => ClangPort;

/** Clang in a worker that can be ended. */
export interface DisposableClang extends Clang {
  /** Ends the worker; requests that wait are rejected. A later request starts a new worker. */
  dispose(): void;
}

/** Clang in a worker of which the memory can be given back. */
export interface RestartableClang extends DisposableClang {
  /** Ends the worker with all memory that it holds: now, or after the request that it serves. */
  restart(): void;
}

/** Exit code of a clang that did not exit by itself: that of a process that aborted. */
export const CRASHED = 134;

/**
 * Limits of one compile, and of all that one answer takes, in milliseconds of processor time where the host knows it, else of wall time. After `overdue` a
 * second worker serves the queue, and a superseded compile is ended. At `limit` any compile is ended. Memory needs no watch:
 * clang's own module states how much it may take, and a compile that needs more ends by itself (`call.ts`).
 */
export interface Watch {
  readonly overdue: number;
  readonly limit: number;
  /** As `overdue`, of host code while a device pass waits, which findings wait for; `overdue` where absent. */
  readonly hostOverdue?: number;
  /** What the compiles of one answer may take together, headers that it waits for included; `limit` where absent. */
  readonly answerLimit?: number;
  /** Processor time of the process so far, milliseconds. */
  readonly processorTime?: () => number;
  /** Whether the host says when a worker has loaded clang, which over a network takes longer than any compile. */
  readonly knowsLoading?: boolean;
  /** Whether there is memory for a second worker; without one the queue waits for the compile that is overdue. */
  hasRoom?(): boolean;
}

/** Of a browser, which tells no processor time: other work shares the clock, so that headers may take longer. */
const BROWSER_WATCH: Watch = { overdue: 5_000, limit: 60_000, answerLimit: 7_000, knowsLoading: true };

/** Milliseconds between two checks of the limits. */
const CHECK_INTERVAL = 250;

/** A request before it is known which clang will serve it. */
type Asked = Omit<ClangRequest, "bundle">;

interface Waiting {
  readonly request: Asked;
  readonly signal: AbortSignal | undefined;
  readonly budget: CompileBudget | undefined;
  readonly settle: (answer: ClangAnswer) => void;
  readonly reject: (reason: unknown) => void;
  /** The compile that is overdue and for which a second worker loads clang: its answer pays for that. */
  readonly loadsFor?: Waiting;
}

/** An answer that waits for headers. */
interface HeaderWait {
  readonly budget: CompileBudget;
  /** What headers had taken when it began. */
  readonly from: number;
  readonly reject: (reason: unknown) => void;
}

const isHeader = ({ args }: Asked): boolean => args.includes("-emit-pch");

function isDevicePass({ args }: Asked): boolean {
  return args.includes("-fcuda-is-device");
}

/** Findings wait for the device pass alone: it goes before every host pass that has not begun. */
function placeOf(waiting: readonly Waiting[], { request }: Waiting): number {
  const firstHost = waiting.findIndex((one) => !isDevicePass(one.request));
  return isDevicePass(request) && firstHost >= 0 ? firstHost : waiting.length;
}

/** Puts a request into the queue; it is taken out again when its signal aborts before it begins. */
function enqueue(
  waiting: Waiting[],
  request: Asked,
  signal: AbortSignal | undefined,
  budget: CompileBudget | undefined,
): Promise<ClangResult> {
  return new Promise<ClangResult>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const settle = (answer: ClangAnswer) => {
      signal?.removeEventListener("abort", abort);
      if ("result" in answer) resolve(answer.result);
      else if ("crash" in answer) resolve({ exitCode: CRASHED, stdout: new Uint8Array(), stderr: answer.crash });
      else reject(new Error(answer.error));
    };
    const mine: Waiting = { request, signal, budget, settle, reject };
    // One that runs is not stopped at once, which would lose the warm worker: its answer is dropped.
    const abort = () => {
      const at = waiting.indexOf(mine);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal!.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    waiting.splice(placeOf(waiting, mine), 0, mine);
  });
}

const tooLong = (limit: number): string => `it takes more than ${limit / 1000} s to compile`;

/** A worker, and the request that it serves. */
interface ClangWorker {
  readonly port: ClangPort;
  /** The URL of its clang. */
  readonly bundle: string;
  /** It is ended after the request that it serves. */
  isLast?: boolean;
  /** Its clang is there, as far as the host says so. */
  isLoaded?: boolean;
  running?: Waiting;
  /** Wall time and processor time at which the request began, milliseconds. */
  began?: { readonly clock: number; readonly processor: number };
}

/** The queue, the worker that serves it, and a second one while a compile is overdue. */
class ClangWorkers {
  private readonly waiting: Waiting[] = [];
  private main: ClangWorker | undefined;
  private overdue: ClangWorker | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private clock = 0;
  /** Workers that were ended and are not gone yet. */
  private ending = 0;
  /** Milliseconds that headers have taken that are done. */
  private headersTook = 0;
  private readonly headerWaits = new Set<HeaderWait>();

  constructor(
    private readonly start: StartClang,
    /** What workers are started with: the whole clang once an input has called for it, as others like it will. */
    private bundles: ClangBundles,
    private readonly watch: Watch,
  ) {}

  run(request: Asked, signal: AbortSignal | undefined, budget: CompileBudget | undefined): Promise<ClangResult> {
    const answer = enqueue(this.waiting, request, signal, budget);
    this.startNext();
    return answer;
  }

  /** Waits for headers; what they take meanwhile is taken from the budget, and when that is used up it rejects. */
  async awaitHeaders<T>(made: Promise<T>, budget: CompileBudget): Promise<T> {
    const from = this.spentOnHeaders();
    let wait: HeaderWait | undefined;
    const givenUp = new Promise<never>((_, reject) => {
      wait = { budget, from, reject };
      this.headerWaits.add(wait);
    });
    try {
      return await Promise.race([made, givenUp]);
    } finally {
      this.headerWaits.delete(wait!);
      budget.left -= this.spentOnHeaders() - from;
    }
  }

  private spentOnHeaders(): number {
    const running = [this.main, this.overdue].filter((one) => one?.running && isHeader(one.running.request));
    return running.reduce((sum, one) => sum + this.age(one!), this.headersTook);
  }

  dispose(): void {
    this.stopWatch();
    const reason = new Error("clang was disposed of");
    for (const worker of [this.main, this.overdue]) {
      if (!worker) continue;
      worker.running?.reject(reason);
      this.end(worker);
    }
    for (const { reject } of this.waiting.splice(0)) reject(reason);
  }

  restart(): void {
    if (this.main?.running) this.main.isLast = true;
    else if (this.main) this.end(this.main);
  }

  private startWorker(): ClangWorker {
    const { bundle } = this.bundles;
    const worker: ClangWorker = {
      bundle,
      port: this.start(
        (answer) => {
          // A late message of a worker that was replaced must not answer for its successor.
          if (worker === this.main || worker === this.overdue) this.finish(worker, answer);
        },
        () => {
          worker.isLoaded = true;
          if (worker.running) worker.began = { clock: this.clock, processor: this.processor() };
        },
        bundle,
      ),
    };
    return worker;
  }

  private finish(worker: ClangWorker, answer: ClangAnswer): void {
    if ("isUnreachable" in answer && this.runAgain(worker)) return;
    const done = worker.running;
    if (done) this.charge(done.loadsFor ?? done, this.spentBy(worker));
    delete worker.running;
    const isLast = !("result" in answer) || worker.isLast;
    const standIn = worker === this.overdue ? this.main : undefined;
    if (!isLast && done && standIn?.running?.loadsFor === done) this.keepOverdue(worker, standIn);
    if (isLast || worker === this.overdue) this.end(worker);
    done?.settle(answer);
    this.startNext();
  }

  /** Keeps a worker that was overdue and has answered in place of the one that still loads clang to stand in for it. */
  private keepOverdue(worker: ClangWorker, loading: ClangWorker): void {
    delete loading.running;
    this.end(loading);
    this.overdue = undefined;
    this.main = worker;
  }

  /** Runs a worker's request with the whole clang, where that is another one. The first run is no time of the request. */
  private runAgain(worker: ClangWorker): boolean {
    const { whole = worker.bundle } = this.bundles;
    const { running } = worker;
    if (!running || worker.bundle === whole) return false;
    this.bundles = { bundle: whole, whole };
    delete worker.running;
    if (!running.signal?.aborted) this.waiting.unshift(running);
    this.end(worker);
    this.startNext();
    return true;
  }

  private charge({ budget, request }: Waiting, milliseconds: number): void {
    if (budget) budget.left -= milliseconds;
    if (isHeader(request)) this.headersTook += milliseconds;
  }

  private end(worker: ClangWorker): void {
    const gone = worker.port.terminate();
    if (worker === this.main) this.main = undefined;
    else this.overdue = undefined;
    if (!gone) return;
    // Two clangs at once would be twice the memory: the next worker starts when this one is gone.
    this.ending++;
    const isGone = () => {
      this.ending--;
      this.startNext();
    };
    gone.then(isGone, isGone);
  }

  private startNext(): void {
    if (this.main?.running || (!this.main && this.ending > 0)) return;
    const next = this.waiting.shift();
    if (!next) {
      if (!this.overdue) this.stopWatch();
      return;
    }
    if (next.budget && next.budget.left <= 0) {
      next.settle({ crash: tooLong(this.answerLimit) });
      this.startNext();
      return;
    }
    try {
      this.main ??= this.startWorker();
      this.main.running = next;
      this.main.began = { clock: this.clock, processor: this.processor() };
      this.main.port.post({ ...next.request, bundle: this.main.bundle });
    } catch (error) {
      // A request that cannot be sent fails alone; the queue goes on.
      if (this.main) delete this.main.running;
      next.reject(error);
      this.startNext();
      return;
    }
    this.timer ??= setInterval(() => this.check(), CHECK_INTERVAL);
    // A timer of Node's keeps the process alive, which is the worker's part while it runs.
    (this.timer as { unref?: () => void }).unref?.();
  }

  private stopWatch(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private processor(): number {
    return this.watch.processorTime?.() ?? 0;
  }

  /** Milliseconds that a worker's request has run: wall time, or the processor time where that is known and less. */
  private age({ began }: ClangWorker): number {
    if (!began) return 0;
    const passed = this.clock - began.clock;
    return this.watch.processorTime ? Math.min(passed, this.processor() - began.processor) : passed;
  }

  /** The age of what has ended just now: a compile that is shorter than a tick has its processor time. */
  private spentBy(worker: ClangWorker): number {
    const processor = this.processor() - (worker.began?.processor ?? 0);
    return this.watch.processorTime ? Math.min(this.age(worker) + CHECK_INTERVAL, processor) : this.age(worker);
  }

  /** Holds running compiles to their limits. Ticks are counted instead of a clock read: a machine that slept has not compiled. */
  private check(): void {
    this.clock += CHECK_INTERVAL;
    const { overdue } = this.watch;
    this.endWaits();
    for (const worker of [this.overdue, this.main]) {
      if (!worker?.running) continue;
      const ran = this.age(worker);
      const { budget } = worker.running;
      const limit = Math.min(this.watch.limit, budget?.left ?? Number.POSITIVE_INFINITY);
      if (ran >= limit) this.finish(worker, { crash: tooLong(budget ? this.answerLimit : this.watch.limit) });
      else if (ran >= overdue && worker.running.signal?.aborted) this.finish(worker, { crash: "superseded" });
      else if (ran >= this.patience(worker.running) && this.isReplaceable(worker)) this.replace(worker);
    }
  }

  private isReplaceable(worker: ClangWorker): boolean {
    return worker === this.main && !this.overdue && !this.isLoading(worker) && this.hasRoom();
  }

  /**
   * Whether a worker loads clang: another one would have to load it as well. On a slow machine, where that takes longer than a
   * compile may, each would be replaced by the next, and what waits would never be compiled.
   */
  private isLoading({ running, isLoaded }: ClangWorker): boolean {
    return running?.loadsFor !== undefined || (this.watch.knowsLoading === true && !isLoaded);
  }

  /** Milliseconds after which others need not wait for a compile any more. */
  private patience({ request }: Waiting): number {
    const { overdue, hostOverdue = overdue } = this.watch;
    const isBefore = !isDevicePass(request) && this.waiting.some((one) => isDevicePass(one.request));
    return isBefore ? hostOverdue : overdue;
  }

  /** Answers that have waited for headers as long as they may. */
  private endWaits(): void {
    const spent = this.spentOnHeaders();
    for (const { budget, from, reject } of this.headerWaits) {
      if (spent - from >= budget.left) reject(new HeadersPending());
    }
  }

  get answerLimit(): number {
    return this.watch.answerLimit ?? this.watch.limit;
  }

  private hasRoom(): boolean {
    return this.watch.hasRoom?.() ?? true;
  }

  private replace(worker: ClangWorker): void {
    this.overdue = worker;
    this.main = undefined;
    // The new worker loads clang before the first request of the queue needs it.
    const overdue = worker.running!;
    const request = { args: ["clang", "--version"], files: {} };
    this.waiting.unshift({
      request,
      signal: undefined,
      budget: undefined,
      settle: () => undefined,
      reject: () => undefined,
      loadsFor: overdue,
    });
    this.startNext();
  }
}

/** The queue of one clang, of which `bundles` are as the worker sees them. */
export function createClangQueue(
  start: StartClang,
  bundles: ClangBundles,
  watch: Watch = BROWSER_WATCH,
): RestartableClang {
  const workers = new ClangWorkers(start, bundles, watch);
  return {
    answerLimit: workers.answerLimit,
    awaitHeaders: (made, budget) => (budget ? workers.awaitHeaders(made, budget) : made),
    run: (args, files, signal, budget) => workers.run({ args, files }, signal, budget),
    dispose: () => workers.dispose(),
    restart: () => workers.restart(),
  };
}
